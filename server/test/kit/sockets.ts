import type { ServerEvents } from '@crewline/contract/events'
import { io, type Socket } from 'socket.io-client'
import { PATIENCE_MS } from './slow-database.ts'

/** A browser's socket that records the events it received. */
export interface SocketClient {
  socket: Socket
  /** All received events of a name, in order; JSON strings are decoded. */
  all(name: keyof ServerEvents): unknown[]
  /** Waits for the next matching event of a name. */
  next<T>(name: keyof ServerEvents, fits?: (data: T) => boolean): Promise<T>
  close(): void
}

/** Connects as a browser does; rejects when the server refuses. */
export async function listen(address: string, token: string): Promise<SocketClient> {
  const socket = io(address, {
    path: '/ws',
    addTrailingSlash: false,
    transports: ['websocket'],
    query: { token },
    reconnection: false,
    forceNew: true,
  })
  const received: { name: string; data: unknown }[] = []
  const waiting = new Set<() => void>()
  socket.onAny((name: string, data: unknown) => {
    received.push({ name, data: name === 'message' ? JSON.parse(data as string) : data })
    for (const check of waiting) check()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  let from = 0
  return {
    socket,
    all: (name) => received.filter((event) => event.name === name).map((event) => event.data),
    next: <T>(name: keyof ServerEvents, fits: (data: T) => boolean = () => true) =>
      new Promise<T>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check)
          reject(
            new Error(
              `no ${name} within ${PATIENCE_MS / 1000} s; received: ${received.map((event) => event.name).join(', ')}`,
            ),
          )
        }, PATIENCE_MS)
        const check = () => {
          const at = received.findIndex((event, index) => index >= from && event.name === name && fits(event.data as T))
          if (at < 0) return
          from = at + 1
          clearTimeout(timer)
          waiting.delete(check)
          resolve(received[at]?.data as T)
        }
        waiting.add(check)
        check()
      }),
    close: () => socket.close(),
  }
}
