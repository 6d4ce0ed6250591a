import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import { startChild } from '../server/test/faults/child.ts'
import type { TestEnvironment } from '../server/test/faults/test-environment.ts'
import { countAccepted, IN_FLIGHT, postBare } from './bare-hand-offs.ts'
import { launchToEveryone, untilTrue } from './broadcast-calls.ts'
import { cpuBelow, cpuOf } from './cpu.ts'
import { comparePairs, printShares, type Goal, type Run } from './pairs.ts'

const RECEIPTS = fileURLToPath(new URL('./floor-receipts.ts', import.meta.url))
const CROWD = fileURLToPath(new URL('../server/test/faults/crowd.ts', import.meta.url))
/** Members who watch the broadcast while it is sent. */
const WATCHERS = 5
const WITHIN_MS = 240_000

interface Options {
  rounds: number
  latencyMs: number
  /** Whether each text is reported sent and delivered, and the run ends when all are. */
  isReported: boolean
  postmasterPid: number
  goal: Goal
}

/**
 * Measures a broadcast to every contact from its freeze until the outcome of each recipient is stored and counted, with
 * members watching, against a bare pool that posts as many texts to the same carrier and a bare server for their receipts.
 */
export async function benchEndToEnd(environment: TestEnvironment, options: Options): Promise<void> {
  await environment.carrier({
    mode: 'ok',
    latencyMs: options.latencyMs,
    // Where receipts are not measured they arrive an hour later, after this run.
    receiptDelayMs: options.isReported ? 100 : 3_600_000,
  })
  const product = await environment.product()
  const { secret } = environment.fast.credentials
  const receipts = await startChild(RECEIPTS, { SECRET: secret }, /^READY (\S+)/)
  const crowd = await environment.run(CROWD, {}, /^READY/)
  const pool = new Pool(environment.carrierUrl, { connections: IN_FLIGHT, pipelining: 1 })
  try {
    const tokens = environment.members.slice(0, WATCHERS).map((member) => member.token)
    const open = { address: environment.address, tokens, count: WATCHERS }
    await crowd.child.sendCommand(JSON.stringify({ open }), /^OPEN/)
    const shares = await comparePairs(
      options.rounds,
      (round) => sendBare(environment, { pool, round, receiptsUrl: receipts.match[1] ?? '', options }),
      async () => {
        const before = { app: cpuOf(product.pid), db: cpuBelow(options.postmasterPid) }
        const run = await broadcastOnce(environment, options)
        return {
          ...run,
          cpu: { product: cpuOf(product.pid) - before.app, PostgreSQL: cpuBelow(options.postmasterPid) - before.db },
        }
      },
    )
    const { latencyMs, isReported, goal } = options
    const carrier = latencyMs > 0 ? `, carrier answers after ${latencyMs} ms` : ''
    const name = `Broadcast to ${environment.contacts.length.toLocaleString('en')}, ${isReported ? 'until all are delivered' : 'until all are handed off'}${carrier}`
    printShares(name, shares, goal)
  } finally {
    await pool.close()
    for (const child of [product, receipts.child, crowd.child]) {
      child.signal('SIGKILL')
      await child.ended
    }
  }
}

async function sendBare(
  environment: TestEnvironment,
  of: { pool: Pool; round: number; receiptsUrl: string; options: Options },
): Promise<Run> {
  const delivered = async () => Number(await (await fetch(of.receiptsUrl)).text())
  const before = await delivered()
  const texts = environment.contacts.length
  const startedAt = performance.now()
  const run = await postBare(environment, of.pool, { texts, round: of.round, callbackUrl: of.receiptsUrl })
  if (!of.options.isReported) return run
  while ((await delivered()) < before + texts) {
    if (performance.now() - startedAt > WITHIN_MS) throw new Error('the floor got too few receipts')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return { count: texts, seconds: (performance.now() - startedAt) / 1000 }
}

async function broadcastOnce(environment: TestEnvironment, { isReported }: Options): Promise<Run> {
  // makeOrg adds three contacts of its own.
  const people = environment.contacts.length + 3
  const before = await countAccepted(environment)
  const body = 'Hi {first_name|there}, your shift tomorrow starts at 6:30 at the north gate. Reply YES if you can come.'
  const runId = await launchToEveryone(environment, { body, lineId: environment.fast.id, people })
  const is = (query: string, values: unknown[]) => untilTrue(environment, { query, values, withinMs: WITHIN_MS })
  await is("select state <> 'waiting' as is from broadcast_run where id = $1", [runId])
  const startedAt = performance.now()
  const states = isReported ? ['state:delivered'] : ['state:submitted', 'state:sent', 'state:delivered']
  await is('select coalesce(sum(n), 0) = $3 as is from broadcast_tally where run_id = $1 and key = any($2)', [
    runId,
    states,
    people,
  ])
  const seconds = (performance.now() - startedAt) / 1000
  const accepted = (await countAccepted(environment)) - before
  const { rows } = await environment.sql.query<{ n: number }>(
    "select count(*)::int as n from broadcast_recipient where run_id = $1 and 'state:' || state = any($2)",
    [runId, states],
  )
  if (accepted !== people || rows[0]?.n !== people)
    throw new Error(`wrong result: ${rows[0]?.n} recipients, ${accepted} accepted by the carrier, of ${people}`)
  return { count: people, seconds }
}
