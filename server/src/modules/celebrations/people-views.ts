// Finds the people whose date is celebrated. Sending, the list of what comes and the counts use the same conditions, so
// that the list shows exactly who gets a text.
import type { CelebrationContent, CelebrationObstacle, ComingCelebration } from '@crewline/contract/celebrations'
import { CELEBRATION_NEAR_DAYS } from '@crewline/contract/celebration-limits'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { recordSet } from '../../kernel/db/record-set.ts'
import { oneOff } from '../../kernel/db/statement-names.ts'
import type { Chosen } from '../broadcasts/index.ts'
import { growingSpans, type SendTime } from './rules.ts'

/** Which people of which organization are looked at. */
export interface Where {
  celebrationId: string
  content: CelebrationContent
  orgId: string
  /** The zone of contacts without their own. */
  timeZone: string
  times: SendTime[]
}

/** A person whose time has come. */
export interface DuePerson {
  contactId: string
  year: number
  /** Completed years; null for birthdays. */
  years: number | null
  at: Date
  phone: string | null
  timezone: string | null
}

/** The first word of the first name, which may hold a whole name, and the initial of the last name. */
const shortName = sql<string>`trim(split_part(trim(coalesce(nullif(trim(c.preferred_name), ''), c.firstname)), ' ', 1)
  || ' ' || case when trim(c.lastname) = '' then '' else left(trim(c.lastname), 1) || '.' end)`

/** Whether contact `c` has the celebrated date, and the year of that date. */
export function dateOf({ kind, field }: CelebrationContent): {
  isKnown: RawBuilder<SqlBool>
  year: RawBuilder<number>
} {
  if (kind === 'birthday') return { isKnown: sql`c.birthday is not null`, year: sql`null::int` }
  if (kind === 'anniversary')
    return { isKnown: sql`c.hire_date is not null`, year: sql`extract(year from c.hire_date)::int` }
  const value = sql`c.custom ->> ${field ?? ''}::text`
  const isDate = sql<SqlBool>`coalesce(${value} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', false)`
  return { isKnown: isDate, year: sql`case when ${isDate} then left(${value}, 4)::int end` }
}

/**
 * The contacts with one of the times whose years are celebrated. An index finds those with the days; the table decides
 * which of them the handle may see. Planned each time: a plan for one day takes minutes for two months.
 */
export function datedContacts({ content, orgId, timeZone, times }: Where): RawBuilder<unknown> {
  const { year } = dateOf(content)
  const days = [...new Set(times.map(({ monthDay }) => monthDay))]
  const { table } = recordSet(times, {
    moment: ['text', (time) => `${time.zone} ${time.monthDay}`],
    year: ['smallint', (time) => time.year],
    date: ['text', (time) => time.date],
    day: ['text', (time) => time.day],
    at: ['timestamptz', (time) => time.at],
  })
  const zone = content.zone === 'org' ? sql`${timeZone}::text` : sql`coalesce(c.timezone, ${timeZone}::text)`
  const areYears =
    content.kind === 'birthday'
      ? sql<SqlBool>`true`
      : content.repeat === 'once'
        ? sql<SqlBool>`record_set.year = ${year}`
        : sql<SqlBool>`record_set.year - ${year} >= 1 and (${content.years.length === 0} or record_set.year - ${year} = any(${content.years}::int[]))`
  return sql`(
    select c.id as contact_id, c.sort_name, trim(c.firstname || ' ' || c.lastname) as name,
      ${shortName} as short_name,
      c.phone, c.timezone,
      record_set.year::int as year, ${content.repeat === 'once' ? sql`null::int` : sql`record_set.year - ${year}`} as years, record_set.date, record_set.day, record_set.at
    from contacts_with_day(${content.kind}, ${content.field ?? ''}, ${days}::text[]) f
      join contact c on c.org_id = ${orgId} and c.id = f.contact_id
      -- With two conditions, the planner would expect almost no one, and compare every two of thousands of people.
      join ${table} on record_set.moment = ${zone} || ' ' || f.month_day
    where ${oneOff(sql`c.archived_at is null`)} and c.merged_into is null and c.erased_at is null and ${areYears})`
}

