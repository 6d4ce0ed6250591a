import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openFile } from '@crewline/contract/files'
import { UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import type { MediaItem } from '@crewline/contract/messages'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { limitTo, makeGroup, makePerson, type Org } from '../../../test/kit/cast.ts'
import { film, pdf, photo, upload, wav } from '../../../test/kit/files.ts'
import { house, type House } from '../../../test/kit/house.ts'
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
import { forgetUnused } from './discard.ts'
import { linkPath } from './links.ts'
import { codeHashOf } from './short-links.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web' })
})
afterAll(() => t.close())
afterEach(() => vi.restoreAllMocks())

const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, t.process.address), { headers })
const system = () => t.process.kernel.database.asSystem('tests look at every row')
const scopeOf = (org: Org): Scope =>
  makeScope(
    t.process.kernel,
    { id: org.id, country: 'US', timezone: 'America/Chicago', standing: 'active' },
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

describe('a member adds a file', () => {
  test('a photo comes back with links to it and to its small picture, safe from being taken for a page', async () => {
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

  test('a document is for keeping, not for looking at in the browser; sounds can be played from anywhere in them', async () => {
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

  test('the links can be made anew by whoever may read, of this organization only', async () => {
    const file = await added(await photo())
    const again = await t.as(t.acme.vic).call(openFile, { params: { id: file.id } })
    expect(again.body.file).toMatchObject({ id: file.id, name: file.name })
    expect(JSON.stringify(again.body)).not.toContain(await keyOf(file.id))
    expect((await t.as(t.beta.ann).call(openFile, { params: { id: file.id } })).http).toBe(404)
    expect((await upload(t, t.acme.vic, await photo())).body.code).toBe('not_permitted')
  })

  test('refusals leave nothing behind', async () => {
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

  test('nobody uploads without end', async () => {
    const eve = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Eve', lastname: 'Acme', role: 'agent' })
    const codes = await Promise.all(Array.from({ length: 65 }, async () => (await upload(t, eve, pdf)).http))
    expect(codes.filter((one) => one === 429)).toHaveLength(5)
  })
})

describe('links', () => {
  test('one that is old, changed, for another file or of another organization opens nothing, and looks like none', async () => {
    const file = await added(await photo())
    const other = await added(await photo())
    const linkKey = await keyOf(file.id)
    const now = Date.now()
    const old = linkPath(t.acme.id, { ...file, linkKey }, now - 1, '')
    const good = file.url as string
    const wrong = [
      old,
      good.replace(file.id, other.id),
      good.replace(t.acme.id, t.beta.id),
      good.replace(/e=\d+/, `e=${now + 10 ** 9}`),
      good.replace(/s=[\w-]+/, 's='),
      good.replace(/&s=[\w-]+/, ''),
      `${good}&s=x`,
      `${good}&v=thumb`,
      `${good}&v=../x`,
      (file.thumbUrl as string).replace('&v=thumb', ''),
      `/media/${t.acme.id}/${file.id}/x`,
      `/media/x/${file.id}/x?e=1&s=1`,
      `/media/${t.acme.id}/..%2f..%2fetc/passwd?e=1&s=1`,
      `/media/%00/%00/%00?e=1&s=1`,
    ]
    for (const path of wrong) {
      const answer = await get(path)
      expect({ path, http: answer.status, text: await answer.text() }).toMatchObject({
        path,
        http: expect.toSatisfy((http: number) => http === 404 || http === 400),
      })
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    expect((await get(good)).status).toBe(200)
    expect((await get(good.replace(/\/[^/?]+\?/, '/anything.exe?'))).headers.get('content-type')).toBe('image/jpeg')
  })

  test('a short link opens its file for thirty days, without saying where it came from', async () => {
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
    await sql`insert into file_link (org_id, code_hash, file_id, expires_at)
      values (${t.acme.id}, ${codeHashOf('OldOldOldOld')}, ${file.id}, now() - interval '1 second')`.execute(system())
    expect((await get('/l/OldOldOldOld')).status).toBe(404)
  })

  test('a file whose bytes are gone is not found, and the log says so', async () => {
    const errors = vi.spyOn(t.process.kernel.log, 'error').mockImplementation(() => {})
    const file = await added(pdf)
    await sql`update file set content_key = ${`${t.acme.id}/${'0'.repeat(36)}`} where id = ${file.id}`.execute(system())
    expect((await get(file.url as string)).status).toBe(404)
    errors.mockRestore()
  })
})

describe('files go along with a message', () => {
  test('once, in the order asked for, and only those of this organization', async () => {
    const [a, b] = [await added(await photo()), await added(pdf)]
    const messageId = t.process.kernel.world.id()
    const taken = await scopeOf(t.acme).tx((tx) => attachable(tx, [b.id, a.id], messageId))
    expect(taken.map((one) => one.id)).toEqual([b.id, a.id])
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
    const url = carrierLink(t.process.address, t.acme.id, taken[1] as StoredFile, Date.now())
    expect((await fetch(url)).headers.get('content-type')).toBe('image/jpeg')
  })

  test('a member of some groups attaches what they added and sees no file of workers out of their sight', async () => {
    const sam = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'agent' })
    await limitTo(t.process.kernel, sam, [await makeGroup(t.process.kernel, t.acme.id, 'Some', [t.acme.bob.id])])
    const mine = (await upload(t, sam, pdf)).body.file
    expect((await t.as(sam).call(openFile, { params: { id: mine.id } })).http).toBe(200)
    expect((await t.as(sam).call(openFile, { params: { id: (await added(pdf)).id } })).http).toBe(404)
  })
})

describe('what nothing needs any more', () => {
  test('an upload nobody sent is forgotten after a week, its bytes and its space with it; one that travels stays', async () => {
    const folder = join(t.process.kernel.config.dataDir, 'files', t.acme.id)
    const space = async () =>
      (await sql<{ bytes: number }>`select bytes from file_space where org_id = ${t.acme.id}`.execute(system()))
        .rows[0]!.bytes
    await forgetUnused(t.process.kernel)
    const [before, names] = [await space(), (await readdir(folder)).length]
    const [unused, used, young] = [await added(await photo()), await added(pdf), await added(pdf)]
    await scopeOf(t.acme).tx((tx) => attachable(tx, [used.id]))
    await sql`update file set created_at = now() - interval '8 days' where id in (${unused.id}, ${used.id})`.execute(
      system(),
    )
    await forgetUnused(t.process.kernel)
    await forgetUnused(t.process.kernel)
    expect((await get(unused.url as string)).status).toBe(404)
    expect((await get(used.url as string)).status).toBe(200)
    expect((await get(young.url as string)).status).toBe(200)
    expect(await space()).toBe(before + used.bytes + young.bytes)
    expect(await readdir(folder)).toHaveLength(names + 2)
  })

  test('a file that is deleted opens nothing from that moment on', async () => {
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

describe('a worker sends a file', () => {
  /** A worker's text with files at its carrier. */
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
  const shown = async (messageId: string) =>
    (await messagesByIds(t.process.kernel.database.ofOrg(t.acme.id), [messageId]))[0]?.media ?? []
  const due = () => sql`update file set try_at = now() - interval '1 second' where state = 'pending'`.execute(system())

  test('the thread shows that it is being fetched, and then the file, without anybody looking again', async () => {
    const { messageId } = await receives([
      { url: 'https://carrier.test/1', mime: 'image/jpeg' },
      { url: 'https://carrier.test/2', mime: 'application/x-evil\r\n' },
    ])
    expect(await shown(messageId)).toMatchObject([
      { kind: 'image', state: 'pending', url: null, name: 'Photo.jpg' },
      { kind: 'document', state: 'pending', mime: 'application/octet-stream' },
    ])
    const ear = await t.heard(t.acme.gus)
    const original = await photo()
    fetched((url) => Promise.resolve(url.endsWith('1') ? original : Buffer.from('<html>')))
    while (await fetchPending(t.process.kernel));
    const [picture, other] = await shown(messageId)
    expect(picture).toMatchObject({ state: 'ready', mime: 'image/jpeg', width: 40, height: 60 })
    expect(other).toMatchObject({ state: 'refused', url: null })
    expect(JSON.stringify([picture, other])).not.toContain('linkKey')
    expect((await get(picture?.url as string)).status).toBe(200)
    expect(await ear.next('message-changed')).toMatchObject({ message: { id: messageId } })
    ear.close()
  })

  test('a contact card is called by its person, and is for keeping only', async () => {
    const { messageId } = await receives([
      { url: 'https://carrier.test/4', mime: 'text/x-vcard' },
      { url: 'https://carrier.test/5', mime: 'text/vcard' },
    ])
    expect(await shown(messageId)).toMatchObject([{ state: 'pending', name: 'Contact.vcf' }, { state: 'pending' }])
    const card = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:José M. Ríos\r\nTEL:+13125550142\r\nPHOTO:QUJD\r\nEND:VCARD\r\n'
    fetched((url) => Promise.resolve(Buffer.from(url.endsWith('4') ? card : 'BEGIN:VCARD\r\n<script>')))
    while (await fetchPending(t.process.kernel));
    const [ready, broken] = await shown(messageId)
    expect(ready).toMatchObject({ state: 'ready', kind: 'document', mime: 'text/vcard', name: 'José M. Ríos.vcf' })
    expect(broken).toMatchObject({ state: 'refused', url: null })
    const answer = await get(ready?.url as string)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/vcard; charset=utf-8',
      'content-disposition': `attachment; filename="Jos_ M. R_os.vcf"; filename*=UTF-8''Jos%C3%A9%20M.%20R%C3%ADos.vcf`,
      'x-content-type-options': 'nosniff',
    })
    const words = await answer.text()
    expect(words).toContain('TEL:+13125550142')
    expect(words).not.toContain('PHOTO')
  })

  test('a carrier that is down is asked again later, and given up after six hours', async () => {
    const { messageId } = await receives([{ url: 'https://carrier.test/3', mime: 'image/png' }])
    const ask = fetched(() => Promise.reject(new Error('503')))
    await fetchPending(t.process.kernel)
    expect(await fetchPending(t.process.kernel)).toBe(false)
    expect(await shown(messageId)).toMatchObject([{ state: 'pending' }])
    await due()
    await sql`update file set created_at = now() - interval '7 hours' where state = 'pending'`.execute(system())
    await fetchPending(t.process.kernel)
    expect(await shown(messageId)).toMatchObject([{ state: 'refused' }])
    await due()
    expect(await fetchPending(t.process.kernel)).toBe(false)
    expect(ask).toHaveBeenCalled()
  })

  test('a fetch from a host that is not the carrier is refused at once and never tried again', async () => {
    const { messageId } = await receives([{ url: 'http://169.254.169.254/latest', mime: 'image/png' }])
    let asked = 0
    fetched(() => {
      asked += 1
      return Promise.resolve().then(() => fail('file_refused', { internal: 'not a host of the carrier' }))
    })
    await fetchPending(t.process.kernel)
    await fetchPending(t.process.kernel)
    expect(asked).toBe(1)
    expect(await shown(messageId)).toMatchObject([{ state: 'refused' }])
  })

  test('two workers fetch each file once', async () => {
    const all = await Promise.all(
      [1, 2, 3].map((n) => receives([{ url: `https://carrier.test/x${n}`, mime: 'image/png' }])),
    )
    const asked: string[] = []
    const original = await photo()
    fetched(async (url) => {
      asked.push(url)
      return original
    })
    await Promise.all([fetchPending(t.process.kernel), fetchPending(t.process.kernel)])
    while (await fetchPending(t.process.kernel));
    expect([...asked].sort()).toEqual([1, 2, 3].map((n) => `https://carrier.test/x${n}`))
    for (const { messageId } of all) expect(await shown(messageId)).toMatchObject([{ state: 'ready' }])
  })
})
