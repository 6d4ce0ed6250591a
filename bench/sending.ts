import pg from 'pg'
import { Pool } from 'undici'
import { makeScope } from '../server/src/kernel/scope.ts'
import { LANE, queue } from '../server/src/modules/messages/index.ts'
import type { TestEnvironment } from '../server/test/faults/test-environment.ts'
import { bodyOf, countAccepted, IN_FLIGHT, postBare } from './bare-hand-offs.ts'
import { cpuBelow, cpuOf } from './cpu.ts'
import { comparePairs, median, printShares, type Goal, type Run } from './pairs.ts'

interface Options {
  texts: number
  rounds: number
  latencyMs: number
  postmasterPid: number
  goal: Goal
}

/**
 * Measures queued messages until each is handed off and recorded, against a bare pool that posts as many to the same
 * carrier.
 */
export async function benchSending(environment: TestEnvironment, options: Options): Promise<void> {
  // Receipts arrive an hour later, after this run: they are measured separately.
  await environment.carrier({ mode: 'ok', latencyMs: options.latencyMs, receiptDelayMs: 3_600_000 })
  const product = await environment.product()
  const pool = new Pool(environment.carrierUrl, { connections: IN_FLIGHT, pipelining: 1 })
  try {
    const shares = await comparePairs(
      options.rounds,
      (round) => postBare(environment, pool, { texts: options.texts, round }),
      async (round) => {
        const before = { app: cpuOf(product.pid), db: cpuBelow(options.postmasterPid) }
        const run = await sendThrough(environment, options.texts, round)
        return {
          ...run,
          cpu: { product: cpuOf(product.pid) - before.app, PostgreSQL: cpuBelow(options.postmasterPid) - before.db },
        }
      },
    )
    printShares(
      `Hand-offs, ${options.texts.toLocaleString('en')} messages${options.latencyMs ? `, carrier answers after ${options.latencyMs} ms` : ''}`,
      shares,
      options.goal,
    )
  } finally {
    await pool.close()
    product.signal('SIGKILL')
    await product.ended
  }
}

/** The triggers on messages that note changes for the figures of the dashboard (ADR 0143). */
const FIGURE_TRIGGERS = ['message_figures_added', 'message_figures_changed', 'message_figures_deleted']

/** Measures hand-offs with the triggers of the dashboard against hand-offs without them, in pairs. */
export async function benchTriggers(url: string, environment: TestEnvironment, options: Options): Promise<void> {
  await environment.carrier({ mode: 'ok', latencyMs: options.latencyMs, receiptDelayMs: 3_600_000 })
  const client = new pg.Client(url)
  await client.connect()
  const product = await environment.product()
  const run = async (verb: 'enable' | 'disable', round: number): Promise<Run> => {
    await client.query(FIGURE_TRIGGERS.map((name) => `alter table message ${verb} trigger ${name}`).join('; '))
    const before = { app: cpuOf(product.pid), db: cpuBelow(options.postmasterPid) }
    const sent = await sendThrough(environment, options.texts, round)
    const cpu = {
      product: cpuOf(product.pid) - before.app,
      PostgreSQL: cpuBelow(options.postmasterPid) - before.db,
    }
    if (verb === 'disable') without.push(cpu.PostgreSQL)
    return { ...sent, cpu }
  }
  const without: number[] = []
  try {
    const shares = await comparePairs(
      options.rounds,
      (round) => run('disable', 2 * round),
      (round) => run('enable', 2 * round + 1),
    )
    const count = options.texts.toLocaleString('en')
    printShares(
      `Hand-offs with the triggers of the dashboard, of those without, ${count} messages`,
      shares,
      options.goal,
    )
    const ms = (median(without.slice(1)) * 1_000_000) / options.texts
    console.log(`  PostgreSQL without them: ${ms.toFixed(0)} ms of processor time per 1,000 messages`)
  } finally {
    await client.end()
    product.signal('SIGKILL')
    await product.ended
  }
}

async function sendThrough(environment: TestEnvironment, texts: number, round: number): Promise<Run> {
  const { kernel, org } = environment
  const before = await countAccepted(environment)
  const orgSummary = { id: org.id, country: 'US', timezone: 'America/Chicago', status: 'active' as const }
  const scope = makeScope(kernel, orgSummary, { kind: 'system', reason: 'bench' }, 'bench')
  const drafts = Array.from({ length: texts }, (_, nth) => {
    const contact = environment.contacts[nth % environment.contacts.length] as TestEnvironment['contacts'][number]
    return {
      id: kernel.world.id(),
      contactId: contact.id,
      lineId: environment.fast.id,
      from: environment.fast.phone,
      to: contact.phone,
      body: bodyOf(round, nth),
      kind: 'broadcast' as const,
      senderId: null,
    }
  })
  // One transaction, so that the sender sees all messages at once and the clock starts with the commit.
  await scope.tx(async (tx) => {
    for (let at = 0; at < texts; at += 2_500) await queue(tx, LANE.broadcast, drafts.slice(at, at + 2_500))
  })
  const startedAt = performance.now()
  for (;;) {
    const { rows } = await environment.sql.query('select from outgoing_chunk limit 1')
    if (rows.length === 0) break
    if (performance.now() - startedAt > 300_000) throw new Error('not handed off within 5 minutes')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const seconds = (performance.now() - startedAt) / 1000
  const states = await environment.sql.query<{ state: string; n: number }>(
    `select state, count(*)::int as n from message where id = any($1) group by state`,
    [drafts.map((draft) => draft.id)],
  )
  const accepted = (await countAccepted(environment)) - before
  if (
    states.rows.length !== 1 ||
    states.rows[0]?.state !== 'submitted' ||
    states.rows[0].n !== texts ||
    accepted !== texts
  )
    throw new Error(`wrong result: ${JSON.stringify(states.rows)}, the carrier accepted ${accepted} of ${texts}`)
  return { count: texts, seconds }
}
