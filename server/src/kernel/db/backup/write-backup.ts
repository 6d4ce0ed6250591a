import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { ZipFile } from 'yazl'
import { BackupFailure, FILES_FOLDER, MANIFEST, tableEntry, type Manifest } from './manifest.ts'
import { listPartitions, listTables, NOTATION, readRows } from './tables.ts'

/** What to write, and where. */
export interface BackupRequest {
  /** The database, as its owner. */
  url: string
  /** The file to write; must not exist yet. */
  file: string
  /** The folder of uploaded files to include; undefined leaves them out. */
  filesFolder: string | undefined
  takenAt: Date
}

/**
 * Writes a backup of one moment to a file that only its owner can read: every row as of that moment, while the product
 * may go on working. The file appears under its name only when it is complete and on disk. Throws a BackupFailure with
 * a sentence for the operator.
 */
export async function writeBackup(request: BackupRequest): Promise<Manifest> {
  const { file } = request
  if (await stat(file).catch(() => undefined))
    throw new BackupFailure(`${file} already exists. Choose another name; nothing was written.`)
  const draft = `${file}.partial`
  const client = new pg.Client({ connectionString: request.url })
  await client.connect()
  try {
    const manifest = await writeArchive(client, request, draft)
    const handle = await open(draft, 'r')
    await handle.sync()
    await handle.close()
    await rename(draft, file)
    return manifest
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function writeArchive(client: pg.Client, request: BackupRequest, draft: string): Promise<Manifest> {
  await client.query(NOTATION)
  // One snapshot for all tables, which waits until no transaction in progress can contradict it.
  await client.query('begin isolation level serializable read only deferrable')
  const manifest = await describeDatabase(client, request.takenAt)
  // Row security applies to the owner too; this role sees the rows of every organization.
  await client.query('set local role crewline_system')
  const files = request.filesFolder === undefined ? [] : await listFiles(request.filesFolder)
  manifest.files = request.filesFolder === undefined ? null : files.length
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  const add = (path: string, read: () => Readable) =>
    archive.addReadStreamLazy(path, {}, (callback) => {
      const stream = read()
      // yazl passes bytes on and nothing else.
      stream.on('error', (error) => output.destroy(error))
      callback(null, stream)
    })
  for (const table of manifest.tables)
    add(tableEntry(table.name), () =>
      Readable.from(
        readRows(client, table.name, () => (table.rows += 1)),
        { objectMode: false },
      ),
    )
  for (const path of files)
    archive.addFile(join(request.filesFolder as string, path), `${FILES_FOLDER}${path}`, { compress: false })
  // Last, because it says how many rows were written.
  add(MANIFEST, () => Readable.from([JSON.stringify(manifest, null, 2)], { objectMode: false }))
  archive.on('error', (error) => output.destroy(error as Error))
  archive.end()
  await pipeline(output, createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
  await client.query('commit')
  return manifest
}

async function describeDatabase(client: pg.Client, takenAt: Date): Promise<Manifest> {
  const { rows: migrated } = await client.query<{ there: boolean }>(
    "select to_regclass('migration') is not null and to_regclass('master_key_check') is not null as there",
  )
  if (!migrated[0]?.there) throw new BackupFailure('This database is not one of Crewline: it has no tables yet.')
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration order by name',
  )
  const { rows: jobs } = await client.query<Manifest['jobs'][number]>(
    `select name as queue, data from pgboss.job where data ? 'runId' and state in ('created', 'retry', 'active') order by created_on`,
  )
  const { rows: keys } = await client.query<{ sealed: string }>('select sealed from master_key_check')
  const tables = await listTables(client)
  const hasKeys = tables.some(({ name }) => name === 'encryption_key')
  return {
    format: 'crewline-backup',
    version: 1,
    takenAt: takenAt.toISOString(),
    migrations,
    partitions: await listPartitions(client),
    tables: tables.map((table) => ({ ...table, rows: 0 })),
    jobs,
    keyCheck: keys[0]?.sealed ?? null,
    encryptionKeys: hasKeys ? (await client.query<KeyRow>(KEYS)).rows : [],
    files: null,
  }
}

type KeyRow = Manifest['encryptionKeys'][number]
const KEYS = 'select id, key_check as "keyCheck" from encryption_key order by id'

/** Lists the files below a folder by their path in it. */
async function listFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
