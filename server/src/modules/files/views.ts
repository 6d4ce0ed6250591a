import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../kernel/db/row.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { StoredFile } from './rules.ts'
import { fileColumns, storedFrom, type FileRow, type FileLocation } from './store/files.ts'

/** Returns a file as stored in messages, or undefined. */
export async function storedById(db: Db, id: string): Promise<StoredFile | undefined> {
  const result = await sql<FileRow>`select ${fileColumns} from file where id = ${id}`.execute(db)
  return result.rows[0] && storedFrom(result.rows[0])
}

/** Returns these files as stored, by id. */
export async function storedByIds(db: Db, ids: string[]): Promise<Map<string, StoredFile>> {
  if (ids.length === 0) return new Map()
  const result = await sql<FileRow>`select ${fileColumns} from file where id = any(${ids}::uuid[])`.execute(db)
  return new Map(result.rows.map((row) => [row.id, storedFrom(row)]))
}

/** Returns how many bytes these files have together. */
export async function bytesOfFiles(db: Db, ids: string[]): Promise<number> {
  const result = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0)::text as bytes from file where id = any(${ids}::uuid[])`.execute(db)
  return Number(result.rows[0]?.bytes ?? 0)
}

interface ServedRow extends FileRow {
  content_key: string
  thumb_key: string | null
}

/** Returns a ready file with the location of its bytes, or undefined. */
export async function servedById(db: Db, id: string): Promise<(StoredFile & FileLocation) | undefined> {
  const result = await sql<ServedRow>`
    select ${fileColumns}, content_key, thumb_key from file where id = ${id} and state = 'ready'`.execute(db)
  const [row] = result.rows
  if (!row) return undefined
  const { content_key: contentKey, thumb_key: thumbKey, ...file } = row
  return { ...storedFrom(file), contentKey, thumbKey }
}

/**
 * Returns the file of a short link that has not expired. Needs a database handle for all organizations, because the
 * code identifies its own.
 */
export async function fileOfCode(
  system: Db,
  codeHash: Buffer,
  now: Date,
): Promise<{ orgId: string; fileId: string } | undefined> {
  const result = await sql<CamelRow<'file_link', 'org_id' | 'file_id'>>`
    select org_id as "orgId", file_id as "fileId" from file_link where code_fingerprint = ${codeHash} and expires_at > ${now}`.execute(
    system,
  )
  return result.rows[0]
}

/** Returns the files of these messages that can be opened or wait to be fetched. */
export async function filesOfMessages(tx: Tx, messageIds: string[]): Promise<string[]> {
  const result = await sql<Row<'file', 'id'>>`
    select id from file where org_id = ${tx.orgId} and message_id = any(${messageIds}::uuid[]) and state <> 'refused' order by id`.execute(
    tx.db,
  )
  return result.rows.map((row) => row.id)
}
