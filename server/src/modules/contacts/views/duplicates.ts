import type { Duplicate } from '@crewline/contract/contacts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Two contacts that may be the same person, by id, and why. */
export interface Pair {
  ids: [low: string, high: string]
  because: Duplicate['because']
}

type Reason = Duplicate['because'][number]

/** What two contacts of one person share, most certain first. */
const REASONS: { reason: Reason; column: string; value: string; condition: string; weight: number }[] = [
  { reason: 'employeeId', column: 'employee_id', value: 'employee_id', condition: `employee_id <> ''`, weight: 8 },
  { reason: 'email', column: 'email', value: 'lower(email)', condition: `email <> ''`, weight: 4 },
  { reason: 'phone', column: 'phone', value: 'phone', condition: 'phone is not null', weight: 3 },
  { reason: 'name', column: 'sort_name', value: 'sort_name', condition: 'true', weight: 2 },
]

/** Limits for shared values and for contacts per value: a name may be very common. */
const VALUES = 5000
const OF_ONE_VALUE = 8

/**
 * Returns pairs of active contacts that may be the same person, most certain first, without dismissed pairs and
 * contacts the handle cannot see. The name alone does not count when both have different numbers, unless they also
 * share a date or a location.
 */
export async function listSimilarPairs(db: Db, { of, most }: { of: string | null; most: number }): Promise<Pair[]> {
  const contact = of === null ? null : await attributesOf(db, of)
  if (contact === undefined) return []
  const similar = REASONS.map((reason) => pairsBy(reason, contact))
  const result = await sql<{ low: string; high: string; because: Reason[] }>`
    select p.low, p.high, array_agg(p.reason order by p.weight desc) as because
    from (${sql.join(similar, sql` union all `)}) p
    where not exists (select from contact_pair_dismissed d where d.low_id = p.low and d.high_id = p.high)
    group by p.low, p.high order by sum(p.weight) desc, p.low, p.high limit ${most}`.execute(db)
  return result.rows.map(({ low, high, because }) => ({ ids: [low, high], because }))
}

/** A contact with the values that others may share, by column. */
type One = { id: string } & Record<string, string | null>

async function attributesOf(db: Db, id: string): Promise<One | undefined> {
  const result = await sql<One>`
    select id, employee_id, email, phone, sort_name from contact where id = ${id} and archived_at is null`.execute(db)
  return result.rows[0]
}

function pairsBy(
  { reason, column, value, condition, weight }: (typeof REASONS)[number],
  contact: One | null,
): RawBuilder<unknown> {
  const is = sql.raw(value)
  const live = sql.raw(`archived_at is null and ${condition}`)
  const slice = sql.raw(`[1:${OF_ONE_VALUE}]`)
  // With row-level security an expression on a column cannot use an index, so an email is looked up as written and in
  // lower case.
  const contactValue = contact?.[column] ?? ''
  const candidates =
    contact === null
      ? sql`select (array_agg(id order by id))${slice} as ids from contact where ${live} group by ${is} having count(*) > 1
          order by ${is} limit ${VALUES}`
      : sql`select array(select id from contact where ${live} and ${sql.raw(column)} = any(${[contactValue, contactValue.toLowerCase()]}::text[])
          order by id <> ${contact.id}::uuid, id limit ${OF_ONE_VALUE}) as ids`
  return sql`(
    select a.id as low, b.id as high, ${reason}::text as reason, ${weight}::int as weight
    from (${candidates}) v cross join lateral unnest(v.ids) a(id) cross join lateral unnest(v.ids) b(id)
    where a.id < b.id and ${contact === null ? sql`true` : sql`${contact.id}::uuid in (a.id, b.id)`}
      and ${reason === 'name' ? NAMESAKES : sql`true`})`
}

const NAMESAKES = sql`exists (select from contact x, contact y where x.id = a.id and y.id = b.id
  and (x.phone is null or y.phone is null or x.phone = y.phone or x.birthday = y.birthday or x.hire_date = y.hire_date
    or (x.location <> '' and x.location = y.location)))`
