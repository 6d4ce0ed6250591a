import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import { INVITATION_MS, INVITATIONS_PER_DAY, MAILS_PER_TARGET_HOUR } from '@crewline/contract/limits'
import { mayGrant, type MemberRole, type RoleHolder } from '@crewline/contract/permissions'
import type { inviteMember, Teammate } from '@crewline/contract/team'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Actor, Scope } from '../../kernel/scope.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { queueMail } from '../mail/index.ts'
import { organizationOf, senderOf, settingsOf } from '../organizations/index.ts'
import { invitationMail } from './emails.ts'
import { TeamChanged } from './events.ts'
import { groupNames } from './ports.ts'
import { canSeeAllContacts } from './rules.ts'
import { requireRole } from './store/roles.ts'
import { languageOf } from './reader-views.ts'
import { renewInvitation, saveInvitation, type InvitationDraft, type Sending } from './store.ts'
import { invitationById, isMember, openRole } from './views.ts'

/** The acting member. */
export type Member = Extract<Actor, { kind: 'member' }>

/** Invites a user by email. Replaces an open invitation to the same email, whose link stops working. */
export async function invite(
  kernel: Kernel,
  scope: Scope,
  request: BodyOf<typeof inviteMember>,
): Promise<{ invitation: Teammate }> {
  const inviter = memberOf(scope)
  const role = await requireRole(scope.db, request.role)
  refuseHigher(inviter, role)
  const groupIds = await requireGroups(scope, request.groupIds)
  await requireDomain(scope.db, scope.orgId, request.email)
  const draft: InvitationDraft = {
    email: request.email.toLowerCase(),
    role: role.role,
    roleId: role.roleId,
    groupIds: canSeeAllContacts(role) ? [] : groupIds,
  }
  await takeTurn(kernel, scope, draft.email)
  const { token, sending } = newSending(scope, inviter)
  const id = await scope.tx(async (tx) => {
    if (await isMember(tx.db, draft.email)) fail('already_member')
    const open = await openRole(tx.db, draft.email)
    if (open) refuseHigher(inviter, open)
    const saved = await saveInvitation(tx.db, { orgId: scope.orgId, id: tx.world.id() }, draft, sending)
    tx.publish(TeamChanged, {})
    tx.audit('invitation.sent', saved, {
      email: draft.email,
      role: draft.role,
      roleId: draft.roleId,
      groupIds: draft.groupIds,
    })
    return saved
  })
  const invitation = await invitationById(scope, id)
  await writeTo(kernel, scope, { inviter, token, ...draft, roleName: invitation.roleName })
  return { invitation }
}

/** Sends an open invitation again, even an expired one, with a new link valid for 7 more days. */
export async function resend(kernel: Kernel, scope: Scope, id: string): Promise<{ invitation: Teammate }> {
  const inviter = memberOf(scope)
  const { email, role, roleName } = await invitationById(scope, id)
  refuseHigher(inviter, (await openRole(scope.db, email)) ?? fail('not_found'))
  await requireDomain(scope.db, scope.orgId, email)
  await takeTurn(kernel, scope, email)
  const { token, sending } = newSending(scope, inviter)
  await scope.tx(async (tx) => {
    if (await isMember(tx.db, email)) fail('already_member')
    if (!(await renewInvitation(tx, id, sending))) fail('not_found')
    tx.publish(TeamChanged, {})
    tx.audit('invitation.resent', id, { email })
  })
  await writeTo(kernel, scope, { inviter, token, email, role, roleName })
  return { invitation: await invitationById(scope, id) }
}

/** Refuses an address of a domain that the organization does not allow. */
export async function requireDomain(db: Db, orgId: string, email: string): Promise<void> {
  const { emailDomains } = (await settingsOf(db, orgId)).security
  const domain = email.toLowerCase().split('@').at(-1) ?? ''
  if (emailDomains.length === 0 || emailDomains.includes(domain)) return
  fail('email_not_allowed', {
    fieldErrors: {
      email: msg({ message: 'Use an address of {domains}.', values: { domains: emailDomains.join(', ') } }),
    },
  })
}

/** Returns the acting member; fails with `not_permitted` for the product itself. */
export function memberOf(scope: Scope): Member {
  return scope.actor.kind === 'member' ? scope.actor : fail('not_permitted')
}

/** Refuses to grant a role above the own one. */
export function refuseHigher(inviter: RoleHolder, role: RoleHolder): void {
  if (!mayGrant(inviter, role))
    fail('role_too_high', {
      fieldErrors: { role: msg({ message: 'Choose a role no higher than your own.' }) },
    })
}

/** Returns distinct groups; fails with `not_found` when one does not exist or is not visible. */
export async function requireGroups(scope: Scope, groupIds: string[]): Promise<string[]> {
  const requested = [...new Set(groupIds)]
  if (requested.length === 0) return []
  const groups = await groupNames.get()(scope.db, scope.orgId, requested)
  return groups.length === requested.length ? requested : fail('not_found')
}

/**
 * Limits the emails to one mailbox and the invitations of one organization, so that invitations cannot be used for
 * spam.
 */
async function takeTurn(kernel: Kernel, scope: Scope, email: string): Promise<void> {
  await makeLimit(kernel, 'invitation-target', MAILS_PER_TARGET_HOUR, 3600).take(email)
  await makeLimit(kernel, 'invitation-day', INVITATIONS_PER_DAY, 86_400).take(scope.orgId)
}

function newSending(scope: Scope, inviter: Member): { token: string; sending: Sending } {
  const token = makeToken(scope.world)
  const sentAt = scope.world.now()
  const expiresAt = new Date(sentAt.getTime() + INVITATION_MS)
  return { token, sending: { tokenHash: tokenHash(token), invitedBy: inviter.userId, sentAt, expiresAt } }
}

/** Runs after the commit, so that an email never contains a link that does not work. */
async function writeTo(
  kernel: Kernel,
  scope: Scope,
  {
    inviter,
    token,
    email,
    role,
    roleName,
  }: { inviter: Member; token: string; email: string; role: MemberRole; roleName: string | null },
): Promise<void> {
  const [{ organization }, language] = await Promise.all([
    organizationOf(scope.db, scope.orgId),
    languageOf(scope.db, inviter.userId),
  ])
  const mail = invitationMail({
    to: email,
    language,
    inviterName: `${inviter.firstname} ${inviter.lastname}`.trim(),
    organizationName: organization.name,
    role,
    roleName,
    url: `${kernel.config.publicUrl}/auth/accept-invitation/${token}`,
  })
  await queueMail(kernel, kernel.database.asSystem('emails wait in a queue that belongs to no organization'), {
    ...mail,
    sender: senderOf(kernel, organization),
  })
}
