import type { ContactHead } from '@crewline/contract/contacts'
import type { ConversationUpdated, IncomingMessage, MessageStatus } from '@crewline/contract/events'
import type { Conversation } from '@crewline/contract/inbox'
import { PREVIEW_MAX } from '@crewline/contract/limits'
import type { Message, MessageState } from '@crewline/contract/messages'
import type { Reply } from '../../shared/api/from-contract.ts'

export type ListPage = Reply<'conversations'>
export type ThreadPage = Reply<'conversation'>

/** Which conversations a list shows. */
export interface ListAsked {
  status: 'open' | 'unread' | 'archived' | 'all'
  search: string
  groupIds: string[]
}

/** How far along a state is; before the carrier has it a text may go back and forth, afterwards only forward. */
const rank: Record<MessageState, number> = {
  held: 0,
  scheduled: 0,
  queued: 0,
  submitting: 0,
  unknown: 0,
  submitted: 10,
  sent: 20,
  undelivered: 40,
  failed: 40,
  delivered: 41,
  cancelled: 50,
  suppressed: 50,
  expired: 50,
  quarantined: 50,
  received: 50,
}

/** Whether a state may follow another; a late event never takes a text back. */
export function mayFollow(next: MessageState, now: MessageState): boolean {
  return rank[next] >= rank[now] && now !== 'delivered'
}

/** The first words of a message on one line, as the server cuts them. */
export function previewOf(body: string): string {
  const characters = Array.from(body.replace(/\s+/g, ' ').trim())
  return characters.length <= PREVIEW_MAX ? characters.join('') : `${characters.slice(0, PREVIEW_MAX - 1).join('')}…`
}

/** A conversation after one more message; an older one than its last changes nothing but the unread count. */
export function rowAfter(row: Conversation, message: Message, unreadCount = row.unreadCount): Conversation {
  if (row.lastMessage && row.lastMessage.id > message.id) return { ...row, unreadCount }
  const { id, direction, body, state, at, kind } = message
  const reopens = direction === 'in' || kind === 'text'
  return {
    ...row,
    unreadCount,
    archived: row.archived && !reopens,
    lastMessage: { id, direction, state, at, preview: previewOf(body) },
    lastAt: at > row.lastAt ? at : row.lastAt,
  }
}

/** The conversation of a worker whose message is the first we hear of; the number could text us, so we can text it. */
export function rowFrom({ contact, message, unreadCount }: IncomingMessage): Conversation {
  const head: ContactHead = { ...contact, phoneDisplay: contact.phone, reach: 'can_text' }
  return rowAfter(
    { id: contact.id, contact: head, archived: false, unreadCount, lastMessage: null, lastAt: message.at },
    message,
  )
}

function wants({ status }: ListAsked, row: Conversation): boolean {
  if (status === 'open') return !row.archived
  if (status === 'archived') return row.archived
  return status === 'all' || row.unreadCount > 0
}

function isNewer(one: Conversation, other: Conversation): boolean {
  return one.lastAt === other.lastAt ? one.id > other.id : one.lastAt > other.lastAt
}

/** The row of a conversation in the loaded part of a list. */
export function findRow(pages: readonly ListPage[], id: string): Conversation | undefined {
  for (const { data } of pages) {
    const row = data.find((one) => one.id === id)
    if (row) return row
  }
  return undefined
}

/**
 * The list after a conversation changed: the row moves to its place, enters or leaves. `keepId` stays although it no longer
 * belongs, because somebody looks at it. Rows beyond the loaded part are left to the next page. Undefined when only the
 * server can tell: the row is new to a list that is narrowed by a search or by groups.
 */
export function placeRow(
  pages: readonly ListPage[],
  asked: ListAsked,
  row: Conversation,
  keepId?: string,
): ListPage[] | undefined {
  const known = findRow(pages, row.id)
  const stays = wants(asked, row) || (known !== undefined && row.id === keepId)
  if (!known && stays && (asked.search !== '' || asked.groupIds.length > 0)) return undefined
  const without = pages.map((page) =>
    page.data.some(({ id }) => id === row.id) ? { ...page, data: page.data.filter(({ id }) => id !== row.id) } : page,
  )
  if (!stays) return without
  const at = without.findIndex(
    ({ data, nextCursor }) => nextCursor === undefined || data.some((other) => isNewer(row, other)),
  )
  const page = without[at]
  if (!page) return without
  const before = page.data.findIndex((other) => isNewer(row, other))
  const data = before === -1 ? [...page.data, row] : page.data.toSpliced(before, 0, row)
  return without.with(at, { ...page, data })
}

/** A conversation after somebody archived, opened or read it. */
export function rowUpdated(row: Conversation, { archived, unreadCount }: ConversationUpdated): Conversation {
  return { ...row, archived, unreadCount }
}

/** A conversation after receipts for its last message. */
export function rowAfterStatus(row: Conversation, items: MessageStatus['items']): Conversation {
  const { lastMessage } = row
  const told = items.findLast(({ messageId }) => messageId === lastMessage?.id)
  if (!told || !lastMessage || !mayFollow(told.state, lastMessage.state)) return row
  return { ...row, lastMessage: { ...lastMessage, state: told.state } }
}

/** The thread with one more message; a message it has already is replaced unless that would take it back. Pages run from the newest to the oldest. */
export function threadWith(pages: readonly ThreadPage[], message: Message): ThreadPage[] {
  const holder = pages.findIndex(({ messages }) => messages.some(({ id }) => id === message.id))
  const page = pages[holder]
  if (page) {
    const messages = page.messages.map((one) =>
      one.id === message.id && mayFollow(message.state, one.state) ? message : one,
    )
    return pages.with(holder, { ...page, messages })
  }
  const [newest, ...older] = pages
  if (!newest) return []
  // Ids grow with time; two that come at once are put in the server's order.
  const messages = [...newest.messages, message].toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return [{ ...newest, messages, conversation: rowAfter(newest.conversation, message) }, ...older]
}

/** The messages after receipts; each moves forward only. The same array when nothing changed. */
export function messagesAfterStatus(messages: Message[], items: MessageStatus['items']): Message[] {
  const told = new Map(items.map((item) => [item.messageId, item]))
  if (!messages.some(({ id }) => told.has(id))) return messages
  return messages.map((message) => {
    const item = told.get(message.id)
    if (!item || !mayFollow(item.state, message.state)) return message
    return { ...message, state: item.state, errorCode: item.errorCode, reason: item.reason }
  })
}
