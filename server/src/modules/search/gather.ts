import type { Db } from '../../kernel/db/pool.ts'
import { dealWithFacts } from '../../kernel/facts/durable.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { MessageChanged, MessageReceived, MessagesNoted, MessagesQueued } from '../messages/index.ts'
import { idFloor, idTime } from './months.ts'
import { dropWords, makeMonth, putWords } from './store.ts'
import { organizations, windowOf, writtenOf } from './views.ts'
import { searchWords } from './words.ts'

/** The name under which the place in the fact log is kept. */
const FOLLOWER = 'search'
/** Facts dealt with in one transaction. */
const STEP = 200
/** Messages read and written at once. */
const BATCH = 500
/** Words can be found so much later than they were written, in ms. */
const REST_MS = 250
/** Messages looked at in one step. */
const WINDOW = 5000
const NEWS = new Set([MessageReceived, MessagesQueued, MessagesNoted, MessageChanged].map((fact) => fact.name))
const DAY_MS = 24 * 3_600_000

/** Writes down the words of what was written since the last time; answers whether there may be more. */
export async function gatherNew(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('the words of every organization are written down to be found')
  const read = await dealWithFacts(
    system,
    { follower: FOLLOWER, most: STEP, now: kernel.world.now() },
    async (db, facts) => {
      const news = facts.filter((fact) => NEWS.has(fact.name))
      for (const [orgId, told] of Map.groupBy(news, (fact) => fact.orgId)) {
        const ids = [...new Set(told.flatMap((fact) => (fact.payload as { ids: string[] }).ids))].sort()
        for (let from = 0; from < ids.length; from += BATCH) await gather(db, orgId, ids.slice(from, from + BATCH))
      }
    },
  )
  return read === STEP
}

/** How far back to look for messages whose words are missing. */
interface Search {
  /** Only where nothing was ever written down the whole past is looked through; elsewhere from this id on. */
  since?: string
  /** Whether to go on; asked between steps. */
  goesOn?: () => boolean
}

/** Gathers the words of messages that no fact told of: those of before, of an import, of a restored database. Answers how many. */
export async function gatherMissing(kernel: Kernel, { since, goesOn = () => true }: Search = {}): Promise<number> {
  const system = kernel.database.asSystem('messages whose words were never written down are looked for')
  let gathered = 0
  for (const { id: orgId, isNew } of await organizations(system)) {
    let after = (isNew ? undefined : since) ?? '00000000-0000-0000-0000-000000000000'
    for (let isMore = true; isMore && goesOn();) {
      const window = await windowOf(system, { orgId, after, size: WINDOW })
      const missing = window.filter((one) => one.isMissing).map((one) => one.id)
      for (let from = 0; from < missing.length; from += BATCH)
        gathered += await gatherOld(system, orgId, missing.slice(from, from + BATCH))
      after = window.at(-1)?.id ?? after
      isMore = window.length === WINDOW
    }
  }
  return gathered
}

async function gatherOld(system: Db, orgId: string, ids: string[]): Promise<number> {
  for (const month of new Set(ids.map((id) => monthOf(id)))) await makeMonth(system, new Date(month))
  return gather(system, orgId, ids)
}

/** Makes room for this month and the next; safe to call again. */
export async function makeMonths(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('the months of words belong to all organizations')
  const now = kernel.world.now()
  for (const ahead of [0, 31]) await makeMonth(system, new Date(now.getTime() + ahead * DAY_MS))
}

/** Gathers words for the life of the process. */
export async function startGathering(kernel: Kernel): Promise<Running> {
  await makeMonths(kernel)
  let isCaughtUp = false
  let isStopped = false
  const since = idFloor(kernel.world.now().getTime() - 2 * DAY_MS)
  const following = followQueue(kernel, {
    name: 'search',
    ring: 'facts',
    restMs: REST_MS,
    pass: async () => {
      if (!isCaughtUp) await gatherMissing(kernel, { since, goesOn: () => !isStopped })
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
      words: searchWords([row.body, row.translation ?? '', row.transcript ?? ''].join('\n')),
    }))
  const known = rows.filter((row) => row.words.length > 0)
  const kept = new Set(known.map((row) => row.id))
  await putWords(db, orgId, known)
  await dropWords(
    db,
    orgId,
    ids.filter((id) => !kept.has(id)),
  )
  return known.length
}
