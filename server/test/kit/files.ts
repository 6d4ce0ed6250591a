import sharp from 'sharp'
import type { uploadFile } from '@crewline/contract/files'
import type { TestUser } from './cast.ts'
import type { Answer, TestApp } from './test-app.ts'

/** Uploads bytes as a browser does. */
export async function upload(
  t: TestApp,
  user: TestUser,
  bytes: Buffer,
  name = 'photo.jpg',
): Promise<Answer<typeof uploadFile>> {
  const answer = await fetch(`${t.process.address}/api/file?${new URLSearchParams({ name }).toString()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  return { http: answer.status, body: (await answer.json()) as Answer<typeof uploadFile>['body'] }
}

/** Creates a photo as a phone takes it: rotated by metadata, with its location. */
export function photo(width = 60, height = 40): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'PhoneMaker', Model: 'Model 7' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 52/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '87/1 37/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** Creates a WAV of plain 16-bit samples with a title inside: by default one second of a tone. */
export function wav({ seconds = 1, rate = 8_000, loud = 0.5 } = {}): Buffer {
  const samples = Math.round(seconds * rate)
  const data = Buffer.alloc(samples * 2)
  for (let at = 0; at < samples; at++)
    data.writeInt16LE(Math.round(Math.sin((at / rate) * 2 * Math.PI * 440) * loud * 32_767), at * 2)
  const header = Buffer.alloc(36)
  header.write('RIFF', 0, 'latin1')
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  const list = Buffer.from('LIST\x14\0\0\0INFOINAM\x08\0\0\0SecretMe', 'latin1')
  const dataHeader = Buffer.alloc(8)
  dataHeader.write('data', 0, 'latin1')
  dataHeader.writeUInt32LE(data.length, 4)
  const bytes = Buffer.concat([header, list, dataHeader, data])
  bytes.writeUInt32LE(bytes.length - 8, 4)
  return bytes
}

/** A box of an MP4. */
function box(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(content.length + 8, 0)
  header.write(name, 4, 'latin1')
  return Buffer.concat([header, content])
}

/** Creates a minimal video with its location. */
export function film(brand = 'isom'): Buffer {
  const location = box('udta', box('\u00a9xyz', Buffer.from('\0\0+41.8781-087.6298/')))
  const moov = box('moov', Buffer.concat([box('mvhd', Buffer.alloc(100)), location]))
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1')),
    moov,
    box('mdat', Buffer.alloc(64, 7)),
  ])
}

/** A minimal PDF. */
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n', 'latin1')

/** One MP3 frame after a tag with a name in it. */
export const mp3 = Buffer.concat([
  Buffer.from('ID3\x03\0\0\0\0\0\x14TIT2SecretPlaceHere!', 'latin1'),
  ...Array.from({ length: 6 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])),
])
