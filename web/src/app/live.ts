import { accessLive } from '../features/accounts/index.ts'
import { billingLive } from '../features/billing/index.ts'
import { broadcastsLive } from '../features/broadcasts/index.ts'
import { contactsLive } from '../features/contacts/index.ts'
import { groupsLive } from '../features/groups/index.ts'
import { fetchConversationState, inboxLive, conversationStateOf } from '../features/inbox/index.ts'
import { resumeSends } from '../features/messages/index.ts'
import { hrLive } from '../features/hr/index.ts'
import { recordsLive } from '../features/records/index.ts'
import { importsLive } from '../features/imports/index.ts'
import { newsLive } from '../features/news/index.ts'
import { notificationsLive, renewDevice } from '../features/notifications/index.ts'
import { organizationLive } from '../features/organizations/index.ts'
import { teamLive } from '../features/team/index.ts'
import { api, reconnected } from '../shared/api/base.ts'
import { listOf, tagOf } from '../shared/api/tags.ts'
import { fullName, isAuthenticated } from '../shared/lib/session/state.ts'
import { isViewing } from '../shared/lib/viewing.ts'
import { createEventHandlers, type Reactions } from '../shared/live/event-handlers.ts'
import { intoSession } from '../shared/live/into-session.ts'
import { openLive, type LiveConnection } from '../shared/live/socket.ts'
import { setPlaceSender } from '../shared/live/presence.ts'
import { setTypingSender } from '../shared/live/typing.ts'
import { closed, connected, disconnected, opening } from '../shared/live/ws.slice.ts'
import type { AppStore } from './store.ts'

/**
 * What events change. An event between the first answer and the first connection is not delivered, such as that of the
 * payment from which the browser just came back.
 */
const followedTags = [
  listOf('Conversation'),
  listOf('Thread'),
  listOf('Contact'),
  listOf('Group'),
  'Import',
  'Run',
  'Broadcast',
  tagOf('Me', 'me'),
  listOf('Billing'),
  'Hr',
  'Records',
  listOf('Team'),
  listOf('OrgSettings'),
  listOf('Holiday'),
  'Shift',
] as const

/**
 * Keeps exactly one live connection while a user is signed in: a new token replaces it, no token closes it. Messages
 * that were still being sent continue.
 */
export function followSession(store: AppStore, onDeadSession: (token: string | null) => void): void {
  let connection: LiveConnection | undefined
  let openFor: string | null = null

  const sessionReactions: Reactions = {
    'session-revoked': () => onDeadSession(openFor),
  }
  const notifications = notificationsLive(store, {
    fetchCount: () => connection?.requestNotifications(),
    conversationStateOf: (contactId) => conversationStateOf(store, contactId),
    fetchConversationState: (contactId) => fetchConversationState(store, contactId),
  })
  const handlers = createEventHandlers([
    intoSession(store),
    contactsLive(store),
    groupsLive(store),
    importsLive(store),
    broadcastsLive(store),
    // Before the inbox handler, which creates a row for a contact it has not loaded.
    notifications.reactions,
    inboxLive(store),
    teamLive(store),
    organizationLive(store),
    accessLive(store),
    billingLive(store),
    hrLive(store),
    newsLive,
    recordsLive(store),
    sessionReactions,
  ])

  function open(token: string, name: string): void {
    store.dispatch(opening())
    connection = openLive({
      token,
      name,
      handlers,
      onConnect(isAgain) {
        store.dispatch(connected())
        if (!isViewing()) void renewDevice(store.dispatch)
        // Reloads what changed while disconnected: the server's lists are authoritative, events are hints. Before the
        // first connection, only what events change can be behind.
        if (isAgain) store.dispatch(reconnected())
        else store.dispatch(api.util.invalidateTags([...followedTags]))
      },
      onDisconnect: () => store.dispatch(disconnected()),
      onNotificationsRequested: notifications.onCountRequested,
      // A rejected session gets a 403 here, which ends it; any other failure is retried.
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
      // Unsent messages of the previous organization wait in its own outbox until that organization is opened again.
      if (!isViewing()) resumeSends(store)
    } else store.dispatch(closed())
  }

  setTypingSender((event) => connection?.sendTyping(event))
  setPlaceSender(() => connection)
  store.subscribe(follow)
  follow()
}
