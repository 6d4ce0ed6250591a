import type { ContactHead } from '@crewline/contract/contacts'
import type { ConversationRead, ConversationUpdated, IncomingMessage, MessageStatus } from '@crewline/contract/events'
import type { Conversation, InboxStatus } from '@crewline/contract/inbox'
import { PREVIEW_MAX } from '@crewline/contract/limits'
import type { Message } from '@crewline/contract/messages'
import type { Reply } from '../../shared/api/from-contract.ts'
import { shortWords } from '../../shared/lib/short-words.ts'
import { mayFollow } from './thread-fold.ts'

export type ListPage = Reply<'conversations'>

/** Which conversations a list shows. */
export interface ListAsked {
  status: InboxStatus
  search: string
  groupIds: string[]
  tagIds: string[]
}

/** Who looks at the lists, and when. */
export interface Looking {
  /** The open conversation: it stays although it no longer belongs, because somebody looks at it. */
  keepId?: string | undefined
  /** The signed-in member. */
  me?: string | undefined
  /** Now, as an instant of the product; this page's clock when absent. */
  now?: string
}

/** The first words of a message on one line, as the server cuts them. */
export function previewOf(body: string): string {
  const characters = Array.from(body.replace(/\s+/g, ' ').trim())
  return characters.length <= PREVIEW_MAX ? characters.join('') : `${characters.slice(0, PREVIEW_MAX - 1).join('')}…`
}

/** A conversation after its reader's own unsent words changed, in whatever window. */
export function rowDrafted(row: Conversation, body: string | null): Conversation {
  return { ...row, draft: body ? previewOf(body) : null }
}

function wordsOf(message: Message): string {
  const { direction, translation } = message
  return direction === 'in' && translation && !translation.failed ? translation.text : shortWords(message)
}

/** What the team shares after a message: a worker who writes waits and wakes the conversation, a person's answer ends the waiting. */
function sharedAfter(row: Conversation, { direction, kind, at }: Message): Conversation['shared'] {
  const { shared } = row
  if (direction === 'in') return { ...shared, waitingSince: shared.waitingSince ?? at, snoozedUntil: null }
  return kind === 'text' ? { ...shared, waitingSince: null } : shared
}

/** A conversation after one more message; notes and events change nothing, and what is older than its last message only the moment that lists go by. */
export function rowAfter(row: Conversation, message: Message): Conversation {
  const { id, sortKey, direction, state, at, kind } = message
  // What was taken back before it was heard of moves nothing either.
  if (direction === 'within' || state === 'scheduled' || state === 'cancelled') return row
  const lastAt = at > row.lastAt ? at : row.lastAt
  // Of two written at once, the one that stands first may be stored last: the conversation counts as moved then, as on the server.
  if (row.lastMessage && row.lastMessage.sortKey > sortKey) return lastAt === row.lastAt ? row : { ...row, lastAt }
  const reopens = direction === 'in' || kind === 'text'
  return {
    ...row,
    archived: row.archived && !reopens,
    shared: row.lastMessage?.id === id ? row.shared : sharedAfter(row, message),
    lastMessage: { id, sortKey, direction, kind, state, at, preview: previewOf(wordsOf(message)) },
    lastAt,
  }
}

/** Whether a row already holds a worker's message; undefined when it is older than the last one, so that only the server can tell. */
export function isCounted({ lastMessage }: Conversation, message: Message): boolean | undefined {
  if (!lastMessage || lastMessage.sortKey < message.sortKey) return false
  return lastMessage.id === message.id ? true : undefined
}

/** A conversation after a worker's message: one more unread, but only the first time it is heard. */
export function rowHearing(row: Conversation, message: Message): Conversation {
  if (isCounted(row, message) !== false) return rowAfter(row, message)
  const unreadAt = row.unreadAt !== null && row.unreadAt > message.at ? row.unreadAt : message.at
  return rowAfter({ ...row, unreadCount: row.unreadCount + 1, unreadAt }, message)
}

/** The conversation of a worker whose message is the first we hear of; the number could text us, so we can text it. */
export function rowFrom({ contact, message }: IncomingMessage): Conversation {
  const head: ContactHead = { ...contact, phoneDisplay: contact.phone, reach: 'can_text', language: '', timezone: null }
  const shared = {
    assignee: null,
    waitingSince: null,
    snoozedUntil: null,
    tags: [],
    nextScheduledAt: null,
    unheardVoicemails: 0,
    failed: false,
  }
  const empty = {
    id: contact.id,
    contact: head,
    archived: false,
    unreadCount: 0,
    unreadAt: null,
    muted: false,
    draft: null,
    shared,
  }
  return rowHearing({ ...empty, lastMessage: null, lastAt: message.at }, message)
}

