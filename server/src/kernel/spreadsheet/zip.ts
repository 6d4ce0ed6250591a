import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive: its path and its content in chunks. */
export interface ZipEntry {
  path: string
  content: AsyncIterable<string>
}

/** UTF-8 names; sizes follow the content, because they are unknown before. */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1980-01-01, the earliest date in an archive: the same rows make the same file. */
const DAY = 0x0021

interface Written {
  name: Buffer
  crc: number
  packed: number
  size: number
  at: number
}

/**
 * Writes an archive as a stream of bytes (PKWARE APPNOTE 4.3). Keeps one chunk in memory, whatever the size of the
 * archive; content of 4 GB or more does not fit and fails.
 */
export async function* zip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer> {
  const files: Written[] = []
  let at = 0
  for (const entry of entries) {
    const file: Written = { name: Buffer.from(entry.path), crc: 0, packed: 0, size: 0, at }
    const header = summaryOf(file)
    at += header.length
    yield header
    for await (const bytes of deflated(entry.content, file)) {
      at += bytes.length
      yield bytes
    }
    if (at > 0xff_ff_ff_ff || file.size > 0xff_ff_ff_ff) throw new Error('the archive would exceed 4 GB')
    const tail = tailOf(file)
    at += tail.length
    yield tail
    files.push(file)
  }
  const directory = Buffer.concat(files.map(directoryOf))
  yield Buffer.concat([directory, endOf(files.length, directory.length, at)])
}

async function* deflated(content: AsyncIterable<string>, file: Written): AsyncGenerator<Buffer> {
  const squeeze = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  const fed = pipeline(measured(content, file), squeeze)
  // A failure surfaces to the reader of the stream first.
  fed.catch(() => {})
  for await (const bytes of squeeze as AsyncIterable<Buffer>) {
    file.packed += bytes.length
    yield bytes
  }
  await fed
}

async function* measured(content: AsyncIterable<string>, file: Written): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    const bytes = Buffer.from(piece)
    file.crc = crc32(bytes, file.crc)
    file.size += bytes.length
    yield bytes
  }
}

function summaryOf(file: Written): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04_03_4b_50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATED, 8)
  header.writeUInt16LE(DAY, 12)
  header.writeUInt16LE(file.name.length, 26)
  return Buffer.concat([header, file.name])
}

function tailOf(file: Written): Buffer {
  const tail = Buffer.alloc(16)
  tail.writeUInt32LE(0x08_07_4b_50, 0)
  tail.writeUInt32LE(file.crc, 4)
  tail.writeUInt32LE(file.packed, 8)
  tail.writeUInt32LE(file.size, 12)
  return tail
}

function directoryOf(file: Written): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02_01_4b_50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(FLAGS, 8)
  entry.writeUInt16LE(DEFLATED, 10)
  entry.writeUInt16LE(DAY, 14)
  entry.writeUInt32LE(file.crc, 16)
  entry.writeUInt32LE(file.packed, 20)
  entry.writeUInt32LE(file.size, 24)
  entry.writeUInt16LE(file.name.length, 28)
  entry.writeUInt32LE(file.at, 42)
  return Buffer.concat([entry, file.name])
}

function endOf(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return end
}
