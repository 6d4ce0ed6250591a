import { contactsLive } from '../features/contacts/index.ts'
import { groupsLive } from '../features/groups/index.ts'
import { askStanding, inboxLive, standingOf } from '../features/inbox/index.ts'
import { resumeSends } from '../features/messages/index.ts'
import { notificationsLive, renewDevice } from '../features/notifications/index.ts'
import { api } from '../shared/api/base.ts'
import { listOf } from '../shared/api/tags.ts'
import { fullName, isAuthenticated } from '../shared/lib/session/state.ts'
import { hearAll, type Reactions } from '../shared/live/hear.ts'
import { intoSession } from '../shared/live/into-session.ts'
import { openLive, type LiveConnection } from '../shared/live/socket.ts'
import { tellPresenceOver } from '../shared/live/presence.ts'
import { tellTypingOver } from '../shared/live/typing.ts'
import { closed, connected, disconnected, opening } from '../shared/live/ws.slice.ts'
import type { AppStore } from './store.ts'

/** Keeps exactly one live connection while somebody is signed in: a new token closes the old one, no token closes it for good. Texts left behind go on. */
export function followSession(store: AppStore, onDead: (token: string | null) => void): void {
  let connection: LiveConnection | undefined
  let openFor: string | null = null

  const own: Reactions = {
    'session-revoked': () => onDead(openFor),
  }
  const notifications = notificationsLive(store, {
    ask: () => connection?.askNotifications(),
    standingOf: (contactId) => standingOf(store, contactId),
    askStanding: (contactId) => askStanding(store, contactId),
  })
  const ears = hearAll([
    intoSession(store),
    contactsLive(store),
    groupsLive(store),
    // Before the inbox, which makes up a row for whom it does not know yet.
    notifications.reactions,
    inboxLive(store),
    own,
  ])

  function open(token: string, name: string): void {
    store.dispatch(opening())
    connection = openLive({
      token,
      name,
      ears,
      onConnect() {
        store.dispatch(connected())
        void renewDevice(store.dispatch)
        // What happened while nobody listened is read again: the server's lists are the truth, events are hints.
        store.dispatch(api.util.invalidateTags([listOf('Conversation'), listOf('Thread'), listOf('Contact')]))
      },
      onDisconnect: () => store.dispatch(disconnected()),
      onAsk: notifications.onAsk,
      // A dead session answers 403 here, which ends it; anything else is tried again.
      onRefused: () => void store.dispatch(api.util.invalidateTags([{ type: 'Me', id: 'me' }])),
    })
  }

  function follow(): void {
    const { auth } = store.getState()
    const token = isAuthenticated(auth) ? auth.token : null
    if (token === openFor) return
    openFor = token
    connection?.close()
    connection = undefined
    if (token && auth.user) {
      open(token, fullName(auth.user))
      // Texts of the organization left behind wait in its own outbox until it is open again.
      resumeSends(store)
    } else store.dispatch(closed())
  }

  tellTypingOver((event) => connection?.tellTyping(event))
  tellPresenceOver((event) => connection?.tellPresence(event))
  store.subscribe(follow)
  follow()
}
