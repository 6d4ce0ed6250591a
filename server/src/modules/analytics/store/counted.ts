import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import { allowLong } from '../../../kernel/db/timeout.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { answersIn, counts, messageCounts } from './conditions.ts'

/** How much later than they are written messages are counted: an hour more than the triggers wait (migration 0089). */
const COUNTED_AFTER = sql`interval '2 hours'`
/** How far the counts of an organization may fall behind before they are continued. */
const MOST_BEHIND = sql`interval '3 hours'`

/** What was counted of an organization: the days from `firstDay` on, the last one until a moment. */
export interface Coverage {
  orgId: string
  timeZone: string
  firstDay: string
  lastDay: string
  untilAt: Date
  isComplete: boolean
  recountMonth: string | null
}

/** Days of an organization whose messages are counted, until a moment. */
interface Run {
  orgId: string
  timeZone: string
  first: string
  last: string
  untilAt: Date
}

/** Returns the organizations with something to count. Needs a handle across organizations. */
export async function organizationsToCount(system: Db): Promise<string[]> {
  const due = await sql<Row<'organization', 'id'>>`
    select o.id from organization o left join figure_coverage c on c.org_id = o.id
    where c.org_id is null or c.timezone <> o.timezone or not c.is_complete or c.until_at < now() - ${MOST_BEHIND}
      or exists (select from figure_change q where q.org_id = o.id)`.execute(system)
  return due.rows.map(({ id }) => id)
}

/** Returns the organizations that were counted. Needs a handle across organizations. */
export async function countedOrganizations(system: Db): Promise<string[]> {
  const counted = await sql<Row<'figure_coverage', 'org_id'>>`select org_id from figure_coverage`.execute(system)
  return counted.rows.map((row) => row.org_id)
}

/**
 * Locks and returns what was counted of an organization in its present time zone. Where nothing was, or in another zone, it
 * starts again with the present day. Returns undefined while another process counts.
 */
export async function lockCoverage(db: Db, orgId: string): Promise<Coverage | undefined> {
  await allowLong(db, 'counts the messages of each day')
  await sql`
    insert into figure_coverage (org_id, timezone, first_day, until_at)
    select id, '', '2000-01-01', now() from organization where id = ${orgId} on conflict do nothing`.execute(db)
  const locked = await sql<{ isCurrent: boolean }>`
    select c.timezone = o.timezone as "isCurrent" from figure_coverage c join organization o on o.id = c.org_id
    where c.org_id = ${orgId} for update of c skip locked`.execute(db)
  const [row] = locked.rows
  if (!row) return undefined
  if (!row.isCurrent) await startAgain(db, orgId)
  const result = await sql<Coverage>`
    select org_id as "orgId", timezone as "timeZone", first_day::text as "firstDay", until_at as "untilAt",
      (until_at at time zone timezone)::date::text as "lastDay", is_complete as "isComplete", recount_month::text as "recountMonth"
    from figure_coverage where org_id = ${orgId}`.execute(db)
  return result.rows[0]
}

async function startAgain(db: Db, orgId: string): Promise<void> {
  await sql`delete from figure_day where org_id = ${orgId}`.execute(db)
  await sql`delete from figure_sender_day where org_id = ${orgId}`.execute(db)
  await sql`delete from figure_contact_day where org_id = ${orgId}`.execute(db)
  await sql`delete from figure_contact_month where org_id = ${orgId}`.execute(db)
  await sql`delete from figure_answer where org_id = ${orgId}`.execute(db)
  // The first day is tomorrow's: what is before it was not counted yet.
  await sql`
    update figure_coverage c set timezone = o.timezone, is_complete = false, recount_month = null,
      until_at = now() - ${COUNTED_AFTER}, first_day = ((now() - ${COUNTED_AFTER}) at time zone o.timezone)::date + 1
    from organization o where o.id = c.org_id and c.org_id = ${orgId}`.execute(db)
}

/**
 * Takes what was noted as changed, and returns the days that it changed, in order. What is noted by transactions that commit
 * later stays for the next time.
 */
export async function takeChangedDays(db: Db, { orgId, timeZone }: Coverage): Promise<string[]> {
  const taken = await sql<{ day: string }>`
    with taken as (delete from figure_change where org_id = ${orgId} returning quarter)
    select distinct (quarter at time zone ${timeZone})::date::text as day from taken order by 1`.execute(db)
  return taken.rows.map(({ day }) => day)
}

