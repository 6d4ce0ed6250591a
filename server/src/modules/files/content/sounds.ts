// What recorders and phones write beside the sound itself: titles, places, names of devices. None of it travels on.

/** An MP3 without its tags: ID3v2 before the sound, ID3v1 after it. Undefined where no sound follows. */
export function bareMp3(bytes: Buffer): Buffer | undefined {
  let start = 0
  while (bytes.length - start > 10 && bytes.toString('latin1', start, start + 3) === 'ID3') {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(start + 6, start + 10)
    if ((a | b | c | d) & 0x80) return undefined
    const footer = (bytes[start + 5] ?? 0) & 0x10 ? 10 : 0
    start += 10 + (a << 21) + (b << 14) + (c << 7) + d + footer
  }
  // Encoders leave some silence as zeros.
  while (start < bytes.length && bytes[start] === 0) start += 1
  const isFrame = bytes[start] === 0xff && ((bytes[start + 1] ?? 0) & 0xe0) === 0xe0
  if (!isFrame) return undefined
  const end = bytes.length - start > 128 && bytes.toString('latin1', bytes.length - 128, bytes.length - 125) === 'TAG'
  return bytes.subarray(start, end ? bytes.length - 128 : bytes.length)
}

/** Plain samples of a WAV. */
export interface Wav {
  format: Buffer
  data: Buffer
}

/** The two parts of a WAV that are its sound; undefined where they are not there or do not fit each other. */
export function readWav(bytes: Buffer): Wav | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return undefined
  let format: Buffer | undefined
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const part = bytes.subarray(at + 8, Math.min(at + 8 + size, bytes.length))
    if (name === 'fmt ' && size >= 16 && size <= 64 && part.length === size) format = part
    // Recorders that were cut off leave a length that is too large, or none: what is there counts.
    if (name === 'data') return format && part.length > 0 ? { format, data: part } : undefined
    at += 8 + size + (size % 2)
  }
  return undefined
}

/** A WAV of nothing but its sound. */
export function writeWav({ format, data }: Wav): Buffer {
  const pad = data.length % 2
  const head = Buffer.alloc(20)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(4 + 8 + format.length + 8 + data.length + pad, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(format.length, 16)
  const dataHead = Buffer.alloc(8)
  dataHead.write('data', 0, 'latin1')
  dataHead.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, format, dataHead, data, Buffer.alloc(pad)])
}

/** Boxes of an MP4 that hold boxes, down to where places and titles can be. */
const NESTS = new Set(['moov', 'trak', 'mdia', 'minf'])
/** Boxes that hold what people did not mean to send. */
const EXTRAS = new Set(['udta', 'meta', 'uuid', 'Xtra'])

/** An MP4, M4A or 3GP with its titles, places and names of devices blanked out; the sound and the picture stay where they were. */
export function bareMp4(bytes: Buffer): Buffer | undefined {
  const copy = Buffer.from(bytes)
  return blank(copy, 0, copy.length, 0) ? copy : undefined
}

function blank(bytes: Buffer, from: number, to: number, depth: number): boolean {
  for (let at = from; at < to;) {
    if (at + 8 > to) return depth > 0
    const small = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const isLarge = small === 1
    if (isLarge && at + 16 > to) return false
    const size = isLarge ? Number(bytes.readBigUInt64BE(at + 8)) : small === 0 ? to - at : small
    const head = isLarge ? 16 : 8
    // A length that leads outside, or nowhere, is no file a phone made.
    if (size < head || at + size > to) return false
    if (EXTRAS.has(name)) {
      bytes.write('free', at + 4, 'latin1')
      bytes.fill(0, at + head, at + size)
    } else if (NESTS.has(name) && depth < 5 && !blank(bytes, at + head, at + size, depth + 1)) {
      return false
    }
    at += size
  }
  return true
}
