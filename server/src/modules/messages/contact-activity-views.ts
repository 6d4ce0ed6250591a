import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Fact } from '../../kernel/facts/define.ts'
import type { ContactActivity } from '../groups/index.ts'
import { MessageReceived, MessageStatusChanged } from './facts.ts'

/** What rules of groups ask about the texts of a contact `c`. Ids are times, so a moment is a range of an index. */
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

const KINDS = new Set([MessageReceived.name, MessageStatusChanged.name])

async function touchedBy(db: Db, orgId: string, facts: Fact[]): Promise<string[]> {
  const ids = facts.filter((fact) => KINDS.has(fact.name)).flatMap((fact) => (fact.payload as { ids: string[] }).ids)
  if (ids.length === 0) return []
  const found = await sql<{ id: string }>`
    select distinct contact_id as id from message where org_id = ${orgId} and id = any(${ids}::uuid[])`.execute(db)
  return found.rows.map((row) => row.id)
}
