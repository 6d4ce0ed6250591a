import type { MessageStatus } from '@crewline/contract/events'
import type { Conversation } from '@crewline/contract/inbox'
import { CONVERSATIONS_STORED_MAX, MESSAGES_STORED_MAX } from '@crewline/contract/limits'
import type { Message } from '@crewline/contract/messages'
import type { Reducer, UnknownAction } from '@reduxjs/toolkit'
import { api } from '../../../shared/api/base.ts'
import type { SessionState } from '../../../shared/lib/session/select.ts'
import { fullName, type ConversationHeading, type MessageState } from '../../../shared/lib/session/state.ts'
import { cacheEntries, findLoadedRow } from './cache.ts'
import type { ListPage } from './fold.ts'
import { shownState } from './message-fold.ts'
import type { ThreadPage, ThreadQuery } from './thread-fold.ts'

/** The latest receipts and outbound messages that are listed. */
const LATEST_MAX = 100

/** The whole state: the session, and the query cache that the selectors read. */
type State = SessionState

/** Remembers each result, so that an unchanged row or message gives the same object again. */
function perObject<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const made = new WeakMap<From, To>()
  return (from) => {
    const known = made.get(from) ?? make(from)
    made.set(from, known)
    return known
  }
}

const headingOf = perObject(({ id, contact, archived, unreadCount, lastAt }: Conversation): ConversationHeading => ({
  id,
  name: fullName(contact),
  archived,
  unreadCount,
  lastAt,
}))

const statusOf = perObject((message: Message): MessageStatus['items'][number] => {
  const { id, contactId, state, errorCode, reason } = message
  const { revision = message.revision } = shownState(message)
  return { messageId: id, contactId, state, revision, errorCode, reason }
})

/** Selects the loaded conversation list that was fetched last; undefined when none is loaded. */
export function selectConversations(state: State): ConversationHeading[] | undefined {
  const lists = cacheEntries(state, 'conversationList').filter(({ data }) => data)
  const latest = lists.toSorted((a, b) => (a.fulfilledTimeStamp ?? 0) - (b.fulfilledTimeStamp ?? 0)).at(-1)
  return (latest?.data?.pages as ListPage[] | undefined)
    ?.flatMap(({ data }) => data)
    .slice(0, CONVERSATIONS_STORED_MAX)
    .map(headingOf)
}

function messagesIn(pages: unknown): Message[] {
  return (pages as ThreadPage[]).toReversed().flatMap(({ messages }) => messages)
}

/** Selects the last 50 messages of the active conversation, in order; undefined when its thread is not loaded. */
export function selectMessages(state: State): Message[] | undefined {
  const id = state.message.activeConversation?.id
  const threads = cacheEntries(state, 'thread').filter(
    ({ data, originalArgs }) => data && (originalArgs as ThreadQuery).id === id,
  )
  const fromEnd = threads.find(({ originalArgs }) => (originalArgs as ThreadQuery).around === '') ?? threads[0]
  return fromEnd?.data && messagesIn(fromEnd.data.pages).slice(-MESSAGES_STORED_MAX)
}

/** Selects the active conversation with the archived flag of its loaded row. */
export function selectActiveConversation(state: State): MessageState['activeConversation'] {
  const active = state.message.activeConversation
  const row = active && findLoadedRow({ getState: () => state }, active.id)
  return row && row.archived !== active.archived ? { ...active, archived: row.archived } : active
}

function isFetching(state: State, name: 'conversationList' | 'thread'): boolean {
  return cacheEntries(state, name).some(({ status }) => status === 'pending')
}

/** Selects the latest outbound messages of every loaded thread, newest last. */
export function selectOutgoingMessages(state: State): Message[] {
  const sent = cacheEntries(state, 'thread')
    .flatMap(({ data }) => messagesIn(data?.pages.slice(0, 1) ?? []))
    .filter(({ direction }) => direction === 'out')
  const each = new Map(sent.map((message) => [message.id, message]))
  return [...each.values()].toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1)).slice(-LATEST_MAX)
}

/** Selects the latest receipt of each of these messages. */
export function selectMessageStatuses(state: State): MessageStatus['items'] {
  return selectOutgoingMessages(state).map(statusOf)
}

/** Returns the former list if the new one has the same items, so that nothing renders or is stored again. */
function settled<T>(before: T[], next: T[]): T[] {
  return next.length === before.length && next.every((item, at) => item === before[at]) ? before : next
}

/**
 * Adds the selected values to the state under the names of the session: `message.messages`, `ws.messageStatus` and the
 * others are computed from the query cache after each action and have no reducer of their own. What was stored in the
 * browser is shown until the cache has its own.
 */
export function withClientState<S extends State, Preloaded>(
  reducer: Reducer<S, UnknownAction, Preloaded>,
): Reducer<S, UnknownAction, Preloaded> {
  return (given, action) => {
    const next = reducer(given, action)
    const before = given as S | undefined
    // A logout ends before the cache is cleared.
    if (next.auth.token === null) return next
    if (queriesOf(before) === queriesOf(next) && before?.message === next.message) return next
    const { message, ws } = next
    // Without an entry the stored value stays; an entry that was dropped leaves nothing behind.
    const selected = <T>(select: (state: State) => T[] | undefined, current: T[]): T[] =>
      settled(current, select(next) ?? (before && select(before) ? [] : current))
    return {
      ...next,
      message: merged(message, {
        activeConversation: selectActiveConversation(next),
        conversations: selected(selectConversations, message.conversations),
        messages: selected(selectMessages, message.messages),
        refreshing: isFetching(next, 'conversationList'),
        refreshingMessages: isFetching(next, 'thread'),
      }),
      ws: merged(ws, {
        messageStatus: settled(ws.messageStatus, selectMessageStatuses(next)),
        outgoingMessage: settled(ws.outgoingMessage, selectOutgoingMessages(next)),
      }),
    }
  }
}

function queriesOf(state: object | undefined): unknown {
  return (state as Record<string, { queries: unknown } | undefined> | undefined)?.[api.reducerPath]?.queries
}

function merged<T extends object>(slice: T, part: Partial<T>): T {
  const isChanged = (Object.keys(part) as (keyof T)[]).some((key) => slice[key] !== part[key])
  return isChanged ? { ...slice, ...part } : slice
}
