import type { RecordManifest } from '@crewline/contract/verify-records'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow } from '../../kernel/db/row.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { StoredChoice } from './rules.ts'

/** What an export contains besides whom. */
export interface ExportOptions {
  from: string | null
  to: string | null
  includeNotes: boolean
  includeFiles: boolean
  /** Whether it is a package of everything about one person. */
  isSubject?: boolean
  /** Absent for packages about one person, and for exports before this was stored. */
  chosen?: StoredChoice
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

/** Marks exports past their time as expired: they can't be downloaded any more, and values of their filters are dropped. */
export async function markExpired(system: Db, now: Date): Promise<void> {
  await sql`
    update record_export set state = 'expired', manifest = null, signature = null,
      options = case when options ? 'chosen' then jsonb_set(options, '{chosen,filter}', 'null') else options end
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

/** A new request of a person about their data. */
export interface NewSubjectRequest {
  id: string
  contactId: string
  name: string
  kind: 'access' | 'erasure'
  askedBy: string
  askedOn: string
  days: number
}

/** Adds a request about the data of a person. */
export async function addSubjectRequest(tx: Tx, request: NewSubjectRequest, userId: string): Promise<void> {
  await sql`
    insert into subject_request (org_id, id, contact_id, name, kind, asked_by, asked_on, due_on, logged_by, logged_at)
    values (${tx.orgId}, ${request.id}, ${request.contactId}, ${request.name}, ${request.kind}, ${request.askedBy},
      ${request.askedOn}::date, ${request.askedOn}::date + ${request.days}::int, ${userId}, ${tx.world.now()})`.execute(
    tx.db,
  )
}

/** Locks a request; undefined when there is none. */
export async function lockSubjectRequest(
  tx: Tx,
  id: string,
): Promise<{ contactId: string; name: string; state: string } | undefined> {
  const found = await sql<{ contactId: string; name: string; state: string }>`
    select contact_id as "contactId", name, state from subject_request
    where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  return found.rows[0]
}

/** Sets the newest package of a request. */
export async function setPackage(tx: Tx, id: string, exportId: string): Promise<void> {
  await sql`update subject_request set export_id = ${exportId} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Closes a request. */
export async function closeRequest(
  tx: Tx,
  id: string,
  { outcome, reason, userId }: { outcome: 'fulfilled' | 'refused'; reason: string; userId: string },
): Promise<void> {
  await sql`
    update subject_request set state = ${outcome}, reason = ${reason}, closed_by = ${userId}, closed_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Ends the packages about people who are erased, running or ready: nothing opens them, and a cron job deletes their files. */
export async function expirePackages(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`
    update record_export set state = 'expired', manifest = null, signature = null, title = id::text
    where org_id = ${tx.orgId} and contact_ids && ${contactIds}::uuid[] and options ->> 'isSubject' = 'true'`.execute(
    tx.db,
  )
}

/** Blanks the requests of people who are erased, and closes those that asked for it. */
export async function blankRequests(tx: Tx, contactIds: string[]): Promise<void> {
  const userId = tx.actor.kind === 'member' ? tx.actor.userId : null
  await sql`
    update subject_request set name = '', asked_by = '', reason = '',
      state = case when state = 'open' and kind = 'erasure' then 'erased' else state end,
      closed_by = case when state = 'open' and kind = 'erasure' then ${userId}::uuid else closed_by end,
      closed_at = case when state = 'open' and kind = 'erasure' then ${tx.world.now()}::timestamptz else closed_at end
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}
