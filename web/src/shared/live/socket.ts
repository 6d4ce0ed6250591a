import { FIRST_NOTIFICATIONS_DELAY_MS, USAGE_POLL_MS } from '@crewline/contract/limits'
import type { ClientEvents, ServerEvents } from '@crewline/contract/events'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { firstDelayMs, jitter, longestDelayMs, retryDelayMs } from './retry.ts'

/** What the page does on each event of the server. */
export type Ears = { [Name in keyof ServerEvents]: ServerEvents[Name] }

export interface LiveOptions {
  token: string
  /** Full name of the member, told when asking for notifications. */
  name: string
  ears: Ears
  /** Called on every connect; `again` is false the first time. */
  onConnect: (again: boolean) => void
  onDisconnect: () => void
  /** The server does not accept the token. */
  onRefused: () => void
  /** The server is being asked for its count of what is unread. */
  onAsk: () => void
}

export interface LiveConnection {
  /** Asks for the server's count of what is unread. */
  askNotifications: () => void
  /** Tells teammates that one writes to a contact, or stopped; lost without a connection. */
  tellTyping: (event: { contactId: string; isTyping: boolean }) => void
  /** Tells teammates which conversation one looks at; lost without a connection. */
  tellPresence: (event: { contactId: string | null }) => void
  /** Ends the connection for good. */
  close: () => void
}

/** How the socket library opens a connection; tests bring their own. */
export type Dial = (options: Partial<ManagerOptions & SocketOptions>) => Socket<ServerEvents, ClientEvents>

function isHidden(): boolean {
  return typeof document !== 'undefined' && document.visibilityState === 'hidden'
}

/** Opens the live connection for a token, by websocket only, and keeps it open until it is closed. */
export function openLive(
  { token, name, ears, onConnect, onDisconnect, onRefused, onAsk }: LiveOptions,
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
  let ask: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let poll: ReturnType<typeof setInterval> | undefined
  let tries = 0
  let wasConnected = false
  function askNotifications(): void {
    if (!socket.connected) return
    onAsk()
    socket.emit('getNotificationsv2', { user: name })
  }
  function askUsage(): void {
    // Nobody looks at a hidden page.
    if (socket.connected && !isHidden()) socket.emit('getUsage')
  }
  function stopAsking(): void {
    clearTimeout(ask)
    clearInterval(poll)
  }
  function start(): void {
    askNotifications()
    askUsage()
    poll = setInterval(askUsage, USAGE_POLL_MS)
  }
  function retryByHand(): void {
    clearTimeout(again)
    again = setTimeout(() => socket.connect(), retryDelayMs(tries, Math.random()))
    tries += 1
  }

  socket.on('connect', () => {
    tries = 0
    onConnect(wasConnected)
    wasConnected = true
    stopAsking()
    ask = setTimeout(start, FIRST_NOTIFICATIONS_DELAY_MS)
  })
  socket.on('disconnect', (reason) => {
    stopAsking()
    onDisconnect()
    // The library does not come back by itself when the server closed the connection.
    if (reason === 'io server disconnect') retryByHand()
  })
  socket.on('connect_error', () => {
    onDisconnect()
    if (socket.active) return
    onRefused()
    retryByHand()
  })
  for (const event of Object.keys(ears) as (keyof Ears)[]) socket.on(event, ears[event])
  return {
    askNotifications,
    tellTyping(event) {
      if (socket.connected) socket.volatile.emit('typing', event)
    },
    tellPresence(event) {
      if (socket.connected) socket.volatile.emit('presence', event)
    },
    close() {
      stopAsking()
      clearTimeout(again)
      socket.off()
      socket.disconnect()
    },
  }
}
