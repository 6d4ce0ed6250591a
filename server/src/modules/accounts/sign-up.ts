import { msg } from '@crewline/contract/localized-text'
import { NEW_ORGANIZATION_FEATURES } from '@crewline/contract/features'
import { parsePhone } from '@crewline/contract/phone'
import type { Locale } from '@crewline/contract/accounts'
import type { Db } from '../../kernel/db/pool.ts'
import { asSystemWithin } from '../../kernel/db/role-within.ts'
import { fail } from '../../kernel/failure.ts'
import type { Guest, Visitor } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { hashPassword } from '../../kernel/secrets/passwords.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import {
  addOrganization,
  describeOrganization,
  forgetOrganization,
  organizationOf,
  slugOf,
} from '../organizations/index.ts'
import { addMember } from '../team/index.ts'
import { confirmNewEmail } from './email-change.ts'
import { refuseWeak } from './password-rules.ts'
import { requestMail, consumeMailLimit } from './requests.ts'
import { openFor } from './sessions.ts'
import { addUser, changeUser, userById } from './store/people.ts'
import {
  addRegistration,
  describeRegistration,
  registrationById,
  takeOwnRegistration,
  takeRegistration,
  type Founding,
  type Registration,
} from './store/registrations.ts'

/** Starts a registration. The answer and the work are the same whether or not the email is known. */
export async function beginAccount(
  guest: Guest,
  request: { firstname: string; lastname: string; email: string; password: string; locale: Locale },
) {
  const { kernel } = guest
  refuseWeak(request.password, request)
  await consumeMailLimit(kernel, guest, { purpose: 'confirm', target: request.email })
  const system = kernel.database.asSystem('a sign-up starts before its organization exists')
  const passwordHash = await hashPassword(request.password)
  const unverifiedToken = makeToken(kernel.world)
  const { password: _, ...profile } = request
  const id = kernel.world.id()
  await addRegistration(system, {
    id,
    tokenHash: tokenHash(unverifiedToken),
    passwordHash,
    ...profile,
    now: kernel.world.now(),
  })
  await requestMail(kernel, system, { purpose: 'confirm', registrationId: id })
  return { unverifiedToken }
}

/** The founder's description of the organization, as received. */
export interface Info {
  firstname?: string | undefined
  lastname?: string | undefined
  phone: string
  organization: Founding
}

/** Saves the founder's description of the organization once, before or after the email is confirmed. */
export async function saveOrganizationInfo(kernel: Kernel, visitor: Visitor, info: Info) {
  const system = kernel.database.asSystem('a founder has no organization yet')
  const phone = phoneOf(info.phone, info.organization.country)
  const { name, timezone, country } = info.organization
  if (visitor.kind === 'second_step') return fail('not_permitted')
  if (visitor.kind === 'applicant') {
    const description = {
      firstname: info.firstname ?? null,
      lastname: info.lastname ?? null,
      phone,
      organization: info.organization,
    }
    const registration = await describeRegistration(system, visitor.registrationId, description)
    if (!registration) return fail('info_known')
    const { firstname, lastname, email } = registration
    return { user: { firstname, lastname, email, phone }, organization: { name, timezone, country } }
  }
  const { scope } = visitor
  if (scope.actor.kind !== 'member' || scope.actor.role !== 'owner') return fail('not_permitted')
  const { userId } = scope.actor
  await scope.tx(async (tx) => {
    if (!(await describeOrganization(tx, info.organization))) fail('info_known')
    await asSystemWithin(tx.db, async () => {
      // Codes may already go to an existing number, so it can be changed only in the settings, with a proof.
      const isFirstPhone = phone !== null && !(await userById(tx.db, userId))?.phone
      await changeUser(tx.db, userId, {
        ...(info.firstname ? { firstname: info.firstname } : {}),
        ...(info.lastname ? { lastname: info.lastname } : {}),
        ...(isFirstPhone ? { phone, phone_verified_at: null } : {}),
      })
    })
    tx.audit('organization.described', tx.orgId, { name, timezone, country })
  })
  forgetOrganization(kernel, scope.orgId)
  const account = (await userById(system, userId)) ?? fail('session_invalid')
  const { firstname, lastname, email } = account
  return { user: { firstname, lastname, email, phone: account.phone }, organization: { name, timezone, country } }
}

