import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openFile } from '@crewline/contract/files'
import { UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import type { MediaItem } from '@crewline/contract/messages'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { limitTo, makeGroup, makeUser, type Org } from '../../../test/kit/cast.ts'
import { film, pdf, photo, upload, wav } from '../../../test/kit/files.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { fail } from '../../kernel/failure.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import {
  attachable,
  carrierLink,
  discardFile,
  expectMedia,
  fetchPending,
  mediaFetcher,
  shortLink,
  type StoredFile,
} from './index.ts'
import { messagesByIds } from '../messages/views.ts'
import { deleteUnusedFiles } from './discard.ts'
import { linkPath } from './links.ts'
import { codeHashOf } from './short-links.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())
afterEach(() => vi.restoreAllMocks())

const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, t.process.address), { headers })
const system = () => t.process.kernel.database.asSystem('tests look at every row')
const scopeOf = (org: Org): Scope =>
  makeScope(
    t.process.kernel,
    { id: org.id, country: 'US', timezone: 'America/Chicago', status: 'active' },
    { kind: 'system', reason: 'tests' },
    'test',
  )
const added = async (bytes: Buffer, name?: string): Promise<MediaItem> => {
  const { http, body } = await upload(t, t.acme.gus, bytes, name)
  expect({ http, code: body.code }).toEqual({ http: 200, code: undefined })
  return body.file
}
const keyOf = async (id: string): Promise<string> =>
  (
    await sql<{ link_key: Buffer }>`select link_key from file where id = ${id}`.execute(system())
  ).rows[0]!.link_key.toString('base64url')

describe('uploads by a member', () => {
  test('returns links to a photo and its thumbnail that browsers cannot interpret as a page', async () => {
    const file = await added(await photo(900, 600), '../Shift "A".JPG')
    expect(file).toMatchObject({
      kind: 'image',
      name: 'Shift A.jpg',
      mime: 'image/jpeg',
      width: 600,
      height: 900,
      state: 'ready',
    })
    const answer = await get(file.url as string)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': `inline; filename="Shift A.jpg"; filename*=UTF-8''Shift%20A.jpg`,
      'content-length': String(file.bytes),
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, max-age=300',
    })
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    const thumb = Buffer.from(await (await get(file.thumbUrl as string)).arrayBuffer())
    expect(await sharp(thumb).metadata()).toMatchObject({ format: 'webp', height: 320 })
  })

  test('serves a document as a download and audio with range requests', async () => {
    const paper = await added(pdf, 'plan.pdf')
    expect((await get(paper.url as string)).headers.get('content-disposition')).toMatch(/^attachment/)
    const sound = await added(wav(), 'sound.wav')
    const part = await get(sound.url as string, { range: 'bytes=4-11' })
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
      206,
      `bytes 4-11/${sound.bytes}`,
      '8',
    ])
    expect((await part.text()).slice(4)).toBe('WAVE')
    expect((await get(sound.url as string, { range: 'bytes=99999999-' })).status).toBe(416)
    expect((await get((await added(film(), 'a.mp4')).url as string)).headers.get('content-type')).toBe('video/mp4')
  })

  test('renews links for every reader of this organization only', async () => {
    const file = await added(await photo())
    const reopened = await t.as(t.acme.vic).call(openFile, { params: { id: file.id } })
    expect(reopened.body.file).toMatchObject({ id: file.id, name: file.name })
    expect(JSON.stringify(reopened.body)).not.toContain(await keyOf(file.id))
    expect((await t.as(t.beta.ann).call(openFile, { params: { id: file.id } })).http).toBe(404)
    expect((await upload(t, t.acme.vic, await photo())).body.code).toBe('not_permitted')
  })

  test('stores nothing for a refused upload', async () => {
    const folder = join(t.process.kernel.config.dataDir, 'files', t.acme.id)
    const before = (await readdir(folder)).length
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const [bytes, code] of [
      [svg, 'file_refused'],
      [Buffer.alloc(0), 'file_refused'],
      [(await photo()).subarray(0, 200), 'file_refused'],
      [Buffer.alloc(UPLOAD_MAX_BYTES + 1, 1), 'too_large'],
    ] as const) {
      const { http, body } = await upload(t, t.acme.gus, bytes, 'photo.jpg')
      expect({ code: body.code, isRefused: http === 422 || http === 413 }).toEqual({ code, isRefused: true })
    }
    await sql`insert into file_space (org_id, bytes) values (${t.acme.id}, ${2 ** 50})
      on conflict (org_id) do update set bytes = file_space.bytes + excluded.bytes`.execute(system())
    expect((await upload(t, t.acme.gus, await photo())).body.code).toBe('too_many')
    await sql`update file_space set bytes = bytes - ${2 ** 50} where org_id = ${t.acme.id}`.execute(system())
    expect((await readdir(folder)).filter((name) => !name.includes('part'))).toHaveLength(before)
  })

  test('limits the number of uploads', async () => {
    const eve = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Eve', lastname: 'Acme', role: 'agent' })
    const codes = await Promise.all(Array.from({ length: 65 }, async () => (await upload(t, eve, pdf)).http))
    expect(codes.filter((code) => code === 429)).toHaveLength(5)
  })
})

