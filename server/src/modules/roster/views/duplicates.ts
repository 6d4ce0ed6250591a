import type { Duplicate } from '@crewline/contract/roster'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Two contacts that may be one, by id, and why. */
export interface Pair {
  ids: [low: string, high: string]
  because: Duplicate['because']
}

type Reason = Duplicate['because'][number]

/** What two contacts of one person have in common, the surest first. */
const REASONS: { reason: Reason; column: string; value: string; given: string; weight: number }[] = [
  { reason: 'employeeId', column: 'employee_id', value: 'employee_id', given: `employee_id <> ''`, weight: 8 },
  { reason: 'email', column: 'email', value: 'lower(email)', given: `email <> ''`, weight: 4 },
  { reason: 'phone', column: 'phone', value: 'phone', given: 'phone is not null', weight: 3 },
  { reason: 'name', column: 'sort_name', value: 'sort_name', given: 'true', weight: 2 },
]

/** Values that several have are looked at up to so many, and so many contacts of each: a name may be very common. */
const VALUES = 5000
const OF_ONE_VALUE = 8

/**
 * Pairs of live contacts that may be one person, the surest first; those somebody called two people are left out, and so is
 * whom the handle does not see. A name alone says nothing where both have numbers, unless they share a day or a place too.
 */
export async function pairsAlike(db: Db, { of, most }: { of: string | null; most: number }): Promise<Pair[]> {
  const one = of === null ? null : await factsOf(db, of)
  if (one === undefined) return []
  const alike = REASONS.map((reason) => pairsBy(reason, one))
  const found = await sql<{ low: string; high: string; because: Reason[] }>`
    select p.low, p.high, array_agg(p.reason order by p.weight desc) as because
    from (${sql.join(alike, sql` union all `)}) p
    where not exists (select from contact_pair_dismissed d where d.low_id = p.low and d.high_id = p.high)
    group by p.low, p.high order by sum(p.weight) desc, p.low, p.high limit ${most}`.execute(db)
  return found.rows.map(({ low, high, because }) => ({ ids: [low, high], because }))
}

/** A worker with what others may have in common with them, by column. */
type One = { id: string } & Record<string, string | null>

async function factsOf(db: Db, id: string): Promise<One | undefined> {
  const found = await sql<One>`
    select id, employee_id, email, phone, sort_name from contact where id = ${id} and archived_at is null`.execute(db)
  return found.rows[0]
}

function pairsBy(
  { reason, column, value, given, weight }: (typeof REASONS)[number],
  one: One | null,
): RawBuilder<unknown> {
  const is = sql.raw(value)
  const live = sql.raw(`archived_at is null and ${given}`)
  const kept = sql.raw(`[1:${OF_ONE_VALUE}]`)
  // Row security lets no function of a column use an index, so an e-mail is looked up as it is written, and in small letters.
  const said = one?.[column] ?? ''
  const alike =
    one === null
      ? sql`select (array_agg(id order by id))${kept} as ids from contact where ${live} group by ${is} having count(*) > 1
          order by ${is} limit ${VALUES}`
      : sql`select array(select id from contact where ${live} and ${sql.raw(column)} = any(${[said, said.toLowerCase()]}::text[])
          order by id <> ${one.id}::uuid, id limit ${OF_ONE_VALUE}) as ids`
  return sql`(
    select a.id as low, b.id as high, ${reason}::text as reason, ${weight}::int as weight
    from (${alike}) v cross join lateral unnest(v.ids) a(id) cross join lateral unnest(v.ids) b(id)
    where a.id < b.id and ${one === null ? sql`true` : sql`${one.id}::uuid in (a.id, b.id)`}
      and ${reason === 'name' ? NAMESAKES : sql`true`})`
}

const NAMESAKES = sql`exists (select from contact x, contact y where x.id = a.id and y.id = b.id
  and (x.phone is null or y.phone is null or x.phone = y.phone or x.birthday = y.birthday or x.hire_date = y.hire_date
    or (x.location <> '' and x.location = y.location)))`
