import { sql } from 'kysely'
import pg from 'pg'
import { daysAfter } from '@crewline/contract/calendar'
import { openDatabase } from '../server/src/kernel/db/pool.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import type { Kernel } from '../server/src/kernel/kernel.ts'
import { makeLog } from '../server/src/kernel/log.ts'
import { makeScope, type OrgSummary, type Scope } from '../server/src/kernel/scope.ts'
import { realWorld } from '../server/src/kernel/world.ts'
import { countOrganization } from '../server/src/modules/analytics/counting.ts'
import { cutsOf, hoursOf, replyTimesOf } from '../server/src/modules/analytics/figures.ts'
import { analyticsOf } from '../server/src/modules/analytics/service.ts'
import { list } from '../server/src/modules/audit/service.ts'
import { median } from './pairs.ts'

/** Rows inserted by one statement. */
const CHUNK = 500_000
const CONTACTS = 10_000
const MEMBERS = 40
const DAYS = 730
const ORG = "bench_id('o', 0)"

/**
 * Measures the dashboard over a year and pages of the audit log against one message by key. Of the messages, half are from
 * the year that is shown and half from the year before, with which it is compared.
 */
export async function benchDashboard(
  url: string,
  { messages, entries, rounds }: { messages: number; entries: number; rounds: number },
): Promise<void> {
  await migrate(url)
  const client = new pg.Client(url)
  await client.connect()
  const database = openDatabase(url, { app: 4, system: 2 })
  try {
    const orgId = await fill(client, { messages, entries })
    const kernel = { database, world: realWorld(), log: makeLog('error', { write: () => true }) } as unknown as Kernel
    const org: OrgSummary = { id: orgId, country: 'US', timezone: 'America/Chicago', status: 'active' }
    const scope = makeScope(kernel, org, { kind: 'system', reason: 'a benchmark reads the dashboard' }, 'bench')
    const key = await lookUp(client, scope)
    console.log(
      `One message by key: ${key.toFixed(2)} ms. Goal of the dashboard and the audit log: at most 5 times that`,
    )
    const report = async (name: string, work: (nth: number) => Promise<unknown>, times = rounds) =>
      console.log(`  ${name}: ${describe(await timesOf(work, times), key)}`)
    await report('dashboard, read from messages', (nth) => analyticsOf(scope, yearUntil(nth)), 1).catch(() =>
      console.log('  dashboard, read from messages: more than 15 s, the time limit of a statement'),
    )
    const startedAt = performance.now()
    await countOrganization(database.asSystem('a benchmark counts messages'), orgId)
    await client.query('vacuum analyze figure_day, figure_sender_day, figure_contact_day, figure_contact_month')
    console.log(`  counted once in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    await report('dashboard', (nth) => analyticsOf(scope, yearUntil(nth)))
    await report('dashboard, remembered', () => analyticsOf(scope, yearUntil(0)))
    await report('by hour', (nth) => hoursOf(scope, yearUntil(nth)))
    await report('by location', (nth) => cutsOf(scope, { by: 'location', ...yearUntil(nth) }), 2)
    await report('time to answer', (nth) => replyTimesOf(scope, yearUntil(nth)), 1)
    const actor = (await client.query<{ id: string }>("select bench_id('p', 999) as id")).rows[0]?.id ?? ''
    const page = { pageSize: 50 } as Parameters<typeof list>[1]
    await report('audit log, newest', () => list(scope, page))
    await report('audit log, a rare action', () => list(scope, { ...page, action: 'bench.rare' }))
    await report('audit log, a person with few entries', () => list(scope, { ...page, actor }))
  } finally {
    await database.close()
    await client.end()
  }
}

/** A year that ends some days ago: each is read once, because figures are remembered for a minute. */
function yearUntil(nth: number): { startDate: string; endDate: string } {
  const endDate = daysAfter(new Date().toISOString().slice(0, 10), -(nth % 300))
  return { startDate: daysAfter(endDate, -364), endDate }
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
async function fill(client: pg.Client, { messages, entries }: { messages: number; entries: number }): Promise<string> {
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
  for (let from = 0; from < entries; from += CHUNK)
    await client.query(
      `insert into audit_entry (org_id, id, at, actor_id, action, target, detail, request_id)
       select ${ORG}, bench_time_id(at, n), at, bench_id('p', case when n = 77 then 999 else n % ${MEMBERS} end),
         case when n % 5000000 = 17 then 'bench.rare' else 'conversation.archived' end, bench_id('c', n % ${CONTACTS})::text, '{}', 'bench'
       from (select n, now() - interval '${DAYS} days' * (1 - n::float8 / $3) as at from generate_series($1::bigint, $2::bigint - 1) n) made`,
      [from, Math.min(entries, from + CHUNK), entries],
    )
  await client.query("set session_replication_role = 'origin'")
  await client.query('vacuum analyze')
  const count = (value: number) => value.toLocaleString('en')
  console.log(
    `Dashboard: ${count(messages)} messages of ${DAYS} days and ${count(entries)} audit entries, created in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )
  return (await client.query<{ id: string }>(`select ${ORG} as id`)).rows[0]?.id as string
}
