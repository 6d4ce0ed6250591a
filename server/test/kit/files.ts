import sharp from 'sharp'
import type { uploadFile } from '@crewline/contract/files'
import type { Person } from './cast.ts'
import type { Answer, House } from './house.ts'

/** Uploads bytes as a browser does. */
export async function upload(
  t: House,
  person: Person,
  bytes: Buffer,
  name = 'photo.jpg',
): Promise<Answer<typeof uploadFile>> {
  const answer = await fetch(`${t.process.address}/api/file?${new URLSearchParams({ name }).toString()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  return { http: answer.status, body: (await answer.json()) as Answer<typeof uploadFile>['body'] }
}

/** A photo as a phone takes it, lying on its side, with the place it was taken. */
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

/** A WAV of plain 16-bit samples with a title inside: one second of a tone unless told otherwise. */
export function wav({ seconds = 1, rate = 8_000, loud = 0.5 } = {}): Buffer {
  const samples = Math.round(seconds * rate)
  const data = Buffer.alloc(samples * 2)
  for (let at = 0; at < samples; at++)
    data.writeInt16LE(Math.round(Math.sin((at / rate) * 2 * Math.PI * 440) * loud * 32_767), at * 2)
  const head = Buffer.alloc(36)
  head.write('RIFF', 0, 'latin1')
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  const list = Buffer.from('LIST\x14\0\0\0INFOINAM\x08\0\0\0SecretMe', 'latin1')
  const dataHead = Buffer.alloc(8)
  dataHead.write('data', 0, 'latin1')
  dataHead.writeUInt32LE(data.length, 4)
  const whole = Buffer.concat([head, list, dataHead, data])
  whole.writeUInt32LE(whole.length - 8, 4)
  return whole
}

/** A box of an MP4. */
function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8, 0)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** A film as small as one can be, with the place it was taken. */
export function film(brand = 'isom'): Buffer {
  const place = box('udta', box('\u00a9xyz', Buffer.from('\0\0+41.8781-087.6298/')))
  const moov = box('moov', Buffer.concat([box('mvhd', Buffer.alloc(100)), place]))
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1')),
    moov,
    box('mdat', Buffer.alloc(64, 7)),
  ])
}

/** A page that is a document and nothing more. */
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n', 'latin1')

/** One frame of an MP3 behind a tag with a name in it. */
export const mp3 = Buffer.concat([
  Buffer.from('ID3\x03\0\0\0\0\0\x14TIT2SecretPlaceHere!', 'latin1'),
  ...Array.from({ length: 6 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])),
])
