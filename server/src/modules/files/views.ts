import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { StoredFile } from './rules.ts'
import { fileColumns, storedFrom, type FileRow, type Kept } from './store/files.ts'

/** One file as its message remembers it, or undefined. */
export async function storedById(db: Db, id: string): Promise<StoredFile | undefined> {
  const found = await sql<FileRow>`select ${fileColumns} from file where id = ${id}`.execute(db)
  return found.rows[0] && storedFrom(found.rows[0])
}

interface ServedRow extends FileRow {
  content_key: string
  thumb_key: string | null
}

/** A ready file with the place of its bytes, or undefined. */
export async function servedById(db: Db, id: string): Promise<(StoredFile & Kept) | undefined> {
  const found = await sql<ServedRow>`
    select ${fileColumns}, content_key, thumb_key from file where id = ${id} and state = 'ready'`.execute(db)
  const [row] = found.rows
  if (!row) return undefined
  const { content_key: contentKey, thumb_key: thumbKey, ...file } = row
  return { ...storedFrom(file), contentKey, thumbKey }
}

/** What a short link stands for while it lives; needs a handle across organizations, for the code names its own. */
export async function fileOfCode(
  system: Db,
  codeHash: Buffer,
  now: Date,
): Promise<{ orgId: string; fileId: string } | undefined> {
  const found = await sql<{ orgId: string; fileId: string }>`
    select org_id as "orgId", file_id as "fileId" from file_link where code_hash = ${codeHash} and expires_at > ${now}`.execute(
    system,
  )
  return found.rows[0]
}