/**
 * Whether the person of a date got a text for the same celebration shortly before, so that their date was corrected, as from
 * December to January. A date that counts once is another one in each year.
 */
export function isNear({ celebrationId, content, orgId }: Where): RawBuilder<SqlBool> {
  if (content.repeat === 'once') return sql<SqlBool>`false`
  return sql<SqlBool>`exists (
    select from celebration_send n where n.org_id = ${orgId} and n.celebration_id = ${celebrationId}
      and n.contact_id = d.contact_id and n.state = 'sent' and n.at > d.at - make_interval(days => ${CELEBRATION_NEAR_DAYS}))`
}

/** Returns people whose time has come and for whom nothing is recorded, in the order of their ids. */
export async function duePeople(
  db: Db,
  where: Where,
  { after, most }: { after: string | null; most: number },
): Promise<DuePerson[]> {
  if (where.times.length === 0) return []
  const found = await sql<DuePerson>`
    select d.contact_id as "contactId", d.year, d.years, d.at, d.phone, d.timezone
    from ${datedContacts(where)} d
    where ${after ? sql`d.contact_id > ${after}` : sql`true`} and not exists (
      select from celebration_send s where s.org_id = ${where.orgId} and s.celebration_id = ${where.celebrationId}
        and s.contact_id = d.contact_id and s.year = d.year) and not ${isNear(where)}
    order by d.contact_id, d.at limit ${most}`.execute(db)
  return found.rows
}

/** Returns those of these contacts who are chosen, each with what keeps them from getting texts. */
export async function obstaclesOf(
  db: Db,
  chosen: Chosen,
  contactIds: string[],
): Promise<Map<string, CelebrationObstacle | null>> {
  const found = await sql<{ id: string; reason: CelebrationObstacle | null }>`
    select h.id, ${obstacle} as reason from ${chosen} h where h.id = any(${contactIds}::uuid[]) and ${isChosen}`.execute(
    db,
  )
  return new Map(found.rows.map(({ id, reason }) => [id, reason]))
}

/** Members of a household who share a number each have their own date, and the text names them. */
export const obstacle = sql<CelebrationObstacle | null>`nullif(h.reason, 'same_phone')`
export const isChosen = sql<SqlBool>`h.reason is distinct from 'excluded' and h.reason is distinct from 'archived'`

/** Nothing became of the date yet, or it is skipped. Written so that the planner expects this of most people. */
const isAhead = sql<SqlBool>`coalesce(s.state, 'skipped') <> all(array['sent', 'blocked', 'missed'])`

/** The people whose dates a query reads: only they are compared with an audience. */
export const DATED = sql`select contact_id from dated`

/** These contacts, as the people whom an audience is limited to. */
export function contactsOf(ids: string[]): RawBuilder<unknown> {
  return sql`select unnest(${ids}::uuid[])`
}

/**
 * Returns whose date comes, soonest first, at most so many; only people whom the handle may see. Reads a few days at first
 * and more as needed, because a page shows few of those whose date comes in two months. `chosen`: among `DATED`.
 */
