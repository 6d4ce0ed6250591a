import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import type { DomainEvent } from '../../kernel/events/define.ts'
import type { ContactActivity } from '../audience/index.ts'
import { AnswersReceived, MessageReceived, MessageStatusChanged } from './events.ts'

/**
 * What group rules can check about the messages of a contact `c`. Ids contain the time, so a time is an index range.
 */
export const contactActivity: ContactActivity = {
  repliedSince: (moment) => sql`exists (select from message m where m.org_id = c.org_id and m.contact_id = c.id
    and m.id >= uuid_floor(${moment}::timestamptz) and m.direction = 'in')`,
  lastDeliveryFailed: () =>
    sql`exists (select from conversation v where v.org_id = c.org_id and v.contact_id = c.id and v.failed)`,
  lastAt: () => sql`(select v.last_at from conversation v where v.org_id = c.org_id and v.contact_id = c.id)`,
  lastOf: () => ({
    join: sql`left join conversation v on v.org_id = c.org_id and v.contact_id = c.id and v.last_message_id is not null`,
    at: sql`v.last_at`,
  }),
  touchedBy,
}

const KINDS = new Set([MessageReceived.name, AnswersReceived.name, MessageStatusChanged.name])

async function touchedBy(db: Db, orgId: string, events: DomainEvent[]): Promise<string[]> {
  const ids = events
    .filter((event) => KINDS.has(event.name))
    .flatMap((event) => (event.payload as { ids: string[] }).ids)
  if (ids.length === 0) return []
  const result = await sql<Row<'message', 'id'>>`
    select distinct contact_id as id from message where org_id = ${orgId} and id = any(${ids}::uuid[])`.execute(db)
  return result.rows.map((row) => row.id)
}