describe('links', () => {
  test('answers expired, altered and foreign links as not found', async () => {
    const file = await added(await photo())
    const otherFile = await added(await photo())
    const linkKey = await keyOf(file.id)
    const now = Date.now()
    const expiredPath = linkPath(t.acme.id, { ...file, linkKey }, now - 1, '')
    const validPath = file.url as string
    const invalidPaths = [
      expiredPath,
      validPath.replace(file.id, otherFile.id),
      validPath.replace(t.acme.id, t.beta.id),
      validPath.replace(/e=\d+/, `e=${now + 10 ** 9}`),
      validPath.replace(/s=[\w-]+/, 's='),
      validPath.replace(/&s=[\w-]+/, ''),
      `${validPath}&s=x`,
      `${validPath}&v=thumb`,
      `${validPath}&v=../x`,
      (file.thumbUrl as string).replace('&v=thumb', ''),
      `/media/${t.acme.id}/${file.id}/x`,
      `/media/x/${file.id}/x?e=1&s=1`,
      `/media/${t.acme.id}/..%2f..%2fetc/passwd?e=1&s=1`,
      `/media/%00/%00/%00?e=1&s=1`,
    ]
    for (const path of invalidPaths) {
      const answer = await get(path)
      expect({ path, http: answer.status, text: await answer.text() }).toMatchObject({
        path,
        http: expect.toSatisfy((http: number) => http === 404 || http === 400),
      })
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    expect((await get(validPath)).status).toBe(200)
    expect((await get(validPath.replace(/\/[^/?]+\?/, '/anything.exe?'))).headers.get('content-type')).toBe(
      'image/jpeg',
    )
  })

  test('opens a short link for thirty days without a referrer', async () => {
    const file = await added(await photo())
    const link = await scopeOf(t.acme).tx((tx) => shortLink(tx, t.process.address, file.id))
    expect(link).toMatch(/\/l\/[A-Za-z0-9]{12}$/)
    const answer = await fetch(link)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('referrer-policy')]).toEqual([
      200,
      'image/jpeg',
      'no-referrer',
    ])
    expect((await get('/l/AAAAAAAAAAAA')).status).toBe(404)
    expect((await get('/l/%00')).status).toBe(404)
    await sql`insert into file_link (org_id, code_fingerprint, file_id, expires_at)
      values (${t.acme.id}, ${codeHashOf('OldOldOldOld')}, ${file.id}, now() - interval '1 second')`.execute(system())
    expect((await get('/l/OldOldOldOld')).status).toBe(404)
  })

  test('answers not found for a file with missing bytes and logs an error', async () => {
    const errors = vi.spyOn(t.process.kernel.log, 'error').mockImplementation(() => {})
    const file = await added(pdf)
    await sql`update file set content_key = ${`${t.acme.id}/${'0'.repeat(36)}`} where id = ${file.id}`.execute(system())
    expect((await get(file.url as string)).status).toBe(404)
    errors.mockRestore()
  })
})

