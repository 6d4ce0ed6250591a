import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { inboxFilter } from './inbox.ts'
import { BULK_AT_ONCE } from './limits.ts'

/** What can be done to many conversations at once. */
export const BulkAct = z.discriminatedUnion('act', [
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
export type BulkAct = z.infer<typeof BulkAct>

export const bulkConversations = endpoint({
  method: 'POST',
  path: '/message/bulk-conversations',
  summary:
    'Do one thing to many conversations: those named, or with selectedAll everything that matches the filter but the excluded ones.',
  can: 'inbox.read',
  body: z.strictObject({
    ids: z.array(Id).max(BULK_AT_ONCE).default([]),
    selectedAll: z.boolean().default(false),
    filter: z.strictObject(inboxFilter).optional(),
    excludedIds: z.array(Id).max(BULK_AT_ONCE).default([]),
    do: BulkAct,
  }),
  reply: ok({
    /** Conversations changed now. */
    changed: z.number().int(),
    /** Those conversations, so that exactly they can be changed back. */
    changedIds: z.array(Id),
    /** True when the rest goes on in the background; an in-app notification says when it is done. */
    running: z.boolean(),
  }),
})

export const countConversations = endpoint({
  method: 'POST',
  path: '/message/count-conversations',
  summary: 'How many conversations a filter matches, counted up to 10,000.',
  can: 'inbox.read',
  body: z.strictObject({ filter: z.strictObject(inboxFilter) }),
  reply: ok({ count: z.number().int(), isMore: z.boolean() }),
})
