import { PROOF_MS } from '@crewline/contract/limits'
import { parsePhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import type { From, Visitor } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { checkCode, codePhone, sendCode } from './codes.ts'
import { ownAccount } from './proofs.ts'
import { maskedPhone } from './rules.ts'
import { personById } from './store/people.ts'
import { addSecret } from './store/secrets.ts'

const REASON = 'codes belong to a person, not to an organization'

/** Texts a code: to a number a member wants to verify, or to the number on file at the second step of a log-in. */
export async function askForCode(
  kernel: Kernel,
  visitor: Visitor,
  ask: { phone: string; source: 'register' | 'mfa' | 'settings'; from: From },
) {
  // Before the e-mail is confirmed no text goes out, or anybody could have texts sent to anybody.
  if (visitor.kind === 'applicant') return fail('email_unverified')
  const system = kernel.database.asSystem(REASON)
  if (visitor.kind === 'second_step') {
    const person = await personById(system, visitor.personId)
    if (ask.source !== 'mfa' || !person?.phone || person.mfaMethod !== 'sms') return fail('not_permitted')
    const retryAfter = await sendCode(kernel, system, person, { ...ask, phone: person.phone })
    return { retryAfter, maskedDestination: maskedPhone(person.phone) }
  }
  if (ask.source === 'mfa') return fail('not_permitted')
  const { person } = await ownAccount(kernel, visitor.scope)
  const phone = codePhone(kernel, ask.phone, visitor.scope.org.country)
  const retryAfter = await sendCode(kernel, system, person, { ...ask, phone })
  return { retryAfter, maskedDestination: maskedPhone(phone) }
}

/** Answers a proof, good for 10 minutes, that the person holds the phone a code was texted to. */
export async function provePhone(kernel: Kernel, visitor: Visitor, ask: { phone: string; code: string }) {
  if (visitor.kind === 'applicant') return fail('email_unverified')
  if (visitor.kind === 'second_step') return fail('not_permitted')
  const { person } = await ownAccount(kernel, visitor.scope)
  const system = kernel.database.asSystem(REASON)
  const phone = await checkCode(kernel, system, person, { code: ask.code, source: 'settings' })
  if (parsePhone(ask.phone, visitor.scope.org.country)?.e164 !== phone)
    return fail('code_dead', {
      fieldErrors: {
        code: {
          en: 'This code is for another number. Ask for a new one.',
          es: 'Este código es para otro número. Pide uno nuevo.',
        },
      },
    })
  const proof = makeToken(kernel.world)
  await addSecret(system, {
    id: kernel.world.id(),
    tokenHash: tokenHash(proof),
    purpose: 'phone',
    personId: person.id,
    detail: { phone },
    now: kernel.world.now(),
    lifeMs: PROOF_MS,
    alone: true,
  })
  return { verified: true as const, proof }
}