describe('files of a message', () => {
  test('can be claimed once, in the given order, only within the organization', async () => {
    const [a, b] = [await added(await photo()), await added(pdf)]
    const messageId = t.process.kernel.world.id()
    const claimed = await scopeOf(t.acme).tx((tx) => attachable(tx, [b.id, a.id], messageId))
    expect(claimed.map((file) => file.id)).toEqual([b.id, a.id])
    const c = await added(pdf)
    for (const [org, ids] of [
      [t.acme, [a.id]],
      [t.acme, [c.id, a.id]],
      [t.acme, [c.id, t.process.kernel.world.id()]],
      [t.beta, [c.id]],
    ] as const)
      await expect(scopeOf(org).tx((tx) => attachable(tx, [...ids]))).rejects.toMatchObject({ code: 'file_unknown' })
    expect(await scopeOf(t.acme).tx((tx) => attachable(tx, [c.id]))).toHaveLength(1)
    expect(await scopeOf(t.acme).tx((tx) => attachable(tx, []))).toEqual([])
    const url = carrierLink(t.process.address, t.acme.id, claimed[1] as StoredFile, Date.now())
    expect((await fetch(url)).headers.get('content-type')).toBe('image/jpeg')
  })

  test('are limited for a member with group scope to own uploads and visible contacts', async () => {
    const sam = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'agent' })
    await limitTo(t.process.kernel, sam, [await makeGroup(t.process.kernel, t.acme.id, 'Some', [t.acme.bob.id])])
    const mine = (await upload(t, sam, pdf)).body.file
    expect((await t.as(sam).call(openFile, { params: { id: mine.id } })).http).toBe(200)
    expect((await t.as(sam).call(openFile, { params: { id: (await added(pdf)).id } })).http).toBe(404)
  })
})

describe('unused files', () => {
  test('are deleted with bytes and space after a week, unlike claimed ones', async () => {
    const folder = join(t.process.kernel.config.dataDir, 'files', t.acme.id)
    const space = async () =>
      (await sql<{ bytes: number }>`select bytes from file_space where org_id = ${t.acme.id}`.execute(system()))
        .rows[0]!.bytes
    await deleteUnusedFiles(t.process.kernel)
    const [before, names] = [await space(), (await readdir(folder)).length]
    const [unused, used, recent] = [await added(await photo()), await added(pdf), await added(pdf)]
    await scopeOf(t.acme).tx((tx) => attachable(tx, [used.id]))
    await sql`update file set created_at = now() - interval '8 days' where id in (${unused.id}, ${used.id})`.execute(
      system(),
    )
    await deleteUnusedFiles(t.process.kernel)
    await deleteUnusedFiles(t.process.kernel)
    expect((await get(unused.url as string)).status).toBe(404)
    expect((await get(used.url as string)).status).toBe(200)
    expect((await get(recent.url as string)).status).toBe(200)
    expect(await space()).toBe(before + used.bytes + recent.bytes)
    expect(await readdir(folder)).toHaveLength(names + 2)
  })

  test('cannot be opened from the moment they are deleted', async () => {
    const file = await added(await photo())
    const clear = await scopeOf(t.acme).tx((tx) => discardFile(tx, t.process.kernel, file.id))
    expect((await get(file.url as string)).status).toBe(404)
    await clear()
    expect((await get(file.thumbUrl as string)).status).toBe(404)
    await (
      await scopeOf(t.acme).tx((tx) => discardFile(tx, t.process.kernel, file.id))
    )()
  })
})

