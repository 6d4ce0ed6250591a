import { z } from 'zod'
import { ContactHead } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { TAGS_PER_CONVERSATION, THREAD_PAGE } from './limits.ts'
import { Message, MessageState } from './messages.ts'
import { pageOf, pageQuery, repeated } from './paging.ts'
import { Tag } from './tags.ts'

/** A member as conversations name them. */
export const Teammate = z.object({ userId: Id, firstname: z.string(), lastname: z.string() })
export type Teammate = z.infer<typeof Teammate>

/** What the whole team shares of a conversation beside its messages. */
export const ConversationShared = z.object({
  assignee: Teammate.nullable(),
  /** Since when the worker waits for an answer; null when nobody waits. */
  waitingSince: Instant.nullable(),
  snoozedUntil: Instant.nullable(),
  tags: z.array(Tag),
  /** When the next text that waits for its time goes. */
  nextScheduledAt: Instant.nullable(),
  /** Voicemails nobody has heard. */
  unheardVoicemails: z.number().int(),
  /** Whether the last text to the worker did not arrive. */
  failed: z.boolean(),
})
export type ConversationShared = z.infer<typeof ConversationShared>

/** A row of the conversation list; its id is the contact's. */
export const Conversation = z.object({
  id: Id,
  contact: ContactHead,
  archived: z.boolean(),
  /** Messages the asking member has not read. */
  unreadCount: z.number().int(),
  /** When the last of what is unread came; null when nothing is. The unread list is in this order. */
  unreadAt: Instant.nullable(),
  /** Whether the asking member wants no sound and no push for it. */
  muted: z.boolean(),
  /** The first words of the asking member's draft; null without one. */
  draft: z.string().nullable(),
  shared: ConversationShared,
  lastMessage: z
    .object({
      id: Id,
      /** Its place in the thread, as its message says. */
      sortKey: Id,
      preview: z.string(),
      direction: z.enum(['in', 'out']),
      kind: z.string(),
      state: MessageState,
      at: Instant,
    })
    .nullable(),
  lastAt: Instant,
})
export type Conversation = z.infer<typeof Conversation>

/** Which conversations a list shows. `open` leaves out what is archived or snoozed; `unanswered` is by longest wait; `new` are numbers nobody knew. */
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

/** What narrows a conversation list; the same for lists and for acts on everything that matches. */
export const inboxFilter = {
  status: InboxStatus.default('open'),
  search: z.string().trim().max(100).default(''),
  groupIds: repeated(Id, 50).optional(),
  tagIds: repeated(Id, 10).optional(),
  assigneeId: Id.optional(),
}

export const conversations = endpoint({
  method: 'GET',
  path: '/message/conversations-paginated',
  summary: 'The conversation list, latest first (unanswered: longest wait first), by view, group, tag, name or number.',
  can: 'inbox.read',
  query: z.object({ ...pageQuery, ...inboxFilter, id: Id.optional() }),
  reply: ok({ ...pageOf(Conversation), unreadTotal: z.number().int() }),
})

export const conversation = endpoint({
  method: 'GET',
  path: '/message/conversations/{id}',
  summary:
    'One conversation with its latest messages in time order; `before` reads older ones, `after` newer ones, `around` those about a message.',
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
    /** Whether there are older messages than these. */
    hasMore: z.boolean(),
    /** Whether there are newer messages than these. */
    hasNewer: z.boolean(),
    /** The oldest message the asking member has not read; null when all is read. */
    firstUnreadId: Id.nullable(),
    /** Teammates' unsent words for this worker. */
    drafts: z.array(z.object({ userId: Id, name: z.string(), body: z.string(), at: Instant })),
  }),
})

const one = z.object({ id: Id })
const changed = ok({ conversation: Conversation })

export const archiveConversation = endpoint({
  method: 'PATCH',
  path: '/message/archive-conversation',
  summary: 'Flip the archived flag, or set it when the body says so, so that a double click cannot undo itself.',
  can: 'inbox.reply',
  query: one,
  body: z.strictObject({ archived: z.boolean().optional() }),
  reply: changed,
})

export const readConversation = endpoint({
  method: 'PATCH',
  path: '/message/read-conversation',
  summary: 'Mark every message of the conversation as read by the asking member, or the conversation as unread again.',
  can: 'inbox.read',
  query: one,
  body: z.strictObject({ unread: z.boolean().default(false) }),
  reply: changed,
})

export const readAllConversations = endpoint({
  method: 'POST',
  path: '/message/read-all',
  summary: 'Mark everything as read by the asking member.',
  can: 'inbox.read',
  reply: ok({}),
})

export const muteConversation = endpoint({
  method: 'PATCH',
  path: '/message/mute-conversation',
  summary: 'No sound, toast or push for this conversation, for the asking member; counts stay.',
  can: 'inbox.read',
  query: one,
  body: z.strictObject({ muted: z.boolean() }),
  reply: changed,
})

export const assignConversation = endpoint({
  method: 'PATCH',
  path: '/message/assign-conversation',
  summary:
    'Give a conversation to a member, claim it, or give it back. `claim` is refused with `taken` when somebody else has it.',
  can: 'inbox.reply',
  query: one,
  body: z.strictObject({ assigneeId: Id.nullable(), claim: z.boolean().default(false) }),
  reply: changed,
})

export const snoozeConversation = endpoint({
  method: 'PATCH',
  path: '/message/snooze-conversation',
  summary: 'Hide a conversation until a moment, or show it again with null; a new message shows it at once.',
  can: 'inbox.reply',
  query: one,
  body: z.strictObject({ until: Instant.nullable() }),
  reply: changed,
})

export const tagConversation = endpoint({
  method: 'PATCH',
  path: '/message/tag-conversation',
  summary: 'Put tags on a conversation or take them off.',
  can: 'inbox.reply',
  query: one,
  body: z.strictObject({
    add: z.array(Id).max(TAGS_PER_CONVERSATION).default([]),
    remove: z.array(Id).max(TAGS_PER_CONVERSATION).default([]),
  }),
  reply: changed,
})

/** Members who can be given a conversation or named in a note. */
export const inboxMembers = endpoint({
  method: 'GET',
  path: '/message/members',
  summary: 'The members who read the inbox, for assigning and mentioning.',
  can: 'inbox.read',
  reply: ok({ members: z.array(Teammate) }),
})