export async function comingPeople(
  db: Db,
  where: Where,
  {
    chosen,
    after,
    offset,
    most,
  }: { chosen: Chosen; after: { at: Date; id: string } | undefined; offset: number; most: number },
): Promise<(Omit<ComingCelebration, 'at'> & { at: Date })[]> {
  const found: (Omit<ComingCelebration, 'at'> & { at: Date })[] = []
  const left = () => offset + most - found.length
  for (const times of growingSpans(where.times.filter(({ at }) => !after || at >= after.at))) {
    if (left() <= 0) break
    const part = await sql<(typeof found)[number]>`
      with dated as materialized ${datedContacts({ ...where, times })}
      select d.contact_id as "contactId", d.name, d.date, d.day, d.at, d.year, d.years, s.state is not null as "isSkipped", ${obstacle} as obstacle
      from dated d join ${chosen} h on h.id = d.contact_id and ${isChosen}
        left join celebration_send s on s.org_id = ${where.orgId} and s.celebration_id = ${where.celebrationId}
          and s.contact_id = d.contact_id and s.year = d.year
      where ${isAhead} and not ${isNear(where)}
        ${after ? sql`and (d.at, d.contact_id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by d.at, d.contact_id limit ${left()}`.execute(db)
    found.push(...part.rows)
  }
  return found.slice(offset)
}

/** A day with how many people get their text on it, and the first of them. */
interface ComingDay {
  day: string
  total: number
  people: (Omit<ComingCelebration, 'at'> & { at: Date })[]
}

/**
 * Returns the days on which people get their text, each with the first of them by name: those who get it before those
 * who are skipped or cannot be texted. Counts only people whom the handle may see. `chosen`: among `DATED`.
 */
export async function comingDays(
  db: Db,
  where: Where,
  { chosen, most }: { chosen: Chosen; most: number },
): Promise<ComingDay[]> {
  if (where.times.length === 0) return []
  const found = await sql<ComingDay['people'][number] & { total: number }>`
    with dated as materialized ${datedContacts(where)},
    coming as (
      select d.contact_id, d.name, d.date, d.day, d.at, d.year, d.years, s.state is not null as is_skipped, ${obstacle} as obstacle,
        count(*) over (partition by d.day)::int as total,
        row_number() over (partition by d.day order by s.state is not null or ${obstacle} is not null, d.sort_name, d.contact_id) as nth
      from dated d join ${chosen} h on h.id = d.contact_id and ${isChosen}
        left join celebration_send s on s.org_id = ${where.orgId} and s.celebration_id = ${where.celebrationId}
          and s.contact_id = d.contact_id and s.year = d.year
      where ${isAhead} and not ${isNear(where)})
    select contact_id as "contactId", name, date, day, at, year, years, is_skipped as "isSkipped", obstacle, total
    from coming where nth <= ${most} order by day, nth`.execute(db)
  const days = Map.groupBy(found.rows, ({ day }) => day)
  return [...days].map(([day, rows]) => ({
    day,
    total: rows[0]?.total ?? 0,
    people: rows.map(({ total: _total, ...person }) => person),
  }))
}

/** A person who is celebrated on a day. */
export interface CelebratedPerson {
  contactId: string
  name: string
  /** The first word of the first name, as the person prefers it, and the initial of the last name. */
  shortName: string
  day: string
  years: number | null
}

/**
 * Returns who is celebrated, whether or not a text can reach or reached them, soonest first and then by name, and how many
 * there are. Leaves out former and blocked contacts, numbers that may belong to another person, skipped dates; with
 * `isPublic`, everyone who cannot be texted: an opt-out belongs to a number, and would be lost with it. `unnamed`: whether
 * people whom news must not name are among them, or no others. `chosen`: among `DATED`.
 */
export async function celebratedPeople(
  db: Db,
  where: Where,
  {
    chosen,
    most,
    isPublic = false,
    unnamed = 'with',
  }: { chosen: Chosen; most: number; isPublic?: boolean; unnamed?: 'with' | 'without' | 'only' },
): Promise<{ people: CelebratedPerson[]; total: number }> {
  if (where.times.length === 0) return { people: [], total: 0 }
  const isNamed = isPublic
    ? sql<SqlBool>`${obstacle} is null`
    : sql<SqlBool>`(h.reason is null or h.reason <> all(${['terminated', 'blocked', 'wrong_person']}::text[]))`
  const isUnnamed = sql<SqlBool>`exists (
    select from celebration_unnamed u where u.org_id = ${where.orgId} and u.contact_id = d.contact_id)`
  const isMeant = { with: sql<SqlBool>`true`, without: sql<SqlBool>`not ${isUnnamed}`, only: isUnnamed }[unnamed]
  const found = await sql<CelebratedPerson & { total: number }>`
    with dated as materialized ${datedContacts(where)}
    select d.contact_id as "contactId", d.name, d.short_name as "shortName", d.day, d.years, count(*) over ()::int as total
    from dated d join ${chosen} h on h.id = d.contact_id and ${isChosen}
      left join celebration_send s on s.org_id = ${where.orgId} and s.celebration_id = ${where.celebrationId}
        and s.contact_id = d.contact_id and s.year = d.year
    where ${isNamed} and ${isMeant} and s.state is distinct from 'skipped'
    order by d.day, d.sort_name, d.contact_id limit ${most}`.execute(db)
  return { people: found.rows.map(({ total: _total, ...person }) => person), total: found.rows[0]?.total ?? 0 }
}
