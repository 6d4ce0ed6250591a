import { connect } from 'node:net'
import { openFile, uploadFile } from '@crewline/contract/files'
import { setGreeting } from '@crewline/contract/voicemail'
import { sendMessage } from '@crewline/contract/messages'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { pdf, photo, upload, wav } from '../../../test/kit/files.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
/** A member who can see only Cat. */
let nel: TestUser
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  nel = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Nel', lastname: 'Acme', role: 'agent' })
  await limitTo(t.process.kernel, nel, [await makeGroup(t.process.kernel, t.acme.id, 'Cats', [t.acme.cat.id])])
})
afterAll(() => t.close())

/** Announces a large body, sends none of it, and returns the response status. */
function announce(token: string | null): Promise<number> {
  const { port, hostname } = new URL(t.process.address)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.setTimeout(60_000, () => reject(new Error('no answer before the file')))
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      socket.destroy()
      resolve(Number(String(bytes).slice(9, 12)))
    })
    const headers = ['host: x', 'content-type: application/octet-stream', 'content-length: 10000000']
    if (token !== null) headers.push(`authorization: Bearer ${token}`)
    socket.write([`POST /api${uploadFile.path} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
  })
}

test('refuses an unauthorized upload before the file is read', async () => {
  expect(await announce(null)).toBe(403)
  expect(await announce('crew_rubbish')).toBe(403)
  expect(await announce(t.acme.vic.token)).toBe(422)
})

/** Builds a small file with a picture of `side` by `side` gray pixels. */
function bomb(side: number): Buffer {
  const part = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    magic,
    part('IHDR', header),
    part('IDAT', deflateSync(Buffer.alloc(1_000))),
    part('IEND', Buffer.alloc(0)),
  ])
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
test.each<[what: string, bytes: Buffer, name: string]>([
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'photo.jpg'],
  ['a drawing with a script', Buffer.from(svg), 'logo.png'],
  ['a drawing that says what it is', Buffer.from(`<?xml version="1.0"?>${svg}`), 'logo.svg'],
  ['a program', Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'), 'photo.jpg'],
  ['an archive', Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'), 'photo.jpg'],
  ['a picture of two and a half billion pixels', bomb(50_000), 'photo.png'],
  ['the first bytes of a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'photo.jpg'],
  ['a page with a PDF in it', Buffer.from('<script>alert(1)</script>%PDF-1.7 %%EOF'), 'a.pdf'],
  ['nothing', Buffer.alloc(0), 'photo.jpg'],
])('rejects %s', async (_label, bytes, name) => {
  const { http, body } = await upload(t, t.acme.gus, bytes, name)
  expect({ http, code: body.code }).toEqual({ http: 422, code: 'file_refused' })
})

test('answers any bytes with a documented status', async () => {
  const signatures = [
    ...['\x89PNG\r\n\x1a\n', 'GIF89a', '\xff\xd8\xff', 'RIFF\0\0\0\0WAVE', 'RIFF\0\0\0\0WEBP', 'ID3\x04\0\0\0\0\0\0'],
    ...['%PDF-1.7', '\0\0\0\x18ftypmp42', '\0\0\0\x18ftypheic', '#!AMR\n', 'OggS', '<svg>', ''],
  ]
  const owner = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Fay', lastname: 'Fuzz', role: 'owner' })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 400 }), async (signature, tail) => {
      const { http } = await upload(t, owner, Buffer.concat([Buffer.from(signature, 'latin1'), tail]), 'x')
      expect([200, 422, 429]).toContain(http)
    }),
    { numRuns: 50, seed: 2_026 },
  )
})

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ['picture', () => photo()],
  ['sound', () => wav()],
  ['document', () => pdf],
])('serves a %s so that no browser renders it as a page', async (kind, make) => {
  const { body } = await upload(t, t.acme.gus, await make(), '"><script>.html')
  const answer = await fetch(new URL(body.file.url ?? '', t.process.address))
  expect(answer.status).toBe(200)
  const headers = Object.fromEntries(answer.headers)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toContain('sandbox')
  expect(headers['content-type']).not.toMatch(/html|svg|xml|javascript/)
  expect(headers['cache-control']).toMatch(/^private/)
  expect(headers['content-disposition']).toMatch(kind === 'document' ? /^attachment/ : /^inline/)
  expect(headers['content-disposition']).not.toMatch(/[<>\r\n]/)
})

test('opens only the file and variant that a link was made for', async () => {
  const [file, otherFile] = [
    (await upload(t, t.acme.gus, await photo())).body.file,
    (await upload(t, t.acme.gus, await photo())).body.file,
  ]
  const url = new URL(file.url ?? '', t.process.address)
  const status = async (change: (url: URL) => void, init: RequestInit = {}) => {
    const changed = new URL(url)
    change(changed)
    return (await fetch(changed, init)).status
  }
  expect(await status(() => {})).toBe(200)
  const set = (name: string, value: string) => (at: URL) => at.searchParams.set(name, value)
  const later = String(Number(url.searchParams.get('e')) + 1)
  for (const change of [
    set('e', later),
    set('e', ''),
    set('e', '1e99'),
    set('e', `0${url.searchParams.get('e')}`),
    set('s', ''),
    set('s', `${url.searchParams.get('s')}=`),
    set('s', 'ä'.repeat(40)),
    set('v', 'thumb'),
    set('v', 'other'),
    (at: URL) => at.searchParams.append('v', 'thumb'),
    (at: URL) => at.searchParams.append('s', 'x'),
    (at: URL) => (at.pathname = at.pathname.replace(file.id, otherFile.id)),
    (at: URL) => (at.pathname = at.pathname.replace(t.acme.id, t.beta.id)),
    (at: URL) => (at.pathname = at.pathname.replace(t.acme.id, '..%2f..')),
    (at: URL) => (at.pathname = at.pathname.replace(file.id, '%00')),
  ])
    expect({ change: String(change), http: await status(change) }).toEqual({ change: String(change), http: 404 })
  for (const range of [
    'bytes=0-',
    'bytes=-1',
    'bytes=0-0,5-9',
    'bytes=9-1',
    'bytes=999999999999999-',
    'x',
    'bytes=--1',
  ])
    expect([200, 206, 416]).toContain(await status(() => {}, { headers: { range } }))
  expect(await status(() => {}, { method: 'POST' })).toBeGreaterThanOrEqual(400)
  expect((await fetch(new URL('/l/%00', t.process.address))).status).toBe(404)
  expect((await fetch(new URL(`/l/${'a'.repeat(190)}`, t.process.address))).status).toBe(404)
})

test('does not send or open a file of another organization, a sent one or one that is not visible', async () => {
  const send = (user: TestUser, contactId: string, mediaIds: string[]) =>
    t.as(user).call(sendMessage, { body: { contactId, body: 'See this', mediaIds } })
  const ours = (await upload(t, t.acme.gus, await photo())).body.file
  expect((await send(t.beta.ann, t.beta.bob.id, [ours.id])).body.code).toBe('file_unknown')
  expect((await t.as(t.beta.ann).call(openFile, { params: { id: ours.id } })).http).toBe(404)
  // An unclaimed file belongs to its uploader: a member with group scope cannot open or send it.
  expect((await t.as(nel).call(openFile, { params: { id: ours.id } })).http).toBe(404)
  expect((await send(nel, t.acme.cat.id, [ours.id])).body.code).toBe('file_unknown')
  expect((await send(t.acme.gus, t.acme.bob.id, [ours.id])).http).toBe(200)
  expect((await send(t.acme.gus, t.acme.bob.id, [ours.id])).body.code).toBe('file_unknown')
  expect((await t.as(nel).call(openFile, { params: { id: ours.id } })).http).toBe(404)
  const greeting = { words: 'Hi', fileId: ours.id, missedCallText: '' }
  expect((await t.as(t.acme.ann).call(setGreeting, { body: greeting })).body.code).toBe('file_unknown')
  const ownFile = (await upload(t, nel, await photo())).body.file
  expect((await send(nel, t.acme.bob.id, [ownFile.id])).http).toBe(404)
  const twice = await send(nel, t.acme.cat.id, [ownFile.id, ownFile.id])
  expect(twice.body.message.media.map((file) => file.id)).toEqual([ownFile.id])
})

test('lets only one of several concurrent sends use a file', async () => {
  const file = (await upload(t, t.acme.gus, await photo())).body.file
  const sent = await Promise.all(
    [t.acme.bob, t.acme.cat, t.acme.bob].map((contact) =>
      t.as(t.acme.ann).call(sendMessage, { body: { contactId: contact.id, body: '', mediaIds: [file.id] } }),
    ),
  )
  expect(sent.map((answer) => answer.body.code ?? 'sent').sort()).toEqual(['file_unknown', 'file_unknown', 'sent'])
})
