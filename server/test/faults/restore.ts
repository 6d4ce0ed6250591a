import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { runAdmin } from '../../src/main/admin.ts'
import type { Chance } from './chance.ts'
import { startChild } from './child.ts'
import { findDoubled, type LedgerMessage } from './checkers.ts'
import { Driver, pause, readLedger } from './driver.ts'
import { until } from './inbound-driver.ts'
import type { Outcome } from './inbound-storms.ts'
import type { TestEnvironment } from './test-environment.ts'

const ADMIN = fileURLToPath(new URL('./restore-command.ts', import.meta.url))
/** How long the restored product is watched for a text that leaves without a decision. */
const WATCHED_MS = 8_000

/** How much of a restore drill: texts that wait at the backup, people who write STOP after it, kills of the restore. */
export interface RestorePlan {
  texts: number
  optOuts: number
  kills: number
}

/** What the drill saw, for its checks. */
export interface RestoreEvidence {
  /** Bodies that were queued before the backup, with the phone each is for. */
  promised: Map<string, string>
  /** Phones that wrote STOP after the backup. */
  stopped: ReadonlySet<string>
  /** All texts that the carrier accepted, and how many of them before the restored product started. */
  ledger: readonly LedgerMessage[]
  before: number
  /** How many it had accepted when the operator decided. */
  decided: number
  /** Bodies that the restored database shows as not sent, with the reason. */
  suppressed: ReadonlySet<string>
}

/** What a restore must never do; each entry lists the cases. */
export function checkRestore(evidence: RestoreEvidence): Record<string, string[]> {
  const { promised, stopped, ledger, before, decided, suppressed } = evidence
  const accepted = new Set(ledger.map(({ body }) => body))
  const problems = {
    'sent twice': findDoubled({ ledger: [...ledger], dump: EMPTY, driven: { queued: [], acked: [], attempted: [] } }),
    'sent before anyone decided': ledger.slice(before, decided).map(({ body }) => body),
    'sent to a person who wrote STOP': ledger
      .slice(before)
      .filter(({ to }) => stopped.has(to))
      .map(({ body }) => body),
    lost: [...promised].flatMap(([body, phone]) =>
      accepted.has(body) || (stopped.has(phone) && suppressed.has(body)) ? [] : [body],
    ),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, cases]) => cases.length > 0))
}

const EMPTY = { messages: [], history: [], chunked: [] }

/**
 * Takes a backup while texts leave, lets more leave and people write STOP, kills the product, and restores the backup into
 * an empty database, killing that a few times. Then nothing may leave until the operator decides, and after that each text
 * that waited leaves once, to people who did not write STOP.
 */
export async function restoreWhileSending(
  environment: TestEnvironment,
  chance: Chance,
  plan: RestorePlan,
): Promise<Outcome> {
  const { slow, contacts, sql } = environment
  // The record of changes belongs to fault runs; a restored schema does not have it.
  await sql.query(`drop trigger fault_note on message; drop function fault_note(); drop table fault_history;
     drop trigger fault_note_question on unknown_outcome; drop function fault_note_question(); drop table fault_question`)
  const ledger = () => readLedger(environment)
  const driver = new Driver(environment, chance)
  const first = await environment.product()
  const people = contacts.slice(0, plan.texts)
  await driver.queue(slow, people)
  const promised = new Map(driver.driven.queued.map((body, nth) => [body, people[nth]?.phone as string]))
  await until(async () => (await ledger()).length >= plan.texts / 8, 60_000)
  const file = join(environment.dataDir, '..', 'drill.backup')
  await runAdmin(['backup', file], environment.settings)
  const sent = (await ledger()).length
  await until(async () => (await ledger()).length >= sent + plan.texts / 8, 60_000)
  // Those whose text waits, so that it would go out after the restore.
  const reached = new Set((await ledger()).map(({ to }) => to))
  const stopped = new Set(
    people
      .filter(({ phone }) => !reached.has(phone))
      .slice(-plan.optOuts)
      .map(({ phone }) => phone),
  )
  for (const phone of stopped) await writeText(environment, phone, 'STOP')
  first.signal('SIGKILL')
  await first.ended

  const url = await createEmpty(environment.databaseUrl)
  const settings = { ...environment.settings, DATABASE_URL: url }
  let killed = 0
  for (; killed < plan.kills; killed++) {
    const { child } = await startChild(ADMIN, { ...settings, BACKUP: file }, /^RESTORING/)
    await pause(chance.integer(0, 1_500))
    child.signal('SIGKILL')
    await child.ended
    if (child.outputLines().some((line) => line.startsWith('RESTORED'))) break
  }
  if (await isEmpty(url)) await runAdmin(['restore', file], settings)
  await rm(file)
  const before = (await ledger()).length
  await environment.product({ DATABASE_URL: url })
  await pause(WATCHED_MS)
  const { rows: organizations } = await sql.query<{ slug: string }>('select slug from organization where id = $1', [
    environment.org.id,
  ])
  const release = () => runAdmin(['restore-release', '--organization', organizations[0]?.slug ?? ''], settings)
  let decided = 0
  // Refused until the carrier was asked what it has.
  await until(async () => {
    decided = (await ledger()).length
    return (await release()).includes('sends again')
  }, 60_000)
  const restored = new pg.Client(url)
  await restored.connect()
  try {
    const open = async () => {
      const { rows } = await restored.query<{ n: number }>(
        `select count(*)::int as n from message where direction = 'out' and state in ('queued', 'submitting', 'held', 'unknown')`,
      )
      return rows[0]?.n ?? 0
    }
    await until(async () => (await open()) === 0, 120_000)
    const { rows } = await restored.query<{ body: string }>(`select body from message where state = 'suppressed'`)
    const found = await ledger()
    const suppressed = new Set(rows.map(({ body }) => body))
    return {
      problems: checkRestore({ promised, stopped, ledger: found, before, decided, suppressed }),
      summary: `${plan.texts} texts, ${sent} sent at the backup and ${before} when it was restored, ${stopped.size} people wrote STOP between; the restore was killed ${killed} times; ${found.length - before} sent after the decision, ${suppressed.size} held back`,
    }
  } finally {
    await restored.end()
  }
}

/** Lets a phone write to the number of the run; the carrier calls the product's webhook. */
async function writeText(environment: TestEnvironment, phone: string, body: string): Promise<void> {
  const answer = await fetch(`${environment.carrierUrl}/control/handsets/${encodeURIComponent(phone)}/texts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: environment.slow.phone, body }),
  })
  if (!answer.ok) throw new Error(`the carrier answered ${answer.status} to a text`)
  await answer.arrayBuffer()
}

/** Creates an empty database beside another one and returns its address. */
async function createEmpty(besides: string): Promise<string> {
  const url = new URL(besides)
  const name = `${url.pathname.slice(1)}_restored`
  const client = new pg.Client(besides)
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  url.pathname = `/${name}`
  return url.href
}

async function isEmpty(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_class c join pg_namespace s on s.oid = c.relnamespace where s.nspname = 'public' and c.relname = 'message'`,
    )
    if (rows[0]?.n === 0) return true
    const messages = await client.query<{ n: number }>('select count(*)::int as n from message')
    return messages.rows[0]?.n === 0
  } finally {
    await client.end()
  }
}
