import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { FileLocation } from './files.ts'

/** A closed file whose bytes can be removed. */
export interface ClosedFile extends FileLocation {
  orgId: string
  fileId: string
}

/** A file with content, so that it has a key. */
type ContentRow = Row<'file', 'org_id' | 'id' | 'content_key' | 'thumb_key', { content_key: string }>

const closedFileFrom = (row: ContentRow): ClosedFile => ({
  orgId: row.org_id,
  fileId: row.id,
  contentKey: row.content_key,
  thumbKey: row.thumb_key,
})

/**
 * Closes a file, so that it can no longer be opened. Returns the location of its bytes, or undefined when there was
 * none to close.
 */
export async function closeFile(tx: Tx, id: string): Promise<ClosedFile | undefined> {
  const closed = await sql<ContentRow>`
    update file set name = '', state = 'refused', refused_reason = 'deleted' where org_id = ${tx.orgId} and id = ${id} and state = 'ready'
    returning org_id, id, content_key, thumb_key`.execute(tx.db)
  return closed.rows[0] && closedFileFrom(closed.rows[0])
}

/** Closes files, so that they can no longer be opened. */
export async function closeFiles(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update file set name = '', state = 'refused', refused_reason = 'deleted'
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and state = 'ready'`.execute(tx.db)
}

/** Closes uploads unclaimed since a moment. Returns these and all other closed files whose bytes still exist. */
export async function closeUnclaimed(system: Db, before: Date, most: number): Promise<ClosedFile[]> {
  await sql`update file set state = 'refused', refused_reason = 'unused'
    where claimed_at is null and created_at < ${before} and state = 'ready'`.execute(system)
  const result = await sql<ContentRow>`
    select org_id, id, content_key, thumb_key from file where state = 'refused' and content_key is not null limit ${most}`.execute(
    system,
  )
  return result.rows.map(closedFileFrom)
}

/** Returns closed files of an organization whose bytes still exist. */
export async function closedOfOrg(db: Db, orgId: string, most: number): Promise<ClosedFile[]> {
  const result = await sql<ContentRow>`
    select org_id, id, content_key, thumb_key from file
    where org_id = ${orgId} and state = 'refused' and content_key is not null order by id limit ${most}`.execute(db)
  return result.rows.map(closedFileFrom)
}

/** Records that the bytes of a closed file are removed, and frees their space. */
export async function recordRemoved(db: Db, { orgId, fileId }: ClosedFile): Promise<void> {
  await sql`
    with gone as (
      update file set content_key = null, thumb_key = null where org_id = ${orgId} and id = ${fileId} and state = 'refused'
        and content_key is not null returning bytes
    )
    update file_space set bytes = greatest(0, file_space.bytes - gone.bytes) from gone where file_space.org_id = ${orgId}`.execute(
    db,
  )
}

/** Deletes expired links. */
export async function deleteExpiredLinks(system: Db, now: Date): Promise<void> {
  await sql`delete from file_link where expires_at < ${now}`.execute(system)
}
