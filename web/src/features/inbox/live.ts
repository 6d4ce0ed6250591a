import type { IncomingMessage } from '@crewline/contract/events'
import type { Message } from '@crewline/contract/messages'
import { t } from '@lingui/core/macro'
import { api } from '../../shared/api/base.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import type { Reactions } from '../../shared/live/event-handlers.ts'
import { announce } from '../../shared/ui/feedback/announce.ts'
import { onChanged, onSent } from '../messages/index.ts'
import { fetchRow } from './api.ts'
import {
  cacheEntries,
  changeRow,
  updateList,
  updateMessages,
  updateThread,
  findLoadedRow,
  loadedLists,
  placeInLists,
  refetchIfFetching,
  refetchLists,
  refetchWaiting,
  type CacheStore,
} from './state/cache.ts'
import {
  findRow,
  isCountAhead,
  isCounted,
  placeRow,
  rowAfter,
  rowAfterStatus,
  rowDrafted,
  rowFrom,
  rowHearing,
  rowRead,
  rowUpdated,
} from './state/fold.ts'
import { isNewerState, shownState, type KnownState } from './state/message-fold.ts'
import { receivePresence } from './state/presence.ts'
import {
  messagesAfterStatus,
  threadChanged,
  threadDrafted,
  threadWith,
  type ThreadPage,
  type ThreadQuery,
} from './state/thread-fold.ts'

function takeIncoming(store: CacheStore, event: IncomingMessage): void {
  const { contactId, message } = event
  updateMessages(store, contactId, (pages) => threadWith(pages, message))
  const row = findLoadedRow(store, contactId)
  if (row) {
    changeRow(store, row, (current) => rowHearing(current, message))
    // It arrived after a newer message, so only the server can tell whether it is in the unread count.
    if (isCounted(row, message) === undefined) void fetchRow(store, contactId)
  } else {
    placeInLists(store, rowFrom(event))
    // Fetches older unread messages, tags and everything else that was never loaded.
    void fetchRow(store, contactId)
  }
  refetchIfFetching(store, contactId)
  refetchWaiting(store)
}

function takeOutgoing(store: CacheStore, message: Message): void {
  const { contactId } = message
  updateMessages(store, contactId, (pages) => threadWith(pages, message))
  const row = findLoadedRow(store, contactId)
  if (row) changeRow(store, row, (current) => rowAfter(current, message))
  // The first message to a contact without a conversation: only the server has the new row.
  else store.dispatch(api.util.invalidateTags([listOf('Conversation')]))
  refetchIfFetching(store, contactId)
  refetchWaiting(store)
  if (message.dueAt !== null) store.dispatch(api.util.invalidateTags([tagOf('Scheduled', contactId)]))
}

/** Returns the state of a message that a loaded thread or list shows, with what orders it; undefined when none does. */
function findShownState(
  store: CacheStore,
  { contactId, messageId }: { contactId: string; messageId: string },
): KnownState | undefined {
  const threads = cacheEntries(store.getState(), 'thread').filter(
    ({ originalArgs }) => (originalArgs as ThreadQuery).id === contactId,
  )
  const messages = threads.flatMap(({ data }) => (data?.pages ?? []) as ThreadPage[]).flatMap((page) => page.messages)
  const message = messages.find(({ id }) => id === messageId)
  if (message) return shownState(message)
  const last = findLoadedRow(store, contactId)?.lastMessage
  return last?.id === messageId ? last : undefined
}

const manyGatherMs = 1000

