import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../server/src/kernel/db/pool.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import type { Kernel } from '../server/src/kernel/kernel.ts'
import { makeLog } from '../server/src/kernel/log.ts'
import { makeScope, type OrgSummary, type Scope } from '../server/src/kernel/scope.ts'
import { realWorld } from '../server/src/kernel/world.ts'
import { gatherMissing, search } from '../server/src/modules/search/index.ts'
import { median } from './pairs.ts'

/** Months over which the messages are spread. */
const MONTHS = 20
/** Number of organizations; the largest has two fifths of all messages. */
const ORGANIZATIONS = 50
/** Rows inserted by one statement. */
const CHUNK = 500_000
const CONTACTS = 2_000
/** Distinct message texts; they repeat. */
const TEXTS = 20_000

const CLASSES: { name: string; phrase: string; least: number; more?: object }[] = [
  { name: '1 of 10 messages', phrase: 'alpha', least: 50 },
  { name: '1 of 100', phrase: 'bravo', least: 50 },
  { name: '1 of 1,000', phrase: 'charlie', least: 50 },
  { name: '1 of 10,000', phrase: 'delta', least: 1 },
  { name: 'in none', phrase: 'nowhere', least: 0 },
  { name: 'two words', phrase: 'alpha bravo', least: 50 },
  { name: 'a prefix', phrase: 'charl', least: 50 },
  { name: 'a two-letter prefix', phrase: 'de', least: 1 },
]

/**
 * Measures searches in the largest organization against one message by key, separately for each class of search words.
 */
export async function benchSearch(
  url: string,
  { messages, rounds, requests }: { messages: number; rounds: number; requests: number },
): Promise<void> {
  await migrate(url)
  const client = new pg.Client(url)
  await client.connect()
  const startedAt = performance.now()
  const orgId = await fill(client, messages)
  const rows = messages.toLocaleString('en')
  console.log(
    `Search in ${rows} messages, created in ${((performance.now() - startedAt) / 1000).toFixed(0)} s; goal: p95 of the slowest class <= 300 times one message by key, moonshot <= 50`,
  )
  const database = openDatabase(url, { app: 2, system: 2 })
  const kernel = { database, world: realWorld(), log: makeLog('error', { write: () => true }) } as unknown as Kernel
  const org: OrgSummary = { id: orgId, country: 'US', timezone: 'America/Chicago', status: 'active' }
  const scope = makeScope(kernel, org, { kind: 'system', reason: 'a benchmark searches' }, 'bench')
  try {
    const samples = await client.query<{ id: string; contact_id: string }>(
      'select id, contact_id from message where org_id = $1 order by id desc offset 5000 limit 200',
      [orgId],
    )
    const byKey = (nth: number) => {
      const id = samples.rows[nth % samples.rows.length]?.id
      return sql`select * from message where org_id = ${orgId} and id = ${id}`.execute(scope.db)
    }
    const contactId = samples.rows[0]?.contact_id as string
    const classes = [...CLASSES, { name: 'within a conversation', phrase: 'alpha', least: 1, more: { contactId } }]
    for (const searchCase of classes)
      console.log(`  ${await measureSearch(scope, kernel, { ...searchCase, byKey, rounds, requests })}`)
    await showGathering(client, kernel, orgId)
  } finally {
    await database.close()
    await client.end()
  }
}

interface Class {
  name: string
  phrase: string
  least: number
  more?: object
  byKey: (nth: number) => Promise<unknown>
  rounds: number
  requests: number
}

async function measureSearch(scope: Scope, kernel: Kernel, options: Class): Promise<string> {
  const runSearch = () => search(scope, { phrase: options.phrase, ...options.more }, kernel)
  const result = await runSearch()
  if (result.results.length < options.least) throw new Error(`${options.name}: found ${result.results.length}`)
  const floors: number[] = []
  const middles: number[] = []
  const slowest: number[] = []
  for (let round = 0; round <= options.rounds; round++) {
    const floor = await times(options.byKey, options.requests)
    const product = await times(runSearch, options.requests)
    if (round === 0) continue
    floors.push(median(floor))
    middles.push(median(product) / median(floor))
    slowest.push(at(product, 0.95) / median(floor))
  }
  const key = median(floors)
  return `${options.name}: ${median(middles).toFixed(0)} times one message by key, p95 ${median(slowest).toFixed(0)} (${Math.min(...slowest).toFixed(0)}-${Math.max(...slowest).toFixed(0)}); ${(median(middles) * key).toFixed(1)} ms against ${key.toFixed(2)}; ${result.total} found`
}

async function times(work: (nth: number) => Promise<unknown>, count: number): Promise<number[]> {
  const ms: number[] = []
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now()
    await work(n)
    ms.push(performance.now() - startedAt)
  }
  return ms
}

function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number
}