/** Moves the end of what is counted to two hours ago. Returns the moment, and its day. */
export async function moveEnd(db: Db, { orgId, timeZone }: Coverage): Promise<{ untilAt: Date; lastDay: string }> {
  const moved = await sql<{ untilAt: Date; lastDay: string }>`
    update figure_coverage set until_at = greatest(until_at, now() - ${COUNTED_AFTER}) where org_id = ${orgId}
    returning until_at as "untilAt", (until_at at time zone ${timeZone})::date::text as "lastDay"`.execute(db)
  return moved.rows[0] as { untilAt: Date; lastDay: string }
}

/** Moves the first day that is counted, and says whether there are messages before it. */
export async function moveStart(db: Db, { orgId, timeZone }: Coverage, firstDay: string): Promise<void> {
  await sql`
    update figure_coverage set first_day = ${firstDay}, is_complete = not exists (
      select from message m where m.org_id = ${orgId} and m.id < uuid_floor((${firstDay}::date + 3)::timestamp at time zone 'UTC')
        and (m.at at time zone ${timeZone})::date < ${firstDay})
    where org_id = ${orgId}`.execute(db)
}

/** Remembers the month that the next recount compares. */
export async function saveRecountMonth(db: Db, orgId: string, month: string | null): Promise<void> {
  await sql`update figure_coverage set recount_month = ${month} where org_id = ${orgId}`.execute(db)
}

const local = (run: Run) => sql`(m.at at time zone ${run.timeZone})`

/** Whether a day ends before the moment until which messages are counted. */
const isOver = ({ untilAt, timeZone }: Run, day: RawBuilder<unknown>) =>
  sql`${day} < (${untilAt}::timestamptz at time zone ${timeZone})::date`

const messagesOf = (run: Run) => sql`message m where m.org_id = ${run.orgId}
  and m.id >= uuid_floor((${run.first}::date - 2)::timestamp at time zone 'UTC')
  and m.id < uuid_floor((${run.last}::date + 3)::timestamp at time zone 'UTC')
  and ${local(run)}::date between ${run.first} and ${run.last} and m.at < ${run.untilAt} and m.direction <> 'internal'`

const receivedByHour = sql.join(
  Array.from({ length: 24 }, (_, hour) => sql`coalesce(sum(received) filter (where hour = ${sql.lit(hour)}), 0)`),
)

const dayFigures = (run: Run) => sql`(
  select day, sum(sent)::int as sent, sum(sent_texts)::int as sent_texts, sum(delivered)::int as delivered,
    sum(not_delivered)::int as not_delivered, sum(received)::int as received,
    array[${receivedByHour}]::int[] as received_by_hour
  from (
    select ${local(run)}::date as day, extract(hour from ${local(run)})::int as hour, ${messageCounts},
      coalesce(sum(m.segments) filter (where ${counts.sent}), 0)::int as sent_texts
    from ${messagesOf(run)} group by 1, 2
  ) hours group by day)`

/** Counts the messages of days. By contact only days that are over are counted, those before the day of the moment. */
export async function countRun(db: Db, run: Run): Promise<void> {
  const { orgId, first, last } = run
  const isInRun = sql`org_id = ${orgId} and day between ${first} and ${last}`
  await sql`delete from figure_day where ${isInRun}`.execute(db)
  await sql`
    insert into figure_day (org_id, day, sent, sent_texts, delivered, not_delivered, received, received_by_hour)
    select ${orgId}::uuid, f.* from ${dayFigures(run)} f`.execute(db)
  await sql`delete from figure_sender_day where ${isInRun}`.execute(db)
  await sql`
    insert into figure_sender_day (org_id, day, sender_id, sent, delivered, not_delivered, total)
    select ${orgId}::uuid, day, sender_id, sent, delivered, not_delivered, total
    from (select ${local(run)}::date as day, m.sender_id, ${messageCounts} from ${messagesOf(run)} and m.sender_id is not null group by 1, 2) f`.execute(
    db,
  )
  await sql`delete from figure_contact_day where ${isInRun}`.execute(db)
  await sql`
    insert into figure_contact_day (org_id, day, contact_id, sent, delivered, not_delivered, received, total)
    select ${orgId}::uuid, ${local(run)}::date, m.contact_id, ${messageCounts} from ${messagesOf(run)}
      and ${isOver(run, sql`${local(run)}::date`)}
    group by 2, 3`.execute(db)
  await sumMonths(db, run)
}

const answersOf = (run: Run) => sql`(
  select a.* from ${answersIn(run, { first: sql`${run.first}::date`, last: sql`${run.last}::date` })} a where ${isOver(run, sql`a.day`)})`

/** Finds the answers of days that are over. */
export async function countAnswersOf(db: Db, run: Run): Promise<void> {
  const { orgId, first, last } = run
  await sql`delete from figure_answer where org_id = ${orgId} and day between ${first} and ${last}`.execute(db)
  await sql`
    insert into figure_answer (org_id, day, answer_id, contact_id, sender_id, seconds)
    select ${orgId}::uuid, day, answer_id, contact_id, sender_id, seconds from ${answersOf(run)} a`.execute(db)
}

