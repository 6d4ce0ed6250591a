import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Database } from './db/pool.ts'
import type { Log } from './log.ts'

/**
 * The channels of signals between processes: new events in the log, messages waiting on a line, emails or push messages
 * to send, files to fetch, messages to translate, webhooks to deliver, posts to chat channels, webhooks of the payment
 * service, and the steps of each kind of durable run.
 */
export type WakeUpChannel =
  | 'events'
  | 'texts'
  | 'mails'
  | 'pushes'
  | 'files'
  | 'translations'
  | 'billing'
  | 'webhooks'
  | 'chat'
  | `run:${string}`

/**
 * Wakes up followers in every process. A signal is only a hint: a process that misses one finds the work by polling.
 */
export interface Signals {
  /** Signals after a commit; pending signals of the same kind are merged into one. */
  wakeUp(kind: WakeUpChannel): void
  /** Calls back on every signal from any process; returns a function that stops it. */
  onWakeUp(channel: WakeUpChannel, woken: () => void): () => void
  /** Broadcasts a short text to every process, for transient data that is lost without listeners. */
  broadcast(channel: string, word: string): void
  /** Receives the broadcasts of every process, this one included. */
  onBroadcast(channel: string, listener: (word: string) => void): void
  close(): Promise<void>
}

interface Note {
  kind: string
  text?: string
}

/** PostgreSQL refuses a notification of 8,000 bytes or more, and with it all of its statement. */
const PAYLOAD_MAX_BYTES = 7_999
/** Base64 characters of one part of a longer note; what surrounds them takes less than 100 bytes. */
const PART_CHARS = 7_800
/** Notes whose parts have not all arrived; more are only left by senders that died in between. */
const INCOMPLETE_MAX = 100

/** A piece of a note that is too long for one notification. */
interface Part {
  id: string
  at: number
  of: number
  piece: string
}

/** Splits a note into payloads that PostgreSQL accepts. */
function payloadsOf(note: Note): string[] {
  const whole = JSON.stringify(note)
  if (Buffer.byteLength(whole) <= PAYLOAD_MAX_BYTES) return [whole]
  const encoded = Buffer.from(whole).toString('base64')
  const of = Math.ceil(encoded.length / PART_CHARS)
  const id = randomBytes(9).toString('base64url')
  return Array.from({ length: of }, (_, at) =>
    JSON.stringify({ id, at, of, piece: encoded.slice(at * PART_CHARS, (at + 1) * PART_CHARS) } satisfies Part),
  )
}

/** Returns a function that takes payloads as they arrive and returns each note once it is complete. */
function makeJoiner(): (payload: string) => Note | undefined {
  const incomplete = new Map<string, string[]>()
  return (payload) => {
    const received = JSON.parse(payload) as Note | Part
    if (!('piece' in received)) return received
    const { id, at, of, piece } = received
    const pieces = incomplete.get(id) ?? []
    pieces[at] = piece
    incomplete.set(id, pieces)
    if (pieces.filter((part) => part !== undefined).length < of) {
      const [oldest] = incomplete.keys()
      if (incomplete.size > INCOMPLETE_MAX && oldest !== undefined) incomplete.delete(oldest)
      return undefined
    }
    incomplete.delete(id)
    return JSON.parse(Buffer.from(pieces.join(''), 'base64').toString()) as Note
  }
}

/** Opens one connection that listens and one queue that notifies; both reconnect after a loss. */
export async function openSignals(database: Database, log: Log): Promise<Signals> {
  const channels = new Map<string, Set<() => void>>()
  const broadcastListeners = new Map<string, Set<(word: string) => void>>()
  let pending: Note[] = []
  let sending = false
  let closed = false
  let client: pg.Client | undefined

  const join = makeJoiner()

  const onNotification = (payload: string | undefined) => {
    const note = join(payload ?? '{}')
    if (!note) return
    if (note.text === undefined) for (const listener of channels.get(note.kind) ?? []) listener()
    else for (const listener of broadcastListeners.get(note.kind) ?? []) listener(note.text)
  }

  const connect = async (): Promise<void> => {
    const made = await database.listener()
    made.on('notification', (message) => onNotification(message.payload))
    made.on('error', () => {})
    made.on('end', () => {
      client = undefined
      if (!closed) setTimeout(() => void reconnect(), 500).unref()
    })
    await made.query('listen crewline')
    client = made
    // Signals sent while the connection was down may have been missed, so every follower looks for work now.
    for (const listeners of channels.values()) for (const listener of listeners) listener()
  }
  const reconnect = async (): Promise<void> => {
    if (closed || client) return
    try {
      await connect()
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'signals: could not connect, trying again')
      setTimeout(() => void reconnect(), 1000).unref()
    }
  }

  const flush = async (): Promise<void> => {
    if (sending) return
    sending = true
    while (pending.length > 0 && client) {
      const batch = pending
      pending = []
      try {
        const payloads = batch.flatMap(payloadsOf)
        await client.query("select pg_notify('crewline', word) from unnest($1::text[]) word", [payloads])
      } catch {
        // Followers poll: a lost signal costs at most a second.
      }
    }
    pending = client ? pending : []
    sending = false
  }

  await connect()
  return {
    wakeUp: (kind) => {
      if (!pending.some((note) => note.kind === kind && note.text === undefined)) pending.push({ kind })
      void flush()
    },
    onWakeUp: (kind, listener) => {
      const listeners = channels.get(kind) ?? new Set()
      channels.set(kind, listeners.add(listener))
      return () => listeners.delete(listener)
    },
    broadcast: (channel, text) => {
      pending.push({ kind: channel, text })
      void flush()
    },
    onBroadcast: (channel, listener) => {
      broadcastListeners.set(channel, (broadcastListeners.get(channel) ?? new Set()).add(listener))
    },
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
