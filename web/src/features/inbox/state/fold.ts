import type { ContactSummary } from '@crewline/contract/contacts'
import type { ConversationRead, ConversationUpdated, IncomingMessage, MessageStatus } from '@crewline/contract/events'
import type { Conversation, InboxStatus } from '@crewline/contract/inbox'
import { PREVIEW_MAX } from '@crewline/contract/limits'
import type { Message } from '@crewline/contract/messages'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { summarizeMessage } from '../../../shared/lib/short-words.ts'
import { isNewerState } from './message-fold.ts'
import { isNarrowed, matches, type ConversationFilter, type Looking } from './list-filter.ts'

export type ListPage = Reply<'conversations'>

/** Returns the start of a message on one line, cut as on the server. */
export function previewOf(body: string): string {
  const characters = Array.from(body.replace(/\s+/g, ' ').trim())
  return characters.length <= PREVIEW_MAX ? characters.join('') : `${characters.slice(0, PREVIEW_MAX - 1).join('')}…`
}

/** Returns the row after the draft of its reader changed in any window. */
export function rowDrafted(row: Conversation, body: string | null): Conversation {
  return { ...row, draft: body ? previewOf(body) : null }
}

function previewTextOf(message: Message): string {
  const { direction, translation } = message
  return direction === 'in' && translation && !translation.failed ? translation.text : summarizeMessage(message)
}

/**
 * Returns the shared state after a message: a message of the contact starts the wait and wakes the conversation, an
 * answer of a member ends the wait.
 */
function sharedAfter(row: Conversation, { direction, kind, at, batchId }: Message): Conversation['shared'] {
  const { shared } = row
  if (direction !== 'in') return kind === 'text' ? { ...shared, waitingSince: null, repliesTo: null } : shared
  // Contacts who wait with anything else, too, are not among the replies to a broadcast.
  const repliesTo = shared.waitingSince === null || shared.repliesTo !== null ? batchId : null
  return { ...shared, waitingSince: shared.waitingSince ?? at, snoozedUntil: null, repliesTo }
}

/**
 * Returns the row after one more message. Notes and events change nothing; a message that sorts before the last one
 * changes only `lastAt`, by which lists are sorted.
 */
export function rowAfter(row: Conversation, message: Message): Conversation {
  const { id, sortKey, direction, state, revision, at, kind } = message
  const isLast = row.lastMessage?.id === id
  // A message that was canceled before its first event arrived changes nothing either.
  if (direction === 'internal' || (state === 'scheduled' && !isLast) || state === 'cancelled') return row
  if (isLast && row.lastMessage && revision < row.lastMessage.revision) return row
  const lastAt = at > row.lastAt ? at : row.lastAt
  // Of two messages written at once, the one that sorts first may be stored last: `lastAt` then moves, as on the
  // server.
  if (row.lastMessage && row.lastMessage.sortKey > sortKey) return lastAt === row.lastAt ? row : { ...row, lastAt }
  // A change of the last message, such as its translation, does not bring the conversation back.
  const reopens = !isLast && (direction === 'in' || kind === 'text')
  return {
    ...row,
    archived: row.archived && !reopens,
    shared: isLast ? row.shared : sharedAfter(row, message),
    lastMessage: { id, sortKey, direction, kind, state, revision, at, preview: previewOf(previewTextOf(message)) },
    lastAt,
  }
}

/**
 * Returns whether a row already counts a message of the contact; undefined when the message is older than the last one,
 * because only the server has that information.
 */
export function isCounted({ lastMessage }: Conversation, message: Message): boolean | undefined {
  if (!lastMessage || lastMessage.sortKey < message.sortKey) return false
  return lastMessage.id === message.id ? true : undefined
}

/** Returns the row after a message of the contact: one more unread, but only for the first event of the message. */
export function rowHearing(row: Conversation, message: Message): Conversation {
  if (isCounted(row, message) !== false) return rowAfter(row, message)
  const unreadAt = row.unreadAt !== null && row.unreadAt > message.at ? row.unreadAt : message.at
  return rowAfter({ ...row, unreadCount: row.unreadCount + 1, unreadAt }, message)
}

/**
 * Builds the row of a contact whose first known message just arrived. The number could text the organization, so it can
 * be texted.
 */
