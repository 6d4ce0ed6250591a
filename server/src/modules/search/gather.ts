import type { Db } from '../../kernel/db/pool.ts'
import { consumeEvents } from '../../kernel/events/durable.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import {
  AnswersReceived,
  MessageChanged,
  MessageReceived,
  InternalMessagesAdded,
  MessagesQueued,
} from '../messages/index.ts'
import { idFloor, idTime } from './months.ts'
import { deleteFromIndex, makeMonth, indexMessages } from './store.ts'
import { organizations, windowOf, writtenOf } from './views.ts'
import { extractTerms } from './words.ts'

/** The name of the cursor in the event log. */
const FOLLOWER = 'search'
/** Events processed in one transaction. */
const STEP = 200
/** Messages read and written at once. */
const BATCH = 500
/** Delay in ms before new messages become searchable. */
const PAUSE_MS = 250
/** Messages checked in one step. */
const WINDOW = 5000
const INDEXED_EVENTS = new Set(
  [MessageReceived, AnswersReceived, MessagesQueued, InternalMessagesAdded, MessageChanged].map((event) => event.name),
)
const DAY_MS = 24 * 3_600_000

/** Indexes the messages of new events. Returns whether there may be more. */
export async function gatherNew(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('messages of every organization are indexed for search')
  const read = await consumeEvents(
    system,
    { follower: FOLLOWER, most: STEP, now: kernel.world.now() },
    async (db, events) => {
      const relevant = events.filter((event) => INDEXED_EVENTS.has(event.name))
      for (const [orgId, orgEvents] of Map.groupBy(relevant, (event) => event.orgId)) {
        const ids = [...new Set(orgEvents.flatMap((event) => (event.payload as { ids: string[] }).ids))].sort()
        for (let from = 0; from < ids.length; from += BATCH) await gather(db, orgId, ids.slice(from, from + BATCH))
      }
    },
  )
  return read === STEP
}

/** How far back to look for messages that are not indexed. */
interface Search {
  /** The id to start from. An organization without any indexed message is scanned from the beginning. */
  since?: string
  /** Whether to continue; checked between steps. */
  shouldContinue?: () => boolean
}

/**
 * Indexes messages without an event: older ones, imported ones, or those of a restored database. Returns their number.
 */
export async function gatherMissing(
  kernel: Kernel,
  { since, shouldContinue = () => true }: Search = {},
): Promise<number> {
  const system = kernel.database.asSystem('messages that were never indexed are looked for')
  let gathered = 0
  for (const { id: orgId, isNew } of await organizations(system)) {
    let after = (isNew ? undefined : since) ?? '00000000-0000-0000-0000-000000000000'
    for (let isMore = true; isMore && shouldContinue();) {
      const window = await windowOf(system, { orgId, after, size: WINDOW })
      const missing = window.filter((message) => message.isMissing).map((message) => message.id)
      for (let from = 0; from < missing.length; from += BATCH)
        gathered += await gatherInMonths(system, orgId, missing.slice(from, from + BATCH))
      after = window.at(-1)?.id ?? after
      isMore = window.length === WINDOW
    }
  }
  return gathered
}

async function gatherInMonths(system: Db, orgId: string, ids: string[]): Promise<number> {
  for (const month of new Set(ids.map((id) => monthOf(id)))) await makeMonth(system, new Date(month))
  return gather(system, orgId, ids)
}

/** Creates the partitions of this month and the next. Safe to repeat. */
export async function makeMonths(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('the monthly search partitions belong to all organizations')
  const now = kernel.world.now()
  for (const ahead of [0, 31]) await makeMonth(system, new Date(now.getTime() + ahead * DAY_MS))
}

/** Indexes messages for the life of the process. */
export async function startGathering(kernel: Kernel): Promise<Running> {
  await makeMonths(kernel)
  let isCaughtUp = false
  let isStopped = false
  const since = idFloor(kernel.world.now().getTime() - 2 * DAY_MS)
  const following = followQueue(kernel, {
    name: 'search',
    wakeUp: 'events',
    pauseMs: PAUSE_MS,
    pass: async () => {
      if (!isCaughtUp) await gatherMissing(kernel, { since, shouldContinue: () => !isStopped })
      isCaughtUp = true
      return gatherNew(kernel)
    },
  })
  return {
    stop: () => {
      isStopped = true
      return following.stop()
    },
  }
}

function monthOf(id: string): number {
  const moment = new Date(idTime(id))
  return Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth())
}

async function gather(db: Db, orgId: string, ids: string[]): Promise<number> {
  const written = await writtenOf(db, orgId, ids)
  const rows = written
    .filter((row) => row.kind !== 'event')
    .map((row) => ({
      id: row.id,
      contactId: row.contact_id,
      senderId: row.sender_id,
      direction: row.direction,
      hasMedia: row.has_media,
      words: extractTerms([row.body, row.translation ?? '', row.transcript ?? ''].join('\n')),
    }))
  const indexed = rows.filter((row) => row.words.length > 0)
  const indexedIds = new Set(indexed.map((row) => row.id))
  await indexMessages(db, orgId, indexed)
  await deleteFromIndex(
    db,
    orgId,
    ids.filter((id) => !indexedIds.has(id)),
  )
  return indexed.length
}
