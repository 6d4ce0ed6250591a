import { daysAfter } from '@crewline/contract/calendar'
import { sql } from 'kysely'
import type { Db } from '../../src/kernel/db/pool.ts'
import { recount } from './recounted.ts'

type Counted = 'sent' | 'delivered' | 'notDelivered' | 'received'

/** Counts what a dashboard shows of some days and of as many days before, message by message and opt-out by opt-out. */
export async function recountFigures(
  db: Db,
  query: { orgId: string; timeZone: string; start: string; end: string; count: number },
) {
  const { orgId, timeZone, start, end, count } = query
  const requested = { first: start, last: end }
  const daysBefore = { first: daysAfter(start, -count), last: daysAfter(start, -1) }
  const now = await recount(db, { orgId, timeZone, ...requested })
  const before = await recount(db, { orgId, timeZone, ...daysBefore })
  const dates: string[] = []
  for (let day = start; day <= end; day = daysAfter(day, 1)) dates.push(day)
  const listed = (name: Counted) => dates.map((date) => now.days.get(date)?.[name] ?? 0)
  const sumBefore = (name: Counted) => [...before.days.values()].reduce((sum, day) => sum + day[name], 0)
  return {
    sent: listed('sent'),
    delivered: listed('delivered'),
    notDelivered: listed('notDelivered'),
    received: listed('received'),
    sentTexts: now.texts,
    replied: now.people.replied,
    active: now.people.active,
    optOuts: await recountOptOuts(db, { orgId, timeZone, ...requested }),
    before: {
      sent: sumBefore('sent'),
      delivered: sumBefore('delivered'),
      notDelivered: sumBefore('notDelivered'),
      received: sumBefore('received'),
      replied: before.people.replied,
      optOuts: await recountOptOuts(db, { orgId, timeZone, ...daysBefore }),
    },
  }
}

/** Counts the numbers that opted out by walking through their histories. */
async function recountOptOuts(
  db: Db,
  { orgId, timeZone, first, last }: { orgId: string; timeZone: string; first: string; last: string },
): Promise<number> {
  const { rows } = await sql<{ phone: string; action: string; day: string }>`
    select phone, action, to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day from consent_event
    where org_id = ${orgId} order by phone, id`.execute(db)
  const phones = new Set<string>()
  rows.forEach(({ phone, action, day }, nth) => {
    if (action !== 'opt_out' || day < first || day > last) return
    if (rows[nth + 1]?.phone === phone && rows[nth + 1]?.action === 'opt_out_undone') return
    const earlier = rows
      .slice(0, nth)
      .filter((row) => row.phone === phone && ['opt_out', 'opt_in', 'opt_out_undone'].includes(row.action))
    if (earlier.at(-1)?.action !== 'opt_out') phones.add(phone)
  })
  return phones.size
}
