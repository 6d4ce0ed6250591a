import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'

/** What a parent organization can share with its children; shared objects are read-only there. */
export const ShareKind = z.enum(['group', 'field'])
export type ShareKind = z.infer<typeof ShareKind>

/** Another organization of the same family. */
export const Relative = z.object({
  id: Id,
  name: z.string(),
  sync: z.boolean().describe('Whether it accepts shared groups and fields.'),
  contactCount: z
    .number()
    .int()
    .nullable()
    .describe('How many contacts a child has; null for the parent, whose contacts its children cannot see.'),
})
export type Relative = z.infer<typeof Relative>

/** A group or field that a parent shares with its children. */
export const Share = z.object({
  id: Id,
  kind: ShareKind,
  objectId: Id.describe("The parent's group or field."),
  name: z.string(),
  childIds: z.array(Id).describe('All children when empty.'),
  createdAt: Instant,
  problems: z
    .array(z.object({ organizationId: Id, words: z.string() }))
    .describe('Children that could not accept it, with an explanation.'),
})
export type Share = z.infer<typeof Share>

export const readFamily = endpoint({
  method: 'GET',
  path: '/organization/family',
  summary: 'Returns the parent and the children of this organization, and what is shared with children.',
  can: 'groups.read',
  reply: ok({ sync: z.boolean(), parent: Relative.nullable(), children: z.array(Relative), shares: z.array(Share) }),
})

export const shareDown = endpoint({
  method: 'POST',
  path: '/organization/family/share',
  summary:
    'Shares a group’s rules or a field with child organizations. It is read-only there and follows every change.',
  can: 'organization.manage',
  fails: ['name_taken', 'too_many', 'sync_off', 'managed_elsewhere', 'group_cycle'],
  body: z.strictObject({ kind: ShareKind, objectId: Id, childIds: z.array(Id).max(500).default([]) }),
  reply: ok({ share: Share }),
})

export const stopSharing = endpoint({
  method: 'DELETE',
  path: '/organization/family/share',
  summary: 'Stops sharing an object. The children keep it as their own.',
  can: 'organization.manage',
  fails: ['name_taken', 'too_many', 'managed_elsewhere', 'group_cycle'],
  query: z.object({ id: Id }),
  reply: ok({}),
})
