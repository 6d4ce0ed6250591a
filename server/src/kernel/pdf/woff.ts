import { inflateSync } from 'node:zlib'

/** Unpacks a font from WOFF 1.0 (W3C) to a plain sfnt file, as PDFs embed it. */
export function unpackWoff(woff: Buffer): Uint8Array {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, n) => {
    const at = 44 + n * 20
    const [offset, packed, size] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      bytes: packed < size ? inflateSync(bytes) : bytes,
    }
  })
  const header = Buffer.alloc(12 + count * 16)
  const power = 2 ** Math.floor(Math.log2(count))
  header.writeUInt32BE(woff.readUInt32BE(4), 0)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE(count * 16 - power * 16, 10)
  const parts: Buffer[] = [header]
  let offset = header.length
  for (const [n, { tag, checksum, bytes }] of tables.entries()) {
    const at = 12 + n * 16
    tag.copy(header, at)
    header.writeUInt32BE(checksum, at + 4)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(bytes.length, at + 12)
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4)
    parts.push(bytes, padding)
    offset += bytes.length + padding.length
  }
  return new Uint8Array(Buffer.concat(parts))
}
