import { z } from 'zod'
import { ContactHead } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { THREAD_PAGE } from './limits.ts'
import { Message, MessageState } from './messages.ts'
import { pageOf, pageQuery, repeated } from './paging.ts'

/** A row of the conversation list; its id is the contact's. */
export const Conversation = z.object({
  id: Id,
  contact: ContactHead,
  archived: z.boolean(),
  unreadCount: z.number().int(),
  lastMessage: z
    .object({ id: Id, preview: z.string(), direction: z.enum(['in', 'out']), state: MessageState, at: Instant })
    .nullable(),
  lastAt: Instant,
})
export type Conversation = z.infer<typeof Conversation>

/** Which conversations a list shows. */
export const InboxStatus = z.enum(['open', 'unread', 'archived', 'all'])
export type InboxStatus = z.infer<typeof InboxStatus>

export const conversations = endpoint({
  method: 'GET',
  path: '/message/conversations-paginated',
  summary: 'The conversation list, latest first, by status, group, name or number.',
  can: 'inbox.read',
  query: z.object({
    ...pageQuery,
    status: InboxStatus.default('open'),
    search: z.string().trim().max(100).default(''),
    id: Id.optional(),
    groupIds: repeated(Id, 50).optional(),
  }),
  reply: ok({ ...pageOf(Conversation), unreadTotal: z.number().int() }),
})

export const conversation = endpoint({
  method: 'GET',
  path: '/message/conversations/{id}',
  summary: 'One conversation with its latest messages in time order; `before` reads older ones.',
  can: 'inbox.read',
  params: z.object({ id: Id }),
  query: z.object({ before: Id.optional(), limit: z.coerce.number().int().min(1).max(200).default(THREAD_PAGE) }),
  reply: ok({ messages: z.array(Message), conversation: Conversation, hasMore: z.boolean() }),
})

export const archiveConversation = endpoint({
  method: 'PATCH',
  path: '/message/archive-conversation',
  summary: 'Flip the archived flag, or set it when the body says so, so that a double click cannot undo itself.',
  can: 'inbox.reply',
  query: z.object({ id: Id }),
  body: z.strictObject({ archived: z.boolean().optional() }),
  reply: ok({ conversation: Conversation }),
})

export const readConversation = endpoint({
  method: 'PATCH',
  path: '/message/read-conversation',
  summary: 'Mark every message of the conversation as read, or the conversation as unread again.',
  can: 'inbox.read',
  query: z.object({ id: Id }),
  body: z.strictObject({ unread: z.boolean().default(false) }),
  reply: ok({ conversation: Conversation }),
})
