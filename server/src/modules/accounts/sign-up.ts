import { NO_FEATURES } from '@crewline/contract/features'
import { parsePhone } from '@crewline/contract/phone'
import type { Locale } from '@crewline/contract/accounts'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Guest, Visitor } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { hashPassword } from '../../kernel/secrets/passwords.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { addOrganization, describeOrganization, organizationOf, slugOf } from '../organizations/index.ts'
import { addMember } from '../team/index.ts'
import { confirmNewEmail } from './email-change.ts'
import { refuseWeak } from './password-rules.ts'
import { askForMail, takeMailPlace } from './requests.ts'
import { openFor } from './sessions.ts'
import { addPerson, changePerson, personById } from './store/people.ts'
import {
  addRegistration,
  describeRegistration,
  registrationById,
  takeOwnRegistration,
  takeRegistration,
  type Founding,
  type Registration,
} from './store/registrations.ts'

/** Begins an account; the answer and the work are the same whether the e-mail is known or not. */
export async function beginAccount(
  guest: Guest,
  ask: { firstname: string; lastname: string; email: string; password: string; locale: Locale },
) {
  const { kernel } = guest
  refuseWeak(ask.password, ask)
  await takeMailPlace(kernel, guest, { purpose: 'confirm', target: ask.email })
  const system = kernel.database.asSystem('an account is begun before any organization exists')
  const passwordHash = await hashPassword(ask.password)
  const unverifiedToken = makeToken(kernel.world)
  const { password: _, ...said } = ask
  const id = kernel.world.id()
  await addRegistration(system, {
    id,
    tokenHash: tokenHash(unverifiedToken),
    passwordHash,
    ...said,
    now: kernel.world.now(),
  })
  await askForMail(kernel, system, { purpose: 'confirm', registrationId: id })
  return { unverifiedToken }
}

/** What a founder says, as it arrives. */
export interface Info {
  firstname?: string | undefined
  lastname?: string | undefined
  phone: string
  organization: Founding
}

/** Keeps what a founder says about the organization, once: before the e-mail is confirmed, or after. */
export async function tellInfo(kernel: Kernel, visitor: Visitor, info: Info) {
  const system = kernel.database.asSystem('a founder has no organization yet')
  const phone = phoneOf(info.phone, info.organization.country)
  const { name, timezone, country } = info.organization
  if (visitor.kind === 'second_step') return fail('not_permitted')
  if (visitor.kind === 'applicant') {
    const said = {
      firstname: info.firstname ?? null,
      lastname: info.lastname ?? null,
      phone,
      organization: info.organization,
    }
    const begun = await describeRegistration(system, visitor.registrationId, said)
    if (!begun) return fail('info_known')
    const { firstname, lastname, email } = begun
    return { user: { firstname, lastname, email, phone }, organization: { name, timezone, country } }
  }
  const { scope } = visitor
  if (scope.actor.kind !== 'member' || scope.actor.role !== 'owner') return fail('not_permitted')
  if (!(await describeOrganization(system, scope.orgId, info.organization))) return fail('info_known')
  const { personId } = scope.actor
  // A number that is there already may be where codes go: it changes in the settings alone, with a proof.
  const isFirstPhone = phone !== null && !(await personById(system, personId))?.phone
  await changePerson(system, personId, {
    ...(info.firstname ? { firstname: info.firstname } : {}),
    ...(info.lastname ? { lastname: info.lastname } : {}),
    ...(isFirstPhone ? { phone, phone_verified_at: null } : {}),
  })
  await scope.tx(async (tx) => tx.audit('organization.described', scope.orgId, { name, timezone, country }))
  const person = (await personById(system, personId)) ?? fail('session_invalid')
  const { firstname, lastname, email } = person
  return { user: { firstname, lastname, email, phone: person.phone }, organization: { name, timezone, country } }
}

function phoneOf(text: string, country: string): string | null {
  if (text === '') return null
  const phone = parsePhone(text, country)
  return (
    phone?.e164 ??
    fail('phone_invalid', {
      fieldErrors: {
        phone: {
          en: 'Enter a mobile number with its area code.',
          es: 'Escribe un número móvil con su código de área.',
        },
      },
    })
  )
}

/** Mails the link to confirm once more, to the address the account was begun with. */
export async function mailConfirmationAgain(kernel: Kernel, visitor: Visitor, address: string) {
  if (visitor.kind === 'second_step') return fail('not_permitted')
  if (visitor.kind === 'member')
    return fail('info_known', {
      words: { en: 'Your e-mail is confirmed already.', es: 'Tu correo ya está confirmado.' },
    })
  const system = kernel.database.asSystem('an account that was begun belongs to no organization')
  const begun = (await registrationById(system, visitor.registrationId)) ?? fail('session_invalid')
  await takeMailPlace(kernel, { address, userAgent: '' }, { purpose: 'confirm', target: begun.email })
  await askForMail(kernel, system, { purpose: 'confirm', registrationId: begun.id })
  return { email: begun.email }
}

/**
 * Confirms an e-mail by the mailed link. The device that began the account is signed in; a link opened anywhere else only
 * confirms, so that a forwarded mail logs nobody in. Links that change an address come here too.
 */
export async function confirmEmail(guest: Guest, token: string) {
  const { kernel } = guest
  const system = kernel.database.asSystem('a mailed link belongs to no organization')
  const founded = await system.transaction().execute(async (db) => {
    const now = kernel.world.now()
    const opened = await takeRegistration(db, tokenHash(token), now)
    if (!opened) return undefined
    // The link proves the mailbox, the token that came along says which account its reader began: a stranger who began
    // another with the same e-mail would else have the reader confirm an account whose password the stranger knows.
    const begun = (await takeOwnRegistration(db, opened, tokenHash(guest.token), now)) ?? opened
    return { begun, ...(await found(kernel, db, begun)) }
  })
  if (!founded) return confirmNewEmail(guest, token)
  const { begun, personId, orgId } = founded
  const { organization } = await organizationOf(system, orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'an account was confirmed' }, guest.requestId)
  await scope.tx(async (tx) => tx.audit('organization.founded', orgId, { by: personId }))
  if (guest.token === '' || !tokenHash(guest.token).equals(begun.tokenHash))
    return { verified: true as const, waitsFor: null }
  const person = (await personById(system, personId)) ?? fail('link_invalid')
  const opened = await openFor(kernel, system, person, { from: guest, requestId: guest.requestId, isQuiet: true })
  return opened ?? fail('link_invalid')
}

/** Makes the person, the organization and the ownership of an account that was confirmed. */
async function found(kernel: Kernel, db: Db, begun: Registration): Promise<{ personId: string; orgId: string }> {
  const now = kernel.world.now()
  const personId = kernel.world.id()
  const orgId = kernel.world.id()
  const { email, firstname, lastname, passwordHash, phone, locale } = begun
  const isNew = await addPerson(db, { id: personId, email, firstname, lastname, passwordHash, phone, locale, now })
  // Somebody else confirmed an account with this address first.
  if (!isNew) return fail('link_invalid')
  const said = begun.organization
  const name = said?.name ?? `${firstname} ${lastname}`
  await addOrganization(db, {
    id: orgId,
    name,
    slug: slugOf(name, kernel.world.bytes(4).toString('hex')),
    timezone: said?.timezone ?? 'UTC',
    country: said?.country ?? 'US',
    features: NO_FEATURES,
    ...(said ? { industry: said.industry, headcount: said.headcount } : { needsInfo: true }),
    now,
  })
  await addMember(db, { id: kernel.world.id(), orgId, personId, role: 'owner', now })
  return { personId, orgId }
}
