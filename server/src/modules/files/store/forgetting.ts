import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { Kept } from './files.ts'

/** Bytes that nothing needs any more. */
export interface Left extends Kept {
  orgId: string
  fileId: string
}

interface Row {
  org_id: string
  id: string
  content_key: string
  thumb_key: string | null
}

const leftFrom = (row: Row): Left => ({
  orgId: row.org_id,
  fileId: row.id,
  contentKey: row.content_key,
  thumbKey: row.thumb_key,
})

/** From now on a file opens no more; answers where its bytes still lie, or undefined where there was none to close. */
export async function closeFile(tx: Tx, id: string): Promise<Left | undefined> {
  const closed = await sql<Row>`
    update file set state = 'refused', refused_reason = 'deleted' where org_id = ${tx.orgId} and id = ${id} and state = 'ready'
    returning org_id, id, content_key, thumb_key`.execute(tx.db)
  return closed.rows[0] && leftFrom(closed.rows[0])
}

/** Closes uploads nothing has carried since a moment, and answers these and all other closed files whose bytes still lie there. */
export async function closeUnclaimed(system: Db, before: Date, most: number): Promise<Left[]> {
  await sql`update file set state = 'refused', refused_reason = 'unused'
    where claimed_at is null and created_at < ${before} and state = 'ready'`.execute(system)
  const left = await sql<Row>`
    select org_id, id, content_key, thumb_key from file where state = 'refused' and content_key is not null limit ${most}`.execute(
    system,
  )
  return left.rows.map(leftFrom)
}

/** Notes that the bytes of a closed file are gone and gives their space back. */
export async function noteGone(db: Db, { orgId, fileId }: Left): Promise<void> {
  await sql`
    with gone as (
      update file set content_key = null, thumb_key = null where org_id = ${orgId} and id = ${fileId} and state = 'refused'
        and content_key is not null returning bytes
    )
    update file_space set bytes = greatest(0, file_space.bytes - gone.bytes) from gone where file_space.org_id = ${orgId}`.execute(
    db,
  )
}

/** Removes links that open nothing any more. */
export async function forgetLinks(system: Db, now: Date): Promise<void> {
  await sql`delete from file_link where expires_at < ${now}`.execute(system)
}