export function rowFrom({ contact, message }: IncomingMessage): Conversation {
  const contactSummary: ContactSummary = {
    ...contact,
    phoneDisplay: contact.phone,
    reach: 'can_text',
    language: '',
    timezone: null,
  }
  const shared = {
    assignee: null,
    waitingSince: null,
    snoozedUntil: null,
    tags: [],
    nextScheduledAt: null,
    unheardVoicemails: 0,
    failed: false,
    repliesTo: null,
  }
  const empty = {
    id: contact.id,
    contact: contactSummary,
    archived: false,
    unreadCount: 0,
    unreadAt: null,
    muted: false,
    draft: null,
    shared,
  }
  return rowHearing({ ...empty, lastMessage: null, lastAt: message.at }, message)
}

/** Lists in which the earliest due conversation is first. */
const earliestFirst: Partial<Record<InboxStatus, (row: Conversation) => string | null>> = {
  unanswered: ({ shared }) => shared.waitingSince,
  snoozed: ({ shared }) => shared.snoozedUntil,
  scheduled: ({ shared }) => shared.nextScheduledAt,
}

function isBefore(status: InboxStatus, first: Conversation, second: Conversation): boolean {
  const dueOf = earliestFirst[status]
  if (dueOf) {
    const [mine, theirs] = [dueOf(first) ?? '', dueOf(second) ?? '']
    return mine === theirs ? first.id < second.id : mine < theirs
  }
  const timeOf = (row: Conversation) => (status === 'unread' && row.unreadAt) || row.lastAt
  const [mine, theirs] = [timeOf(first), timeOf(second)]
  return mine === theirs ? first.id > second.id : mine > theirs
}

/** Returns the row of a conversation in the loaded part of a list. */
export function findRow(pages: readonly ListPage[], id: string): Conversation | undefined {
  for (const { data } of pages) {
    const row = data.find((candidate) => candidate.id === id)
    if (row) return row
  }
  return undefined
}

/**
 * Returns the list after a conversation changed: its row moves, enters or leaves. Rows beyond the loaded part are left
 * to the next page. Returns undefined when only the server can decide: the row is new to a list that is filtered by a
 * search, groups or tags.
 */
export function placeRow(
  pages: readonly ListPage[],
  filter: ConversationFilter,
  row: Conversation,
  looking: Looking = {},
): ListPage[] | undefined {
  const current = findRow(pages, row.id)
  const isMatch = matches(row, filter, looking)
  const isListed = isMatch || (current !== undefined && (isMatch === undefined || row.id === looking.keepId))
  if (!current && (isMatch === undefined || (isListed && isNarrowed(filter)))) return undefined
  const without = pages.map((page) =>
    page.data.some(({ id }) => id === row.id) ? { ...page, data: page.data.filter(({ id }) => id !== row.id) } : page,
  )
  if (!isListed) return without
  const at = without.findIndex(
    ({ data, nextCursor }) =>
      nextCursor === undefined || data.some((otherRow) => isBefore(filter.status, row, otherRow)),
  )
  const page = without[at]
  if (!page) return without
  const before = page.data.findIndex((otherRow) => isBefore(filter.status, row, otherRow))
  const data = before === -1 ? [...page.data, row] : page.data.toSpliced(before, 0, row)
  return without.with(at, { ...page, data })
}

/** Returns the row after its shared state changed. */
export function rowUpdated(row: Conversation, { archived, shared }: ConversationUpdated): Conversation {
  return { ...row, archived, shared }
}

/**
 * Returns whether an unread count of the server includes messages that a row has not heard of yet: their own events
 * would count them again.
 */
export function isCountAhead({ lastMessage }: Conversation, { lastSortKey }: ConversationRead): boolean {
  return lastSortKey !== null && (lastMessage === null || lastMessage.sortKey < lastSortKey)
}

/** Returns the row after the member read or muted it in any window; the count of the server replaces the local one. */
export function rowRead(row: Conversation, { unreadCount, unreadAt, muted }: ConversationRead): Conversation {
  return { ...row, unreadCount, unreadAt, muted }
}

/** Returns the row after receipts for its last message. */
export function rowAfterStatus(row: Conversation, items: MessageStatus['items']): Conversation {
  const { lastMessage } = row
  const receipt = items.findLast(({ messageId }) => messageId === lastMessage?.id)
  if (!receipt || !lastMessage || !isNewerState(receipt, lastMessage)) return row
  const { state, revision } = receipt
  return { ...row, lastMessage: { ...lastMessage, state, revision } }
}
