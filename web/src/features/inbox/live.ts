import type { IncomingMessage } from '@crewline/contract/events'
import type { Message } from '@crewline/contract/messages'
import { t } from '@lingui/core/macro'
import { api } from '../../shared/api/base.ts'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import type { SessionState } from '../../shared/lib/session/select.ts'
import type { Reactions } from '../../shared/live/hear.ts'
import { announce } from '../../shared/ui/announce.ts'
import { onChanged, onSent } from '../messages/index.ts'
import { fetchRow } from './api.ts'
import {
  changeRow,
  foldList,
  foldThread,
  knownRow,
  loadedLists,
  placeEverywhere,
  refetchIfFetching,
  refetchLists,
  type CacheStore,
} from './cache.ts'
import {
  findRow,
  isCounted,
  placeRow,
  rowAfter,
  rowAfterStatus,
  rowDrafted,
  rowFrom,
  rowHearing,
  rowRead,
  rowUpdated,
} from './fold.ts'
import { presenceHeard } from './presence.ts'
import { messagesAfterStatus, threadChanged, threadDrafted, threadWith } from './thread-fold.ts'

function takeIncoming(store: CacheStore, event: IncomingMessage): void {
  const { contactId, message } = event
  foldThread(store, contactId, (pages) => threadWith(pages, message))
  const row = knownRow(store, contactId)
  if (row) {
    changeRow(store, row, (one) => rowHearing(one, message))
    // It came after a newer one: whether it was counted, only the server can tell.
    if (isCounted(row, message) === undefined) void fetchRow(store, contactId)
  } else {
    placeEverywhere(store, rowFrom(event))
    // Older unread messages, tags and the rest of what we never loaded.
    void fetchRow(store, contactId)
  }
  refetchIfFetching(store, contactId)
}

function takeOutgoing(store: CacheStore, message: Message): void {
  const { contactId } = message
  foldThread(store, contactId, (pages) => threadWith(pages, message))
  const row = knownRow(store, contactId)
  if (row) changeRow(store, row, (one) => rowAfter(one, message))
  // The first message to somebody nobody wrote with: only the server knows the new row.
  else store.dispatch(api.util.invalidateTags([listOf('Conversation')]))
  refetchIfFetching(store, contactId)
  if (message.dueAt !== null) store.dispatch(api.util.invalidateTags([tagOf('Scheduled', contactId)]))
}

/** Keeps lists and threads true while events come in, and while our own texts reach the server. */
export function inboxLive(store: CacheStore): Reactions {
  onSent((message) => takeOutgoing(store, message))
  // What an answer of the server changed shows at once; lists follow with the live event.
  onChanged((message) => foldThread(store, message.contactId, (pages) => threadChanged(pages, message)))
  return {
    message: (event) => takeIncoming(store, event),
    'outgoing-message': ({ message }) => takeOutgoing(store, message),
    'message-changed'({ message }) {
      foldThread(store, message.contactId, (pages) => threadChanged(pages, message))
      const row = knownRow(store, message.contactId)
      const hasGone = message.sortKey !== message.id
      const isLast = row?.lastMessage?.id === message.id
      // A text that was taken back is not the last word any more: only the server knows what is.
      if (isLast && message.state === 'cancelled') void fetchRow(store, message.contactId)
      else if (row && (hasGone || isLast)) changeRow(store, row, (one) => rowAfter(one, message))
      refetchIfFetching(store, message.contactId)
      store.dispatch(api.util.invalidateTags([tagOf('Scheduled', message.contactId)]))
    },
    'message-status'({ items }) {
      for (const contactId of new Set(items.map((item) => item.contactId))) {
        foldThread(store, contactId, (pages) =>
          pages.map((page) => ({ ...page, messages: messagesAfterStatus(page.messages, items) })),
        )
        refetchIfFetching(store, contactId)
        store.dispatch(api.util.invalidateTags([tagOf('Scheduled', contactId)]))
      }
      for (const asked of loadedLists(store)) {
        foldList(store, asked, (pages) =>
          pages.map((page) => ({ ...page, data: page.data.map((row) => rowAfterStatus(row, items)) })),
        )
      }
      if (items.some(({ state }) => state === 'undelivered' || state === 'failed'))
        announce(t`A message was not delivered.`)
    },
    'conversation-updated'(event) {
      const row = knownRow(store, event.contactId)
      if (row) changeRow(store, row, (one) => rowUpdated(one, event))
      // The team changed what is beyond the loaded part: it may belong here now.
      else refetchLists(store)
      refetchIfFetching(store, event.contactId)
    },
    'conversation-read'(event) {
      const row = knownRow(store, event.contactId)
      if (row) changeRow(store, row, (one) => rowRead(one, event))
      else if (event.unreadCount > 0) refetchLists(store)
      refetchIfFetching(store, event.contactId)
    },
    presence: presenceHeard,
    'draft-updated'({ contactId, userId, name, body }) {
      if (userId === (store.getState() as SessionState).auth.user?.id) {
        // Written in this window or in another: rows show one's own draft, the thread only those of others.
        const row = knownRow(store, contactId)
        if (row) changeRow(store, row, (one) => rowDrafted(one, body))
        return refetchIfFetching(store, contactId)
      }
      const at = new Date().toISOString()
      foldThread(store, contactId, (pages) => threadDrafted(pages, { userId, name, body, at }))
    },
    'contacts-updated'() {
      refetchLists(store)
      store.dispatch(api.util.invalidateTags(['Thread']))
    },
    'contact-updated'({ contact }) {
      for (const asked of loadedLists(store)) {
        foldList(store, asked, (pages) => {
          const row = findRow(pages, contact.id)
          return row ? placeRow(pages, asked, { ...row, contact }) : pages
        })
      }
      foldThread(store, contact.id, (pages) =>
        pages.map((page) => ({ ...page, conversation: { ...page.conversation, contact } })),
      )
    },
  }
}
