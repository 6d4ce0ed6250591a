import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { inboxFilter } from './inbox.ts'
import { BULK_AT_ONCE } from './limits.ts'

/** An action on many conversations at once. */
export const BulkAction = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('archive'), archived: z.boolean() }),
  z.strictObject({ act: z.literal('read'), unread: z.boolean() }),
  z.strictObject({ act: z.literal('assign'), assigneeId: Id.nullable() }),
  z.strictObject({ act: z.literal('snooze'), until: Instant.nullable() }),
  z.strictObject({
    act: z.literal('tag'),
    add: z.array(Id).max(10).default([]),
    remove: z.array(Id).max(10).default([]),
  }),
])
export type BulkAction = z.infer<typeof BulkAction>

export const bulkConversations = endpoint({
  method: 'POST',
  path: '/message/bulk-conversations',
  summary:
    'Runs a bulk action on conversations: on those listed, or with selectedAll on all that match the filter except the excluded ones.',
  can: 'inbox.read',
  body: z.strictObject({
    ids: z.array(Id).max(BULK_AT_ONCE).default([]),
    selectedAll: z.boolean().default(false),
    filter: z.strictObject(inboxFilter).optional(),
    excludedIds: z.array(Id).max(BULK_AT_ONCE).default([]),
    do: BulkAction,
  }),
  reply: ok({
    changed: z.number().int().describe('Conversations changed now.'),
    changedIds: z.array(Id).describe('The ids of those conversations, for Undo.'),
    full: z.number().int().describe('Conversations that got no tag, because they would have more than allowed.'),
    running: z
      .boolean()
      .describe('True when the rest continues in the background; an in-app notification reports the end.'),
  }),
})

export const countConversations = endpoint({
  method: 'POST',
  path: '/message/count-conversations',
  viewing: 'allowed',
  summary: 'Counts the conversations that match a filter, up to 10,000.',
  can: 'inbox.read',
  body: z.strictObject({ filter: z.strictObject(inboxFilter) }),
  reply: ok({ count: z.number().int(), isMore: z.boolean() }),
})
