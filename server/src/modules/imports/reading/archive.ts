import { msg } from '@crewline/contract/localized-text'
import { open, type Entry, type ZipFile } from 'yauzl'
import { refuse } from './refused.ts'

/** Maximum uncompressed size in bytes, of all parts together and of each part. */
const UNFOLDED_MAX = 1024 * 1024 * 1024
/** Maximum compression ratio of a large part. */
const RATIO_MAX = 200
const LARGE = 50 * 1024 * 1024
const ENTRIES_MAX = 3000

/** Access to the parts of an archive by name, opened one at a time. */
export interface Archive {
  has(name: string): boolean
  names(): string[]
  /** Yields the text of a part in pieces. */
  text(name: string): AsyncGenerator<string>
  close(): void
}

/** Opens an archive file; refuses broken archives and those whose contents are larger than a table can be. */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await opened(path)
  try {
    const entries = await listed(zip)
    return {
      has: (name) => entries.has(name),
      names: () => [...entries.keys()],
      text: (name) =>
        textOf(zip, entries.get(name) ?? refuse(msg({ message: 'Part of this workbook is missing. Save it again.' }))),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function opened(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip)))
  })
}

async function listed(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > ENTRIES_MAX)
    refuse(msg({ message: 'This workbook has too many parts. Save the sheet as CSV instead.' }))
  const entries = new Map<string, Entry>()
  let unfolded = 0
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      unfolded += entry.uncompressedSize
      if (entry.isEncrypted()) reject(new Error('encrypted'))
      else zip.readEntry()
    })
    zip.on('end', resolve)
    zip.on('error', reject)
    zip.readEntry()
  })
  const isBomb = [...entries.values()].some(
    (entry) => entry.uncompressedSize > LARGE && entry.uncompressedSize > entry.compressedSize * RATIO_MAX,
  )
  if (isBomb || unfolded > UNFOLDED_MAX)
    refuse(msg({ message: 'This workbook is far larger than it looks. Save the sheet as CSV and upload that.' }))
  return entries
}

/** The library detects sizes declared wrongly in the archive while reading. */
async function* textOf(zip: ZipFile, entry: Entry): AsyncGenerator<string> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(entry, (error, made) => (error ? reject(error) : resolve(made)))
  })
  const decoder = new TextDecoder('utf-8')
  for await (const piece of stream) yield decoder.decode(piece as Buffer, { stream: true })
  yield decoder.decode()
}
