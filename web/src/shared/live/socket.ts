import { FIRST_NOTIFICATIONS_DELAY_MS, USAGE_POLL_MS } from '@crewline/contract/limits'
import type { ClientEvents, ServerEvents } from '@crewline/contract/events'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { firstDelayMs, jitter, longestDelayMs, retryDelayMs } from './retry.ts'

/** The handlers for the events of the server. */
export type ServerEventHandlers = { [Name in keyof ServerEvents]: ServerEvents[Name] }

export interface LiveOptions {
  token: string
  /** Full name of the member, sent with the request for notifications. */
  name: string
  handlers: ServerEventHandlers
  /** Called on every connect; `again` is false the first time. */
  onConnect: (again: boolean) => void
  onDisconnect: () => void
  /** The server rejected the token. */
  onRefused: () => void
  /** Called when the server's unread count is requested. */
  onNotificationsRequested: () => void
}

export interface LiveConnection {
  /** Requests the server's unread count. */
  requestNotifications: () => void
  /** Notifies teammates that the member is typing to a contact, or stopped; dropped without a connection. */
  sendTyping: (event: { contactId: string; isTyping: boolean }) => void
  /** Notifies teammates which conversation the member is viewing; dropped without a connection. */
  sendPresence: (event: { contactId: string | null }) => void
  /** Notifies teammates which issue of news the member is editing; dropped without a connection. */
  sendEditing: (event: { issueId: string | null }) => void
  /** Closes the connection for good. */
  close: () => void
}

/** Opens a socket; tests provide their own. */
export type Dial = (options: Partial<ManagerOptions & SocketOptions>) => Socket<ServerEvents, ClientEvents>

function isHidden(): boolean {
  return typeof document !== 'undefined' && document.visibilityState === 'hidden'
}

/** Opens the live connection for a token, over websocket only, and reconnects until it is closed. */
export function openLive(
  { token, name, handlers, onConnect, onDisconnect, onRefused, onNotificationsRequested }: LiveOptions,
  dial: Dial = io,
): LiveConnection {
  const socket = dial({
    path: '/ws',
    addTrailingSlash: false,
    transports: ['websocket'],
    query: { token },
    forceNew: true,
    reconnectionDelay: firstDelayMs,
    reconnectionDelayMax: longestDelayMs,
    randomizationFactor: jitter,
  })
  let startTimer: ReturnType<typeof setTimeout> | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  let attempts = 0
  let wasConnected = false
  function requestNotifications(): void {
    if (!socket.connected) return
    onNotificationsRequested()
    socket.emit('getNotificationsv2', { user: name })
  }
  function requestUsage(): void {
    // A hidden page does not need usage.
    if (socket.connected && !isHidden()) socket.emit('getUsage')
  }
  function stopAsking(): void {
    clearTimeout(startTimer)
    clearInterval(poll)
  }
  function start(): void {
    requestNotifications()
    requestUsage()
    poll = setInterval(requestUsage, USAGE_POLL_MS)
  }
  function scheduleReconnect(): void {
    clearTimeout(retryTimer)
    retryTimer = setTimeout(() => socket.connect(), retryDelayMs(attempts, Math.random()))
    attempts += 1
  }

  socket.on('connect', () => {
    attempts = 0
    onConnect(wasConnected)
    wasConnected = true
    stopAsking()
    startTimer = setTimeout(start, FIRST_NOTIFICATIONS_DELAY_MS)
  })
  socket.on('disconnect', (reason) => {
    stopAsking()
    onDisconnect()
    // The library does not reconnect by itself when the server closed the connection.
    if (reason === 'io server disconnect') scheduleReconnect()
  })
  socket.on('connect_error', () => {
    onDisconnect()
    if (socket.active) return
    onRefused()
    scheduleReconnect()
  })
  for (const event of Object.keys(handlers) as (keyof ServerEventHandlers)[]) socket.on(event, handlers[event])
  return {
    requestNotifications,
    sendTyping(event) {
      if (socket.connected) socket.volatile.emit('typing', event)
    },
    sendPresence(event) {
      if (socket.connected) socket.volatile.emit('presence', event)
    },
    sendEditing(event) {
      if (socket.connected) socket.volatile.emit('news-editing', event)
    },
    close() {
      stopAsking()
      clearTimeout(retryTimer)
      socket.off()
      socket.disconnect()
    },
  }
}
