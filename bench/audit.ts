import { sql } from 'kysely'
import pg from 'pg'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { openDatabase, type Db } from '../server/src/kernel/db/pool.ts'
import { entriesPage, type AuditFilter } from '../server/src/modules/audit/list-views.ts'
import { median } from './pairs.ts'

/** Rows inserted by one statement. */
const CHUNK = 1_000_000
/** Rows of a page, as the list asks for them. */
const PAGE = 51
const ORG = "bench_id('o', 0)"
const MEMBERS = 40
const DAYS = 730

/** Measures the audit list at a size: each filter, the first page and one from the middle, against one entry by key. */
export async function benchAudit(url: string, { entries, rounds }: { entries: number; rounds: number }): Promise<void> {
  await migrate(url)
  const client = new pg.Client(url)
  await client.connect()
  const database = openDatabase(url, { app: 4, system: 2 })
  try {
    const orgId = await fillAudit(client, entries)
    await measureAudit(client, database.ofOrg(orgId), { orgId, rounds })
  } finally {
    await database.close()
    await client.end()
  }
}

/** Measures the pages of each filter. */
export async function measureAudit(
  client: pg.Client,
  db: Db,
  { orgId, rounds }: { orgId: string; rounds: number },
): Promise<void> {
  const { rows: samples } = await client.query<{ id: string; at: Date }>(
    'select id, at from audit_entry where org_id = $1 order by at desc, id desc offset 20000 limit 200',
    [orgId],
  )
  const read = async (nth: number) =>
    sql`select * from audit_entry where org_id = ${orgId} and id = ${samples[nth % samples.length]?.id}`.execute(db)
  await timesOf(read, 50)
  const key = median(await timesOf(read, 200))
  console.log(`  one entry by key: ${key.toFixed(2)} ms`)
  const middle = new Date(Date.now() - (DAYS / 2) * 86_400_000)
  const filters: Record<string, AuditFilter> = {
    everything: {},
    'one teammate': { actor: await idOf(client, "bench_id('p', 7)") },
    'a teammate with few entries': { actor: await idOf(client, "bench_id('p', 99)") },
    'a frequent action': { action: 'contact.changed' },
    'a rare action': { action: 'retention.changed' },
    'a frequent area': { prefixes: ['contact', 'contacts'] },
    'a rare area': { prefixes: ['retention'] },
    'one object': { objectId: await idOf(client, "bench_id('c', 7)") },
    'a teammate and an action': { actor: await idOf(client, "bench_id('p', 7)"), action: 'group.changed' },
    'a teammate and a rare action': { actor: await idOf(client, "bench_id('p', 7)"), action: 'retention.changed' },
  }
  for (const [name, filter] of Object.entries(filters)) {
    const page = (after: { at: Date; id: string } | undefined) => () =>
      entriesPage(db, orgId, filter, { after, most: PAGE })
    for (const [place, after] of [
      ['first page', undefined],
      ['late page', { at: middle, id: samples[0]?.id ?? '' }],
    ] as const) {
      await page(after)()
      const ms = await timesOf(page(after), rounds)
      const found = (await page(after)()).length
      console.log(
        `  ${name}, ${place}: ${(median(ms) / key).toFixed(1)} times, ${median(ms).toFixed(1)} ms (${Math.min(...ms).toFixed(1)}-${Math.max(...ms).toFixed(1)}), ${found} rows`,
      )
    }
  }
}

const idOf = async (client: pg.Client, expression: string): Promise<string> =>
  (await client.query<{ id: string }>(`select ${expression}::text as id`)).rows[0]?.id ?? ''

async function timesOf(work: (nth: number) => Promise<unknown>, count: number): Promise<number[]> {
  const ms: number[] = []
  for (let nth = 0; nth < count; nth++) {
    const startedAt = performance.now()
    await work(nth)
    ms.push(performance.now() - startedAt)
  }
  return ms
}

/** Fills the audit log of an organization with its chain, the same every time; returns the id of the organization. */
async function fillAudit(client: pg.Client, entries: number): Promise<string> {
  const startedAt = performance.now()
  await client.query("set session_replication_role = 'replica'; set synchronous_commit = off; set work_mem = '256MB'")
  await client.query(`create function bench_id(kind text, n bigint) returns uuid language sql immutable parallel safe
    as $$ select overlay(overlay(md5(kind || n) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid $$;
    create function bench_time_id(at timestamptz, n bigint) returns uuid language sql immutable parallel safe
    as $$ select overlay(overlay(overlay(md5('a' || n) placing lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') from 1 for 12)
      placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid $$`)
  await client.query(`insert into organization (id, name, slug, timezone, country, status, features, created_at)
    values (${ORG}, 'Org', 'org', 'America/Chicago', 'US', 'active', '{}', now())`)
  const { rows: indexes } = await client.query<{ made: string; name: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made from pg_index i
     where i.indrelid in ('audit_entry'::regclass, 'audit_seal'::regclass) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (let from = 0; from < entries; from += CHUNK) {
    // One entry in 50,000 is about retention, and one in 100,000 is by a teammate who was there for a day.
    await client.query(
      `insert into audit_entry (org_id, id, at, actor_id, action, target, detail, request_id)
       select ${ORG}, bench_time_id(at, n), at, case when n % 5 = 0 then null when n % 100000 = 1 then bench_id('p', 99) else bench_id('p', n / 7 % ${MEMBERS}) end,
         case when n % 50000 = 3 then 'retention.changed'
           else (array['contact.changed', 'contact.changed', 'group.changed', 'contact.created', 'message.sent', 'broadcast.launched', 'conversation.archived'])[n % 7 + 1] end,
         bench_id('c', n * 31 % 100000)::text, '{"before": {"location": "Plant 1"}, "after": {"location": "Plant 2"}}', 'bench'
       from (select n, date_trunc('day', now()) - interval '${DAYS} days' * (1 - n::float8 / $3) as at from generate_series($1::bigint, $2::bigint - 1) n) made`,
      [from, Math.min(entries, from + CHUNK), entries],
    )
    await client.query(
      `insert into audit_seal (org_id, seq, entry_id, hash, sealed_at)
       select ${ORG}, n + 1, bench_time_id(date_trunc('day', now()) - interval '${DAYS} days' * (1 - n::float8 / $3), n), '\\x00', now() from generate_series($1::bigint, $2::bigint - 1) n`,
      [from, Math.min(entries, from + CHUNK), entries],
    )
  }
  await client.query("set maintenance_work_mem = '512MB'")
  for (const { made } of indexes) await client.query(made)
  await client.query("set session_replication_role = 'origin'")
  await client.query('vacuum analyze audit_entry, audit_seal')
  const count = entries.toLocaleString('en')
  console.log(
    `Audit list: ${count} entries of ${DAYS} days, created in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )
  return (await client.query<{ id: string }>(`select ${ORG} as id`)).rows[0]?.id as string
}
