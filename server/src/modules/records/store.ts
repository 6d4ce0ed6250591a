import type { RecordManifest } from '@crewline/contract/verify-records'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow } from '../../kernel/db/row.ts'
import type { Tx } from '../../kernel/scope.ts'

/** What an export contains besides whom. */
export interface ExportOptions {
  from: string | null
  to: string | null
  includeNotes: boolean
  includeFiles: boolean
}

/** An export while it is written. */
export interface StoredExport {
  id: string
  title: string
  state: 'running' | 'ready' | 'failed' | 'expired'
  contactIds: string[]
  place: number
  options: ExportOptions
  createdAt: Date
  createdBy: string
}

const exportColumns = sql`e.id, e.title, e.state, e.contact_ids as "contactIds", e.place, e.options, e.created_at as "createdAt",
  coalesce((select trim(p.firstname || ' ' || p.lastname) from user_account p where p.id = e.created_by), '') as "createdBy"`

/** Adds an export that begins to be written. */
export async function addExport(
  tx: Tx,
  added: { id: string; title: string; contactIds: string[]; options: ExportOptions; expiresAt: Date },
  userId: string,
): Promise<void> {
  await sql`
    insert into record_export (org_id, id, title, contact_ids, options, created_by, created_at, expires_at)
    values (${tx.orgId}, ${added.id}, ${added.title}, ${added.contactIds}::uuid[], ${JSON.stringify(added.options)}::jsonb,
      ${userId}, ${tx.world.now()}, ${added.expiresAt})`.execute(tx.db)
}

/** Reads an export. */
export async function readExport(db: Db, id: string): Promise<StoredExport | undefined> {
  return (await sql<StoredExport>`select ${exportColumns} from record_export e where e.id = ${id}`.execute(db)).rows[0]
}

/** Locks an export until the transaction ends. */
export async function lockExport(tx: Tx, id: string): Promise<StoredExport | undefined> {
  const result = await sql<StoredExport>`
    select ${exportColumns} from record_export e where e.org_id = ${tx.orgId} and e.id = ${id} for update of e`.execute(
    tx.db,
  )
  return result.rows[0]
}

/** A file of an export: where its bytes are. */
export interface RecordFile {
  path: string
  bytes: number
  sha256: string
  storageKey: string
  startsAt: number
}

/** Adds files after those of an export that is locked, and moves its place. */
export async function addRecordFiles(
  tx: Tx,
  id: string,
  { files, place }: { files: RecordFile[]; place: number },
): Promise<void> {
  await sql`
    insert into record_file (org_id, export_id, nth, path, bytes, sha256, storage_key, starts_at)
    select ${tx.orgId}::uuid, ${id}::uuid,
      (select coalesce(max(nth), 0) from record_file where org_id = ${tx.orgId} and export_id = ${id}) + t.n,
      t.path, t.bytes, t.sha256, t.storage_key, t.starts_at
    from unnest(${files.map((file) => file.path)}::text[], ${files.map((file) => file.bytes)}::int[], ${files.map((file) => file.sha256)}::text[],
      ${files.map((file) => file.storageKey)}::text[], ${files.map((file) => file.startsAt)}::int[])
      with ordinality t(path, bytes, sha256, storage_key, starts_at, n)`.execute(tx.db)
  await sql`update record_export set place = ${place} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Returns the files of an export in their order. */
export async function filesOf(db: Db, id: string): Promise<RecordFile[]> {
  const result = await sql<CamelRow<'record_file', 'path' | 'bytes' | 'sha256' | 'storage_key' | 'starts_at'>>`
    select path, bytes, sha256, storage_key as "storageKey", starts_at as "startsAt" from record_file
    where export_id = ${id} order by nth`.execute(db)
  return result.rows
}

/** Returns how many files and bytes of an export are written. */
export async function sizeOf(db: Db, id: string): Promise<{ files: number; bytes: number }> {
  const result = await sql<{ files: number; bytes: number }>`
    select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from record_file where export_id = ${id}`.execute(
    db,
  )
  return result.rows[0] ?? { files: 0, bytes: 0 }
}

/** Ends an export, with its manifest when it is ready. */
export async function endExport(
  tx: Tx,
  id: string,
  end: { state: 'ready'; manifest: string; signature: string } | { state: 'failed' },
): Promise<void> {
  const { manifest = null, signature = null } = end.state === 'ready' ? end : {}
  await sql`
    update record_export set state = ${end.state}, manifest = ${manifest}, signature = ${signature}, finished_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Returns the signed manifest of an export that can be downloaded at a moment, with its title. */
export async function signedManifest(
  db: Db,
  id: string,
  now: Date,
): Promise<{ title: string; manifest: string; signature: string } | undefined> {
  const result = await sql<{ title: string; manifest: string; signature: string }>`
    select title, manifest, signature from record_export where id = ${id} and state = 'ready' and expires_at > ${now}`.execute(
    db,
  )
  return result.rows[0]
}

/** Returns the root hash of a manifest. */
export function rootFrom(manifest: string | null): string | null {
  return manifest === null ? null : (JSON.parse(manifest) as RecordManifest).root
}

/** Marks exports past their time as expired: they can't be downloaded any more. */
export async function markExpired(system: Db, now: Date): Promise<void> {
  await sql`
    update record_export set state = 'expired', manifest = null, signature = null
    where expires_at <= ${now} and state <> 'expired'`.execute(system)
}

/** An object in the storage that an expired export needed. */
export interface ExpiredObject {
  orgId: string
  exportId: string
  key: string
}

/** Returns the objects of expired exports that are still recorded. */
export async function expiredObjects(system: Db): Promise<ExpiredObject[]> {
  const result = await sql<ExpiredObject>`
    select distinct f.org_id as "orgId", f.export_id as "exportId", f.storage_key as key
    from record_file f join record_export e on e.org_id = f.org_id and e.id = f.export_id where e.state = 'expired'`.execute(
    system,
  )
  return result.rows
}

/** Forgets the files in an object that is gone from the storage. */
export async function forgetObject(system: Db, { orgId, exportId, key }: ExpiredObject): Promise<void> {
  await sql`
    delete from record_file where org_id = ${orgId} and export_id = ${exportId} and storage_key = ${key}`.execute(
    system,
  )
}
