// Pages that differ between readers in a few values of fixed length, such as the name of a submission. The page is
// rendered and compressed once; each reader's values are put between the compressed parts as stored blocks of DEFLATE
// (RFC 1951, 3.2.4), which costs a few microseconds.
import { constants, crc32, deflateRaw } from 'node:zlib'
import { promisify } from 'node:util'
import { accepts, type Encoding, type RenderedPage } from './pack.ts'

/** A page of which each reader gets a copy with values of their own. */
export interface PageTemplate {
  policy: string
  /** Returns the page with these values, one for each slot; each must be as long as its slot. */
  copyFor(values: readonly string[], accepted: string | undefined): { encoding: Encoding; body: Buffer }
}

/** What follows a value, compressed and as it is. */
interface Part {
  /** The slot before this part; undefined for the beginning. */
  slot: number | undefined
  plain: Buffer
  packed: Buffer
}

/** Characters that a document may not contain mark the places of values, so that no text of a page equals one. */
const SLOTS_MAX = 8
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3])
const WINDOW_BYTES = 32_768

const compress = promisify(deflateRaw)

/** Returns the place for a value of this length. Values are ASCII and need no escaping. */
export function slotOf(nth: number, length: number): string {
  if (nth >= SLOTS_MAX || length > 1000) throw new Error('a page has few short values of its reader')
  return String.fromCharCode(1 + nth).repeat(length)
}

/** Returns what a page shows without the characters of slots in any of its texts, so that none passes for a slot. */
export function withoutSlots<Shown>(shown: Shown): Shown {
  return JSON.parse(JSON.stringify(shown), (_name, value: unknown) =>
    // oxlint-disable-next-line no-control-regex -- the characters of slots; a document may not contain them
    typeof value === 'string' ? value.replace(/[\u0001-\u0008]/g, '') : value,
  ) as Shown
}

/** Compresses a page around its slots; a slot may appear in several places. */
export async function packTemplate({ html, policy }: RenderedPage, slots: readonly string[]): Promise<PageTemplate> {
  const parts = await partsOf(html, slots)
  return {
    policy,
    copyFor: (values, accepted) => {
      const bytes = values.map((value) => Buffer.from(value))
      if (bytes.some(({ length }, nth) => length !== slots[nth]?.length))
        throw new Error('a value is as long as its slot')
      return accepts(accepted, 'gzip')
        ? { encoding: 'gzip', body: gzipOf(parts, bytes) }
        : { encoding: 'identity', body: Buffer.concat(plainOf(parts, bytes)) }
    },
  }
}

async function partsOf(html: string, slots: readonly string[]): Promise<Part[]> {
  const marks = new RegExp(`(${slots.join('|')})`)
  const pieces = html.split(marks)
  const parts: Part[] = []
  let before: Buffer = Buffer.alloc(0)
  for (let at = 0; at < pieces.length; at += 2) {
    const mark = pieces[at - 1]
    // oxlint-disable-next-line no-control-regex -- the characters of slots; a document may not contain them
    const plain = Buffer.from((pieces[at] ?? '').replace(/[\u0001-\u0008]/g, ''))
    const isLast = at === pieces.length - 1
    if (mark !== undefined) before = Buffer.concat([before, Buffer.from(mark)])
    const packed = await compress(plain, {
      level: 9,
      finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
      // No part has the characters of a slot, so none repeats what stands in place of a value.
      ...(before.length > 0 ? { dictionary: before.subarray(-WINDOW_BYTES) } : {}),
    })
    parts.push({ slot: mark === undefined ? undefined : slots.indexOf(mark), plain, packed })
    before = Buffer.concat([before, plain])
  }
  return parts
}

function plainOf(parts: readonly Part[], values: readonly Buffer[]): Buffer[] {
  return parts.flatMap(({ slot, plain }) => (slot === undefined ? [plain] : [values[slot] ?? Buffer.alloc(0), plain]))
}

function gzipOf(parts: readonly Part[], values: readonly Buffer[]): Buffer {
  const bodies: Buffer[] = [HEADER]
  let sum = 0
  let size = 0
  for (const { slot, plain, packed } of parts) {
    const value = slot === undefined ? undefined : values[slot]
    if (value) {
      bodies.push(storedBlock(value))
      sum = crc32(value, sum)
      size += value.length
    }
    bodies.push(packed)
    sum = crc32(plain, sum)
    size += plain.length
  }
  const end = Buffer.alloc(8)
  end.writeUInt32LE(sum, 0)
  end.writeUInt32LE(size, 4)
  return Buffer.concat([...bodies, end])
}

function storedBlock(value: Buffer): Buffer {
  const block = Buffer.allocUnsafe(5 + value.length)
  block.writeUInt8(0, 0)
  block.writeUInt16LE(value.length, 1)
  block.writeUInt16LE(~value.length & 0xffff, 3)
  value.copy(block, 5)
  return block
}