const belongs: Record<InboxStatus, (row: Conversation, looking: Looking & { now: string }) => boolean | undefined> = {
  open: ({ archived, shared }, { now }) => !archived && !isSnoozed(shared, now),
  unanswered: ({ archived, shared }, { now }) => !archived && shared.waitingSince !== null && !isSnoozed(shared, now),
  unread: ({ unreadCount }) => unreadCount > 0,
  mine: ({ archived, shared }, { me }) => !archived && shared.assignee !== null && shared.assignee.userId === me,
  unassigned: ({ archived, shared }) => !archived && shared.assignee === null,
  snoozed: ({ archived, shared }, { now }) => !archived && isSnoozed(shared, now),
  scheduled: ({ shared }) => shared.nextScheduledAt !== null,
  failed: ({ shared }) => shared.failed,
  voicemail: ({ shared }) => shared.unheardVoicemails > 0,
  // Only the server knows which numbers nobody knew.
  new: () => undefined,
  archived: ({ archived }) => archived,
  all: () => true,
}

/** Whether a conversation is hidden until a moment that is still ahead. */
export function isSnoozed({ snoozedUntil }: Conversation['shared'], now: string): boolean {
  return snoozedUntil !== null && snoozedUntil > now
}

/** Whether a conversation would leave a list as it is now. */
export function leaves(row: Conversation, status: InboxStatus, me: string | undefined, now: string): boolean {
  return belongs[status](row, { me, now }) === false
}

/** The lists where what is due first comes first. */
const earliestFirst: Partial<Record<InboxStatus, (row: Conversation) => string | null>> = {
  unanswered: ({ shared }) => shared.waitingSince,
  snoozed: ({ shared }) => shared.snoozedUntil,
  scheduled: ({ shared }) => shared.nextScheduledAt,
}

function isBefore(status: InboxStatus, one: Conversation, other: Conversation): boolean {
  const dueOf = earliestFirst[status]
  if (dueOf) {
    const [mine, theirs] = [dueOf(one) ?? '', dueOf(other) ?? '']
    return mine === theirs ? one.id < other.id : mine < theirs
  }
  const timeOf = (row: Conversation) => (status === 'unread' && row.unreadAt) || row.lastAt
  const [mine, theirs] = [timeOf(one), timeOf(other)]
  return mine === theirs ? one.id > other.id : mine > theirs
}

/** The row of a conversation in the loaded part of a list. */
export function findRow(pages: readonly ListPage[], id: string): Conversation | undefined {
  for (const { data } of pages) {
    const row = data.find((one) => one.id === id)
    if (row) return row
  }
  return undefined
}

function isNarrowed({ search, groupIds, tagIds }: ListAsked): boolean {
  return search !== '' || groupIds.length > 0 || tagIds.length > 0
}

/**
 * The list after a conversation changed: the row moves to its place, enters or leaves. Rows beyond the loaded part are left
 * to the next page. Undefined when only the server can tell: the row is new to a list that is narrowed by a search, by
 * groups or by tags.
 */
export function placeRow(
  pages: readonly ListPage[],
  asked: ListAsked,
  row: Conversation,
  looking: Looking = {},
): ListPage[] | undefined {
  const known = findRow(pages, row.id)
  const isWanted = belongs[asked.status](row, { now: new Date().toISOString(), ...looking })
  const stays = isWanted || (known !== undefined && (isWanted === undefined || row.id === looking.keepId))
  if (!known && (isWanted === undefined || (stays && isNarrowed(asked)))) return undefined
  const without = pages.map((page) =>
    page.data.some(({ id }) => id === row.id) ? { ...page, data: page.data.filter(({ id }) => id !== row.id) } : page,
  )
  if (!stays) return without
  const at = without.findIndex(
    ({ data, nextCursor }) => nextCursor === undefined || data.some((other) => isBefore(asked.status, row, other)),
  )
  const page = without[at]
  if (!page) return without
  const before = page.data.findIndex((other) => isBefore(asked.status, row, other))
  const data = before === -1 ? [...page.data, row] : page.data.toSpliced(before, 0, row)
  return without.with(at, { ...page, data })
}

/** A conversation after the team changed what it shares. */
export function rowUpdated(row: Conversation, { archived, shared }: ConversationUpdated): Conversation {
  return { ...row, archived, shared }
}

/** A conversation after the member read it somewhere, or muted it; the server's number replaces what was counted. */
export function rowRead(row: Conversation, { unreadCount, unreadAt, muted }: ConversationRead): Conversation {
  return { ...row, unreadCount, unreadAt, muted }
}

/** A conversation after receipts for its last message. */
export function rowAfterStatus(row: Conversation, items: MessageStatus['items']): Conversation {
  const { lastMessage } = row
  const told = items.findLast(({ messageId }) => messageId === lastMessage?.id)
  if (!told || !lastMessage || !mayFollow(told.state, lastMessage.state)) return row
  return { ...row, lastMessage: { ...lastMessage, state: told.state } }
}
