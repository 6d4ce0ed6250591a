import { sql } from 'kysely'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredFile } from '../rules.ts'

/** Where a file's bytes are, and the key of its links. */
export interface FileLocation {
  contentKey: string
  thumbKey: string | null
}

/** A file row. */
export type FileRow = Row<'file', 'id' | 'kind' | 'name' | 'mime' | 'bytes' | 'width' | 'height' | 'state' | 'link_key'>

/** The columns of `FileRow`. */
export const fileColumns = sql`id, kind, name, mime, bytes, width, height, state, link_key`

/** Converts a row to the form stored in messages. */
export function storedFrom(row: FileRow): StoredFile {
  const { link_key: linkKey, ...file } = row
  return { ...file, linkKey: linkKey.toString('base64url') }
}

/** Inserts files. Those with content count toward the organization's space. */
export async function addFiles(
  tx: Tx,
  files: (StoredFile & {
    location: FileLocation | null
    source: { url: string; lineId: string } | null
    messageId: string | null
    uploadedBy: string | null
    tryAt: Date | null
  })[],
): Promise<void> {
  const now = tx.world.now()
  for (const file of files) {
    await sql`
      insert into file (org_id, id, kind, name, mime, bytes, width, height, state, link_key, content_key, thumb_key, source,
                        message_id, claimed_at, uploaded_by, try_at, created_at)
      values (${tx.orgId}, ${file.id}, ${file.kind}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.width}, ${file.height},
              ${file.state}, ${Buffer.from(file.linkKey, 'base64url')}, ${file.location?.contentKey ?? null}, ${file.location?.thumbKey ?? null},
              ${file.source ? JSON.stringify(file.source) : null}::jsonb, ${file.messageId}, ${file.messageId ? now : null},
              ${file.uploadedBy}, ${file.tryAt}, ${now})`.execute(tx.db)
  }
}

/** Claims ready, unclaimed files and returns those claimed. */
export async function claimFiles(tx: Tx, ids: string[], messageId: string | null): Promise<StoredFile[]> {
  const claimed = await sql<FileRow>`
    update file set claimed_at = ${tx.world.now()}, message_id = ${messageId}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and state = 'ready' and claimed_at is null
    returning ${fileColumns}`.execute(tx.db)
  return claimed.rows.map(storedFrom)
}

/** Adds to the organization's used space up to a limit. Returns false when that would exceed it. */
export async function takeSpace(tx: Tx, bytes: number, most: number): Promise<boolean> {
  const result = await sql`
    insert into file_space (org_id, bytes) values (${tx.orgId}, ${bytes})
    on conflict (org_id) do update set bytes = file_space.bytes + excluded.bytes
    where file_space.bytes + excluded.bytes <= ${most} returning org_id`.execute(tx.db)
  return result.rows.length > 0
}

/** Inserts a short link. */
export async function addLink(tx: Tx, link: { codeHash: Buffer; fileId: string; expiresAt: Date }): Promise<void> {
  await sql`insert into file_link (org_id, code_fingerprint, file_id, expires_at)
    values (${tx.orgId}, ${link.codeHash}, ${link.fileId}, ${link.expiresAt})`.execute(tx.db)
}
