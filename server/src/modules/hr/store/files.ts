import type { HrFileColumns, HrFileVia } from '@crewline/contract/hr-files'
import type { LocalizedText } from '@crewline/contract/words'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { EMPLOYEE_MAX, lineFrom } from '../employee-rules.ts'

/** A file of people as stored. */
export interface StoredFile {
  id: string
  rows: number
  headers: string[]
  via: HrFileVia
  createdAt: Date
}

/** Adds a file that is being read. */
export async function addFile(
  tx: Tx,
  file: { id: string; name: string; via: HrFileVia; userId: string | null; keyId: string | null },
): Promise<void> {
  await sql`
    insert into hr_file (org_id, id, name, via, user_id, key_id, state, created_at)
    values (${tx.orgId}, ${file.id}, ${file.name}, ${file.via}, ${file.userId}, ${file.keyId}, 'reading', ${tx.world.now()})`.execute(
    tx.db,
  )
}

/** Adds rows of a file after those that it has. */
export async function addFileRows(
  tx: Tx,
  fileId: string,
  after: number,
  rows: { row: number; cells: string[] }[],
): Promise<void> {
  await sql`
    insert into hr_file_row (org_id, file_id, place, row, cells)
    select ${tx.orgId}::uuid, ${fileId}::uuid, ${after}::int + n::int, row, cells
    from unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ cells }) => JSON.stringify(cells))}::jsonb[])
      with ordinality t(row, cells, n)`.execute(tx.db)
}

/** Saves the names of the columns of a file that is being read. */
export async function saveHeaders(tx: Tx, id: string, headers: string[]): Promise<void> {
  await sql`
    update hr_file set headers = ${JSON.stringify(headers)}::jsonb where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
}

/** Marks a file as complete; rows that an erasure removed meanwhile are not counted. */
export async function markReady(tx: Tx, id: string, name: string): Promise<void> {
  await sql`
    update hr_file f set state = 'ready', name = ${name},
      rows = (select count(*)::int from hr_file_row r where r.org_id = f.org_id and r.file_id = f.id)
    where f.org_id = ${tx.orgId} and f.id = ${id}`.execute(tx.db)
}

/** Marks a file as refused, and deletes what was read of it. */
export async function markRefused(tx: Tx, id: string, problem: LocalizedText): Promise<void> {
  await sql`
    update hr_file set state = 'refused', problem = ${JSON.stringify(problem)}::jsonb where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
  await sql`delete from hr_file_row where org_id = ${tx.orgId} and file_id = ${id}`.execute(tx.db)
}

/** Deletes the rows of files that are older than the newest one, except those that a sync still reads. */
export async function dropOldRows(tx: Tx): Promise<void> {
  await sql`
    delete from hr_file_row r using hr_file f
    where r.org_id = ${tx.orgId} and f.org_id = r.org_id and f.id = r.file_id and f.state = 'ready'
      and f.id <> (select n.id from hr_file n where n.org_id = ${tx.orgId} and n.state = 'ready' order by n.created_at desc, n.id desc limit 1)
      and not exists (select from hr_sync s where s.org_id = f.org_id and s.file_id = f.id and s.state = 'reading')`.execute(
    tx.db,
  )
}

/** Deletes every file of the organization. */
export async function forgetFiles(tx: Tx): Promise<void> {
  await sql`delete from hr_file where org_id = ${tx.orgId}`.execute(tx.db)
}

/** An employee ID of this length may have been cut, also after spaces were removed. */
const CUT = EMPLOYEE_MAX.id - 10

/** The letters and digits of a text: what is left of an employee ID however its spaces were written. */
function plain(text: RawBuilder<unknown>) {
  return sql`regexp_replace(normalize(${text}, nfc), '[^[:alnum:]]', '', 'g')`
}

