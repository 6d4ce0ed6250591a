import { z } from 'zod'
import { CONTACT_SORTS } from './contact-columns.ts'
import { Contact, ContactDraft, ContactHead } from './contacts.ts'
import { Use } from './fields.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Filter, FilterText, Selection, selection, type FilterNode } from './filters.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'
import { pageOf, pageQuery } from './paging.ts'

/** How people come to be in a group: by hand, by its rules, by an outside list, or by what the product knows of everybody. */
export const GroupType = z.enum(['static', 'dynamic', 'hris', 'system'])
export type GroupType = z.infer<typeof GroupType>

/** A named set of workers, as pickers show it. */
export const GroupValue = z.object({
  id: Id,
  name: z.string(),
  type: GroupType,
  contactCount: z.number().int(),
  reachableCount: z.number().int(),
})
export type GroupValue = z.infer<typeof GroupValue>

/** A group as its own page shows it. */
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
  /** The organization that manages it; null for this one. What a parent manages is read only here. */
  managedBy: z.string().nullable(),
  createdAt: Instant,
})
export type Group = z.infer<typeof Group>

export const groupValues = endpoint({
  method: 'GET',
  path: '/group/values',
  summary: 'Every group of the organization, for pickers and filters.',
  can: 'groups.read',
  reply: ok({ groups: z.array(GroupValue) }),
})

export const readGroups = endpoint({
  method: 'GET',
  path: '/group',
  summary: 'Every group, or the one named.',
  can: 'groups.read',
  query: z.object({ id: Id.optional() }),
  reply: ok({ groups: z.array(Group), group: Group.optional() }),
})

export const groupPage = endpoint({
  method: 'GET',
  path: '/group/paginated-groups',
  summary: 'Groups, a page at a time, with what they are used in.',
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
  summary: 'Make a group: of these people, or with a filter of everybody its rules describe.',
  can: 'groups.edit',
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
  summary: 'Change a group; other rules are evaluated at once.',
  can: 'groups.edit',
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
  summary: 'Delete a group nothing uses; the refusal names what does. The people in it stay.',
  can: 'groups.edit',
  query: z.object({ id: Id, force: z.stringbool().default(false) }),
  reply: ok({}),
})

export const groupUses = endpoint({
  method: 'GET',
  path: '/group/uses',
  summary: 'What uses a group.',
  can: 'groups.read',
  query: z.object({ id: Id }),
  reply: ok({ usedBy: z.array(Use) }),
})

/** Why somebody is in a group. */
export const Membership = z.enum(['added', 'matches', 'pinned', 'system'])

const contactQuery = {
  ...pageQuery,
  id: Id.optional(),
  search: z.string().trim().max(100).default(''),
  reach: z.enum(['all', 'can_text', 'opted_out', 'no_mobile', 'archived']).default('all'),
  filter: FilterText.optional(),
  sort: z.enum(CONTACT_SORTS).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
}

export const groupContacts = endpoint({
  method: 'GET',
  path: '/group/contacts',
  summary:
    'The workers of a group, or of the whole organization when no group is named; searched by name, employee id or number in any format.',
  can: 'contacts.read',
  query: z.object(contactQuery),
  reply: ok({ ...pageOf(Contact), total: z.number().int(), totalIsExact: z.boolean() }),
})

export const groupMembers = endpoint({
  method: 'GET',
  path: '/group/paginated',
  summary: 'The workers of a group with why each is in it.',
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
  /** Out of the caller's reach, gone, or already as asked. */
  skipped: z.number().int(),
  duplicates: z.number().int(),
  invalid: z.array(z.object({ row: z.number().int(), reason: z.string() })),
}

/** People of an act on a group: ids of contacts, or new people where one adds. */
const people = {
  ...selection,
  contacts: z
    .array(z.union([Id, ContactDraft]))
    .max(1000)
    .default([]),
}

export const addToGroup = endpoint({
  method: 'POST',
  path: '/group/add',
  summary: 'Put people into a group, known ones or new; into one with rules as always in.',
  can: 'groups.edit',
  query: z.object({ id: Id }),
  body: z.strictObject(people),
  reply: ok(changed),
})

export const removeFromGroup = endpoint({
  method: 'POST',
  path: '/group/remove',
  summary: 'Take people out of a group; out of one with rules as never in.',
  can: 'groups.edit',
  query: z.object({ id: Id }),
  body: Selection,
  reply: ok(changed),
})

export const groupPins = endpoint({
  method: 'GET',
  path: '/group/pins',
  summary: 'Who is always in a group with rules, or never in it, by name.',
  can: 'contacts.read',
  query: z.object({ ...pageQuery, id: Id, kind: z.enum(['in', 'out']) }),
  reply: ok({ ...pageOf(ContactHead), total: z.number().int() }),
})

export const unpinPeople = endpoint({
  method: 'POST',
  path: '/group/unpin',
  summary: 'Leave people who were put into a group with rules, or taken out of it, to the rules again.',
  can: 'groups.edit',
  query: z.object({ id: Id }),
  body: z.strictObject({ contacts: z.array(Id).max(1000).default([]) }),
  reply: ok(changed),
})

export const regroupPeople = endpoint({
  method: 'POST',
  path: '/group/manage',
  summary: 'Put people into some groups and take them out of others, all or nothing.',
  can: 'groups.edit',
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
  summary: 'Copy people of one group into another one made by hand.',
  can: 'groups.edit',
  body: z.strictObject({
    contactIds: z.array(Id).max(1000).default([]),
    selectedAll: z.boolean().default(false),
    excludedIds: z.array(Id).max(1000).default([]),
    /** With selectedAll: only who is found by this in the group. */
    search: z.string().trim().max(100).default(''),
    currentGroupId: Id,
    targetGroupId: Id,
  }),
  reply: ok(changed),
})

export const refreshGroup = endpoint({
  method: 'POST',
  path: '/group/{groupId}/refresh',
  summary: 'Evaluate a group anew; an in-app notification says when it is done.',
  can: 'groups.edit',
  params: z.object({ groupId: Id }),
  reply: ok({ state: z.enum(['ready', 'evaluating', 'error']) }),
})

export const previewFilter = endpoint({
  method: 'POST',
  path: '/group/preview',
  summary: 'How many workers a filter matches now, and five of them.',
  can: 'contacts.read',
  body: z.strictObject({ filter: Filter }),
  reply: ok({
    count: z.number().int(),
    reachableCount: z.number().int(),
    /** True when there are more than were counted. */
    isMore: z.boolean(),
    sample: z.array(ContactHead),
  }),
})

export const whyInGroup = endpoint({
  method: 'GET',
  path: '/group/why',
  summary: 'Why somebody is in a group or is not: each rule with whether it holds, and every coming and going.',
  can: 'contacts.read',
  query: z.object({ id: Id, contactId: Id }),
  reply: ok({
    isMember: z.boolean(),
    because: z.enum(['added', 'matches', 'pinned', 'pinned_out', 'no_match', 'not_added', 'system']),
    /** The rules of the group in the order of its filter, with whether each holds for them. */
    rules: z.array(z.object({ path: z.string(), field: z.string(), cmp: z.string(), holds: z.boolean() })),
    history: z.array(
      z.object({
        change: z.enum(['joined', 'left']),
        cause: z.enum(['hand', 'rules', 'import', 'copy', 'merge', 'sync']),
        by: z.string().nullable(),
        at: Instant,
      }),
    ),
  }),
})
