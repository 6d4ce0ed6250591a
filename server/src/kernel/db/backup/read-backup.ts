import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { BackupFailure, FILES_FOLDER, MANIFEST, Manifest, tableEntry } from './manifest.ts'

/** Characters of rows handed over at once. */
const BATCH_CHARS = 2_000_000
const BATCH_ROWS = 500

/** A backup that was opened and is complete. */
export interface Backup {
  manifest: Manifest
  /** Yields the rows of a table in batches. */
  rowsOf(table: string): AsyncGenerator<string[]>
  /** The uploaded files, by their path. */
  files: readonly string[]
  openFile(path: string): Promise<NodeJS.ReadableStream>
  close(): void
}

/** Opens a backup; throws a BackupFailure with a sentence for the operator when it is none or is incomplete. */
export async function openBackup(path: string): Promise<Backup> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((cause: unknown) => {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    throw new BackupFailure(isMissing ? `There is no file ${path}.` : NO_BACKUP(path), { cause })
  })
  try {
    const entries = await listEntries(zip)
    const manifest = await readManifest(zip, entries.get(MANIFEST), path)
    const missing = manifest.tables.find((table) => !entries.has(tableEntry(table.name)))
    if (missing) throw new BackupFailure(NO_BACKUP(path))
    const open = (name: string) => zip.openReadStreamPromise(entries.get(name) as Entry)
    return {
      manifest,
      rowsOf: (table) => readBatches(() => open(tableEntry(table))),
      files: [...entries.keys()]
        .filter((name) => name.startsWith(FILES_FOLDER))
        .map((name) => name.slice(FILES_FOLDER.length)),
      openFile: (name) => open(`${FILES_FOLDER}${name}`),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

const NO_BACKUP = (path: string): string =>
  `${path} is not a complete backup of Crewline. Nothing was changed; use another backup.`

async function readManifest(zip: ZipFile, entry: Entry | undefined, path: string): Promise<Manifest> {
  if (!entry) throw new BackupFailure(NO_BACKUP(path))
  let text = ''
  for await (const piece of await zip.openReadStreamPromise(entry)) text += (piece as Buffer).toString('utf8')
  const parsed = Manifest.safeParse(JSON.parse(text))
  if (!parsed.success) throw new BackupFailure(NO_BACKUP(path))
  return parsed.data
}

function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.on('error', reject)
    zip.readEntry()
  })
}

/** Splits at line ends only: readline would also split at other separators, which texts contain. */
async function* readBatches(open: () => Promise<NodeJS.ReadableStream>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  let batch: string[] = []
  let chars = 0
  for await (const piece of await open()) {
    const lines = (rest + decoder.decode(piece as Buffer, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      batch.push(JSON.parse(line) as string)
      chars += line.length
      if (batch.length < BATCH_ROWS && chars < BATCH_CHARS) continue
      yield batch
      batch = []
      chars = 0
    }
  }
  if (batch.length > 0) yield batch
}
