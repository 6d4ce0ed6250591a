import { z } from 'zod'
import { Email, SignedIn } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { HeldKind } from './holdings.ts'
import { Id, Instant } from './ids.ts'
import { INVITATION_ROWS_MAX } from './organization-limits.ts'
import { pageOf, pageQuery, repeated } from './paging.ts'
import { Organization } from './organizations.ts'
import { MemberRole, Role } from './permissions.ts'

/** A teammate or an invited person. */
export const Teammate = z.object({
  id: Id.describe("The member's id, or the invitation's."),
  userId: Id.nullable(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  role: MemberRole,
  roleId: Id.nullable().describe('The custom role; null for a built-in one.'),
  roleName: z.string().nullable().describe('The name of the custom role; null for a built-in one.'),
  permissions: z.array(z.string()).nullable().describe('Those of the custom role; null for a built-in one.'),
  scope: z.enum(['all', 'groups']),
  groups: z.array(z.object({ id: Id, name: z.string() })),
  status: z.enum(['active', 'invited', 'expired']),
  viaParent: z
    .string()
    .nullish()
    .describe('The parent organization whose grant lets them act here; their role cannot be changed.'),
  mfa: z.boolean(),
  invitedAt: Instant.nullable(),
  lastSeenAt: Instant.nullable(),
})
export type Teammate = z.infer<typeof Teammate>

/** A role to give: a built-in one, or the id of a custom one. */
export const RoleChoice = z.union([Role, Id]).describe('A built-in role, or the id of a custom role.')
export type RoleChoice = z.infer<typeof RoleChoice>

export const team = endpoint({
  method: 'GET',
  path: '/organization/team',
  summary: 'Lists members and open invitations by name or email.',
  can: 'team.read',
  query: z.object({
    ...pageQuery,
    id: Id.optional(),
    search: z.string().trim().max(100).default(''),
    sort: z.enum(['name', 'role', 'lastSeenAt']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: ok({ ...pageOf(Teammate), total: z.number().int(), organization: Organization }),
})

export const billingContacts = endpoint({
  method: 'GET',
  path: '/organization/billing-contacts',
  summary:
    'Lists up to ten owners and admins, who can pay, with their emails. Works while the organization is past due.',
  pastDue: 'allowed',
  can: 'team.read',
  reply: ok({
    contacts: z.array(
      z.object({ userId: Id, firstname: z.string(), lastname: z.string(), email: z.string(), role: MemberRole }),
    ),
  }),
})

export const inviteMember = endpoint({
  method: 'POST',
  path: '/organization/team',
  summary:
    'Invites a user by email for 7 days, in a role not above the caller’s own, with access to all contacts or to some groups only.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['already_member', 'role_too_high', 'email_not_allowed'],
  body: z.strictObject({
    email: Email,
    role: RoleChoice,
    groupIds: z
      .array(Id)
      .max(50)
      .default([])
      .describe(
        'Limits the member to the contacts of these groups; all contacts when empty. Owners and admins always see all contacts.',
      ),
  }),
  reply: ok({ invitation: Teammate }),
})

export const previewInvitations = endpoint({
  method: 'POST',
  path: '/organization/team/preview',
  summary:
    'Checks a list of invitations before they are sent, each with the reason why it would be refused. Sends nothing.',
  plan: 'not_needed',
  can: 'team.manage',
  apiKeys: 'refused',
  body: z.strictObject({
    rows: z
      .array(z.strictObject({ email: z.string().max(320), role: RoleChoice }))
      .min(1)
      .max(INVITATION_ROWS_MAX),
  }),
  reply: ok({
    rows: z
      .array(
        z.object({
          email: z.string().describe('As it would be used.'),
          problem: z
            .enum([
              'invalid',
              'duplicate',
              'already_member',
              'already_invited',
              'domain',
              'role_unknown',
              'role_too_high',
            ])
            .nullable()
            .describe('Null when the invitation can be sent. `duplicate`: an earlier row has the same address.'),
        }),
      )
      .describe('In the order of the request.'),
    domains: z.array(z.string()).describe('The domains that the organization allows; any when empty.'),
    left: z.number().int().describe('How many more invitations the organization can send today.'),
  }),
})

export const resendInvitation = endpoint({
  method: 'PUT',
  path: '/team/resend-invitation',
  summary: 'Emails an invitation again with a new link that is valid for 7 more days; the old link stops working.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['already_member', 'role_too_high', 'email_not_allowed'],
  query: z.object({ id: Id }),
  reply: ok({ invitation: Teammate }),
})

/** What a member is responsible for, and what would be handed over. */
const work = {
  conversations: z.number().int().describe('Conversations assigned to them that are not archived.'),
  waitingTexts: z.number().int().describe('Scheduled texts of theirs, and texts that can still be undone.'),
}

export const memberWork = endpoint({
  method: 'GET',
  path: '/organization/team/work',
  summary:
    'Counts what a member leaves behind when removed. With a role, counts only what they could no longer answer in that role and with those groups.',
  can: 'team.manage',
  apiKeys: 'refused',
  query: z.object({
    memberId: Id,
    role: RoleChoice.optional(),
    groupIds: repeated(Id, 50).optional().describe('Used with `role`; all contacts when empty.'),
  }),
  reply: ok(work),
})

const reassignTo = Id.nullable()
  .default(null)
  .describe(
    'The user who takes over their conversations, and with a removal also their broadcasts, forms, pages, keys and webhooks. Conversations this user cannot see, and all when null, become unassigned.',
  )

export const changeMember = endpoint({
  method: 'PATCH',
  path: '/organization/team',
  summary:
    'Changes the role of a member or the groups they see, from their next request. Conversations they can no longer answer are handed over. Needs a recent proof of identity.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['own_membership', 'last_owner', 'role_too_high', 'managed_elsewhere', 'proof_needed'],
  query: z.object({ memberId: Id }),
  body: z.strictObject({
    role: RoleChoice.optional(),
    groupIds: z
      .array(Id)
      .max(50)
      .optional()
      .describe('All contacts when empty; unchanged when absent. Owners and admins always see all contacts.'),
    reassignTo,
  }),
  reply: ok({ member: Teammate }),
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/organization/team',
  summary:
    'Removes a member, whose sessions end at once, or withdraws an invitation. Conversations are handed over; waiting texts are sent unless cancelled. Removing a member needs a recent proof of identity.',
  plan: 'not_needed',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['own_membership', 'last_owner', 'role_too_high', 'proof_needed'],
  query: z.object({ memberId: Id.describe("The member's id, or the invitation's.") }),
  body: z.strictObject({
    reassignTo,
    waitingTexts: z.enum(['keep', 'cancel']).default('keep').describe('What happens to their waiting texts.'),
    apiKeys: z
      .enum(['keep', 'revoke'])
      .default('keep')
      .describe('What happens to the API keys they created; a kept one works as before. To revoke needs `api.manage`.'),
  }),
  reply: ok({ ...work, skipped: z.array(HeldKind).describe('What the successor may not take over, and stays.') }),
})

export const transferOwnership = endpoint({
  method: 'POST',
  path: '/organization/transfer',
  summary:
    'Makes another member an owner and gives the calling owner another role, in one step. Both get an email. Needs a recent proof of identity.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: [
    'own_membership',
    'already_owner',
    'second_step_missing',
    'role_too_high',
    'managed_elsewhere',
    'proof_needed',
  ],
  body: z.strictObject({
    memberId: Id,
    becomes: Role.exclude(['owner']).default('admin').describe('The role of the calling owner afterwards.'),
  }),
  reply: ok({ member: Teammate }),
})

export const leaveOrganization = endpoint({
  method: 'POST',
  path: '/user/leave-organization',
  secondStep: 'not_needed',
  summary:
    'Ends the membership of the user in this organization, and its sessions. Their conversations are handed over. Opens another organization of the user, if there is one. Needs a recent proof of identity.',
  pastDue: 'allowed',
  fails: ['last_owner', 'not_permitted', 'proof_needed'],
  body: z.strictObject({
    reassignTo: Id.nullable()
      .default(null)
      .describe(
        'The user who takes over their conversations, broadcasts, forms, pages, keys and webhooks. Conversations this user cannot see, and all when null, become unassigned.',
      ),
    apiKeys: z
      .enum(['keep', 'revoke'])
      .default('keep')
      .describe('What happens to the API keys they created; a kept one works as before. To revoke needs `api.manage`.'),
  }),
  reply: ok({
    next: SignedIn.nullable().describe('The session in another organization; null when this was the only one.'),
  }),
})
