import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { ChildCounts } from './cell-rules.ts'
import { counts, isOnDays, type AnalyticsQuery } from './store/days.ts'
import { countCurrentContacts, optOutsIn } from './views.ts'

interface MessageRow {
  sent: number
  delivered: number
  notDelivered: number
  received: number
  sentTo: number
  deliveredTo: number
  notDeliveredTo: number
  receivedFrom: number
}

/** Counts the contacts and messages of one organization, with how many people are behind them. */
export async function countChild(db: Db, query: AnalyticsQuery): Promise<ChildCounts> {
  const [{ contacts, reachable }, optOuts, found] = await Promise.all([
    countCurrentContacts(db, query.orgId),
    optOutsIn(db, query),
    sql<MessageRow>`
      select count(*) filter (where ${counts.sent})::int as sent,
        count(*) filter (where ${counts.delivered})::int as delivered,
        count(*) filter (where ${counts.not_delivered})::int as "notDelivered",
        count(*) filter (where ${counts.received})::int as received,
        count(distinct m.contact_id) filter (where ${counts.sent})::int as "sentTo",
        count(distinct m.contact_id) filter (where ${counts.delivered})::int as "deliveredTo",
        count(distinct m.contact_id) filter (where ${counts.not_delivered})::int as "notDeliveredTo",
        count(distinct m.contact_id) filter (where ${counts.received})::int as "receivedFrom"
      from message m where ${isOnDays(query)}`.execute(db),
  ])
  const { sentTo, deliveredTo, notDeliveredTo, receivedFrom, ...messages } = found.rows[0] as MessageRow
  const people = { sent: sentTo, delivered: deliveredTo, notDelivered: notDeliveredTo, received: receivedFrom }
  return { contacts, reachable, ...messages, optOuts: optOuts.now, people }
}
