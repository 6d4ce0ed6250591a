import { z } from 'zod'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { pageOf, pageQuery } from './paging.ts'
import { Organization } from './organizations.ts'
import { Role } from './permissions.ts'

/** A teammate or an invited person. */
export const Teammate = z.object({
  id: Id.describe("The member's id, or the invitation's."),
  userId: Id.nullable(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  role: Role,
  scope: z.enum(['all', 'groups']),
  groups: z.array(z.object({ id: Id, name: z.string() })),
  status: z.enum(['active', 'invited', 'expired']),
  mfa: z.boolean(),
  invitedAt: Instant.nullable(),
  lastSeenAt: Instant.nullable(),
})
export type Teammate = z.infer<typeof Teammate>

export const team = endpoint({
  method: 'GET',
  path: '/organization/team',
  summary: 'Lists members and open invitations by name or email.',
  can: 'team.read',
  fails: ['not_found'],
  query: z.object({
    ...pageQuery,
    id: Id.optional(),
    search: z.string().trim().max(100).default(''),
    sort: z.enum(['name', 'role', 'lastSeenAt']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: ok({ ...pageOf(Teammate), total: z.number().int(), organization: Organization }),
})

export const inviteMember = endpoint({
  method: 'POST',
  path: '/organization/team',
  summary:
    'Invites a user by email for 7 days, in a role not above the caller’s own, with access to all contacts or to some groups only.',
  can: 'team.manage',
  fails: ['not_found', 'already_member', 'role_too_high'],
  body: z.strictObject({
    email: Email,
    role: Role,
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

export const resendInvitation = endpoint({
  method: 'PUT',
  path: '/team/resend-invitation',
  summary: 'Emails an invitation again with a new link that is valid for 7 more days; the old link stops working.',
  can: 'team.manage',
  fails: ['not_found', 'already_member', 'role_too_high'],
  query: z.object({ id: Id }),
  reply: ok({ invitation: Teammate }),
})
