import { sql } from 'kysely'
import pg from 'pg'
import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { openDatabase, type Database } from '../server/src/kernel/db/pool.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import type { Kernel } from '../server/src/kernel/kernel.ts'
import { makeLog } from '../server/src/kernel/log.ts'
import { makeScope, type OrgSummary, type Scope } from '../server/src/kernel/scope.ts'
import { realWorld } from '../server/src/kernel/world.ts'
import { countOrganization } from '../server/src/modules/analytics/counting.ts'
import { cutsOf, hoursOf, replyTimesOf } from '../server/src/modules/analytics/figures.ts'
import { readKept } from '../server/src/modules/analytics/dashboard-views.ts'
import { dashboardOf } from '../server/src/modules/analytics/ranges.ts'
import { analyticsOf, daysOf } from '../server/src/modules/analytics/service.ts'
import { hasDaysToCount } from '../server/src/modules/analytics/store/counted.ts'
import { countContacts } from '../server/src/modules/analytics/store/contact-count.ts'
import { countPeriods, optOutsIn } from '../server/src/modules/analytics/views.ts'
import { addRecent, fillDashboard } from './dashboard-data.ts'
import { buffersOf, statementsOf } from './explain.ts'
import { median } from './pairs.ts'

/**
 * Measures the dashboard over a year against one message by key, before and after its days are counted. Of the messages,
 * half are from the year that is shown and half from the year before, with which it is compared.
 */
export async function benchDashboard(
  url: string,
  { messages, rounds }: { messages: number; rounds: number },
): Promise<void> {
  await migrate(url)
  const client = new pg.Client(url)
  await client.connect()
  const database = openDatabase(url, { app: 4, system: 2 })
  try {
    const orgId = await fillDashboard(client, messages)
    console.log('Read from messages:')
    await measureDashboard(client, database, { orgId, rounds: 1, from: 0 })
    const startedAt = performance.now()
    const system = database.asSystem('a benchmark counts messages')
    while (await hasDaysToCount(system, orgId)) await countOrganization(system, orgId)
    const seconds = (performance.now() - startedAt) / 1000
    const { rows } = await client.query<{ days: number; mb: number }>(
      `select count(*)::int as days, pg_total_relation_size('figure_day') / 1e6 as mb from figure_day`,
    )
    const days = rows[0]?.days ?? 0
    console.log(
      `Counted ahead: ${days} days in ${seconds.toFixed(0)} s, ${((1000 * seconds) / days).toFixed(0)} ms a day, ${rows[0]?.mb.toString().slice(0, 5)} MB`,
    )
    await client.query('vacuum analyze figure_day, figure_month, figure_contact, figure_change')
    await measureDashboard(client, database, { orgId, rounds, from: 1 })
  } finally {
    await database.close()
    await client.end()
  }
}

/**
 * Measures each figure over several ranges that this process did not read before, and the parts of the first request. Key
 * look-ups are read between the ranges, so that other programs slow down both alike.
 */
export async function measureDashboard(
  client: pg.Client,
  database: Database,
  { orgId, rounds, from }: { orgId: string; rounds: number; from: number },
): Promise<void> {
  const kernel = { database, world: realWorld(), log: makeLog('error', { write: () => true }) } as unknown as Kernel
  const org: OrgSummary = { id: orgId, country: 'US', timezone: 'America/Chicago', status: 'active' }
  const scope = makeScope(kernel, org, { kind: 'system', reason: 'a benchmark reads the dashboard' }, 'bench')
  const lookUp = await makeLookUp(client, scope)
  await timesOf(lookUp, 100)
  const system = database.asSystem('a benchmark forgets what is stored')
  console.log('Goal of the dashboard: at most 5 times one message by key')
  const report = async (name: string, work: (nth: number) => Promise<unknown>, options: Partial<Rounds> = {}) => {
    try {
      const compared = await compareWithKey(lookUp, work, { times: rounds, ...options })
      console.log(`  ${name}: ${describe(compared)}`)
    } catch (error) {
      console.log(`  ${name}: ${(error as Error).message}`)
    }
  }
  const forget = async () => {
    await sql`delete from figure_range where org_id = ${orgId}`.execute(system)
    await sql`delete from contact_count where org_id = ${orgId}`.execute(system)
  }
  /** Stores a range as the job and the first reader do, without this process remembering its figures. */
  const store = async (range: { startDate: string; endDate: string }) => {
    await dashboardOf(scope.db, daysOf(scope, range).days, new Date())
  }
  if (from > 0) {
    // As the job does every minute: the first time only notes which transactions have to end.
    for (let nth = 0; nth < 2; nth++) await countOrganization(system, orgId)
    await addRecent(client, orgId)
  }
  // Each length has ranges of its own.
  for (const [name, length] of [
    ['30 days', 30],
    ['90 days', 90],
    ['a year', 365],
  ] as const) {
    await report(`${name}, nothing stored`, (nth) => analyticsOf(scope, rangeOf(length, from + nth)), {
      before: forget,
    })
    if (from === 0) continue
    await report(`${name} that is over, stored`, (nth) => analyticsOf(scope, rangeOf(length, from + rounds + nth)), {
      times: 3 * rounds,
      before: (nth) => store(rangeOf(length, from + rounds + nth)),
    })
    await report(`${name} and today, stored`, (nth) => analyticsOf(scope, untilToday(scope, length - nth)), {
      before: (nth) => store(untilToday(scope, length - nth)),
    })
  }
  await report('by hour, a year', (nth) => hoursOf(scope, rangeOf(365, from + nth)))
  await report('by member, a year', (nth) => cutsOf(scope, { by: 'member', ...rangeOf(365, from + nth) }))
  await report('by location, a year', (nth) => cutsOf(scope, { by: 'location', ...rangeOf(365, from + nth) }))
  await report('by location, 30 days', (nth) => cutsOf(scope, { by: 'location', ...rangeOf(30, from + nth) }))
  await report('time to answer, a year', (nth) => replyTimesOf(scope, rangeOf(365, from + nth)))
  await report('time to answer, 30 days', (nth) => replyTimesOf(scope, rangeOf(30, from + nth)))
  const query = daysOf(scope, rangeOf(365, 2)).days
  const day = dayIn(org.timezone, new Date())
  const today = { ...query, start: day, end: day, count: 1 }
  await store(rangeOf(365, 2))
  await report('one part: what is stored of a year, and what needs someone', () =>
    readKept(scope.db, query, { dates: [], today, now: new Date() }),
  )
  await report('one part: contacts, counted', () => countContacts(scope.db, orgId, new Date()))
  await report('one part: totals and people of a year, from days and months', () => countPeriods(scope.db, query))
  await report('one part: opt-outs of a year, from their entries', () => optOutsIn(scope.db, query))
  const buffers = async (work: (db: Scope['db']) => Promise<unknown>) =>
    buffersOf(client, orgId, await statementsOf(work))
  console.log(
    `  buffers: ${await buffers((db) => readKept(db, query, { dates: [], today, now: new Date() }))} for what is stored of a year and what needs someone, ${await buffers((db) => countPeriods(db, query))} for totals and people from days and months`,
  )
}