describe('inbound files', () => {
  /** Stores an inbound message with files at its carrier. */
  async function receives(media: { url: string; mime: string }[]): Promise<{ messageId: string; files: StoredFile[] }> {
    const messageId = t.process.kernel.world.id()
    const files = await scopeOf(t.acme).tx(async (tx) => {
      const expected = await expectMedia(tx, { lineId: t.acme.line.id, messageId, media })
      await sql`insert into message (org_id, id, contact_id, direction, body, encoding, segments, line_id, phone_from, phone_to, state, media, at)
        values (${t.acme.id}, ${messageId}, ${t.acme.bob.id}, 'in', '', 'GSM-7', 1, ${t.acme.line.id}, ${t.acme.bob.phone}, ${t.acme.line.phone},
          'received', ${JSON.stringify(expected)}::jsonb, now())`.execute(tx.db)
      await sql`insert into conversation (org_id, contact_id, last_at) values (${t.acme.id}, ${t.acme.bob.id}, now()) on conflict do nothing`.execute(
        tx.db,
      )
      return expected
    })
    return { messageId, files }
  }
  const fetched = (fetcher: (url: string) => Promise<Buffer>) =>
    vi.spyOn(mediaFetcher, 'get').mockReturnValue((_kernel, _lineId, url) => fetcher(url))
  const readMedia = async (messageId: string) =>
    (await messagesByIds(t.process.kernel.database.ofOrg(t.acme.id), [messageId]))[0]?.media ?? []
  const due = () => sql`update file set try_at = now() - interval '1 second' where state = 'pending'`.execute(system())

  test('are shown as pending and then as ready without a reload', async () => {
    const { messageId } = await receives([
      { url: 'https://carrier.test/1', mime: 'image/jpeg' },
      { url: 'https://carrier.test/2', mime: 'application/x-evil\r\n' },
    ])
    expect(await readMedia(messageId)).toMatchObject([
      { kind: 'image', state: 'pending', url: null, name: 'Photo.jpg' },
      { kind: 'document', state: 'pending', mime: 'application/octet-stream' },
    ])
    const listener = await t.connectClient(t.acme.gus)
    const original = await photo()
    fetched((url) => Promise.resolve(url.endsWith('1') ? original : Buffer.from('<html>')))
    while (await fetchPending(t.process.kernel));
    const [picture, refused] = await readMedia(messageId)
    expect(picture).toMatchObject({ state: 'ready', mime: 'image/jpeg', width: 40, height: 60 })
    expect(refused).toMatchObject({ state: 'refused', url: null })
    expect(JSON.stringify([picture, refused])).not.toContain('linkKey')
    expect((await get(picture?.url as string)).status).toBe(200)
    await listener.next('message-changed', { message: { id: messageId } })
    listener.close()
  })

  test('are named by their person when they are contact cards, and served as downloads', async () => {
    const { messageId } = await receives([
      { url: 'https://carrier.test/4', mime: 'text/x-vcard' },
      { url: 'https://carrier.test/5', mime: 'text/vcard' },
    ])
    expect(await readMedia(messageId)).toMatchObject([{ state: 'pending', name: 'Contact.vcf' }, { state: 'pending' }])
    const card = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:José M. Ríos\r\nTEL:+13125550142\r\nPHOTO:QUJD\r\nEND:VCARD\r\n'
    fetched((url) => Promise.resolve(Buffer.from(url.endsWith('4') ? card : 'BEGIN:VCARD\r\n<script>')))
    while (await fetchPending(t.process.kernel));
    const [ready, broken] = await readMedia(messageId)
    expect(ready).toMatchObject({ state: 'ready', kind: 'document', mime: 'text/vcard', name: 'José M. Ríos.vcf' })
    expect(broken).toMatchObject({ state: 'refused', url: null })
    const answer = await get(ready?.url as string)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/vcard; charset=utf-8',
      'content-disposition': `attachment; filename="Jos_ M. R_os.vcf"; filename*=UTF-8''Jos%C3%A9%20M.%20R%C3%ADos.vcf`,
      'x-content-type-options': 'nosniff',
    })
    const text = await answer.text()
    expect(text).toContain('TEL:+13125550142')
    expect(text).not.toContain('PHOTO')
  })

  test('are retried while the carrier is down and given up after six hours', async () => {
    const { messageId } = await receives([{ url: 'https://carrier.test/3', mime: 'image/png' }])
    const fetcher = fetched(() => Promise.reject(new Error('503')))
    await fetchPending(t.process.kernel)
    expect(await fetchPending(t.process.kernel)).toBe(false)
    expect(await readMedia(messageId)).toMatchObject([{ state: 'pending' }])
    await due()
    await sql`update file set created_at = now() - interval '7 hours' where state = 'pending'`.execute(system())
    await fetchPending(t.process.kernel)
    expect(await readMedia(messageId)).toMatchObject([{ state: 'refused' }])
    await due()
    expect(await fetchPending(t.process.kernel)).toBe(false)
    expect(fetcher).toHaveBeenCalled()
  })

  test('are refused at once and never retried when the host is not the carrier', async () => {
    const { messageId } = await receives([{ url: 'http://169.254.169.254/latest', mime: 'image/png' }])
    let fetchCount = 0
    fetched(() => {
      fetchCount += 1
      return Promise.resolve().then(() => fail('file_refused', { internal: 'not a host of the carrier' }))
    })
    await fetchPending(t.process.kernel)
    await fetchPending(t.process.kernel)
    expect(fetchCount).toBe(1)
    expect(await readMedia(messageId)).toMatchObject([{ state: 'refused' }])
  })

  test('are fetched once by two worker processes', async () => {
    const all = await Promise.all(
      [1, 2, 3].map((n) => receives([{ url: `https://carrier.test/x${n}`, mime: 'image/png' }])),
    )
    const fetchedUrls: string[] = []
    const original = await photo()
    fetched(async (url) => {
      fetchedUrls.push(url)
      return original
    })
    await Promise.all([fetchPending(t.process.kernel), fetchPending(t.process.kernel)])
    while (await fetchPending(t.process.kernel));
    expect([...fetchedUrls].sort()).toEqual([1, 2, 3].map((n) => `https://carrier.test/x${n}`))
    for (const { messageId } of all) expect(await readMedia(messageId)).toMatchObject([{ state: 'ready' }])
  })
})
