import type { Message } from '@crewline/contract/messages'
import { t } from '@lingui/core/macro'
import type { Reactions } from '../../shared/live/hear.ts'
import { announce } from '../../shared/ui/announce.ts'
import { onSent } from '../messages/index.ts'
import { api } from '../../shared/api/base.ts'
import { listOf } from '../../shared/api/tags.ts'
import {
  changeRow,
  foldList,
  foldThread,
  knownRow,
  loadedLists,
  placeEverywhere,
  refetchIfFetching,
  type CacheStore,
} from './cache.ts'
import {
  findRow,
  messagesAfterStatus,
  placeRow,
  rowAfter,
  rowAfterStatus,
  rowFrom,
  rowUpdated,
  threadWith,
} from './fold.ts'

function takeOutgoing(store: CacheStore, message: Message): void {
  foldThread(store, message.contactId, (pages) => threadWith(pages, message))
  const row = knownRow(store, message.contactId)
  if (row) placeEverywhere(store, rowAfter(row, message))
  // The first message to somebody nobody wrote with: only the server knows the new row.
  else store.dispatch(api.util.invalidateTags([listOf('Conversation')]))
  refetchIfFetching(store, message.contactId)
}

/** Keeps lists and threads true while events come in, and while our own texts reach the server. */
export function inboxLive(store: CacheStore): Reactions {
  onSent((message) => takeOutgoing(store, message))
  return {
    message(event) {
      foldThread(store, event.contactId, (pages) => threadWith(pages, event.message))
      const row = knownRow(store, event.contactId)
      const next = row ? rowAfter(row, event.message, event.unreadCount) : rowFrom(event)
      changeRow(store, next, () => next)
      refetchIfFetching(store, event.contactId)
    },
    'outgoing-message': ({ message }) => takeOutgoing(store, message),
    'message-status'({ items }) {
      for (const contactId of new Set(items.map((item) => item.contactId))) {
        foldThread(store, contactId, (pages) =>
          pages.map((page) => ({ ...page, messages: messagesAfterStatus(page.messages, items) })),
        )
        refetchIfFetching(store, contactId)
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
      // Somebody opened or archived what is beyond the loaded part: it may belong here now.
      else store.dispatch(api.util.invalidateTags([listOf('Conversation')]))
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