interface Rounds {
  times: number
  /** Runs before each round and is not measured. */
  before?: (nth: number) => Promise<void>
}

interface Compared {
  ms: number[]
  /** Of the key look-ups between. */
  keyMs: number[]
  /** Processor time of this process, for a round and for a key look-up. */
  cpuMs: number
  keyCpuMs: number
}

const LOOK_UPS = 10

async function compareWithKey(
  lookUp: (nth: number) => Promise<unknown>,
  work: (nth: number) => Promise<unknown>,
  { times, before }: Rounds,
): Promise<Compared> {
  const compared: Compared = { ms: [], keyMs: [], cpuMs: 0, keyCpuMs: 0 }
  for (let nth = 0; nth < times; nth++) {
    await before?.(nth)
    const keyCpu = process.cpuUsage()
    compared.keyMs.push(...(await timesOf((one) => lookUp(nth * LOOK_UPS + one), LOOK_UPS)))
    compared.keyCpuMs += cpuSince(keyCpu) / LOOK_UPS / times
    const cpu = process.cpuUsage()
    compared.ms.push(...(await timesOf(() => work(nth), 1)))
    compared.cpuMs += cpuSince(cpu) / times
  }
  return compared
}

/** Processor time of this process since then, in ms. */
function cpuSince(then: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(then)
  return (user + system) / 1000
}

/** Days that end today. */
function untilToday(scope: Scope, length: number): { startDate: string; endDate: string } {
  const endDate = dayIn(scope.org.timezone, new Date())
  return { startDate: daysAfter(endDate, 1 - length), endDate }
}

/** Days that end some days ago: each range is read once, because figures are remembered for a minute. */
function rangeOf(length: number, nth: number): { startDate: string; endDate: string } {
  const endDate = daysAfter(new Date().toISOString().slice(0, 10), -(2 + nth))
  return { startDate: daysAfter(endDate, 1 - length), endDate }
}

async function makeLookUp(client: pg.Client, scope: Scope): Promise<(nth: number) => Promise<unknown>> {
  const samples = await client.query<{ id: string }>(
    'select id from message where org_id = $1 order by id desc offset 5000 limit 200',
    [scope.orgId],
  )
  return (nth) =>
    sql`select * from message where org_id = ${scope.orgId} and id = ${samples.rows[nth % samples.rows.length]?.id}`.execute(
      scope.db,
    )
}

async function timesOf(work: (nth: number) => Promise<unknown>, count: number): Promise<number[]> {
  const ms: number[] = []
  for (let nth = 0; nth < count; nth++) {
    const startedAt = performance.now()
    await work(nth)
    ms.push(performance.now() - startedAt)
  }
  return ms
}

function describe({ ms, keyMs, cpuMs, keyCpuMs }: Compared): string {
  const [middle, key] = [median(ms), median(keyMs)]
  return `${(middle / key).toFixed(1)} times, ${middle.toFixed(2)} ms (${Math.min(...ms).toFixed(2)}-${Math.max(...ms).toFixed(1)}), key ${key.toFixed(2)} (${Math.min(...keyMs).toFixed(2)}), processor time of this process ${cpuMs.toFixed(2)} ms, key ${keyCpuMs.toFixed(2)}`
}
