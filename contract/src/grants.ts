import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { GRANTABLE_PERMISSIONS } from './grantable.ts'
import { Id, Instant } from './ids.ts'

const Permissions = z
  .array(z.enum(GRANTABLE_PERMISSIONS))
  .max(GRANTABLE_PERMISSIONS.length)
  .describe('Permissions without which these are useless are added.')

/** What a teammate of a parent organization may do in one of its children. */
export const Grant = z.object({
  id: Id,
  parent: z.object({ id: Id, name: z.string() }),
  child: z.object({ id: Id, name: z.string() }),
  userId: Id,
  name: z.string().describe('The name of the teammate.'),
  email: z.string(),
  permissions: z.array(z.string()).describe('What an owner of the child has accepted; empty until then.'),
  offered: z.array(z.string()).nullable().describe('What waits for an owner of the child; null when nothing does.'),
  createdAt: Instant,
  acceptedAt: Instant.nullable(),
})
export type Grant = z.infer<typeof Grant>

export const grants = endpoint({
  method: 'GET',
  path: '/organization/family/grants',
  summary: 'Lists what teammates of this organization may do in its children, and those of its parent here.',
  can: 'team.manage',
  apiKeys: 'refused',
  viewing: 'allowed',
  reply: ok({
    given: z.array(Grant).describe('To own teammates, in children.'),
    received: z.array(Grant).describe('By the parent, to its teammates, in this organization.'),
  }),
})

export const offerGrant = endpoint({
  method: 'POST',
  path: '/organization/family/grants',
  summary:
    'Lets a teammate act in child organizations, once an owner of each accepts, or changes what they may do there: less applies at once, more needs to be accepted again. Never more than the teammate and the caller may do here. Needs a recent proof of identity.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['role_too_high', 'already_member', 'managed_elsewhere', 'proof_needed'],
  body: z.strictObject({
    memberId: Id,
    childIds: z.union([z.literal('all'), z.array(Id).min(1).max(500)]).describe('`all`: every child there is now.'),
    permissions: Permissions,
  }),
  reply: ok({ grants: z.array(Grant) }),
})

export const acceptGrant = endpoint({
  method: 'POST',
  path: '/organization/family/grants/accept',
  summary:
    'Accepts as an owner of the child what its parent offered; fails when the offer has changed. Needs a recent proof of identity.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['role_too_high', 'already_member', 'outdated', 'proof_needed'],
  query: z.object({ id: Id }),
  body: z.strictObject({ permissions: Permissions }),
  reply: ok({ grant: Grant }),
})

export const endGrant = endpoint({
  method: 'DELETE',
  path: '/organization/family/grants',
  summary: 'Ends a grant, as its parent or its child. Sessions and sockets of the teammate in the child end at once.',
  plan: 'not_needed',
  can: 'team.manage',
  apiKeys: 'refused',
  query: z.object({ id: Id }),
  reply: ok({}),
})
