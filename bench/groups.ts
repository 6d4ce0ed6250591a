import { dayIn } from '@crewline/contract/calendar'
import type { FilterNode } from '@crewline/contract/filters'
import { groupContacts } from '@crewline/contract/audience'
import { sql } from 'kysely'
import pg from 'pg'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { openDatabase, type Db } from '../server/src/kernel/db/pool.ts'
import { compileFilter, countSelection, type FilterContext } from '../server/src/modules/audience/index.ts'
import { connectModules } from '../server/src/main/modules.ts'
import { NO_ACTIVITY } from '../server/test/kit/no-activity.ts'
import { evaluateMembers } from '../server/src/modules/groups/store/evaluate.ts'
import type { Upkeep } from '../server/src/modules/groups/upkeep.ts'
import { contactPage } from '../server/src/modules/audience/views/list.ts'
import { comparePairs, median, printShares } from './pairs.ts'

interface Options {
  url: string
  /** Contacts that a smart group evaluates. */
  evaluated: number
  /** Contacts of the organization whose lists are read. */
  size: number
  rounds: number
}

/** Matches half of all contacts, by two rules that no index supports. */
const RULES: FilterNode = {
  op: 'and',
  children: [
    { field: 'location', cmp: 'in', value: ['Plant 1', 'plant 2'] },
    { field: 'custom.shift', cmp: 'in', value: ['night'] },
  ],
}

/**
 * Measures smart groups against one insert of the matching contacts, and long contact lists against one indexed query.
 */
export async function benchGroups({ url, evaluated, size, rounds }: Options): Promise<void> {
  connectModules()
  await migrate(url)
  const database = openDatabase(url)
  const client = new pg.Client(url)
  await client.connect()
  try {
    await benchEvaluation({
      client,
      db: database.ofOrg(await fill(client, 'small', evaluated)),
      rounds,
      size: evaluated,
    })
    const orgId = await fill(client, 'large', size)
    await benchLists({ client, db: database.ofOrg(orgId), ctx: contextOf(orgId), rounds, size })
  } finally {
    await database.close()
    await client.end()
  }
}