function phoneOf(text: string, country: string): string | null {
  if (text === '') return null
  const phone = parsePhone(text, country)
  return (
    phone?.e164 ??
    fail('phone_invalid', {
      fieldErrors: {
        phone: msg({ message: 'Enter a mobile number with its area code.' }),
      },
    })
  )
}

/** Sends the confirmation link again to the address of the registration. */
export async function resendConfirmation(kernel: Kernel, visitor: Visitor, address: string) {
  if (visitor.kind === 'second_step') return fail('not_permitted')
  if (visitor.kind === 'member')
    return fail('info_known', {
      text: msg({ message: 'Your email is already confirmed.' }),
    })
  const system = kernel.database.asSystem('an unfinished sign-up belongs to no organization')
  const registration = (await registrationById(system, visitor.registrationId)) ?? fail('session_invalid')
  await consumeMailLimit(kernel, { address, userAgent: '' }, { purpose: 'confirm', target: registration.email })
  await requestMail(kernel, system, { purpose: 'confirm', registrationId: registration.id })
  return { email: registration.email }
}

/**
 * Confirms an email by the mailed link. Signs in only the device that started the registration, so that a forwarded
 * email logs in no one else. Also handles links that confirm an address change.
 */
export async function confirmEmail(guest: Guest, token: string) {
  const { kernel } = guest
  const system = kernel.database.asSystem('emailed links belong to no organization')
  const founded = await system.transaction().execute(async (db) => {
    const now = kernel.world.now()
    const opened = await takeRegistration(db, tokenHash(token), now)
    if (!opened) return undefined
    // The link proves the mailbox; the accompanying token identifies the reader's own registration. Otherwise a
    // stranger who registered with the same email could have the reader confirm an account whose password the stranger
    // chose.
    const registration = (await takeOwnRegistration(db, opened, tokenHash(guest.token), now)) ?? opened
    return { begun: registration, ...(await createFromRegistration(kernel, db, registration)) }
  })
  if (!founded) return confirmNewEmail(guest, token)
  const { begun, userId, orgId } = founded
  const { organization } = await organizationOf(system, orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'an account was confirmed' }, guest.requestId)
  await scope.tx(async (tx) => tx.audit('organization.founded', orgId, { by: userId }))
  if (guest.token === '' || !tokenHash(guest.token).equals(begun.tokenHash))
    return { verified: true as const, waitsFor: null }
  const account = (await userById(system, userId)) ?? fail('link_invalid')
  const opened = await openFor(kernel, system, account, {
    from: guest,
    requestId: guest.requestId,
    method: 'link',
    skipNewDeviceEmail: true,
  })
  return opened ?? fail('link_invalid')
}

/** Creates the user, the organization and the ownership for a confirmed registration. */
async function createFromRegistration(
  kernel: Kernel,
  db: Db,
  registration: Registration,
): Promise<{ userId: string; orgId: string }> {
  const now = kernel.world.now()
  const userId = kernel.world.id()
  const orgId = kernel.world.id()
  const { email, firstname, lastname, passwordHash, phone, locale } = registration
  const isNew = await addUser(db, { id: userId, email, firstname, lastname, passwordHash, phone, locale, now })
  // Another registration with this address was confirmed first.
  if (!isNew) return fail('link_invalid')
  const description = registration.organization
  const name = description?.name ?? `${firstname} ${lastname}`
  await addOrganization(db, {
    id: orgId,
    name,
    slug: slugOf(name, kernel.world.bytes(4).toString('hex')),
    timezone: description?.timezone ?? 'UTC',
    country: description?.country ?? 'US',
    features: NEW_ORGANIZATION_FEATURES,
    ...(description ? { industry: description.industry, headcount: description.headcount } : { needsInfo: true }),
    now,
  })
  await addMember(db, { id: kernel.world.id(), orgId, userId, role: 'owner', now })
  return { userId, orgId }
}
