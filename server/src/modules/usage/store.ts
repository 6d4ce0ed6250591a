import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { allowLong } from '../../kernel/db/timeout.ts'
import type { Row } from '../../kernel/db/row.ts'
import { SAMPLE_CARRIER } from '../lines/index.ts'
import { amongIds } from '../messages/index.ts'

/** The message `m` was not sent on a sample line. */
const notOnSampleLine = sql`not exists (
  select from line l where l.org_id = m.org_id and l.id = m.line_id and l.carrier = ${SAMPLE_CARRIER})`

/** The message `m` leaves as an MMS, which carriers bill as one, whatever its text. */
const isMms = sql`(m.media is not null and jsonb_array_length(m.media) > 0 and not m.media_as_link)`

/** Adds hand-offs not counted before, `times` for each message, to the months in which the messages were written. */
export async function addHandedOff(db: Db, orgId: string, messageIds: string[], times: number): Promise<void> {
  await sql`
    insert into usage_month (org_id, month, texts, mms)
    select ${orgId}::uuid, date_trunc('month', m.at at time zone o.timezone)::date,
      coalesce(sum(m.segments) filter (where not ${isMms}), 0) * ${times}::int, count(*) filter (where ${isMms}) * ${times}::int
    from message m join organization o on o.id = m.org_id
    where m.org_id = ${orgId} and ${amongIds(messageIds)} and ${notOnSampleLine} group by 2
    on conflict (org_id, month) do update set texts = usage_month.texts + excluded.texts, mms = usage_month.mms + excluded.mms`.execute(
    db,
  )
}

/**
 * Recounts this and the previous month from the messages, and the next one, which has a counter when the organization
 * moved to an earlier time zone on the first day of a month. Excludes events after `place`, which the follower will count;
 * the caller must lock the follower there. One statement sees messages and events of the same moment. Returns the
 * months whose counter was wrong.
 */
export async function recountMonths(
  db: Db,
  { orgId, position, now }: { orgId: string; position: { xid: string; seq: string }; now: Date },
): Promise<string[]> {
  await allowLong(db, 'recounts the usage of a month')
  const corrected = await sql<{ month: string }>`
    with untold as (
      select ids.id::uuid as id, count(*) as times from event_log f, jsonb_array_elements_text(f.payload -> 'ids') ids(id)
      where f.org_id = ${orgId} and f.name = 'message.handed-off' and (f.xid, f.seq) > (${position.xid}::xid8, ${position.seq}::bigint)
      group by 1
    ), months as (
      select month::date as month, month at time zone o.timezone as since, (month + interval '1 month') at time zone o.timezone as until
      from organization o, generate_series(
        date_trunc('month', ${now}::timestamptz at time zone o.timezone) - interval '1 month',
        date_trunc('month', ${now}::timestamptz at time zone o.timezone) + interval '1 month', interval '1 month') month
      where o.id = ${orgId}
    ), counted as (
      select p.month, coalesce(s.texts, 0) as texts, coalesce(s.mms, 0) as mms
      from months p cross join lateral (
        -- A message's id is as old as the message, give or take: it only spares the other months.
        select sum(case when ${isMms} then 0 else m.segments end * n.times) as texts, sum(case when ${isMms} then 1 else 0 end * n.times) as mms
        from message m left join untold u on u.id = m.id
        cross join lateral (select cardinality(array_remove(coalesce(m.earlier_carrier_ids, '{}'), m.carrier_id)) + 1 - coalesce(u.times, 0) as times) n
        where m.org_id = ${orgId} and m.id >= uuid_floor(p.since - interval '1 day') and m.id < uuid_floor(p.until + interval '1 day')
          and m.at >= p.since and m.at < p.until and m.carrier_id is not null and m.direction = 'out' and ${notOnSampleLine}) s
    )
    insert into usage_month (org_id, month, texts, mms)
    select ${orgId}::uuid, c.month, c.texts, c.mms from counted c left join usage_month u on u.org_id = ${orgId} and u.month = c.month
    where c.texts <> coalesce(u.texts, 0) or c.mms <> coalesce(u.mms, 0)
    on conflict (org_id, month) do update set texts = excluded.texts, mms = excluded.mms
    returning month::text as month`.execute(db)
  return corrected.rows.map((row) => row.month)
}

/** Returns all organizations. Needs a database handle across organizations. */
export async function everyOrganization(system: Db): Promise<string[]> {
  return (await sql<Row<'organization', 'id'>>`select id from organization`.execute(system)).rows.map((row) => row.id)
}

/** Returns whether nothing was ever counted. Needs a database handle across organizations. */
export async function isUncounted(system: Db): Promise<boolean> {
  return (await sql`select from usage_month limit 1`.execute(system)).rows.length === 0
}