async function sumMonths(db: Db, { orgId, first, last }: Run): Promise<void> {
  const [since, until] = [
    sql`date_trunc('month', ${first}::date)::date`,
    sql`(date_trunc('month', ${last}::date) + interval '1 month')::date`,
  ]
  await sql`delete from figure_contact_month where org_id = ${orgId} and month >= ${since} and month < ${until}`.execute(
    db,
  )
  await sql`
    insert into figure_contact_month (org_id, month, contact_id, sent, delivered, not_delivered, received, total)
    select org_id, date_trunc('month', day)::date, contact_id, sum(sent), sum(delivered), sum(not_delivered), sum(received), sum(total)
    from figure_contact_day where org_id = ${orgId} and day >= ${since} and day < ${until} group by 1, 2, 3`.execute(db)
}

/** Returns the days whose stored figures differ from their messages, except those that are noted as changed. */
export async function differingDays(db: Db, run: Run): Promise<string[]> {
  const { orgId, timeZone, first, last } = run
  const isInRun = sql`f.org_id = ${orgId} and f.day between ${first} and ${last}`
  const sums = sql`sum(f.sent) as sent, sum(f.delivered) as delivered, sum(f.not_delivered) as not_delivered`
  const result = await sql<{ day: string }>`
    with counted as ${dayFigures(run)}, stored as (
      select f.day, f.sent, f.sent_texts, f.delivered, f.not_delivered, f.received, f.received_by_hour
      from figure_day f where ${isInRun}
    ), senders as (
      select ${local(run)}::date as day, ${messageCounts} from ${messagesOf(run)} and m.sender_id is not null group by 1
    ), wrong as (
      select coalesce(c.day, s.day) as day from counted c full join stored s on s.day = c.day
      where (c.*) is distinct from (s.*)
      union
      select coalesce(c.day, f.day) from (select * from senders) c
      full join (select f.day, ${sums}, sum(f.total) as total from figure_sender_day f where ${isInRun} group by f.day) f on f.day = c.day
      where (c.sent, c.delivered, c.not_delivered, c.total) is distinct from (f.sent, f.delivered, f.not_delivered, f.total)
      union
      select coalesce(c.day, f.day) from (
        select * from counted where ${isOver(run, sql`day`)}) c
      full join (select f.day, ${sums}, sum(f.received) as received from figure_contact_day f where ${isInRun} group by f.day) f on f.day = c.day
      where (coalesce(c.sent, 0), coalesce(c.delivered, 0), coalesce(c.not_delivered, 0), coalesce(c.received, 0))
        is distinct from (coalesce(f.sent, 0), coalesce(f.delivered, 0), coalesce(f.not_delivered, 0), coalesce(f.received, 0))
      union
      select coalesce(a.day, f.day) from (select day, count(*) as answers, sum(seconds) as seconds from ${answersOf(run)} a group by day) a
      full join (select f.day, count(*) as answers, sum(f.seconds) as seconds from figure_answer f where ${isInRun} group by f.day) f on f.day = a.day
      where a.answers is distinct from f.answers or abs(a.seconds - f.seconds) > 1
    )
    select w.day::text as day from wrong w where not exists (
      select from figure_change q where q.org_id = ${orgId} and (q.quarter at time zone ${timeZone})::date between w.day - 31 and w.day) order by 1`.execute(
    db,
  )
  return result.rows.map(({ day }) => day)
}

/** Moves the figures of one contact to another; the days are counted again a moment later. */
export async function moveFigures(tx: Tx, fromId: string, toId: string): Promise<void> {
  await sql`update figure_answer set contact_id = ${toId} where org_id = ${tx.orgId} and contact_id = ${fromId}`.execute(
    tx.db,
  )
  for (const [table, key] of [
    ['figure_contact_day', 'day'],
    ['figure_contact_month', 'month'],
  ] as const) {
    const [name, period] = [sql.table(table), sql.ref(key)]
    await sql`
      with moved as (delete from ${name} where org_id = ${tx.orgId} and contact_id = ${fromId} returning *)
      insert into ${name} as f (org_id, ${period}, contact_id, sent, delivered, not_delivered, received, total)
      select org_id, ${period}, ${toId}::uuid, sent, delivered, not_delivered, received, total from moved
      on conflict (org_id, ${period}, contact_id) do update set sent = f.sent + excluded.sent,
        delivered = f.delivered + excluded.delivered, not_delivered = f.not_delivered + excluded.not_delivered,
        received = f.received + excluded.received, total = f.total + excluded.total`.execute(tx.db)
  }
}
