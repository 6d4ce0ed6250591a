import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredFile } from '../rules.ts'
import { fileColumns, storedFrom, type FileRow, type FileLocation } from './files.ts'

/** A file that a carrier holds for us. */
export interface Pending {
  orgId: string
  file: StoredFile
  messageId: string
  source: { url: string; lineId: string }
  /** Including this try. */
  tries: number
  since: Date
}

/** A file of a message, with its address at the carrier. */
type PendingRow = FileRow &
  Row<
    'file',
    'org_id' | 'message_id' | 'source' | 'tries' | 'created_at',
    { message_id: string; source: Pending['source'] }
  >

/** Leases due files for one try each. If the process dies, they are tried again at `leasedTo`. */
export async function claimPending(
  system: Db,
  { now, leasedTo, most }: { now: Date; leasedTo: Date; most: number },
): Promise<Pending[]> {
  const result = await sql<PendingRow>`
    update file set tries = tries + 1, try_at = ${leasedTo}
    where (org_id, id) in (
      select org_id, id from file where state = 'pending' and try_at <= ${now} order by try_at limit ${most} for update skip locked)
    returning org_id, message_id, source, tries, created_at, ${fileColumns}`.execute(system)
  return result.rows.map(({ org_id, message_id, source, tries, created_at, ...file }) => ({
    orgId: org_id,
    file: storedFrom(file),
    messageId: message_id,
    source,
    tries,
    since: created_at,
  }))
}

/** Reschedules a file for a later try. */
export async function releasePending(system: Db, { orgId, file }: Pending, tryAt: Date): Promise<void> {
  await sql`update file set try_at = ${tryAt} where org_id = ${orgId} and id = ${file.id} and state = 'pending'`.execute(
    system,
  )
}

/** Completes a pending file with its content or as refused. Returns false when another process was first. */
export async function settle(
  tx: Tx,
  file: StoredFile,
  { location, reason }: { location: FileLocation | null; reason: string | null },
): Promise<boolean> {
  const settled = await sql`
    update file set state = ${file.state}, kind = ${file.kind}, name = ${file.name}, mime = ${file.mime}, bytes = ${file.bytes},
      width = ${file.width}, height = ${file.height}, content_key = ${location?.contentKey ?? null}, thumb_key = ${location?.thumbKey ?? null},
      refused_reason = ${reason}, try_at = null
    where org_id = ${tx.orgId} and id = ${file.id} and state = 'pending' returning id`.execute(tx.db)
  return settled.rows.length > 0
}
