import { sql } from 'kysely'
import pg from 'pg'
import { daysAfter } from '@crewline/contract/calendar'
import { openDatabase, type Database } from '../server/src/kernel/db/pool.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import type { Kernel } from '../server/src/kernel/kernel.ts'
import { makeLog } from '../server/src/kernel/log.ts'
import { makeScope, type OrgSummary, type Scope } from '../server/src/kernel/scope.ts'
import { realWorld } from '../server/src/kernel/world.ts'
import { countOrganization } from '../server/src/modules/analytics/counting.ts'
import { cutsOf, hoursOf, replyTimesOf } from '../server/src/modules/analytics/figures.ts'
import { analyticsOf, daysOf } from '../server/src/modules/analytics/service.ts'
import { hasDaysToCount } from '../server/src/modules/analytics/store/counted.ts'
import { countAttention, countCurrentContacts, countPeriods, optOutsIn } from '../server/src/modules/analytics/views.ts'
import { fillDashboard } from './dashboard-data.ts'
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

/** Measures each figure over several ranges, each read for the first time, and the parts of the first request. */
export async function measureDashboard(
  client: pg.Client,
  database: Database,
  { orgId, rounds, from }: { orgId: string; rounds: number; from: number },
): Promise<void> {
  const kernel = { database, world: realWorld(), log: makeLog('error', { write: () => true }) } as unknown as Kernel
  const org: OrgSummary = { id: orgId, country: 'US', timezone: 'America/Chicago', status: 'active' }
  const scope = makeScope(kernel, org, { kind: 'system', reason: 'a benchmark reads the dashboard' }, 'bench')
  const key = await lookUp(client, scope)
  console.log(`One message by key: ${key.toFixed(2)} ms. Goal of the dashboard: at most 5 times that`)
  const report = async (name: string, work: (nth: number) => Promise<unknown>, times = rounds) => {
    try {
      console.log(`  ${name}: ${describe(await timesOf(work, times), key)}`)
    } catch (error) {
      console.log(`  ${name}: ${(error as Error).message}`)
    }
  }
  const reportAll = async (times: number) => {
    await report('a year', (nth) => analyticsOf(scope, rangeOf(365, from + nth)), times)
    await report('90 days', (nth) => analyticsOf(scope, rangeOf(90, from + nth)), times)
    await report('30 days', (nth) => analyticsOf(scope, rangeOf(30, from + nth)), times)
    await report('30 days and today', (nth) => analyticsOf(scope, rangeOf(30 + from + nth, -2)), times)
    await report('by hour, a year', (nth) => hoursOf(scope, rangeOf(365, from + nth)), times)
    await report('by member, a year', (nth) => cutsOf(scope, { by: 'member', ...rangeOf(365, from + nth) }), times)
    await report('by location, a year', (nth) => cutsOf(scope, { by: 'location', ...rangeOf(365, from + nth) }), times)
    await report('by location, 30 days', (nth) => cutsOf(scope, { by: 'location', ...rangeOf(30, from + nth) }), times)
    await report('time to answer, a year', (nth) => replyTimesOf(scope, rangeOf(365, from + nth)), times)
    await report('time to answer, 30 days', (nth) => replyTimesOf(scope, rangeOf(30, from + nth)), times)
  }
  await reportAll(rounds)
  await report('one part: contacts now', () => countCurrentContacts(scope.db, orgId))
  const query = daysOf(scope, rangeOf(365, 2)).days
  const today = rangeOf(1, -2).endDate
  await report('one part: totals and people of a year', () => countPeriods(scope.db, query))
  await report('one part: what needs someone now', () =>
    countAttention(scope.db, { ...query, start: today, end: today, count: 1 }, new Date()),
  )
  await report('one part: opt-outs of a year', () => optOutsIn(scope.db, query))
}

/** Days that end some days ago: each range is read once, because figures are remembered for a minute. */
function rangeOf(length: number, nth: number): { startDate: string; endDate: string } {
  const endDate = daysAfter(new Date().toISOString().slice(0, 10), -(2 + nth))
  return { startDate: daysAfter(endDate, 1 - length), endDate }
}

async function lookUp(client: pg.Client, scope: Scope): Promise<number> {
  const samples = await client.query<{ id: string }>(
    'select id from message where org_id = $1 order by id desc offset 5000 limit 200',
    [scope.orgId],
  )
  const read = (nth: number) =>
    sql`select * from message where org_id = ${scope.orgId} and id = ${samples.rows[nth % samples.rows.length]?.id}`.execute(
      scope.db,
    )
  await timesOf(read, 50)
  return median(await timesOf(read, 200))
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

function describe(ms: number[], key: number): string {
  const middle = median(ms)
  return `${(middle / key).toFixed(1)} times, ${middle.toFixed(1)} ms (${Math.min(...ms).toFixed(1)}-${Math.max(...ms).toFixed(1)})`
}
