import { MessageState, wordFor } from '@crewline/contract/messages'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** Days of an organization, and as many just before them. */
interface Asked {
  orgId: string
  timeZone: string
  start: string
  end: string
  count: number
}

/** The states that people read as "Not delivered". */
const NOT_DELIVERED = MessageState.options.filter((state) => wordFor(state) === 'not_delivered')

/** One calendar day of the organization's time zone. */
export interface CountedDay {
  date: string
  /** Messages a carrier took, and how many texts they were. */
  sent: number
  sentTexts: number
  delivered: number
  /** Messages shown as "Not delivered", whether or not a carrier ever took them. */
  notDelivered: number
  received: number
}

/** What was written on each day asked for and on as many days before, in order; days of nothing are zeros. */
export async function countedDays(db: Db, asked: Asked): Promise<CountedDay[]> {
  // Joined with the days, not grouped by an expression of its own: of that the planner expects as many groups as rows and
  // sorts a million rows on disk.
  const found = await sql<CountedDay>`
    select to_char(d.day, 'YYYY-MM-DD') as date,
      count(*) filter (where m.direction = 'out' and m.carrier_id is not null) as sent,
      coalesce(sum(m.segments) filter (where m.direction = 'out' and m.carrier_id is not null), 0) as "sentTexts",
      count(*) filter (where m.direction = 'out' and m.state = 'delivered') as delivered,
      count(*) filter (where m.direction = 'out' and m.state = any(${NOT_DELIVERED}::text[])) as "notDelivered",
      count(*) filter (where m.direction = 'in') as received
    from (select ${firstDay(asked)} + n as day from generate_series(0, ${2 * asked.count - 1}::int) n) d
    left join message m on ${isAbout(asked)} and ${dayOf(asked)} = d.day
    group by d.day order by d.day`.execute(db)
  return found.rows
}

/** How many different workers wrote or were written to. */
export async function peopleIn(
  db: Db,
  asked: Asked,
): Promise<{ replied: number; active: number; repliedBefore: number }> {
  const found = await sql<{ replied: number; active: number; repliedBefore: number }>`
    select count(*) filter (where replied)::int as replied, count(*) filter (where active)::int as active,
           count(*) filter (where replied_before)::int as "repliedBefore"
    from (
      select bool_or(day between ${asked.start}::date and ${asked.end}::date and direction = 'in') as replied,
             bool_or(day between ${asked.start}::date and ${asked.end}::date) as active,
             bool_or(day between ${firstDay(asked)} and ${asked.start}::date - 1 and direction = 'in') as replied_before
      from (select m.contact_id, m.direction, ${dayOf(asked)} as day from message m where ${isAbout(asked)} and m.direction <> 'within') written
      group by contact_id
    ) people`.execute(db)
  return found.rows[0] ?? { replied: 0, active: 0, repliedBefore: 0 }
}

/** How many different numbers opted out; saying STOP again while opted out is not another one. */
export async function optOutsIn(db: Db, asked: Asked): Promise<{ now: number; before: number }> {
  const found = await sql<{ now: number; before: number }>`
    select count(distinct e.phone) filter (where e.day >= ${asked.start}::date)::int as now,
           count(distinct e.phone) filter (where e.day < ${asked.start}::date)::int as before
    from (
      select m.phone, ${dayOf(asked)} as day from consent_event m
      where ${isAbout(asked)} and ${dayOf(asked)} between ${firstDay(asked)} and ${asked.end}::date and m.action = 'opt_out' and coalesce((
        select p.action from consent_event p where p.org_id = m.org_id and p.phone = m.phone and p.id < m.id
          and p.action in ('opt_out', 'opt_in') order by p.id desc limit 1), 'opt_in') = 'opt_in'
    ) e`.execute(db)
  return found.rows[0] ?? { now: 0, before: 0 }
}

/** How many workers there are, how many of them can get texts, and how many wait for an answer, as the lists count. */
export async function standingNow(
  db: Db,
  orgId: string,
): Promise<{ contacts: number; reachable: number; unanswered: number }> {
  const found = await sql<{ contacts: number; reachable: number; unanswered: number }>`
    select count(*)::int as contacts,
      count(*) filter (where c.phone is not null and c.phone_state = 'ok' and k.opted_out is not true)::int as reachable,
      (select count(*)::int from conversation v where v.org_id = ${orgId} and v.waiting_since is not null and not v.archived and v.snoozed_until is null) as unanswered
    from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
    where c.org_id = ${orgId} and c.archived_at is null`.execute(db)
  return found.rows[0] ?? { contacts: 0, reachable: 0, unanswered: 0 }
}

/** The day a row `m` was written, where the organization is. */
function dayOf({ timeZone }: Asked): RawBuilder<unknown> {
  return sql`(m.at at time zone ${timeZone})::date`
}

/** The first of the days before those asked for. */
function firstDay({ start, count }: Asked): RawBuilder<unknown> {
  return sql`(${start}::date - ${count}::int)`
}

/**
 * Leaves out rows `m` of other organizations and, by their ids, of other months. An id is as old as its row, give or take;
 * the day decides. Where clocks change at midnight a day has no one first instant, so days are compared, not instants.
 */
function isAbout(asked: Asked): RawBuilder<unknown> {
  return sql`m.org_id = ${asked.orgId}
    and m.id >= uuid_floor((${firstDay(asked)} - 2)::timestamp at time zone 'UTC')
    and m.id < uuid_floor((${asked.end}::date + 3)::timestamp at time zone 'UTC')`
}
