import { msg } from '@crewline/contract/localized-text'
import { PROOF_MS } from '@crewline/contract/limits'
import { parsePhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import type { From, Visitor } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { checkCode, codePhone, sendCode } from './codes.ts'
import { ownAccount } from './proofs.ts'
import { maskedPhone } from './rules.ts'
import { userById } from './store/people.ts'
import { addSecret } from './store/secrets.ts'

const REASON = 'codes belong to a user, not to an organization'

/** Texts a code to a number that a member wants to verify, or to the number on file for the second step of a log-in. */
export async function requestCode(
  kernel: Kernel,
  visitor: Visitor,
  request: { phone: string; source: 'register' | 'mfa' | 'settings'; from: From },
) {
  // No text is sent before the email is confirmed. Otherwise a stranger could send texts to any number.
  if (visitor.kind === 'applicant') return fail('email_unverified')
  const system = kernel.database.asSystem(REASON)
  if (visitor.kind === 'second_step') {
    const account = await userById(system, visitor.userId)
    if (request.source !== 'mfa' || !account?.phone || account.mfaMethod !== 'sms') return fail('not_permitted')
    const retryAfter = await sendCode(kernel, system, account, { ...request, phone: account.phone })
    return { retryAfter, maskedDestination: maskedPhone(account.phone) }
  }
  if (request.source === 'mfa') return fail('not_permitted')
  const { account: person } = await ownAccount(kernel, visitor.scope)
  const phone = codePhone(kernel, request.phone, visitor.scope.org.country)
  const retryAfter = await sendCode(kernel, system, person, { ...request, phone })
  return { retryAfter, maskedDestination: maskedPhone(phone) }
}

/** Returns a proof, valid for 10 minutes, that the user holds the phone that received the code. */
export async function provePhone(kernel: Kernel, visitor: Visitor, request: { phone: string; code: string }) {
  if (visitor.kind === 'applicant') return fail('email_unverified')
  if (visitor.kind === 'second_step') return fail('not_permitted')
  const { account } = await ownAccount(kernel, visitor.scope)
  const system = kernel.database.asSystem(REASON)
  const phone = await checkCode(kernel, system, account, { code: request.code, source: 'settings' })
  if (parsePhone(request.phone, visitor.scope.org.country)?.e164 !== phone)
    return fail('code_dead', {
      fieldErrors: {
        code: msg({ message: 'This code is for another number. Request a new one.' }),
      },
    })
  const proof = makeToken(kernel.world)
  await addSecret(system, {
    id: kernel.world.id(),
    tokenHash: tokenHash(proof),
    purpose: 'phone',
    userId: account.id,
    detail: { phone },
    now: kernel.world.now(),
    lifeMs: PROOF_MS,
    shouldEndEarlier: true,
  })
  return { verified: true as const, proof }
}
