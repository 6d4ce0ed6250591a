import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** A line that broadcasts may be sent from. */
export interface SendingLine {
  id: string
  phone: string
  isActive: boolean
  textsPerSecond: number
}

/** Returns the lines in use, the preferred one for new conversations first, without the sample line. */
export async function sendingLines(db: Db): Promise<SendingLine[]> {
  const result = await sql<SendingLine>`
    select id, phone, state = 'active' as "isActive", texts_per_second as "textsPerSecond" from line
    where state <> 'released' and carrier <> 'sample' order by (state = 'active') desc, is_default desc, id`.execute(db)
  return result.rows
}

/** Returns the line of each of these conversations, by contact. */
export async function linesOfConversations(db: Db, contactIds: string[]): Promise<Map<string, string>> {
  const result = await sql<{ contact_id: string; line_id: string }>`
    select contact_id, line_id from conversation where contact_id = any(${contactIds}::uuid[]) and line_id is not null`.execute(
    db,
  )
  return new Map(result.rows.map((row) => [row.contact_id, row.line_id]))
}
