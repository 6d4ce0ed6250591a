import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredFile } from '../rules.ts'
import { fileColumns, storedFrom, type FileRow, type Kept } from './files.ts'

/** A file a carrier keeps for us. */
export interface Pending {
  orgId: string
  file: StoredFile
  messageId: string
  source: { url: string; lineId: string }
  /** This try included. */
  tries: number
  since: Date
}

interface Row extends FileRow {
  org_id: string
  message_id: string
  source: { url: string; lineId: string }
  tries: number
  created_at: Date
}

/** Takes up files that are due, for one try each; whoever dies over one leaves it to be tried again at `leasedTo`. */
export async function takeUpPending(
  system: Db,
  { now, leasedTo, most }: { now: Date; leasedTo: Date; most: number },
): Promise<Pending[]> {
  const taken = await sql<Row>`
    update file set tries = tries + 1, try_at = ${leasedTo}
    where (org_id, id) in (
      select org_id, id from file where state = 'pending' and try_at <= ${now} order by try_at limit ${most} for update skip locked)
    returning org_id, message_id, source, tries, created_at, ${fileColumns}`.execute(system)
  return taken.rows.map(({ org_id, message_id, source, tries, created_at, ...file }) => ({
    orgId: org_id,
    file: storedFrom(file),
    messageId: message_id,
    source,
    tries,
    since: created_at,
  }))
}

/** Puts a file back for a later try. */
export async function putBackPending(system: Db, { orgId, file }: Pending, tryAt: Date): Promise<void> {
  await sql`update file set try_at = ${tryAt} where org_id = ${orgId} and id = ${file.id} and state = 'pending'`.execute(
    system,
  )
}

/** Ends the wait for a file: it has its content now, or is refused. Answers false where somebody else ended it first. */
export async function settle(
  tx: Tx,
  file: StoredFile,
  { kept, reason }: { kept: Kept | null; reason: string | null },
): Promise<boolean> {
  const settled = await sql`
    update file set state = ${file.state}, kind = ${file.kind}, name = ${file.name}, mime = ${file.mime}, bytes = ${file.bytes},
      width = ${file.width}, height = ${file.height}, content_key = ${kept?.contentKey ?? null}, thumb_key = ${kept?.thumbKey ?? null},
      refused_reason = ${reason}, try_at = null
    where org_id = ${tx.orgId} and id = ${file.id} and state = 'pending' returning id`.execute(tx.db)
  return settled.rows.length > 0
}
