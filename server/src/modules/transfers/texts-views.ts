import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CopiedText } from './store.ts'

const isSaid = sql`m.direction in ('in', 'out') and m.state not in ('cancelled', 'held', 'scheduled')`

/** Counts the texts with a contact that would go along, up to `most`. */
export async function countTexts(db: Db, contactId: string, most: number): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from message m where m.contact_id = ${contactId} and ${isSaid} limit ${most}) t`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Returns the texts with a contact, oldest first, without notes and without what never left. */
export async function textsWith(db: Db, contactId: string, most: number): Promise<CopiedText[]> {
  const result = await sql<Omit<CopiedText, 'at'> & { at: Date }>`
    select coalesce(m.went_at, m.at) as at, m.direction, coalesce(trim(p.firstname || ' ' || p.lastname), '') as sender, m.state,
      case when m.kind = 'voicemail' then coalesce(m.voicemail ->> 'transcript', m.body) else m.body end as body,
      coalesce(m.translation ->> 'text', '') as translation,
      array(select f ->> 'name' from jsonb_array_elements(coalesce(m.media, '[]')) f) as files
    from message m left join user_account p on p.id = m.sender_id
    where m.contact_id = ${contactId} and ${isSaid} order by m.id limit ${most}`.execute(db)
  return result.rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
