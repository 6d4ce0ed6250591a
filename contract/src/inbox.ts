import { z } from 'zod'
import { ContactSummary } from './contacts.ts'
import { ConversationShared, Teammate } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { TAGS_PER_CONVERSATION, THREAD_PAGE } from './limits.ts'
import { Message, MessageState } from './messages.ts'
import { pageOf, pageQuery, repeated } from './paging.ts'

/** A row of the conversation list; its id is the contact's id. */
export const Conversation = z.object({
  id: Id,
  contact: ContactSummary,
  archived: z.boolean(),
  unreadCount: z.number().int().describe('Messages the requesting member has not read.'),
  unreadAt: Instant.nullable().describe(
    'When the latest unread message arrived; null when nothing is unread. The unread list is sorted by this.',
  ),
  muted: z.boolean().describe('Whether the requesting member muted sound and push for it.'),
  draft: z.string().nullable().describe("The start of the requesting member's draft; null without one."),
  shared: ConversationShared,
  lastMessage: z
    .object({
      id: Id,
      sortKey: Id.describe('Its position in the thread, as in the message.'),
      preview: z.string(),
      direction: z.enum(['in', 'out']),
      kind: z.string(),
      state: MessageState,
      revision: z.number().int().describe('As in the message: orders its states.'),
      at: Instant,
    })
    .nullable(),
  lastAt: Instant,
})
export type Conversation = z.infer<typeof Conversation>

/**
 * Which conversations a list shows. `open` excludes archived and snoozed ones; `unanswered` is sorted by longest wait;
 * `new` are unknown numbers.
 */
export const InboxStatus = z.enum([
  'open',
  'unanswered',
  'unread',
  'mine',
  'unassigned',
  'snoozed',
  'scheduled',
  'failed',
  'voicemail',
  'new',
  'archived',
  'all',
])
export type InboxStatus = z.infer<typeof InboxStatus>

const AllDates = z.string().regex(/^broadcast:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)

/** A queue of replies to broadcasts: to any, to one with this batch, or to all dates of one. */
export const RepliesQueue = z.union([z.literal('any'), AllDates, Id])

/** Which conversations wait with a reply to a broadcast: those of a queue, or all others. */
const RepliesTo = z.union([z.literal('none'), RepliesQueue]).optional()

/** The filters of a conversation list; the same for lists and for bulk actions on everything that matches. */
export const inboxFilter = {
  status: InboxStatus.default('open'),
  search: z.string().trim().max(100).default(''),
  groupIds: repeated(Id, 50).optional(),
  tagIds: repeated(Id, 10).optional(),
  assigneeId: Id.optional(),
  repliesTo: RepliesTo.describe(
    'Only conversations that wait with a reply to a broadcast: to `any`, to the one with this batch, or with `broadcast:` before its id to all dates of one; `none` leaves them out.',
  ),
}

export const conversations = endpoint({
  method: 'GET',
  path: '/message/conversations-paginated',
  summary: 'Lists conversations by view, group, tag, name or number, latest first (unanswered: longest wait first).',
  can: 'inbox.read',
  query: z.object({ ...pageQuery, ...inboxFilter, id: Id.optional() }),
  reply: ok({ ...pageOf(Conversation), unreadTotal: z.number().int() }),
})

export const conversation = endpoint({
  method: 'GET',
  path: '/message/conversations/{id}',
  summary:
    'Returns a conversation with its latest messages in time order. `before` returns older messages, `after` newer ones, `around` those near a message.',
  can: 'inbox.read',
  params: z.object({ id: Id }),
  query: z.object({
    before: Id.optional(),
    after: Id.optional(),
    around: Id.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(THREAD_PAGE),
  }),
  reply: ok({
    messages: z.array(Message),
    conversation: Conversation,
    hasMore: z.boolean().describe('Whether there are older messages than these.'),
    hasNewer: z.boolean().describe('Whether there are newer messages than these.'),
    firstUnreadId: Id.nullable().describe(
      'The oldest message the requesting member has not read; null when all are read.',
    ),
    drafts: z
      .array(z.object({ userId: Id, name: z.string(), body: z.string(), at: Instant }))
      .describe("Teammates' drafts for this contact."),
  }),
})

