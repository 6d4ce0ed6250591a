import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { markRestored } from '../mark.ts'
import { migrate } from '../migrate.ts'
import { renumberEvents } from '../../events/renumber.ts'
import { deadLetterQueue, openJobs, type QueueSettings } from '../../jobs/queues.ts'
import type { Log } from '../../log.ts'
import { BackupFailure, type Manifest } from './manifest.ts'
import type { Backup } from './read-backup.ts'
import { listTables, listWrittenColumns, NOTATION, writeRows } from './tables.ts'

/** A key of a stored file: organization and file. */
const FILE_KEY = /^[0-9a-f-]{36}\/[0-9a-f]{36}$/

/** Whether a database has no organization yet, so that a backup may be restored to it. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(
      "select to_regclass('public.organization') is not null as there",
    )
    if (!rows[0]?.there) return true
    await client.query('begin; set local role crewline_system')
    const { rowCount } = await client.query('select from organization limit 1')
    return rowCount === 0
  } finally {
    await client.end()
  }
}

/** Where a backup goes, and what belongs to the database besides its rows. */
export interface RestoreTarget {
  /** The empty database, as its owner. */
  url: string
  /** The queues of the product; waiting work of other queues is dropped. */
  queues: readonly QueueSettings[]
  log: Log
}

/**
 * Loads a backup into an empty database: creates the schema it was written with, loads every row in one transaction,
 * then runs the migrations that came later. The next start finds the database marked as restored. Nothing of a failed restore stays but empty tables. Throws a BackupFailure,
 * or a SchemaMismatch when a newer version wrote the backup.
 */
export async function restoreBackup(target: RestoreTarget, backup: Backup): Promise<void> {
  const { manifest } = backup
  const { url } = target
  if (!(await isEmptyDatabase(url)))
    throw new BackupFailure('This database is not empty. Restore to an empty database; nothing was changed.')
  await migrate(url, { upTo: manifest.migrations })
  const jobs = openJobs(url, target.log)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await jobs.start(target.queues)
    await client.query(NOTATION)
    await client.query('begin')
    const undo = await openTables(client, manifest)
    for (const table of manifest.tables) await loadTable(client, backup, table)
    for (const statement of undo) await client.query(statement)
    await renumberEvents(client)
    const names = new Set(target.queues.flatMap(({ name }) => [name, deadLetterQueue(name)]))
    await jobs.apply(
      manifest.jobs.flatMap(({ queue, data }) => (names.has(queue) ? [{ kind: 'add', queue, data }] : [])),
      async (text, values) => (await client.query(text, values)).rows,
    )
    await markRestored(client)
    await client.query('commit')
  } finally {
    await client.end()
    await jobs.stop()
  }
  await migrate(url)
}

/**
 * Empties the tables and turns off what would act on each row. Returns the statements that turn it on again; foreign
 * keys are then checked once over all rows.
 */
async function openTables(client: pg.Client, manifest: Manifest): Promise<string[]> {
  const known = await listTables(client)
  const matches = manifest.tables.every(({ name, columns }) =>
    known.some((table) => table.name === name && table.columns.join() === columns.join()),
  )
  if (!matches || known.length !== manifest.tables.length)
    throw new BackupFailure('The backup has other tables than its migrations create. Nothing was restored.')
  for (const name of manifest.partitions) {
    const [, parent, month] = /^(.+)_(\d{6})$/.exec(name) as unknown as [string, string, string]
    const day = `${month.slice(0, 4)}-${month.slice(4)}-01T00:00:00Z`
    await client.query(`select create_${parent}_partition($1::timestamptz)`, [day])
  }
  const { rows } = await client.query<{ off: string; on: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
     union all
     select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
       format('alter table %s enable trigger %I', tgrelid::regclass, tgname)
     from pg_trigger where not tgisinternal and tgparentid = 0
     union all
     select format('alter table %s no force row level security', oid::regclass),
       format('alter table %s force row level security', oid::regclass)
     from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
  )
  for (const { off } of rows) await client.query(off)
  await client.query(`truncate ${known.map(({ name }) => name).join(', ')}`)
  return rows.map(({ on }) => on)
}

async function loadTable(client: pg.Client, backup: Backup, table: Manifest['tables'][number]): Promise<void> {
  const columns = await listWrittenColumns(client, table.name)
  let rows = 0
  for await (const batch of backup.rowsOf(table.name)) {
    await writeRows(client, table.name, columns, batch)
    rows += batch.length
  }
  if (rows !== table.rows)
    throw new BackupFailure(
      `The backup is damaged: ${table.name} has ${rows} rows and should have ${table.rows}. Nothing was restored.`,
    )
}

/** Writes the uploaded files of a backup into a folder. Returns how many. */
export async function restoreFiles(backup: Backup, folder: string): Promise<number> {
  for (const key of backup.files) {
    // A path from a backup must not lead out of the folder.
    if (!FILE_KEY.test(key)) throw new BackupFailure(`The backup contains a file with the wrong name: ${key}.`)
    const path = join(folder, key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(await backup.openFile(key), createWriteStream(path, { mode: 0o600 }))
  }
  return backup.files.length
}
