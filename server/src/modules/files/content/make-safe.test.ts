import { deflateSync, crc32 } from 'node:zlib'
import { MMS_IMAGE_BYTES } from '@crewline/contract/limits'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { film, mp3, pdf, photo, wav } from '../../../../test/kit/files.ts'
import { Failure } from '../../../kernel/failure.ts'
import { makeSafe } from './make-safe.ts'
import { bareMp4, readWav } from './sounds.ts'

const refusalOf = (bytes: Buffer): Promise<string> =>
  makeSafe(bytes).then(
    (safe) => `taken as ${safe.mime}`,
    (error: unknown) => (error instanceof Failure ? error.code : `broke: ${String(error)}`),
  )

/** A PNG that claims a huge size but has almost no data. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const out = Buffer.alloc(named.length + 8)
    out.writeUInt32BE(data.length, 0)
    named.copy(out, 4)
    out.writeUInt32BE(crc32(named), named.length + 4)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min(2 ** 26, Math.ceil(width / 8 + 1) * height)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const noise = (width: number, height: number, channels: 3 | 4 = 3) => {
  const raw = Buffer.alloc(width * height * channels)
  for (let at = 0, seed = 1; at < raw.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    raw[at] = seed >> 16
  }
  return sharp(raw, { raw: { width, height, channels } })
}

describe('pictures', () => {
  test('turns a photo upright and removes location, time and camera data', async () => {
    const before = await photo(60, 40)
    expect((await sharp(before).metadata()).exif?.toString('latin1')).toContain('PhoneMaker')
    const safe = await makeSafe(before)
    expect(safe).toMatchObject({ kind: 'image', mime: 'image/jpeg', width: 40, height: 60 })
    const after = await sharp(safe.content).metadata()
    expect({ ...after, exif: after.exif, orientation: after.orientation }).toMatchObject({
      exif: undefined,
      orientation: undefined,
      width: 40,
      height: 60,
    })
    expect(after).not.toHaveProperty('icc')
    expect(safe.content.toString('latin1')).not.toMatch(/PhoneMaker|Exif/)
    expect(await sharp(safe.thumb as Buffer).metadata()).toMatchObject({ format: 'webp', width: 40, height: 60 })
  })

  test('shrinks any picture to fit a picture message', async () => {
    const large: [string, Buffer][] = [
      ['photo', await noise(2300, 900).jpeg({ quality: 95 }).toBuffer()],
      ['drawing with holes', await noise(700, 700, 4).png().toBuffer()],
      ['webp', await noise(1500, 700).webp({ quality: 90 }).toBuffer()],
      ['avif', await noise(200, 200).avif().toBuffer()],
    ]
    for (const [name, bytes] of large) {
      const safe = await makeSafe(bytes)
      expect({ name, isSmall: safe.content.length <= MMS_IMAGE_BYTES }).toEqual({ name, isSmall: true })
      expect(['image/jpeg', 'image/png']).toContain(safe.mime)
      const { width, height } = await sharp(safe.content).metadata()
      expect({ width, height }).toEqual({ width: safe.width, height: safe.height })
      expect(Math.max(width, height)).toBeLessThanOrEqual(2048)
      const thumb = await sharp(safe.thumb as Buffer).metadata()
      expect(Math.max(thumb.width, thumb.height)).toBeLessThanOrEqual(320)
    }
  })

  test('keeps transparency and small animations, and reduces a large animation to its first frame', async () => {
    const drawing = await makeSafe(
      await sharp({ create: { width: 30, height: 30, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
        .png()
        .toBuffer(),
    )
    expect(drawing.mime).toBe('image/png')
    expect((await sharp(drawing.content).metadata()).hasAlpha).toBe(true)
    const frames = async (side: number) => {
      const raw = Buffer.alloc(side * side * 3 * 3)
      for (let at = 0, seed = 7; at < raw.length; at++) raw[at] = (seed = (seed * 48_271) % 2_147_483_647) >> 8
      return sharp(raw, { raw: { width: side, height: side * 3, channels: 3, pageHeight: side } })
        .gif({ effort: 1 })
        .toBuffer()
    }
    const small = await makeSafe(await frames(40))
    expect(small).toMatchObject({ mime: 'image/gif', width: 40, height: 40 })
    expect((await sharp(small.content).metadata()).pages).toBe(3)
    const big = await frames(480)
    expect(big.length).toBeGreaterThan(MMS_IMAGE_BYTES)
    expect(await makeSafe(big)).toMatchObject({
      width: 480,
      height: 480,
      mime: expect.not.stringContaining('gif') as string,
    })
  })

  test('removes a program hidden in a gif', async () => {
    const gif = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .gif()
      .toBuffer()
    const program = Buffer.from('=1;alert(document.domain)//<script>alert(1)</script>')
    const safe = await makeSafe(Buffer.concat([gif, program]))
    expect(safe.content.toString('latin1')).not.toContain('alert')
    const commented = Buffer.concat([gif.subarray(0, -1), Buffer.from('\x21\xfe\x08alert(1)\0;', 'latin1')])
    const outcome = await makeSafe(commented).then(
      (safeFile) => safeFile.content.toString('latin1'),
      () => '',
    )
    expect(outcome).not.toContain('alert')
  })

  test('refuses pictures that would decompress beyond the limit before decoding', async () => {
    for (const [width, height] of [
      [30_000, 30_000],
      [2_147_483_647, 1],
      [65_535, 65_535],
      [7_000, 7_000],
      [0, 10],
    ] as const)
      expect({ width, height, code: await refusalOf(bomb(width, height)) }).toEqual({
        width,
        height,
        code: 'file_refused',
      })
  })

  test('refuses a truncated picture', async () => {
    for (const picture of [await noise(80, 80).jpeg().toBuffer(), await noise(80, 80).png().toBuffer()]) {
      for (const share of [0.1, 0.4, 0.8, 0.95])
        expect(await refusalOf(picture.subarray(0, Math.floor(picture.length * share)))).toBe('file_refused')
    }
  })
})

describe('audio, video and documents', () => {
  test('removes the tags of an MP3', async () => {
    const safe = await makeSafe(mp3)
    expect(safe).toMatchObject({ kind: 'audio', mime: 'audio/mpeg', thumb: null })
    expect(safe.content.toString('latin1')).not.toContain('Secret')
    expect(safe.content.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfb]))
  })

  test('keeps only the audio of a WAV', async () => {
    const safe = await makeSafe(wav())
    expect(safe.mime).toBe('audio/wav')
    expect(safe.content.toString('latin1')).not.toContain('Secret')
    expect(readWav(safe.content)?.data).toEqual(readWav(wav())?.data)
  })

  test('blanks the location of a video without changing its length', async () => {
    for (const [brand, mime] of [
      ['isom', 'video/mp4'],
      ['M4A ', 'audio/mp4'],
      ['3gp4', 'video/3gpp'],
    ] as const) {
      const safe = await makeSafe(film(brand))
      expect(safe.mime).toBe(mime)
      expect(safe.content).toHaveLength(film(brand).length)
      expect(safe.content.toString('latin1')).not.toContain('41.8781')
      expect(safe.content.subarray(-64)).toEqual(Buffer.alloc(64, 7))
    }
  })

  test('handles MP4 boxes with false lengths', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 200 }), fc.nat(100), (junk, at) => {
        const bytes = Buffer.concat([film().subarray(0, at), Buffer.from(junk), film().subarray(at)])
        const bare = bareMp4(bytes)
        return bare === undefined || bare.length === bytes.length
      }),
    )
  })

  test('accepts a PDF but not a file that only starts or ends like one', async () => {
    expect(await makeSafe(pdf)).toMatchObject({ kind: 'document', mime: 'application/pdf' })
    expect(await refusalOf(Buffer.concat([Buffer.from('<html>'), pdf]))).toBe('file_refused')
    expect(await refusalOf(pdf.subarray(0, 20))).toBe('file_refused')
  })
})

test('refuses every other file, whatever its name', async () => {
  const others: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(5_000)],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>')],
    ['svg with a head', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"></svg>')],
    ['html', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['text', Buffer.from('Hello')],
    ['zip', Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1')],
    ['program', Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(300)])],
    ['elf', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(300)])],
    ['tiff', await noise(9, 9).tiff().toBuffer()],
    ['a jpeg in its first bytes only', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<script>')])],
    ['tags without sound', mp3.subarray(0, 30)],
    ['a tag longer than the file', Buffer.from('ID3\x03\0\0\x7f\x7f\x7f\x7fabc', 'latin1')],
    ['a WAV without sound', wav().subarray(0, 44)],
  ]
  for (const [name, bytes] of others)
    expect({ name, code: await refusalOf(bytes) }).toEqual({ name, code: 'file_refused' })
})

test('accepts or refuses random bytes after any known header, without another failure', async () => {
  const starts = [await photo(), pdf, mp3, wav(), film()].map((file) => file.subarray(0, 24))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 600 }), async (start, tail) => {
      const outcome = await refusalOf(Buffer.concat([start, Buffer.from(tail)]))
      expect(outcome).toMatch(/^(taken as |file_refused$)/)
    }),
    { numRuns: 120 },
  )
})
