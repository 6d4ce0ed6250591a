import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'

/** What a parent organization can hand down; what it hands down is read only in its children. */
export const ShareKind = z.enum(['group', 'field'])
export type ShareKind = z.infer<typeof ShareKind>

/** Another organization of the family. */
export const Relative = z.object({
  id: Id,
  name: z.string(),
  /** Whether it takes what is handed down. */
  sync: z.boolean(),
  /** How many workers a child has; null for the parent, whose people its children do not see. */
  contactCount: z.number().int().nullable(),
})
export type Relative = z.infer<typeof Relative>

/** Something a parent hands down. */
export const Share = z.object({
  id: Id,
  kind: ShareKind,
  /** The group or field of the parent. */
  objectId: Id,
  name: z.string(),
  /** Every child when empty. */
  childIds: z.array(Id),
  createdAt: Instant,
  /** Children that could not take it, with why in words. */
  problems: z.array(z.object({ organizationId: Id, words: z.string() })),
})
export type Share = z.infer<typeof Share>

export const readFamily = endpoint({
  method: 'GET',
  path: '/organization/family',
  summary: 'The parent and the children of this organization, and what is handed down.',
  can: 'groups.read',
  reply: ok({ sync: z.boolean(), parent: Relative.nullable(), children: z.array(Relative), shares: z.array(Share) }),
})

export const shareDown = endpoint({
  method: 'POST',
  path: '/organization/family/share',
  summary: 'Hand a group’s rules or a field down to children; it appears there, read only, and follows every change.',
  can: 'organization.manage',
  body: z.strictObject({ kind: ShareKind, objectId: Id, childIds: z.array(Id).max(500).default([]) }),
  reply: ok({ share: Share }),
})

export const stopSharing = endpoint({
  method: 'DELETE',
  path: '/organization/family/share',
  summary: 'Hand something down no longer: the children keep it as their own.',
  can: 'organization.manage',
  query: z.object({ id: Id }),
  reply: ok({}),
})