export const waitingReplies = endpoint({
  method: 'GET',
  path: '/message/waiting-replies',
  summary: 'Counts the open conversations that wait with a reply to a broadcast, for each broadcast.',
  can: 'inbox.read',
  reply: ok({
    total: z.number().int().describe('Conversations of the filter `repliesTo=any` in the view `open`.'),
    replies: z
      .array(z.object({ batchId: Id, count: z.number().int() }))
      .describe('The 20 batches with the most conversations, most first.'),
  }),
})

const idQuery = z.object({ id: Id })
const changed = ok({ conversation: Conversation })

export const archiveConversation = endpoint({
  method: 'PATCH',
  path: '/message/archive-conversation',
  summary:
    'Archives a conversation, or unarchives an archived one. A body sets the flag explicitly, so that a double click does not undo itself.',
  can: 'inbox.reply',
  query: idQuery,
  body: z.strictObject({ archived: z.boolean().optional() }),
  reply: changed,
})

export const readConversation = endpoint({
  method: 'PATCH',
  path: '/message/read-conversation',
  summary: 'Marks every message of a conversation as read by the member, or the conversation as unread.',
  plan: 'not_needed',
  can: 'inbox.read',
  apiKeys: 'refused',
  query: idQuery,
  body: z.strictObject({ unread: z.boolean().default(false) }),
  reply: changed,
})

export const readAllConversations = endpoint({
  method: 'POST',
  path: '/message/read-all',
  summary: 'Marks all conversations as read by the member.',
  plan: 'not_needed',
  can: 'inbox.read',
  apiKeys: 'refused',
  reply: ok({}),
})

export const muteConversation = endpoint({
  method: 'PATCH',
  path: '/message/mute-conversation',
  summary: 'Mutes or unmutes a conversation for the member: no sounds, toasts or push messages. Counts do not change.',
  plan: 'not_needed',
  can: 'inbox.read',
  apiKeys: 'refused',
  query: idQuery,
  body: z.strictObject({ muted: z.boolean() }),
  reply: changed,
})

export const assignConversation = endpoint({
  method: 'PATCH',
  path: '/message/assign-conversation',
  summary:
    'Assigns a conversation to a member, claims it, or unassigns it. A `claim` fails with `taken` when another member has the conversation.',
  can: 'inbox.reply',
  fails: ['taken'],
  query: idQuery,
  body: z.strictObject({ assigneeId: Id.nullable(), claim: z.boolean().default(false) }),
  reply: changed,
})

export const snoozeConversation = endpoint({
  method: 'PATCH',
  path: '/message/snooze-conversation',
  summary: 'Snoozes a conversation until the given time, or ends the snooze with null. A new message ends the snooze.',
  can: 'inbox.reply',
  query: idQuery,
  body: z.strictObject({ until: Instant.nullable() }),
  reply: changed,
})

export const tagConversation = endpoint({
  method: 'PATCH',
  path: '/message/tag-conversation',
  summary: 'Adds tags to a conversation or removes them.',
  can: 'inbox.reply',
  fails: ['too_many'],
  query: idQuery,
  body: z.strictObject({
    add: z.array(Id).max(TAGS_PER_CONVERSATION).default([]),
    remove: z.array(Id).max(TAGS_PER_CONVERSATION).default([]),
  }),
  reply: changed,
})

/** Members who can be assigned to a conversation or mentioned in a note. */
export const inboxMembers = endpoint({
  method: 'GET',
  path: '/message/members',
  summary: 'Lists the members who can read the inbox, for assigning and mentioning.',
  can: 'inbox.read',
  reply: ok({ members: z.array(Teammate) }),
})