/** Updates lists and threads on live events and when sent messages reach the server. */
export function inboxLive(store: CacheStore): Reactions {
  onSent((message) => takeOutgoing(store, message))
  // A change in an API response shows in the thread at once; lists follow with the live event.
  onChanged((message) => updateMessages(store, message.contactId, (pages) => threadChanged(pages, message)))
  let manyTimer: ReturnType<typeof setTimeout> | undefined
  // While a broadcast is on its way, this event comes several times a second.
  function manyChanged(): void {
    manyTimer ??= setTimeout(() => {
      manyTimer = undefined
      refetchLists(store)
      refetchWaiting(store)
      store.dispatch(api.util.invalidateTags(['Thread', 'Scheduled']))
    }, manyGatherMs)
  }
  return {
    message: (event) => takeIncoming(store, event),
    'outgoing-message': ({ message }) => takeOutgoing(store, message),
    'message-changed'({ message }) {
      updateMessages(store, message.contactId, (pages) => threadChanged(pages, message))
      const row = findLoadedRow(store, message.contactId)
      const wasSent = message.sortKey !== message.id
      const isLast = row?.lastMessage?.id === message.id
      // A canceled message is no longer the last one: the server has the new last one.
      if (isLast && message.state === 'cancelled') void fetchRow(store, message.contactId)
      else if (row && (wasSent || isLast)) changeRow(store, row, (current) => rowAfter(current, message))
      refetchIfFetching(store, message.contactId)
      store.dispatch(api.util.invalidateTags([tagOf('Scheduled', message.contactId)]))
    },
    'message-status'({ items }) {
      const failed = items.filter(({ state }) => state === 'undelivered' || state === 'failed')
      // Before the pages change: a late event of an earlier try is no news where a later one is shown.
      const isNews = failed.some((item) => {
        const shown = findShownState(store, item)
        return !shown || isNewerState(item, shown)
      })
      for (const contactId of new Set(items.map((item) => item.contactId))) {
        updateMessages(store, contactId, (pages) =>
          pages.map((page) => ({ ...page, messages: messagesAfterStatus(page.messages, items) })),
        )
        refetchIfFetching(store, contactId)
        store.dispatch(api.util.invalidateTags([tagOf('Scheduled', contactId)]))
      }
      for (const filter of loadedLists(store)) {
        updateList(store, filter, (pages) =>
          pages.map((page) => ({ ...page, data: page.data.map((row) => rowAfterStatus(row, items)) })),
        )
      }
      if (isNews) announce(t`A message wasn't delivered.`)
    },
    'conversation-updated'(event) {
      const row = findLoadedRow(store, event.contactId)
      if (row) changeRow(store, row, (current) => rowUpdated(current, event))
      // A conversation outside the loaded part changed: it may belong in the list now.
      else refetchLists(store)
      refetchIfFetching(store, event.contactId)
      refetchWaiting(store)
    },
    'shift-note': () => refetchWaiting(store),
    'conversation-read'(event) {
      const row = findLoadedRow(store, event.contactId)
      // A text overtook the event: only the whole row says which messages its count includes.
      if (row && isCountAhead(row, event)) void fetchRow(store, event.contactId)
      else if (row) changeRow(store, row, (current) => rowRead(current, event))
      else if (event.unreadCount > 0) refetchLists(store)
      refetchIfFetching(store, event.contactId)
    },
    presence: receivePresence,
    'draft-updated'({ contactId, userId, name, body }) {
      if (userId === (store.getState() as SessionState).auth.user?.id) {
        // Written in this window or in another: rows show the own draft, the thread only those of others.
        const row = findLoadedRow(store, contactId)
        if (row) changeRow(store, row, (current) => rowDrafted(current, body))
        return refetchIfFetching(store, contactId)
      }
      const at = new Date().toISOString()
      updateThread(store, contactId, (pages) => threadDrafted(pages, { userId, name, body, at }))
    },
    'conversations-updated': manyChanged,
    'contacts-updated'() {
      refetchLists(store)
      refetchWaiting(store)
      store.dispatch(api.util.invalidateTags(['Thread']))
    },
    'contact-updated'({ contact }) {
      for (const filter of loadedLists(store)) {
        updateList(store, filter, (pages) => {
          const row = findRow(pages, contact.id)
          return row ? placeRow(pages, filter, { ...row, contact }) : pages
        })
      }
      updateThread(store, contact.id, (pages) =>
        pages.map((page) => ({ ...page, conversation: { ...page.conversation, contact } })),
      )
    },
  }
}
