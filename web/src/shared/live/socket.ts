import { FIRST_NOTIFICATIONS_DELAY_MS } from '@crewline/contract/limits'
import type { ClientEvents, ServerEvents } from '@crewline/contract/events'
import { io, type Socket } from 'socket.io-client'
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
}

export interface LiveConnection {
  /** Asks for the server's count of what is unread. */
  askNotifications: () => void
  /** Ends the connection for good. */
  close: () => void
}

/** Opens the live connection for a token, by websocket only, and keeps it open until it is closed. */
export function openLive({ token, name, ears, onConnect, onDisconnect, onRefused }: LiveOptions): LiveConnection {
  const socket: Socket<ServerEvents, ClientEvents> = io({
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
  let tries = 0
  let wasConnected = false
  function askNotifications(): void {
    if (socket.connected) socket.emit('getNotificationsv2', { user: name })
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
    clearTimeout(ask)
    ask = setTimeout(askNotifications, FIRST_NOTIFICATIONS_DELAY_MS)
  })
  socket.on('disconnect', (reason) => {
    clearTimeout(ask)
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
    close() {
      clearTimeout(ask)
      clearTimeout(again)
      socket.off()
      socket.disconnect()
    },
  }
}
