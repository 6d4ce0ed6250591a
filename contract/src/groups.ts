import { z } from 'zod'
import { contactQuery } from './audience.ts'
import { Contact, ContactDraft, ContactSummary } from './contacts.ts'
import { Use } from './fields.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Filter, Selection, selection, type FilterNode } from './filters.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'
import { pageOf, pageQuery } from './paging.ts'

/** How contacts get into a group: by hand, by its rules, from an external list, or by system data. */
export const GroupType = z.enum(['static', 'dynamic', 'hris', 'system'])
export type GroupType = z.infer<typeof GroupType>

/** A named set of contacts, as pickers show it. */
export const GroupValue = z.object({
  id: Id,
  name: z.string(),
  type: GroupType,
  contactCount: z.number().int(),
  reachableCount: z.number().int(),
})
export type GroupValue = z.infer<typeof GroupValue>

/** A group as shown on its own page. */
export const Group = GroupValue.extend({
  description: z.string(),
  color: z.string(),
  /** The rules of a dynamic group. */
  filter: z.custom<FilterNode>().nullable(),
  state: z.enum(['ready', 'evaluating', 'error']),
  lastEvaluatedAt: Instant.nullable(),
  /** What the last evaluation changed. */
  lastChange: z.object({ added: z.number().int(), removed: z.number().int(), at: Instant }).nullable(),
  pinnedIn: z.number().int(),
  pinnedOut: z.number().int(),
  /** The organization that manages it; null for this one. A group managed by a parent is read-only here. */
  managedBy: z.string().nullable(),
  createdAt: Instant,
})
export type Group = z.infer<typeof Group>

export const groupValues = endpoint({
  method: 'GET',
  path: '/group/values',
  summary: 'Lists every group of the organization, for pickers and filters.',
  can: 'groups.read',
  reply: ok({ groups: z.array(GroupValue) }),
})

export const readGroups = endpoint({
  method: 'GET',
  path: '/group',
  summary: 'Lists every group, or returns the one given.',
  can: 'groups.read',
  query: z.object({ id: Id.optional() }),
  reply: ok({ groups: z.array(Group), group: Group.optional() }),
})

