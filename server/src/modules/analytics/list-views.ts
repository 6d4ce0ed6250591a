import type { AnalyticsCut, CountedContacts, CountedMessages } from '@crewline/contract/figures'
import type { Message } from '@crewline/contract/messages'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { readMessages } from '../messages/index.ts'
import { isInCut } from './cut-views.ts'
import { offShiftTexts } from './off-shift-views.ts'
import { answersIn, counts, isOnDays, spanOf, type AnalyticsQuery } from './store/days.ts'
import { optOutsSince, waitsOverDay } from './views.ts'

/** Which messages a list shows: those of a figure, of a row of a cut, of an hour of the week. */
export interface MessageFilter {
  kind: CountedMessages | 'off_shift'
  by?: AnalyticsCut | undefined
  key?: string | undefined
  weekday?: number | undefined
  hour?: number | undefined
}

function isListed(query: AnalyticsQuery, { kind, by, key, weekday, hour }: MessageFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = []
  if (kind === 'answers')
    // An answer counts on the day it was sent; it may have been written days before, to be sent later.
    conditions.push(
      sql`m.org_id = ${query.orgId} and m.id in (select a.answer_id from ${answersIn(spanOf(query, 'requested'))} a)`,
    )
  else if (kind === 'off_shift' || kind === 'off_shift_sent' || kind === 'off_shift_received') {
    const directions = { off_shift: ['in', 'out'], off_shift_sent: ['out'], off_shift_received: ['in'] }[kind]
    const texts = offShiftTexts(query)
    conditions.push(
      sql`m.org_id = ${query.orgId} and m.id in (select t.id from ${texts} t where t.direction = any(${directions}::text[]))`,
    )
  } else conditions.push(isOnDays(query), counts[kind])
  if (by !== undefined && key !== undefined) conditions.push(isInCut(by, key))
  const local = sql`(m.at at time zone ${query.timeZone})`
  if (weekday !== undefined) conditions.push(sql`extract(dow from ${local}) = ${weekday}`)
  if (hour !== undefined) conditions.push(sql`extract(hour from ${local}) = ${hour}`)
  return sql.join(conditions, sql` and `)
}

/** Counts the messages of a list. */
export async function countListed(db: Db, query: AnalyticsQuery, filter: MessageFilter): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*)::int as total from message m where ${isListed(query, filter)}`.execute(db)
  return result.rows[0]?.total ?? 0
}

/** Counts the people that a row of the after-hours report is about, whose lists show their texts or them. */
export async function countPeopleOffShift(
  db: Db,
  query: AnalyticsQuery,
  filter: Omit<MessageFilter, 'kind'>,
): Promise<number> {
  const result = await sql<{ people: number }>`
    select count(distinct m.contact_id)::int as people from message m
    where ${isListed(query, { ...filter, kind: 'off_shift' })}`.execute(db)
  return result.rows[0]?.people ?? 0
}

/** Returns the messages of a list, latest first, after the message with id `after`. */
export function listMessages(
  db: Db,
  query: AnalyticsQuery,
  filter: MessageFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Message[]> {
  const isAfter = after === undefined ? sql`true` : sql`m.id < ${after}`
  return readMessages(db, {
    rest: sql`where ${isListed(query, filter)} and ${isAfter} order by m.id desc limit ${limit}`,
  })
}

/** A person of a list. */
export interface ListedContact {
  id: string
  contactId: string | null
  phone: string | null
  at: Date
}

/** Which people a list shows. */
export interface ContactFilter {
  kind: CountedContacts
  by?: AnalyticsCut | undefined
  key?: string | undefined
  now: Date
}

function people(query: AnalyticsQuery, { kind, by, key, now }: ContactFilter): RawBuilder<unknown> {
  const inCut = by === undefined || key === undefined ? sql`true` : isInCut(by, key)
  switch (kind) {
    case 'replied':
      return sql`select m.contact_id as id, m.contact_id as "contactId", null::text as phone, max(m.at) as at
        from message m where ${isOnDays(query)} and ${counts.received} and ${inCut} group by m.contact_id`
    case 'opted_out':
      return sql`select distinct on (e.phone) e.id, c.id as "contactId", e.phone, e.at
        from ${optOutsSince(query, sql`${query.start}::date`)} e
        left join contact c on c.org_id = ${query.orgId} and c.phone = e.phone and c.archived_at is null and not c.shares_phone
        order by e.phone, e.at desc`
    case 'people_off_shift':
      return sql`select m.contact_id as id, m.contact_id as "contactId", null::text as phone, max(m.moment) as at
        from ${offShiftTexts(query)} m where ${inCut} group by m.contact_id`
    case 'waiting_over_day':
      return sql`select v.contact_id as id, v.contact_id as "contactId", null::text as phone, v.waiting_since as at
        from conversation v where ${waitsOverDay(query.orgId, now)}`
  }
}

/** Counts the people of a list. */
export async function countPeople(db: Db, query: AnalyticsQuery, filter: ContactFilter): Promise<number> {
  const result = await sql<{ total: number }>`
    select count(*)::int as total from (${people(query, filter)}) listed`.execute(db)
  return result.rows[0]?.total ?? 0
}

/** Returns the people of a list: latest first, or the longest wait first. */
export async function listPeople(
  db: Db,
  query: AnalyticsQuery,
  filter: ContactFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<ListedContact[]> {
  const direction = filter.kind === 'waiting_over_day' ? sql`asc` : sql`desc`
  const result = await sql<ListedContact>`
    select * from (${people(query, filter)}) listed order by at ${direction}, id ${direction}
    limit ${limit} offset ${offset}`.execute(db)
  return result.rows
}
