import { partialDeepStrictEqual } from 'node:assert'
import type { ClientEvents, ServerEvents } from '@crewline/contract/events'
import { io, type Socket } from 'socket.io-client'
import { openSession } from '../../src/kernel/http/session-gate.ts'
import type { Kernel } from '../../src/kernel/kernel.ts'
import { notifyInApp } from '../../src/kernel/realtime/in-app.ts'
import { viewingOf } from '../../src/kernel/scope.ts'
import { PATIENCE_MS } from './slow-database.ts'

type EventName = keyof ServerEvents
/** Events that say no more than that something changed, or that are the last of their socket. */
type Bare =
  | { [Name in EventName]: Parameters<ServerEvents[Name]>[0] extends Record<string, never> ? Name : never }[EventName]
  | 'session-revoked'

/** A browser's socket that records the events it received. */
export interface SocketClient {
  socket: Socket
  /** All received events of a name, in order; JSON strings are decoded. */
  all(name: EventName): unknown[]
  /**
   * Waits for the next event of a name that passes the check, or that contains the given part. An event of an earlier
   * change of the test may come first, so an event with data must be named by its data.
   */
  next<T>(name: EventName, fits: ((data: T) => boolean) | object): Promise<T>
  /** Waits for the next event without data; `catchUp` first when an earlier change of the test sends the same one. */
  next(name: Bare): Promise<unknown>
  /** Sends a page's request for the present state, and waits for the event that answers it. */
  ask<T>(request: keyof ClientEvents, data: unknown, answer: 'notifications' | 'usage'): Promise<T>
  close(): void
}

/** A client of the test app. */
export interface TestClient extends SocketClient {
  /** Waits until the events of every earlier change were delivered, and drops all that were received. */
  catchUp(): Promise<void>
}

/** A socket that can drop what it received up to a toast that `catchUp` sent. */
interface RecordingClient extends SocketClient {
  dropUntil(mark: string): Promise<void>
}

const MARK = 'test-caught-up'

/** Connects as a browser does; rejects when the server refuses. Events of earlier changes may still arrive. */
export async function listen(address: string, token: string): Promise<RecordingClient> {
  const socket = io(address, {
    path: '/ws',
    addTrailingSlash: false,
    transports: ['websocket'],
    query: { token },
    reconnection: false,
    forceNew: true,
  })
  const received: { name: string; data: unknown }[] = []
  const marks = new Set<string>()
  const waiting = new Set<() => void>()
  let from = 0
  socket.onAny((name: string, data: unknown) => {
    if (name === 'inapp-notification' && String(data).includes(MARK)) marks.add(String(data))
    else received.push({ name, data: name === 'message' ? JSON.parse(data as string) : data })
    for (const check of waiting) check()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  /** Checks now and after each event, until there is a result. */
  const waitFor = <T>(what: string, find: () => { result: T } | undefined) =>
    new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(check)
        const names = received.map((event, index) => (index < from ? `(${event.name})` : event.name))
        reject(new Error(`no ${what} within ${PATIENCE_MS / 1000} s; received: ${names.join(', ')}`))
      }, PATIENCE_MS)
      const check = () => {
        const found = find()
        if (!found) return
        clearTimeout(timer)
        waiting.delete(check)
        resolve(found.result)
      }
      waiting.add(check)
      check()
    })
  const next = <T>(name: EventName, fits: ((data: T) => boolean) | object = {}) =>
    waitFor(name, () => {
      const isMeant = typeof fits === 'function' ? fits : (data: unknown) => isPartOf(fits, data)
      const at = received.findIndex((event, index) => index >= from && event.name === name && isMeant(event.data))
      if (at < 0) return undefined
      from = at + 1
      return { result: received[at]?.data as T }
    })
  return {
    socket,
    all: (name) => received.filter((event) => event.name === name).map((event) => event.data),
    next,
    ask: <T>(request: keyof ClientEvents, data: unknown, answer: EventName) => {
      from = received.length
      socket.emit(request, data)
      return next<T>(answer)
    },
    close: () => socket.close(),
    dropUntil: (mark) =>
      waitFor('end of the earlier events', () => {
        if (![...marks].some((text) => text.includes(mark))) return undefined
        received.length = 0
        from = 0
        return { result: undefined }
      }),
  }
}

function isPartOf(part: object, data: unknown): boolean {
  try {
    partialDeepStrictEqual(data, part)
    return true
  } catch {
    return false
  }
}

/** Connects as `listen` does, and waits until no event of an earlier change can arrive any more. */
export async function connectCaughtUp(kernel: Kernel, address: string, token: string): Promise<TestClient> {
  const client = await listen(address, token)
  const catchUp = () => skipEarlier(kernel, client, token)
  await catchUp()
  return { ...client, catchUp }
}

/** Events keep the order of their transactions: after this toast, nothing that was committed before it can come. */
async function skipEarlier(kernel: Kernel, client: RecordingClient, token: string): Promise<void> {
  const scope = await openSession(kernel, token, 'test')
  // A view gets no toasts, and a blocked organization no events at all.
  if (scope.actor.kind !== 'member' || viewingOf(scope) || scope.org.status !== 'active') return
  const { userId } = scope.actor
  const mark = `${MARK} ${kernel.world.id()}`
  await scope.tx(async (tx) => notifyInApp(tx, { userId }, { id: mark, type: 'info', title: '', message: mark }))
  await client.dropUntil(mark)
}
