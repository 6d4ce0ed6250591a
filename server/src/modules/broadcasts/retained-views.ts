import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { isKept } from '../legal-holds/index.ts'

/** The files that a content names, as a set. */
const filesIn = (content: RawBuilder<unknown>) =>
  sql`jsonb_array_elements_text(${content} -> 'message' -> 'mediaIds')::uuid`

/**
 * Selects the files of broadcasts that ended before a moment. All texts of a run share them, so that they stay while a hold
 * covers one of these texts. What a draft, a waiting or a repeated broadcast names is still used.
 */
export function oldBroadcastFiles(orgId: string, before: Date): RawBuilder<unknown> {
  return sql`
    select f.id, ended.at, exists (
        select from broadcast_run r
          join broadcast_recipient p on p.org_id = r.org_id and p.run_id = r.id
          join message m on m.org_id = p.org_id and m.id = p.message_id
        where r.org_id = ${orgId} and r.content -> 'message' -> 'mediaIds' @> to_jsonb(f.id::text)
          and ${isKept(sql`m.org_id`, sql`m.contact_id`, sql`coalesce(m.went_at, m.at)`)}) as held
    from (
      select named.file_id, max(named.at) as at from (
        select ${filesIn(sql`r.content`)} as file_id, coalesce(r.finished_at, r.started_at, r.planned_at) as at
        from broadcast_run r where r.org_id = ${orgId}
        union all
        select ${filesIn(sql`b.content`)}, coalesce(b.sent_at, b.deleted_at, b.updated_at)
        from broadcast b where b.org_id = ${orgId}
      ) named group by named.file_id
    ) ended
    join file f on f.org_id = ${orgId} and f.id = ended.file_id and f.state = 'ready'
    where ended.at < ${before} and ended.file_id not in (
      select ${filesIn(sql`b.content`)} from broadcast b where b.org_id = ${orgId} and b.deleted_at is null
        and b.state not in ('sent', 'completed', 'stopped', 'cancelled', 'failed')
      union all
      select ${filesIn(sql`r.content`)} from broadcast_run r
      where r.org_id = ${orgId} and r.state in ('waiting', 'preparing', 'sending', 'paused'))`
}

/** Returns the messages of the runs that sent a file, in order. */
export async function messagesWithFile(db: Db, orgId: string, fileId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select p.message_id as id from broadcast_run r
      join broadcast_recipient p on p.org_id = r.org_id and p.run_id = r.id
    where r.org_id = ${orgId} and r.content -> 'message' -> 'mediaIds' @> to_jsonb(${fileId}::text)
      and p.message_id is not null order by p.message_id`.execute(db)
  return found.rows.map((row) => row.id)
}

/** Returns which of these files a run has sent or will send. */
export async function filesOfRuns(db: Db, orgId: string, broadcastId: string): Promise<Set<string>> {
  const found = await sql<{ id: string }>`
    select ${filesIn(sql`r.content`)} as id from broadcast_run r
    where r.org_id = ${orgId} and r.broadcast_id = ${broadcastId}`.execute(db)
  return new Set(found.rows.map((row) => row.id))
}
