import { sql, type RawBuilder } from 'kysely'

/**
 * The place of a message in its thread, of the table or alias named: its id, but for a text that waited for its time, which
 * stands where it went. Written as the index `message_in_order` is; row security lets no other form of it use the index. A
 * place is never before its id, so whatever is older than a place has an older id too.
 */
export function placeOf(message: string): RawBuilder<string> {
  return sql.raw(`(case when ${message}.sort_id is null then ${message}.id else ${message}.sort_id end)`)
}
