import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { Locale } from '@crewline/contract/accounts'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Guest } from '../../kernel/http/serve.ts'
import { hashPassword } from '../../kernel/secrets/passwords.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { addMember, invitationByToken, membershipsOf, requireDomain, takeInvitation } from '../team/index.ts'
import { notifyMemberJoined } from './joined.ts'
import { countLink } from './limit-log-ins.ts'
import { refuseWeak } from './password-rules.ts'
import { startSecondStep } from './second-step.ts'
import { noteEverywhere, openFor, readSession } from './sessions.ts'
import { removeTrustedDevices } from './store/codes.ts'
import { resetFailures } from './store/failures.ts'
import { addUser, changeUser, lockUser, userByEmail, userById, type UserAccount } from './store/people.ts'
import { endSecrets } from './store/secrets.ts'
import { replaceSession } from './store/sessions.ts'

/** Returns the details of an invitation for its link. Used, old and unknown links all fail with `link_invalid`. */
export async function seeInvitation(guest: Guest, token: string) {
  const { kernel } = guest
  await countLink(kernel, guest, 'invitation')
  const system = kernel.database.asSystem('the user who opens an invitation is not a member yet')
  const invitation = (await invitationByToken(system, tokenHash(token), kernel.world.now())) ?? fail('link_invalid')
  const { organizationName, inviterName, email, role, roleName } = invitation
  const account = await userByEmail(system, email)
  const hasAccount = account !== undefined && !(await canOnlyReturn(system, account))
  return { organizationName, inviterName, email, role, roleName, hasAccount }
}

/**
 * Returns whether a user belongs to no organization any more. They cannot log in, so the link lets them choose a new
 * password and return; their second step still applies.
 */
async function canOnlyReturn(system: Db, account: UserAccount): Promise<boolean> {
  return !account.deactivatedAt && (await membershipsOf(system, account.id)).length === 0
}

export interface Acceptance {
  token: string
  firstname?: string | undefined
  lastname?: string | undefined
  password?: string | undefined
  locale: Locale
}

/**
 * Creates a member exactly once, with the role and email of the invitation. An existing account must be signed in,
 * unless it belongs to no organization; otherwise an account is created, because the link proves the address. Returns a
 * session, or the second step of a user who returns.
 */
export async function acceptInvitation(guest: Guest, acceptance: Acceptance) {
  const { kernel } = guest
  await countLink(kernel, guest, 'acceptance')
  const system = kernel.database.asSystem('the user who accepts an invitation is not a member yet')
  const now = kernel.world.now()
  const invitation = (await invitationByToken(system, tokenHash(acceptance.token), now)) ?? fail('link_invalid')
  await requireDomain(system, invitation.orgId, invitation.email)
  const existingUser = await userByEmail(system, invitation.email)
  const held = guest.token ? await readSession(kernel, guest.token) : undefined
  // The identity provider of one organization cannot accept for its user to another one, nor who views as the user.
  const session = held?.ssoConnectionId || held?.viewing ? undefined : held
  if (session && session.userId !== existingUser?.id) return fail('invitation_for_other')
  const returning = existingUser && !session && (await canOnlyReturn(system, existingUser)) ? existingUser : undefined
  if (existingUser && !session && !returning) return fail('account_exists')
  if (
    existingUser &&
    (await membershipsOf(system, existingUser.id)).some(
      ({ organizationId, via }) => organizationId === invitation.orgId && !via,
    )
  )
    return fail('already_member')
  const newcomer = existingUser && !returning ? undefined : await newcomerOf(invitation.email, acceptance)
  const userId = existingUser?.id ?? kernel.world.id()
  await system.transaction().execute(async (db) => {
    if (!(await takeInvitation(db, invitation.id, now, tokenHash(acceptance.token)))) fail('link_invalid')
    if (returning && newcomer) await renewAccount(db, returning, { ...newcomer, now })
    else if (newcomer && !(await addUser(db, { id: userId, ...newcomer, now }))) fail('account_exists')
    const { orgId, role, roleId, permissions, groupIds } = invitation
    const scope = groupIds.length > 0 ? ('groups' as const) : ('all' as const)
    await addMember(db, { id: kernel.world.id(), orgId, userId, role, roleId, permissions, scope, groupIds, now })
    // A token that was switched away from or just ended must not become a full session.
    if (session && !(await replaceSession(db, session.sessionId, now))) fail('switch_pending')
  })
  const account = (await userById(system, userId)) ?? fail('link_invalid')
  if (returning && account.mfaMethod !== 'none') {
    await noteEverywhere(kernel, account, { action: 'invitation.accepted', requestId: guest.requestId })
    await notifyMemberJoined(kernel, invitation, account)
    return startSecondStep(kernel, system, account, { organizationId: invitation.orgId, guest })
  }
  const opened = await openFor(kernel, system, account, {
    from: guest,
    requestId: guest.requestId,
    organizationId: invitation.orgId,
    isOnlyThere: true,
    ...(session ? { provedAt: null, after: session.sessionId } : {}),
    skipNewDeviceEmail: true,
    method: 'invitation',
    action: 'invitation.accepted',
  })
  await notifyMemberJoined(kernel, invitation, account)
  return opened ?? fail('link_invalid')
}

/** Gives a returning user a new name and password, as a password reset does: the old ways to log in end. */
async function renewAccount(
  db: Db,
  { id, email }: UserAccount,
  newcomer: { firstname: string; lastname: string; passwordHash: string; now: Date },
): Promise<void> {
  const { firstname, lastname, passwordHash, now } = newcomer
  await lockUser(db, id)
  await changeUser(db, id, { firstname, lastname, password_hash: passwordHash, code_failures: 0, pending_email: null })
  await removeTrustedDevices(db, id)
  await endSecrets(db, id, ['reset', 'login', 'mfa', 'email_old', 'email_new'], now)
  await resetFailures(db, tokenHash(email.toLowerCase()))
}

const FILL_IN: LocalizedText = msg({ message: 'Fill this in.' })

async function newcomerOf(email: string, acceptance: Acceptance) {
  const { firstname, lastname = '', password, locale } = acceptance
  if (!firstname || !password)
    return fail('invalid', {
      fieldErrors: {
        ...(firstname ? {} : { firstname: FILL_IN }),
        ...(password ? {} : { password: FILL_IN }),
      },
    })
  refuseWeak(password, { email, firstname, lastname })
  return { email, firstname, lastname, locale, passwordHash: await hashPassword(password) }
}
