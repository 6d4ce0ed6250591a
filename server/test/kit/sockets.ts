import type { ServerEvents } from '@crewline/contract/events'
import { io, type Socket } from 'socket.io-client'

/** A browser's socket that remembers what it heard. */
export interface Ear {
  socket: Socket
  /** Everything heard under a name, in order; JSON strings are read. */
  all(name: keyof ServerEvents): unknown[]
  /** Waits for the next event of a name that fits. */
  next<T>(name: keyof ServerEvents, fits?: (data: T) => boolean): Promise<T>
  close(): void
}

/** Connects as a browser does; rejects when the door refuses. */
export async function listen(address: string, token: string): Promise<Ear> {
  const socket = io(address, {
    path: '/ws',
    addTrailingSlash: false,
    transports: ['websocket'],
    query: { token },
    reconnection: false,
    forceNew: true,
  })
  const heard: { name: string; data: unknown }[] = []
  const waiting = new Set<() => void>()
  socket.onAny((name: string, data: unknown) => {
    heard.push({ name, data: name === 'message' ? JSON.parse(data as string) : data })
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  let from = 0
  return {
    socket,
    all: (name) => heard.filter((one) => one.name === name).map((one) => one.data),
    next: <T>(name: keyof ServerEvents, fits: (data: T) => boolean = () => true) =>
      new Promise<T>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`no ${name} within 10 s; heard: ${heard.map((one) => one.name).join(', ')}`))
        }, 10_000)
        const look = () => {
          const at = heard.findIndex((one, index) => index >= from && one.name === name && fits(one.data as T))
          if (at < 0) return
          from = at + 1
          clearTimeout(timer)
          waiting.delete(look)
          resolve(heard[at]?.data as T)
        }
        waiting.add(look)
        look()
      }),
    close: () => socket.close(),
  }
}