export const groupPage = endpoint({
  method: 'GET',
  path: '/group/paginated-groups',
  summary: 'Lists groups and where each is used, one page at a time.',
  can: 'groups.read',
  query: z.object({
    ...pageQuery,
    search: z.string().trim().max(100).default(''),
    type: GroupType.optional(),
    sort: z.enum(['name', 'people', 'createdAt']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: ok({ ...pageOf(Group.extend({ usedBy: z.array(Use) })), total: z.number().int() }),
})

const draft = {
  name: oneLine(60).min(1),
  description: oneLine(200).default(''),
  color: z.string().max(20).default('gray'),
}

export const createGroup = endpoint({
  method: 'POST',
  path: '/group',
  summary: 'Creates a group: a manual group of the given contacts, or a smart group with a filter.',
  can: 'groups.edit',
  fails: ['name_taken', 'too_many', 'group_cycle'],
  body: z.strictObject({
    ...draft,
    type: z.enum(['static', 'dynamic']).default('static'),
    filter: Filter.optional(),
    ...selection,
  }),
  reply: ok({ group: Group }),
})

export const editGroup = endpoint({
  method: 'PATCH',
  path: '/group',
  summary: 'Updates a group. New rules are evaluated immediately.',
  can: 'groups.edit',
  fails: ['name_taken', 'managed_elsewhere', 'group_cycle'],
  query: z.object({ id: Id }),
  body: z.strictObject({
    name: draft.name.optional(),
    description: oneLine(200).optional(),
    color: z.string().max(20).optional(),
    filter: Filter.optional(),
  }),
  reply: ok({ group: Group }),
})

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/group',
  summary: 'Deletes a group that is not in use; otherwise the error names what uses it. Its contacts are kept.',
  can: 'groups.edit',
  fails: ['managed_elsewhere', 'group_in_use'],
  query: z.object({ id: Id, force: z.stringbool().default(false) }),
  reply: ok({}),
})

export const groupUses = endpoint({
  method: 'GET',
  path: '/group/uses',
  summary: 'Lists what uses a group.',
  can: 'groups.read',
  query: z.object({ id: Id }),
  reply: ok({ usedBy: z.array(Use) }),
})

/** Why a contact is in a group. */
export const Membership = z.enum(['added', 'matches', 'pinned', 'system'])

export const groupMembers = endpoint({
  method: 'GET',
  path: '/group/paginated',
  summary: 'Lists the contacts of a group and why each is in it.',
  can: 'contacts.read',
  query: z.object({ ...contactQuery, id: Id }),
  reply: ok({
    ...pageOf(Contact.extend({ membership: Membership })),
    total: z.number().int(),
    totalIsExact: z.boolean(),
  }),
})

const changed = {
  added: z.number().int(),
  removed: z.number().int(),
  /** Not visible to the caller, deleted, or already in the requested state. */
  skipped: z.number().int(),
  duplicates: z.number().int(),
  invalid: z.array(z.object({ row: z.number().int(), reason: z.string() })),
}

/** The contacts of an action on a group: existing ids, or new contacts where the action adds. */
const memberSelection = {
  ...selection,
  contacts: z
    .array(z.union([Id, ContactDraft]))
    .max(1000)
    .default([]),
}

export const addToGroup = endpoint({
  method: 'POST',
  path: '/group/add',
  summary: 'Adds existing or new contacts to a group. A smart group then always includes them.',
  can: 'groups.edit',
  fails: ['phone_taken', 'employee_id_taken', 'phone_invalid', 'managed_elsewhere'],
  query: z.object({ id: Id }),
  body: z.strictObject(memberSelection),
  reply: ok(changed),
})

export const removeFromGroup = endpoint({
  method: 'POST',
  path: '/group/remove',
  summary: 'Removes contacts from a group. A smart group then always excludes them.',
  can: 'groups.edit',
  fails: ['managed_elsewhere'],
  query: z.object({ id: Id }),
  body: Selection,
  reply: ok(changed),
})

export const groupPins = endpoint({
  method: 'GET',
  path: '/group/pins',
  summary: 'Lists the contacts that a smart group always includes or always excludes, by name.',
  can: 'contacts.read',
  query: z.object({ ...pageQuery, id: Id, kind: z.enum(['in', 'out']) }),
  reply: ok({ ...pageOf(ContactSummary), total: z.number().int() }),
})

export const unpinContacts = endpoint({
  method: 'POST',
  path: '/group/unpin',
  summary: 'Unpins contacts that a smart group always includes or excludes, so that its rules apply to them again.',
  can: 'groups.edit',
  fails: ['managed_elsewhere'],
  query: z.object({ id: Id }),
  body: z.strictObject({ contacts: z.array(Id).max(1000).default([]) }),
  reply: ok(changed),
})

export const moveContacts = endpoint({
  method: 'POST',
  path: '/group/manage',
  summary: 'Adds contacts to some groups and removes them from others, all or nothing.',
  can: 'groups.edit',
  fails: ['managed_elsewhere'],
  body: z.strictObject({
    ...selection,
    add: z.array(Id).max(20).default([]),
    remove: z.array(Id).max(20).default([]),
  }),
  reply: ok(changed),
})

export const copyGroup = endpoint({
  method: 'POST',
  path: '/group/copy',
  summary: 'Copies contacts of one group to a manual group.',
  can: 'groups.edit',
  fails: ['managed_elsewhere', 'group_has_rules', 'same_group'],
  body: z.strictObject({
    contactIds: z.array(Id).max(1000).default([]),
    selectedAll: z.boolean().default(false),
    excludedIds: z.array(Id).max(1000).default([]),
    search: z
      .string()
      .trim()
      .max(100)
      .default('')
      .describe('With selectedAll: only contacts of the group that match this search.'),
    currentGroupId: Id,
    targetGroupId: Id,
  }),
  reply: ok(changed),
})

export const refreshGroup = endpoint({
  method: 'POST',
  path: '/group/{groupId}/refresh',
  summary: 'Re-evaluates a group. An in-app notification reports when it is done.',
  can: 'groups.edit',
  fails: ['managed_elsewhere'],
  params: z.object({ groupId: Id }),
  reply: ok({ state: z.enum(['ready', 'evaluating', 'error']) }),
})

export const whyInGroup = endpoint({
  method: 'GET',
  path: '/group/why',
  summary:
    'Explains why a contact is or is not in a group: whether each rule matches, and every time they joined or left.',
  can: 'contacts.read',
  query: z.object({ id: Id, contactId: Id }),
  reply: ok({
    isMember: z.boolean(),
    because: z.enum(['added', 'matches', 'pinned', 'pinned_out', 'no_match', 'not_added', 'system']),
    rules: z
      .array(z.object({ path: z.string(), field: z.string(), cmp: z.string(), holds: z.boolean() }))
      .describe('The rules of the group in filter order, with whether each one matches the contact.'),
    history: z.array(
      z.object({
        change: z.enum(['joined', 'left']),
        cause: z.enum(['hand', 'rules', 'import', 'copy', 'merge', 'sync', 'page']),
        by: z.string().nullable(),
        at: Instant,
      }),
    ),
  }),
})
