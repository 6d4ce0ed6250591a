import type { Kernel, Running } from '../../kernel/kernel.ts'
import { makeScope, type Tx } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { LinkClicked } from './events.ts'
import { addHits, type ClickedCode, type Hits } from './store.ts'

/** Hits wait this long, in ms, so that a burst is written in few transactions. */
const WAIT_MS = 200
/** Codes per statement. */
const BATCH = 500
/** Most codes with hits that wait for the database; further ones are lost, because redirects must not fail. */
const WAITING_MAX = 50_000

interface Waiting extends Hits {
  orgId: string
}

/** The hits of one process that are not written yet. */
interface ClickQueue {
  waiting: Map<string, Waiting>
  timer: NodeJS.Timeout | undefined
  /** The last write; the next one follows it. */
  written: Promise<void>
}

/** Several processes in one program have separate ones. */
const queues = new WeakMap<Kernel, ClickQueue>()

function queueOf(kernel: Kernel): ClickQueue {
  const known = queues.get(kernel)
  if (known) return known
  const queue: ClickQueue = { waiting: new Map(), timer: undefined, written: Promise.resolve() }
  queues.set(kernel, queue)
  return queue
}

/** Counts one visit of a code, a moment later. */
export function countHit(kernel: Kernel, orgId: string, code: string, isBot: boolean): void {
  const queue = queueOf(kernel)
  const now = kernel.world.now()
  add(kernel, queue, { orgId, code, clicks: isBot ? 0 : 1, bots: isBot ? 1 : 0, firstClickAt: isBot ? null : now })
  schedule(kernel, queue)
}

/** Writes the hits that wait, after those that are being written. */
export function writeHits(kernel: Kernel): Promise<void> {
  const queue = queueOf(kernel)
  queue.written = queue.written.then(() => writeAll(kernel, queue))
  return queue.written
}

/** Writes the last hits when a process stops. */
export function startCounting(kernel: Kernel): Promise<Running> {
  return Promise.resolve({
    stop: async () => {
      clearTimeout(queueOf(kernel).timer)
      await writeHits(kernel)
    },
  })
}

function add(kernel: Kernel, { waiting }: ClickQueue, hits: Waiting): void {
  const before = waiting.get(hits.code)
  if (before) {
    before.clicks += hits.clicks
    before.bots += hits.bots
    before.firstClickAt = earlier(before.firstClickAt, hits.firstClickAt)
  } else if (waiting.size < WAITING_MAX) waiting.set(hits.code, hits)
  else kernel.log.error({ waiting: waiting.size }, 'links: too many clicks wait for the database, one is lost')
}

function earlier(first: Date | null, second: Date | null): Date | null {
  if (!first || !second) return first ?? second
  return first < second ? first : second
}

function schedule(kernel: Kernel, queue: ClickQueue): void {
  queue.timer ??= setTimeout(() => {
    queue.timer = undefined
    void writeHits(kernel)
  }, WAIT_MS).unref()
}

async function writeAll(kernel: Kernel, queue: ClickQueue): Promise<void> {
  const hits = [...queue.waiting.values()]
  queue.waiting.clear()
  for (const [orgId, ofOrg] of Map.groupBy(hits, (hit) => hit.orgId)) {
    for (let from = 0; from < ofOrg.length; from += BATCH) {
      const batch = ofOrg.slice(from, from + BATCH)
      try {
        await writeBatch(kernel, orgId, batch)
      } catch (error) {
        kernel.log.error({ org: orgId, err: (error as Error).message }, 'links: clicks could not be written yet')
        for (const hit of batch) add(kernel, queue, hit)
        schedule(kernel, queue)
      }
    }
  }
}

async function writeBatch(kernel: Kernel, orgId: string, hits: readonly Hits[]): Promise<void> {
  const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
  const scope = makeScope(kernel, organization, { kind: 'system', reason: 'links' }, 'links-clicks')
  await scope.tx(async (tx) => publishClicks(tx, await addHits(tx, hits)))
}

function publishClicks(tx: Tx, clicked: readonly ClickedCode[]): void {
  for (const ofOwner of Map.groupBy(clicked, ({ ownerKind, ownerId }) => `${ownerKind} ${ownerId}`).values()) {
    const [{ ownerKind, ownerId }] = ofOwner as [ClickedCode]
    const linkIds = [...new Set(ofOwner.map(({ linkId }) => linkId))]
    const contactIds = [...new Set(ofOwner.flatMap(({ contactId }) => contactId ?? []))]
    tx.publish(LinkClicked, { ownerKind, ownerId, linkIds, contactIds })
  }
}
