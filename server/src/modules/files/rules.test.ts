import { MEDIA_LINK_MS } from '@crewline/contract/limits'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expiryAfter, linkPath, opens } from './links.ts'
import { cleanName, acceptedType, partOf, waitBeforeTry, type StoredFile } from './rules.ts'
import { carrierLink, mediaItem } from './stored.ts'

describe('file names', () => {
  test.each([
    ['IMG_0012.JPG', 'image/jpeg', 'IMG_0012.jpg'],
    ['../../etc/passwd', 'image/png', 'passwd.png'],
    ['C:\\Users\\Ana\\me.jpeg', 'image/jpeg', 'me.jpg'],
    ['page.html', 'image/jpeg', 'page.jpg'],
    ['photo.jpg.exe', 'image/jpeg', 'photo.jpg.jpg'],
    ['.htaccess', 'image/gif', 'htaccess.gif'],
    ['', 'application/pdf', 'Document.pdf'],
    ['   ', 'audio/amr', 'Sound.amr'],
    ['\u202egpj.exe', 'video/mp4', 'gpj.mp4'],
    ['a\r\nSet-Cookie: x=1', 'image/png', 'aSet-Cookie x=1.png'],
    ['turno "mañana".pdf', 'application/pdf', 'turno mañana.pdf'],
    ['<script>alert(1)</script>', 'image/png', 'script.png'],
    ['排班表.pdf', 'application/pdf', '排班表.pdf'],
  ])('names %j of type %s %j', (original, mime, name) => {
    expect(cleanName(original, mime)).toBe(name)
  })

  test('contain no path, hidden extension or header injection', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (original) => {
        const name = cleanName(original, 'image/jpeg')
        expect(name).toMatch(/^[^./\\][^/\\]*\.jpg$/u)
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}<>"]/u)
        expect(Array.from(name).length).toBeLessThanOrEqual(84)
      }),
    )
  })

  test('rejects a type named like an object property', () => {
    for (const type of ['constructor', '__proto__', 'toString', 'image/svg+xml', 'text/html'])
      expect(acceptedType(type)).toBeUndefined()
  })
})

describe('links', () => {
  const file: StoredFile = {
    id: '01890000-0000-7000-8000-000000000001',
    kind: 'image',
    name: 'a b/ñ\u0000"<.jpg',
    mime: 'image/jpeg',
    bytes: 5,
    width: 1,
    height: 1,
    state: 'ready',
    linkKey: Buffer.alloc(32, 9).toString('base64url'),
  }
  const org = '01890000-0000-7000-8000-0000000000aa'
  const key = Buffer.from(file.linkKey, 'base64url')
  const parts = (path: string) => {
    const url = new URL(path, 'http://x')
    const of = (name: string) => url.searchParams.get(name) ?? ''
    return { fileId: file.id, expiry: of('e'), variant: of('v'), signature: of('s') }
  }

  test('stay the same within five minutes and open for five to ten', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (now) => {
        const expiry = expiryAfter(now, MEDIA_LINK_MS, MEDIA_LINK_MS)
        expect(expiry - now).toBeGreaterThanOrEqual(MEDIA_LINK_MS)
        expect(expiry - now).toBeLessThan(2 * MEDIA_LINK_MS)
        const same = expiryAfter(Math.floor(now / MEDIA_LINK_MS) * MEDIA_LINK_MS + 1, MEDIA_LINK_MS, MEDIA_LINK_MS)
        if (now % MEDIA_LINK_MS !== 0) expect(same).toBe(expiry)
      }),
    )
  })

  test('contain no key, and are absent for a file that is not ready', () => {
    const item = mediaItem(org, file, 1_000)
    expect(JSON.stringify(item)).not.toContain(file.linkKey)
    expect(item).not.toHaveProperty('linkKey')
    expect(item.url).toMatch(/^\/media\/[0-9a-f-]+\/[0-9a-f-]+\/[A-Za-z0-9._-]+\?e=\d+&s=[\w-]{43}$/)
    for (const state of ['pending', 'refused'] as const)
      expect(mediaItem(org, { ...file, state }, 1_000)).toMatchObject({ url: null, thumbUrl: null })
    expect(mediaItem(org, { ...file, kind: 'audio' }, 1_000).thumbUrl).toBeNull()
  })

  test('open one content of one file until they expire, and reject any change', () => {
    const link = parts(linkPath(org, file, 10_000, ''))
    expect(opens(key, link, 9_999)).toBe(true)
    expect(opens(key, link, 10_000)).toBe(false)
    for (const change of [
      { fileId: org },
      { expiry: '10001' },
      { expiry: '99999999999999' },
      { expiry: '1e9' },
      { expiry: '' },
      { variant: 'thumb' },
      { signature: '' },
      { signature: `${link.signature}A` },
      { signature: link.signature.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) },
    ])
      expect({ change, opens: opens(key, { ...link, ...change }, 1) }).toEqual({ change, opens: false })
    expect(opens(Buffer.alloc(32, 8), link, 1)).toBe(false)
    expect(opens(key, parts(linkPath(org, file, 10_000, 'thumb')), 1)).toBe(true)
  })

  test('last a day for carriers', () => {
    const url = new URL(carrierLink('https://crew.test', org, file, 5_000))
    expect(url.origin).toBe('https://crew.test')
    expect(opens(key, parts(url.pathname + url.search), 5_000 + 24 * 3_600_000)).toBe(true)
    expect(opens(key, parts(url.pathname + url.search), 5_000 + 26 * 3_600_000)).toBe(false)
  })
})

test.each([
  [undefined, undefined],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-5', { start: 95, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=-0', 'outside'],
  ['bytes=100-', 'outside'],
  ['bytes=5-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
])('reads %s of 100 bytes as %j', (header, part) => {
  expect(partOf(header, 100)).toEqual(part)
})

test('increases the wait between tries up to half an hour', () => {
  expect([1, 2, 3, 20].map((tries) => waitBeforeTry(tries, 0.5))).toEqual([5_000, 10_000, 20_000, 1_800_000])
  expect(waitBeforeTry(1, 0)).toBeLessThan(waitBeforeTry(1, 0.99))
})
