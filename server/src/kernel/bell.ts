import type pg from 'pg'
import type { Database } from './db/pool.ts'
import type { Log } from './log.ts'

/** What a ring is about: new facts in the log, texts waiting on a line, mails or push messages to hand over, files to fetch, acts on many conversations, texts to translate, files of people to bring in. */
export type Ring = 'facts' | 'texts' | 'mails' | 'pushes' | 'files' | 'acts' | 'translations' | 'imports' | 'groups'

/** Wakes followers in every process. A ring carries no truth: whoever misses one finds the work by polling. */
export interface Bell {
  /** Rings after a commit; rings of the same kind that wait to be sent are one. */
  ring(kind: Ring): void
  /** Calls back on every ring from any process; answers how to stop. */
  hear(kind: Ring, woken: () => void): () => void
  /** Sends one short word to every process, for things that are lost when nobody listens. */
  whisper(channel: string, word: string): void
  /** Hears whispers of every process, this one included. */
  hearWhisper(channel: string, heard: (word: string) => void): void
  close(): Promise<void>
}

interface Note {
  kind: string
  word?: string
}

/** Opens one connection that listens and one queue that notifies; both come back by themselves after a loss. */
export async function openBell(database: Database, log: Log): Promise<Bell> {
  const rings = new Map<string, Set<() => void>>()
  const whispers = new Map<string, Set<(word: string) => void>>()
  let pending: Note[] = []
  let sending = false
  let closed = false
  let client: pg.Client | undefined

  const heard = (payload: string | undefined) => {
    const note = JSON.parse(payload ?? '{}') as Note
    if (note.word === undefined) for (const woken of rings.get(note.kind) ?? []) woken()
    else for (const listener of whispers.get(note.kind) ?? []) listener(note.word)
  }

  const connect = async (): Promise<void> => {
    const made = await database.listener()
    made.on('notification', (message) => heard(message.payload))
    made.on('error', () => {})
    made.on('end', () => {
      client = undefined
      if (!closed) setTimeout(() => void reconnect(), 500).unref()
    })
    await made.query('listen crewline')
    client = made
    // Whatever was rung while nobody listened is found now.
    for (const listeners of rings.values()) for (const woken of listeners) woken()
  }
  const reconnect = async (): Promise<void> => {
    if (closed || client) return
    try {
      await connect()
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'bell: no connection yet')
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
        const payloads = batch.map((note) => JSON.stringify(note))
        await client.query("select pg_notify('crewline', word) from unnest($1::text[]) word", [payloads])
      } catch {
        // Followers poll: a lost ring costs at most a second.
      }
    }
    pending = client ? pending : []
    sending = false
  }

  await connect()
  return {
    ring: (kind) => {
      if (!pending.some((note) => note.kind === kind && note.word === undefined)) pending.push({ kind })
      void flush()
    },
    hear: (kind, woken) => {
      const listeners = rings.get(kind) ?? new Set()
      rings.set(kind, listeners.add(woken))
      return () => listeners.delete(woken)
    },
    whisper: (channel, word) => {
      pending.push({ kind: channel, word })
      void flush()
    },
    hearWhisper: (channel, listener) => {
      whispers.set(channel, (whispers.get(channel) ?? new Set()).add(listener))
    },
    close: async () => {
      closed = true
      await client?.end()
    },
  }
}