/** Creates an organization with `size` contacts in seven groups; returns its id. */
async function fill(client: pg.Client, name: string, size: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into organization (id, name, slug, timezone, country, created_at)
     values (gen_random_uuid(), $1, $1, 'America/Chicago', 'US', now()) returning id`,
    [name],
  )
  const orgId = rows[0]?.id as string
  await client.query("set session_replication_role = 'replica'")
  await client.query(
    `insert into contact (org_id, id, firstname, lastname, sort_name, phone, location, department, hire_date, custom, source, created_at, updated_at)
     select $1, gen_random_uuid(), first, 'Worker' || n, lower(first) || ' worker' || n, '+1' || (2000000000 + n), 'Plant ' || n % 4,
       'Line ' || n % 50, current_date - (n % 2000)::int, jsonb_build_object('shift', (array['night', 'day'])[n / 4 % 2 + 1], 'badge', n),
       'import', now() - n * interval '1 minute', now()
     from generate_series(0, $2::bigint - 1) n, lateral (select (array['Ana','Ben','Chi','Dee','Eli','Fay','Gil','Hua','Ida','José'])[n % 10 + 1] as first) f`,
    [orgId, size],
  )
  await client.query(
    `insert into consent (org_id, phone, opted_out, changed_at) select $1, '+1' || (2000000000 + n), n % 40 = 0, now() from generate_series(0, $2::bigint - 1) n`,
    [orgId, size],
  )
  await client.query(
    `insert into contact_group (org_id, id, name, created_at) select $1, gen_random_uuid(), 'Group ' || g, now() from generate_series(1, 6) g`,
    [orgId],
  )
  await client.query(
    `insert into group_member (org_id, group_id, contact_id, counted)
     select c.org_id, g.id, c.id, case when k.opted_out then 1 else 2 end
     from contact c join contact_group g on g.org_id = c.org_id and g.type = 'static'
     join consent k on k.org_id = c.org_id and k.phone = c.phone
     where c.org_id = $1 and (hashtext(c.id::text) + right(g.name, 1)::int * 7) % 20 = 0`,
    [orgId],
  )
  await client.query(
    `update contact_group g set contact_count = n.contacts, reachable_count = n.reachable
     from (select group_id, count(*) as contacts, count(*) filter (where counted = 2) as reachable
           from group_member where org_id = $1 group by group_id) n
     where g.org_id = $1 and g.id = n.group_id`,
    [orgId],
  )
  await client.query("set session_replication_role = 'origin'")
  await client.query('vacuum analyze')
  return orgId
}

function contextOf(orgId: string): FilterContext {
  const now = new Date()
  const timezone = 'America/Chicago'
  return {
    orgId,
    country: 'US',
    timezone,
    now,
    today: dayIn(timezone, now),
    activity: NO_ACTIVITY,
    customKinds: new Map([
      ['shift', 'choice'],
      ['badge', 'number'],
    ]),
  }
}

interface Part {
  client: pg.Client
  db: Db
  rounds: number
  size: number
}

async function benchEvaluation({ client, db, rounds, size }: Part): Promise<void> {
  const { rows } = await client.query<{ org_id: string; id: string }>(
    `insert into contact_group (org_id, id, name, type, filter, created_at)
     select id, gen_random_uuid(), 'Smart', 'dynamic', $1, now() from organization where name = 'small' returning org_id, id`,
    [JSON.stringify(RULES)],
  )
  const { org_id: orgId = '', id: groupId = '' } = rows[0] ?? {}
  await client.query(
    'create table bench_member (org_id uuid, group_id uuid, contact_id uuid, primary key (org_id, group_id, contact_id))',
  )
  const upkeep = (): Upkeep => ({ db, orgId, now: new Date(), by: null, activity: NO_ACTIVITY })
  const group = { id: groupId, fits: compileFilter(RULES, contextOf(orgId)) }
  const floor = async () => {
    await client.query('truncate bench_member')
    return timed(size, () =>
      client.query(
        `insert into bench_member select org_id, $2, id from contact
         where org_id = $1 and archived_at is null and location in ('Plant 1', 'Plant 2') and custom ->> 'shift' = 'night'`,
        [orgId, groupId],
      ),
    )
  }
  const goal = { accept: '>= 0.2', moonshot: '>= 0.4' }
  const fullEvaluation = await comparePairs(rounds, floor, async () => {
    await client.query('delete from group_member where group_id = $1', [groupId])
    await client.query('truncate group_event')
    return timed(size, () => evaluateMembers(upkeep(), group, null))
  })
  printShares(`evaluation of ${size.toLocaleString('en')} contacts, each with history and counts`, fullEvaluation, goal)
  const unchangedEvaluation = await comparePairs(rounds, floor, () =>
    timed(size, () => evaluateMembers(upkeep(), group, null)),
  )
  printShares('the same evaluation with no changes', unchangedEvaluation, { accept: '>= 0.5', moonshot: '>= 1' })
  const sample = await client.query<{ id: string }>('select id from contact where org_id = $1 limit 1', [orgId])
  const ids = sample.rows.map((row) => row.id)
  const key = () => sql`select * from contact where org_id = ${orgId} and id = any(${ids}::uuid[])`.execute(db)
  const single = await times(rounds, key, () => evaluateMembers(upkeep(), group, ids))
  console.log(`evaluation for one changed contact: ${single}`)
}

async function benchLists({ client, db, ctx, rounds, size }: Part & { ctx: FilterContext }): Promise<void> {
  console.log(`Lists of ${size.toLocaleString('en')} contacts, each compared with a page of 26 rows read by one index`)
  const groups = await client.query<{ id: string }>(
    "select id from contact_group where org_id = $1 and type = 'static' order by name limit 5",
    [ctx.orgId],
  )
  const ids = groups.rows.map((row) => row.id)
  const page = (query: Record<string, string>) => () => contactPage(db, ctx, groupContacts.query.parse(query))
  const filter = (...children: FilterNode['children']) => ({ filter: JSON.stringify({ op: 'and', children }) })
  const selection = { contacts: [], selectedAll: true, excludedIds: [] }
  const inGroups: FilterNode = { op: 'and', children: [{ field: 'group', cmp: 'member_of', value: ids }] }
  const cases: [name: string, ask: () => Promise<unknown>][] = [
    ['all contacts by name', page({})],
    ['all contacts, newest first', page({ sort: 'createdAt', order: 'desc' })],
    ['one group', page({ id: ids[0] ?? '' })],
    ['search for a common name', page({ search: 'ana' })],
    ['search for one number', page({ search: '2000000777' })],
    ['search without matches', page({ search: 'zebedee' })],
    ['search for one contact', page({ search: `worker${size - 1}` })],
    ['search for a first name late in the list', page({ search: 'ida' })],
    ['filter by location', page(filter({ field: 'location', cmp: 'is', value: 'plant 2' }))],
    ['filter by a location without contacts', page(filter({ field: 'location', cmp: 'is', value: 'plant 9' }))],
    ['filter by a choice field', page(filter({ field: 'custom.shift', cmp: 'in', value: ['night'] }))],
    ['filter by one badge number', page(filter({ field: 'custom.badge', cmp: 'eq', value: 777 }))],
    ['filter by hire date', page(filter({ field: 'hireDate', cmp: 'in_last_days', value: 90 }))],
    [
      'count of five overlapping groups',
      () => countSelection(db, ctx, { ...selection, audience: { search: '', reach: 'all', filter: inGroups } }),
    ],
    [
      'count of all contacts that match rules',
      () => countSelection(db, ctx, { ...selection, audience: { search: '', reach: 'all', filter: RULES } }),
    ],
  ]
  const floor = () =>
    sql`select id, sort_name from contact where org_id = ${ctx.orgId} and archived_at is null order by sort_name, id limit 26`.execute(
      db,
    )
  for (const [name, runQuery] of cases) console.log(`  ${name}: ${await times(rounds, floor, runQuery)}`)
}

async function timed(count: number, work: () => Promise<unknown>): Promise<{ count: number; seconds: number }> {
  const startedAt = performance.now()
  await work()
  return { count, seconds: (performance.now() - startedAt) / 1000 }
}

/** Returns how long the work takes and its ratio to the floor measured next to it; the first round is dropped. */
async function times(rounds: number, floor: () => Promise<unknown>, work: () => Promise<unknown>): Promise<string> {
  const took: number[] = []
  const ratios: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const base = await timed(1, floor)
    const measured = await timed(1, work)
    if (round === 0) continue
    took.push(measured.seconds * 1000)
    ratios.push(measured.seconds / base.seconds)
  }
  return `${median(took).toFixed(1)} ms, ${median(ratios).toFixed(1)} times the floor (${Math.min(...ratios).toFixed(1)}-${Math.max(...ratios).toFixed(1)})`
}
