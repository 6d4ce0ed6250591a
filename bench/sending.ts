import { Pool } from 'undici'
import { makeScope } from '../server/src/kernel/scope.ts'
import { LANE, queue } from '../server/src/modules/messages/index.ts'
import type { Stage } from '../server/test/faults/stage.ts'
import { cpuBelow, cpuOf } from './cpu.ts'
import { comparePairs, printShares, type Goal, type Run } from './pairs.ts'

/** Hand-offs at the same time, as many as the simulated carrier's adapter allows on one line. */
const IN_FLIGHT = 64

interface Options {
  texts: number
  rounds: number
  latencyMs: number
  postmasterPid: number
  goal: Goal
}

/** Queued texts until every one is handed off and recorded, against a bare pool that posts as many to the same carrier. */
export async function benchSending(stage: Stage, options: Options): Promise<void> {
  // Receipts come an hour later, that is not in this run: they are another row of the table.
  await stage.carrier({ mode: 'ok', latencyMs: options.latencyMs, receiptDelayMs: 3_600_000 })
  const product = await stage.product()
  const pool = new Pool(stage.carrierUrl, { connections: IN_FLIGHT, pipelining: 1 })
  try {
    const shares = await comparePairs(
      options.rounds,
      (round) => postBare(stage, pool, options.texts, round),
      async (round) => {
        const before = { app: cpuOf(product.pid), db: cpuBelow(options.postmasterPid) }
        const run = await sendThrough(stage, options.texts, round)
        return {
          ...run,
          cpu: { product: cpuOf(product.pid) - before.app, PostgreSQL: cpuBelow(options.postmasterPid) - before.db },
        }
      },
    )
    printShares(
      `Hand-offs, ${options.texts.toLocaleString('en')} texts${options.latencyMs ? `, carrier answers after ${options.latencyMs} ms` : ''}`,
      shares,
      options.goal,
    )
  } finally {
    await pool.close()
    product.signal('SIGKILL')
    await product.ended
  }
}

async function postBare(stage: Stage, pool: Pool, texts: number, round: number): Promise<Run> {
  const before = await takenBy(stage)
  const headers = { authorization: `Bearer ${stage.fast.credentials.key}`, 'content-type': 'application/json' }
  let next = 0
  let accepted = 0
  const startedAt = performance.now()
  const post = async () => {
    while (next < texts) {
      const nth = next++
      const worker = stage.workers[nth % stage.workers.length] as Stage['workers'][number]
      const answer = await pool.request({
        method: 'POST',
        path: '/v1/texts',
        headers,
        body: JSON.stringify({
          reference: `floor-${round}-${before}-${nth}`,
          from: stage.fast.phone,
          to: worker.phone,
          body: bodyOf(round, nth),
          mediaUrls: [],
          callbackUrl: `${stage.address}/hooks/simulated/${stage.fast.id}/${stage.fast.id}`,
          validitySeconds: 14_400,
        }),
      })
      await answer.body.text()
      if (answer.statusCode === 202) accepted += 1
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, post))
  const seconds = (performance.now() - startedAt) / 1000
  if (accepted !== texts) throw new Error(`the floor handed off ${accepted} of ${texts}`)
  return { count: texts, seconds }
}

async function sendThrough(stage: Stage, texts: number, round: number): Promise<Run> {
  const { kernel, org } = stage
  const before = await takenBy(stage)
  const facts = { id: org.id, country: 'US', timezone: 'America/Chicago', standing: 'active' as const }
  const scope = makeScope(kernel, facts, { kind: 'system', reason: 'bench' }, 'bench')
  const drafts = Array.from({ length: texts }, (_, nth) => {
    const worker = stage.workers[nth % stage.workers.length] as Stage['workers'][number]
    return {
      id: kernel.world.id(),
      contactId: worker.id,
      lineId: stage.fast.id,
      from: stage.fast.phone,
      to: worker.phone,
      body: bodyOf(round, nth),
      kind: 'broadcast' as const,
      senderId: null,
    }
  })
  // One transaction, so that the sender sees all of it at once and the clock starts with the commit.
  await scope.tx(async (tx) => {
    for (let at = 0; at < texts; at += 2_500) await queue(tx, LANE.broadcast, drafts.slice(at, at + 2_500))
  })
  const startedAt = performance.now()
  for (;;) {
    const { rows } = await stage.sql.query('select from outgoing_chunk limit 1')
    if (rows.length === 0) break
    if (performance.now() - startedAt > 300_000) throw new Error('not handed off within 5 minutes')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const seconds = (performance.now() - startedAt) / 1000
  const states = await stage.sql.query<{ state: string; n: number }>(
    `select state, count(*)::int as n from message where id = any($1) group by state`,
    [drafts.map((draft) => draft.id)],
  )
  const taken = (await takenBy(stage)) - before
  if (
    states.rows.length !== 1 ||
    states.rows[0]?.state !== 'submitted' ||
    states.rows[0].n !== texts ||
    taken !== texts
  )
    throw new Error(`wrong result: ${JSON.stringify(states.rows)}, the carrier took ${taken} of ${texts}`)
  return { count: texts, seconds }
}

/** How many texts the carrier took so far. */
async function takenBy(stage: Stage): Promise<number> {
  const text = await (await fetch(`${stage.carrierUrl}/control/ledger?since=${lastSeen}`)).text()
  const lines = text.split('\n').filter(Boolean)
  const last = lines.at(-1)
  if (last) lastSeen = (JSON.parse(last) as { n: number }).n
  return lastSeen
}
let lastSeen = 0

function bodyOf(round: number, nth: number): string {
  return `Round ${round}, text ${nth}: your shift tomorrow starts at 6:30 at the north gate. Reply YES if you can come.`
}