/** Measures how fast the search index is filled under many messages; sending and receiving do not wait for it. */
async function showGathering(client: pg.Client, kernel: Kernel, orgId: string): Promise<void> {
  const deleted = await client.query(
    'delete from message_search s using (select id from message_search where org_id = $1 order by id desc limit 20000) t where s.org_id = $1 and s.id = t.id',
    [orgId],
  )
  const { rows } = await client.query<{ id: string }>(
    'select id from message_search where org_id = $1 order by id desc limit 1',
    [orgId],
  )
  const startedAt = performance.now()
  // Simulates a pause of the indexer. A full rebuild, needed only after a database restore, is not measured here.
  const gathered = await gatherMissing(kernel, { since: rows[0]?.id as string })
  if (gathered !== deleted.rowCount) throw new Error(`gathered ${gathered} of ${deleted.rowCount}`)
  const perSecond = Math.round((gathered * 1000) / (performance.now() - startedAt))
  console.log(`  ${perSecond.toLocaleString('en')} messages per second are indexed for search alongside the traffic`)
}

/** Fills the tables set by set, the same every time; returns the largest organization. */
async function fill(client: pg.Client, messages: number): Promise<string> {
  await client.query("set session_replication_role = 'replica'")
  await client.query(`create function bench_id(kind text, n bigint) returns uuid language sql immutable parallel safe
    as $$ select overlay(overlay(md5(kind || n) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid $$`)
  // Twelve words from a vocabulary of 20,000 in which the nth word is n times as rare. Texts repeat, but the word
  // frequencies are known.
  await client.query(`create unlogged table bench_text as
    select n, body, array_to_tsvector(string_to_array(body, ' ')) as words
    from (select n, (select string_agg('w' || floor(exp(ln(20000) * ((hashint8extended(n * 16 + k, 7) % 1000003 + 1000003) % 1000003) / 1000003.0))::int, ' ')
      from generate_series(1, 12) k) as body from generate_series(0, ${TEXTS - 1}::bigint) n) made`)
  await client.query('create unique index on bench_text (n)')
  await client.query('analyze bench_text')
  await client.query(`create function bench_marks(n bigint) returns text[] language sql immutable parallel safe as $$
    select array_remove(array[case when hashint8(n) % 10 = 0 then 'alpha' end, case when hashint8(n + 1) % 100 = 0 then 'bravo' end,
      case when hashint8(n + 2) % 1000 = 0 then 'charlie' end, case when hashint8(n + 3) % 10000 = 0 then 'delta' end], null) $$`)
  await client.query(`create function bench_org(n bigint) returns uuid language sql immutable parallel safe
    as $$ select bench_id('o', case when abs(hashint8(n + 9)::bigint) % 10 < 4 then 0 else 1 + abs(hashint8(n + 11)::bigint) % ${ORGANIZATIONS - 1} end) $$`)
  await client.query(
    `select create_message_partition(month), create_message_search_partition(month) from generate_series(now() - interval '${MONTHS} months', now(), '1 month') month`,
  )
  await client.query(
    `insert into organization (id, name, slug, timezone, country, status, features, created_at)
     select bench_id('o', n), 'Org ' || n, 'org-' || n, 'America/Chicago', 'US', 'active', '{}', now() from generate_series(0, ${ORGANIZATIONS - 1}) n`,
  )
  await client.query(
    `insert into contact (org_id, id, firstname, sort_name, phone, source, created_at, updated_at)
     select bench_id('o', o), bench_id('c', n), 'Ana', 'ana', '+1' || (2000000000 + n), 'import', now(), now()
     from generate_series(0, ${ORGANIZATIONS - 1}) o, generate_series(0, ${CONTACTS - 1}) n`,
  )
  const rebuild = await withoutIndexes(client)
  for (let from = 0; from < messages; from += CHUNK) {
    await client.query(
      `with made as materialized (
         select g.n, bench_org(g.n) as org_id, bench_id('c', abs(hashint8(g.n + 5)::bigint) % ${CONTACTS}) as contact_id,
           b.body || ' ' || array_to_string(bench_marks(g.n), ' ') as body, b.words || array_to_tsvector(bench_marks(g.n)) as words,
           now() - interval '${MONTHS - 1} months' * (1 - g.n::float8 / $3) as at
         from generate_series($1::bigint, $2::bigint - 1) g(n) join bench_text b on b.n = abs(hashint8(g.n + 7)::bigint) % ${TEXTS}),
       named as materialized (
         select *, overlay(overlay(overlay(md5('m' || n) placing lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') from 1 for 12)
           placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid as id from made),
       kept as (
         insert into message (org_id, id, contact_id, direction, body, encoding, segments, phone_from, phone_to, state, at)
         select org_id, id, contact_id, 'in', body, 'GSM-7', 1, '', '', 'received', at from named)
       insert into message_search (org_id, id, contact_id, direction, has_media, words)
       select org_id, id, contact_id, 'in', false, words from named`,
      [from, Math.min(messages, from + CHUNK), messages],
    )
  }
  await client.query("set session_replication_role = 'origin'")
  await rebuild()
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ id: string }>("select bench_id('o', 0) as id")
  return rows[0]?.id as string
}

/**
 * Drops the indexes of the tables to fill, except their keys. The returned function rebuilds them, several times faster
 * than row by row.
 */
async function withoutIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as made
     from pg_index i where i.indrelid in ('message'::regclass, 'message_search'::regclass)
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  await client.query('set synchronous_commit = off')
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    await client.query("set maintenance_work_mem = '1GB'")
    for (const { made } of rows) await client.query(made)
  }
}
