import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'

/** What a parent organization can share with its children; shared objects are read-only there. */
export const ShareKind = z.enum(['group', 'field', 'hours', 'holidays'])
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
    .describe(
      'How many contacts a child has. Null when they are so few that the figure could show who is meant, for members who see only some groups, and for the parent.',
    ),
})
export type Relative = z.infer<typeof Relative>

/** A group or field that a parent shares with its children. */
export const Share = z.object({
  id: Id,
  kind: ShareKind,
  objectId: Id.describe("The parent's group or field; for business hours and holidays the parent itself."),
  name: z.string().describe('Empty for business hours and holidays.'),
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
    'Shares a group’s rules, a field, the business hours or the holidays with child organizations. It is read-only there and follows every change; a child may use its own hours and holidays.',
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

/** What a child has of its parent's hours or holidays; null when the parent shares none with it. */
const Inherited = z
  .object({
    parent: z.string().describe('The name of the parent.'),
    isOwn: z.boolean().describe('Whether this organization uses its own instead.'),
    problem: z.string().nullable().describe('Why it could not be taken over.'),
  })
  .nullable()
export type Inherited = z.infer<typeof Inherited>

const calendar = ok({ hours: Inherited, holidays: Inherited })

export const inheritedCalendar = endpoint({
  method: 'GET',
  path: '/organization/family/calendar',
  summary: 'Returns whether the business hours and holidays of this organization are those of its parent.',
  can: 'organization.manage',
  reply: calendar,
})

export const chooseCalendar = endpoint({
  method: 'PUT',
  path: '/organization/family/calendar',
  summary:
    'Uses own business hours or holidays, or those of the parent again. Own hours are those from before, or begin as those of the parent; own holidays begin as those of the parent. Fails with a conflict when the parent shares none.',
  can: 'organization.manage',
  fails: ['outdated'],
  body: z.strictObject({ kind: z.enum(['hours', 'holidays']), isOwn: z.boolean() }),
  reply: calendar,
})
