import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { isKept } from '../legal-holds/index.ts'

/**
 * Selects the files that celebrations no longer have since before a moment: another one replaced them, or the celebration
 * was deleted. They stay while a hold covers one of the texts that show them.
 */
export function oldCelebrationFiles(orgId: string, before: Date): RawBuilder<unknown> {
  return sql`
    select f.id, former.at, exists (
        select from celebration_send s join message m on m.org_id = s.org_id and m.id = s.message_id
        where s.org_id = ${orgId} and s.celebration_id = former.celebration_id and m.media @> jsonb_build_array(jsonb_build_object('id', f.id))
          and ${isKept(sql`m.org_id`, sql`m.contact_id`, sql`coalesce(m.went_at, m.at)`)}) as held
    from (
      select file_id, celebration_id, removed_at as at from celebration_former_file where org_id = ${orgId}
      union
      select jsonb_array_elements_text(c.content -> 'mediaIds')::uuid, c.id, c.deleted_at
      from celebration c where c.org_id = ${orgId} and c.deleted_at is not null
    ) former
    join file f on f.org_id = ${orgId} and f.id = former.file_id and f.state = 'ready'
    where former.at < ${before}`
}

/** Returns the messages of the celebrations that had a file, in order. */
export async function messagesWithFile(db: Db, orgId: string, fileId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select s.message_id as id from celebration_send s
    where s.org_id = ${orgId} and s.message_id is not null and s.celebration_id in (
      select celebration_id from celebration_former_file where org_id = ${orgId} and file_id = ${fileId}
      union
      select c.id from celebration c where c.org_id = ${orgId} and c.content -> 'mediaIds' @> to_jsonb(${fileId}::text))
    order by s.message_id`.execute(db)
  return found.rows.map((row) => row.id)
}
