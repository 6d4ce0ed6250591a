// Removes what recorders and phones store besides the audio: titles, locations, device names.

/** Removes the tags of an MP3: ID3v2 before the audio, ID3v1 after it. Returns undefined when there is no audio. */
export function bareMp3(bytes: Buffer): Buffer | undefined {
  let start = 0
  while (bytes.length - start > 10 && bytes.toString('latin1', start, start + 3) === 'ID3') {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(start + 6, start + 10)
    if ((a | b | c | d) & 0x80) return undefined
    const footer = (bytes[start + 5] ?? 0) & 0x10 ? 10 : 0
    start += 10 + (a << 21) + (b << 14) + (c << 7) + d + footer
  }
  // Encoders may leave zeros as silence.
  while (start < bytes.length && bytes[start] === 0) start += 1
  const isFrame = bytes[start] === 0xff && ((bytes[start + 1] ?? 0) & 0xe0) === 0xe0
  if (!isFrame) return undefined
  const end = bytes.length - start > 128 && bytes.toString('latin1', bytes.length - 128, bytes.length - 125) === 'TAG'
  return bytes.subarray(start, end ? bytes.length - 128 : bytes.length)
}

/** The raw samples of a WAV. */
export interface Wav {
  format: Buffer
  data: Buffer
}

/** Returns the format and data chunks of a WAV, or undefined when they are missing or inconsistent. */
export function readWav(bytes: Buffer): Wav | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return undefined
  let format: Buffer | undefined
  for (let at = 12; at + 8 <= bytes.length;) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const part = bytes.subarray(at + 8, Math.min(at + 8 + size, bytes.length))
    if (name === 'fmt ' && size >= 16 && size <= 64 && part.length === size) format = part
    // Interrupted recorders leave a length that is too large or zero: use the data that is present.
    if (name === 'data') return format && part.length > 0 ? { format, data: part } : undefined
    at += 8 + size + (size % 2)
  }
  return undefined
}

/** Builds a WAV with only its audio. */
export function writeWav({ format, data }: Wav): Buffer {
  const pad = data.length % 2
  const header = Buffer.alloc(20)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(4 + 8 + format.length + 8 + data.length + pad, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(format.length, 16)
  const dataHeader = Buffer.alloc(8)
  dataHeader.write('data', 0, 'latin1')
  dataHeader.writeUInt32LE(data.length, 4)
  return Buffer.concat([header, format, dataHeader, data, Buffer.alloc(pad)])
}

/** MP4 boxes that contain boxes, down to the level of locations and titles. */
const NESTS = new Set(['moov', 'trak', 'mdia', 'minf'])
/** Boxes with metadata that users did not mean to send. */
const EXTRAS = new Set(['udta', 'meta', 'uuid', 'Xtra'])

/** Blanks titles, locations and device names in an MP4, M4A or 3GP. Audio and video keep their positions. */
export function bareMp4(bytes: Buffer): Buffer | undefined {
  const copy = Buffer.from(bytes)
  return blank(copy, 0, copy.length, 0) ? copy : undefined
}

function blank(bytes: Buffer, from: number, to: number, depth: number): boolean {
  for (let at = from; at < to;) {
    if (at + 8 > to) return depth > 0
    const shortSize = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const isLarge = shortSize === 1
    if (isLarge && at + 16 > to) return false
    const size = isLarge ? Number(bytes.readBigUInt64BE(at + 8)) : shortSize === 0 ? to - at : shortSize
    const headerSize = isLarge ? 16 : 8
    // A length outside the file or below the header size is invalid.
    if (size < headerSize || at + size > to) return false
    if (EXTRAS.has(name)) {
      bytes.write('free', at + 4, 'latin1')
      bytes.fill(0, at + headerSize, at + size)
    } else if (NESTS.has(name) && depth < 5 && !blank(bytes, at + headerSize, at + size, depth + 1)) {
      return false
    }
    at += size
  }
  return true
}
