import { sql } from 'kysely'
import pg from 'pg'
import { daysAfter } from '@crewline/contract/calendar'
import { openDatabase } from '../server/src/kernel/db/pool.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import type { Kernel } from '../server/src/kernel/kernel.ts'
import { makeLog } from '../server/src/kernel/log.ts'
import { makeScope, type OrgSummary, type Scope } from '../server/src/kernel/scope.ts'
import { realWorld } from '../server/src/kernel/world.ts'
import { findCountedDays } from '../server/src/modules/analytics/counted-views.ts'
import { countOrganization } from '../server/src/modules/analytics/counting.ts'
import { cutsOf, hoursOf, replyTimesOf } from '../server/src/modules/analytics/figures.ts'
import { analyticsOf, daysOf } from '../server/src/modules/analytics/service.ts'
import { hasDaysToCount } from '../server/src/modules/analytics/store/counted.ts'
import {
  countActiveContacts,
  countCurrentContacts,
  countedDays,
  optOutsIn,
} from '../server/src/modules/analytics/views.ts'
import { median } from './pairs.ts'

/** Rows inserted by one statement. */
const CHUNK = 500_000
const CONTACTS = 10_000
const MEMBERS = 40
const DAYS = 730
const ORG = "bench_id('o', 0)"

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
    const orgId = await fill(client, messages)
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
    const reportAll = async (times: number, from: number) => {
      await report('a year', (nth) => analyticsOf(scope, rangeOf(365, from + nth)), times)
      await report('90 days', (nth) => analyticsOf(scope, rangeOf(90, from + nth)), times)
      await report('30 days', (nth) => analyticsOf(scope, rangeOf(30, from + nth)), times)
      await report('30 days and today', (nth) => analyticsOf(scope, rangeOf(30 + from + nth, -2)), times)
      await report('by hour, a year', (nth) => hoursOf(scope, rangeOf(365, from + nth)), times)
      await report('by member, a year', (nth) => cutsOf(scope, { by: 'member', ...rangeOf(365, from + nth) }), times)
      await report(
        'by location, a year',
        (nth) => cutsOf(scope, { by: 'location', ...rangeOf(365, from + nth) }),
        times,
      )
      await report(
        'by location, 30 days',
        (nth) => cutsOf(scope, { by: 'location', ...rangeOf(30, from + nth) }),
        times,
      )
      await report('time to answer, a year', (nth) => replyTimesOf(scope, rangeOf(365, from + nth)), times)
      await report('time to answer, 30 days', (nth) => replyTimesOf(scope, rangeOf(30, from + nth)), times)
    }
    console.log('Read from messages:')
    await reportAll(1, 0)
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
    await client.query('vacuum analyze figure_day, figure_contact, figure_change')
    await reportAll(rounds, 1)
    await report('one part: contacts now', () => countCurrentContacts(scope.db, orgId))
    const query = daysOf(scope, rangeOf(365, 400)).days
    const found = await findCountedDays(scope.db, query, 'with those before')
    await report('one part: which days are counted', () => findCountedDays(scope.db, query, 'with those before'))
    await report('one part: totals of a year', () => countedDays(scope.db, found))
    await report('one part: people of a year', () => countActiveContacts(scope.db, found))
    await report('one part: opt-outs of a year', () => optOutsIn(scope.db, query))
  } finally {
    await database.close()
    await client.end()
  }
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

/** Fills an organization set by set, the same every time; returns its id. */
async function fill(client: pg.Client, messages: number): Promise<string> {
  const startedAt = performance.now()
  await client.query("set session_replication_role = 'replica'; set synchronous_commit = off; set work_mem = '256MB'")
  await client.query(`create function bench_id(kind text, n bigint) returns uuid language sql immutable parallel safe
    as $$ select overlay(overlay(md5(kind || n) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid $$;
    create function bench_time_id(at timestamptz, n bigint) returns uuid language sql immutable parallel safe
    as $$ select overlay(overlay(overlay(md5('m' || n) placing lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') from 1 for 12)
      placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid $$`)
  await client.query(
    `select create_message_partition(month) from generate_series(now() - interval '${DAYS + 31} days', now(), '1 month') month`,
  )
  await client.query(`insert into organization (id, name, slug, timezone, country, status, features, created_at)
    values (${ORG}, 'Org', 'org', 'America/Chicago', 'US', 'active', '{}', now())`)
  await client.query(
    `insert into contact (org_id, id, firstname, sort_name, phone, location, language, source, created_at, updated_at)
     select ${ORG}, bench_id('c', n), 'Ana', 'ana', '+1' || (2000000000 + n), 'Plant ' || n % 30, (array['en', 'es', 'vi'])[n % 3 + 1], 'import', now(), now()
     from generate_series(0, ${CONTACTS - 1}) n`,
  )
  const { rows: indexes } = await client.query<{ made: string; name: string }>(
    `select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as made from pg_index i
     where i.indrelid = 'message'::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (let from = 0; from < messages; from += CHUNK)
    await client.query(
      `insert into message (org_id, id, contact_id, direction, kind, body, encoding, segments, phone_from, phone_to, state, sender_id, carrier_id, at)
       select ${ORG}, bench_time_id(at, n), bench_id('c', abs(hashint8(n + 5)::bigint) % ${CONTACTS}), case when n % 4 = 0 then 'in' else 'out' end,
         case when n % 4 = 0 or n % 8 = 1 then 'text' else 'broadcast' end, 'See you at the north gate at six.', 'GSM-7', 1, '', '',
         case when n % 4 = 0 then 'received' when n % 50 = 1 then 'failed' else 'delivered' end,
         case when n % 4 > 0 then bench_id('p', n % ${MEMBERS}) end, case when n % 4 > 0 then 'c' end, at
       from (select n, now() - interval '${DAYS} days' * (1 - n::float8 / $3) as at from generate_series($1::bigint, $2::bigint - 1) n) made`,
      [from, Math.min(messages, from + CHUNK), messages],
    )
  await client.query("set maintenance_work_mem = '512MB'")
  for (const { made } of indexes) await client.query(made)
  await client.query(
    `insert into consent_event (org_id, id, phone, action, method, wording, at)
     select ${ORG}, bench_time_id(at, n), '+1' || (2000000000 + n), 'opt_out', 'keyword', 'STOP', at
     from (select n, now() - interval '${DAYS} days' * (n::float8 / 500) as at from generate_series(1, 500) n) made`,
  )
  await client.query("set session_replication_role = 'origin'")
  await client.query('vacuum analyze')
  const count = (value: number) => value.toLocaleString('en')
  console.log(
    `Dashboard: ${count(messages)} messages of ${DAYS} days, created in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )
  return (await client.query<{ id: string }>(`select ${ORG} as id`)).rows[0]?.id as string
}