/** Deletes the rows of people with these employee IDs, by the column that holds them. */
export async function forgetFileRows(tx: Tx, externalIds: string[]): Promise<void> {
  if (externalIds.length === 0) return
  const found = await sql<{ fileId: string; place: number; cell: string }>`
    select r.file_id as "fileId", r.place, r.cells ->> (h.nth::int - 1) as cell
    from hr_file f
      join hr_connection c on c.org_id = f.org_id
      cross join lateral (select nth from jsonb_array_elements_text(f.headers) with ordinality t(name, nth)
        where name = c.file_columns -> 'columns' ->> 'employeeId' order by nth limit 1) h
      join hr_file_row r on r.org_id = f.org_id and r.file_id = f.id
    where f.org_id = ${tx.orgId}
      and exists (select from unnest(${externalIds}::text[]) i(id)
        where ${plain(sql`r.cells ->> (h.nth::int - 1)`)} = ${plain(sql`i.id`)}
          -- A long one was cut.
          or (length(i.id) >= ${CUT} and starts_with(${plain(sql`r.cells ->> (h.nth::int - 1)`)}, ${plain(sql`i.id`)})))`.execute(
    tx.db,
  )
  const ids = new Set(externalIds)
  const rows = found.rows.filter(({ cell }) => ids.has(lineFrom(cell, EMPLOYEE_MAX.id)))
  await sql`
    with gone as (
      delete from hr_file_row r using unnest(${rows.map(({ fileId }) => fileId)}::uuid[], ${rows.map(({ place }) => place)}::int[]) t(file_id, place)
      where r.org_id = ${tx.orgId} and r.file_id = t.file_id and r.place = t.place returning r.file_id),
      counted as (select file_id, count(*)::int as n from gone group by file_id)
    update hr_file f set rows = f.rows - c.n from counted c where f.org_id = ${tx.orgId} and f.id = c.file_id`.execute(
    tx.db,
  )
}

/** Deletes files from before a moment, and those whose reading never ended. */
export async function deleteOldFiles(
  system: Db,
  { before, unfinishedBefore }: { before: Date; unfinishedBefore: Date },
): Promise<void> {
  await sql`
    delete from hr_file f where (f.created_at < ${before} and f.state <> 'ready') or (f.state = 'reading' and f.created_at < ${unfinishedBefore})
      or (f.state = 'ready' and f.created_at < ${before}
        and exists (select from hr_file n where n.org_id = f.org_id and n.state = 'ready' and n.created_at > f.created_at))`.execute(
    system,
  )
}

/** The newest complete file; undefined when there is none. */
export async function newestFile(db: Db, orgId: string): Promise<StoredFile | undefined> {
  const result = await sql<StoredFile>`
    select id, rows, headers, via, created_at as "createdAt" from hr_file
    where org_id = ${orgId} and state = 'ready' order by created_at desc, id desc limit 1`.execute(db)
  return result.rows[0]
}

/**
 * Whether no sync read the newest file with the columns as they are now, and whether a member asked for that: they sent it
 * in the browser, or chose its columns after `since`.
 */
export async function unreadFile(tx: Tx, since: Date | null): Promise<{ isUnread: boolean; isAsked: boolean }> {
  const newest = await newestFile(tx.db, tx.orgId)
  const result = await sql<{ isRead: boolean; isChosen: boolean }>`
    select coalesce(c.columns_at > ${since}::timestamptz, false) as "isChosen",
      exists (select from hr_sync s where s.org_id = c.org_id and s.file_id = ${newest?.id ?? null}::uuid
        and (c.columns_at is null or s.created_at >= c.columns_at)) as "isRead"
    from hr_connection c where c.org_id = ${tx.orgId}`.execute(tx.db)
  const [found] = result.rows
  if (!newest || !found) return { isUnread: false, isAsked: false }
  return { isUnread: !found.isRead, isAsked: newest.via === 'page' || found.isChosen }
}

/** Reads a file. */
export async function readFileOf(db: Db, orgId: string, id: string): Promise<StoredFile | undefined> {
  const result = await sql<StoredFile>`
    select id, rows, headers, via, created_at as "createdAt" from hr_file where org_id = ${orgId} and id = ${id} and state = 'ready'`.execute(
    db,
  )
  return result.rows[0]
}

/** Returns the next rows of a file after a place, in order. */
export async function fileRowsAfter(
  db: Db,
  { orgId, fileId }: { orgId: string; fileId: string },
  { after, most }: { after: number; most: number },
): Promise<{ place: number; row: number; cells: string[] }[]> {
  const result = await sql<{ place: number; row: number; cells: string[] }>`
    select place, row, cells from hr_file_row where org_id = ${orgId} and file_id = ${fileId} and place > ${after} order by place limit ${most}`.execute(
    db,
  )
  return result.rows
}

/** Which of these people a sync has read already. */
export async function alreadyRead(
  db: Db,
  { orgId, syncId }: { orgId: string; syncId: string },
  externalIds: string[],
): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    select external_id as id from hr_row where org_id = ${orgId} and sync_id = ${syncId} and external_id = any(${externalIds}::text[])`.execute(
    db,
  )
  return new Set(result.rows.map((row) => row.id))
}

/** Saves which column of the files is what. Syncs that began before no longer count as having read the newest file. */
export async function saveColumns(tx: Tx, columns: HrFileColumns): Promise<void> {
  await sql`
    update hr_connection set file_columns = ${JSON.stringify(columns)}::jsonb, columns_at = ${tx.world.now()}
    where org_id = ${tx.orgId}`.execute(tx.db)
}
