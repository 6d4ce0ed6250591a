import { sql, type RawBuilder } from 'kysely'

/**
 * Returns the SQL for the position of a message in its thread, for a table or alias: its id, or `sort_id` for a message
 * that waited, which sorts at the time it was sent. Written exactly like the index `message_in_order`; with row-level
 * security no other form can use that index. A position is never before the id, so every message older than a position
 * also has an older id.
 */
export function sortIdOf(message: string): RawBuilder<string> {
  return sql.raw(`(case when ${message}.sort_id is null then ${message}.id else ${message}.sort_id end)`)
}
