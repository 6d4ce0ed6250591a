// Pages that differ between readers in a few values of fixed length, such as the name of a submission. The page is
// rendered and compressed once, with stored blocks of DEFLATE (RFC 1951, 3.2.4) in the places of the values; a copy writes
// the values of its reader there and corrects the checksum.
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
/** The checksum and the length. */
const END_BYTES = 8

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
  const zipped = zippedFrom(parts, slots)
  return {
    policy,
    copyFor: (values, accepted) => {
      if (values.some((value, nth) => value.length !== slots[nth]?.length))
        throw new Error('a value is as long as its slot')
      return accepts(accepted, 'gzip')
        ? { encoding: 'gzip', body: zippedFor(zipped, values) }
        : { encoding: 'identity', body: Buffer.concat(plainOf(parts, values)) }
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

function plainOf(parts: readonly Part[], values: readonly string[]): Buffer[] {
  return parts.flatMap(({ slot, plain }) =>
    slot === undefined ? [plain] : [Buffer.from(values[slot] ?? '', 'latin1'), plain],
  )
}

/** A compressed page whose slots hold zeros. */
interface Zipped {
  bytes: Buffer
  places: Place[]
  /** The checksum of the page with zeros. */
  sum: number
}

/** Where a value is written. */
interface Place {
  slot: number
  at: number
  length: number
  /** The checksum of zeros of this length. */
  zeroSum: number
  shifts: Uint32Array
}

/** Lays out a page once: all but the values and the checksum is the same for each reader. */
function zippedFrom(parts: readonly Part[], slots: readonly string[]): Zipped {
  const zeros = slots.map(({ length }) => '\0'.repeat(length))
  const plain = Buffer.concat(plainOf(parts, zeros))
  const chunks: Buffer[] = [HEADER]
  const places: Place[] = []
  let at = HEADER.length
  let read = 0
  for (const { slot, plain: text, packed } of parts) {
    if (slot !== undefined) {
      const value = Buffer.from(zeros[slot] ?? '')
      const head = storedHead(value.length)
      read += value.length
      const shifts = shiftsThrough(plain.subarray(read))
      places.push({ slot, at: at + head.length, length: value.length, zeroSum: crc32(value), shifts })
      chunks.push(head, value)
      at += head.length + value.length
    }
    chunks.push(packed)
    at += packed.length
    read += text.length
  }
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(plain.length, 4)
  return { bytes: Buffer.concat([...chunks, end]), places, sum: crc32(plain) }
}

/**
 * Writes the values into a copy. A CRC is linear: a value changes the checksum of the page by what its own checksum
 * differs from that of zeros, shifted through the bytes that follow it. So no copy reads the whole page.
 */
function zippedFor({ bytes, places, sum: zeroSum }: Zipped, values: readonly string[]): Buffer {
  const body = takeBytes(bytes.length)
  bytes.copy(body)
  let sum = zeroSum
  for (const place of places) {
    const { at, length, shifts } = place
    body.write(values[place.slot] ?? '', at, length, 'latin1')
    const change = crc32(body.subarray(at, at + length)) ^ place.zeroSum
    for (let byte = 0; byte < 4; byte++) sum ^= shifts[byte * 256 + ((change >>> (byte * 8)) & 255)] ?? 0
  }
  body.writeUInt32LE(sum >>> 0, body.length - END_BYTES)
  return body
}

/** Copies share blocks of memory: above 4 KB, Node allocates each buffer by itself. No byte of a block is used twice. */
const BLOCK_BYTES = 262_144
let block = { bytes: Buffer.alloc(0), used: 0 }

function takeBytes(length: number): Buffer {
  if (length > BLOCK_BYTES / 8) return Buffer.allocUnsafe(length)
  if (block.used + length > block.bytes.length) block = { bytes: Buffer.allocUnsafe(BLOCK_BYTES), used: 0 }
  const from = block.used
  block.used += length
  return block.bytes.subarray(from, from + length)
}

/** Returns, for each value of each byte of a checksum, what it becomes after the bytes that follow. */
function shiftsThrough(rest: Buffer): Uint32Array {
  const ofNone = crc32(rest, 0)
  const bits = Array.from({ length: 32 }, (_, bit) => crc32(rest, (1 << bit) >>> 0) ^ ofNone)
  return Uint32Array.from({ length: 4 * 256 }, (_, entry) => {
    const [byte, value] = [entry >>> 8, entry & 255]
    return bits
      .slice(byte * 8, byte * 8 + 8)
      .reduce((sum, shifted, bit) => ((value >>> bit) & 1 ? sum ^ shifted : sum), 0)
  })
}

/** The head of a stored block, which is followed by as many bytes as it says. */
function storedHead(length: number): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(length, 1)
  head.writeUInt16LE(~length & 0xffff, 3)
  return head
}
