import { createForm, deleteForm, exportForm, formResponses, publishForm, type Form } from '@crewline/contract/forms'
import { UPLOAD_MAX_BYTES } from '@crewline/contract/limits'
import { eraseContact } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unzip } from '../../../test/kit/archives.ts'
import { limitTo, makeContact, makeGroup, makeUser, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { personalMark } from '../../kernel/pages/personal.ts'
import { deleteUnusedFiles } from '../files/discard.ts'

let t: TestApp
let photo: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c00' } })
  const withPlace = picture.withExif({ IFD0: { Copyright: 'Secret place' } })
  photo = new Uint8Array(await withPlace.jpeg().toBuffer())
})
afterAll(() => t.close())

let nth = 0
const CONTENT = {
  name: 'Incident',
  title: { en: 'Report an incident' },
  questions: [
    { id: 'q1', type: 'file' as const, label: { en: 'Photos' }, required: true },
    { id: 'q2', type: 'signature' as const, label: { en: 'Sign' }, required: true },
  ],
}
const publish = async (changes: object = {}) => {
  const ann = t.as(t.acme.ann)
  const { id } = (await ann.call(createForm, { body: { ...CONTENT, ...changes } })).body.form
  return (await ann.call(publishForm, { params: { id }, body: { version: 1 } })).body
}
type Part = [name: string, value: string | Blob, fileName?: string]
const jpeg = () => new Blob([photo], { type: 'image/jpeg' })
const send = async (form: Form, parts: Part[], path = '') => {
  const body = new FormData()
  for (const [name, value, fileName] of [['version', '1'], ...parts] as Part[])
    if (typeof value === 'string') body.append(name, value)
    else body.append(name, value, fileName ?? 'blob')
  const response = await fetch(`${t.process.address}${new URL(form.link).pathname}${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `10.5.${(nth += 1) % 250}.1`, 'accept-language': 'en' },
    body,
  })
  return { http: response.status, text: await response.text() }
}
const list = async (form: Form) =>
  (await t.as(t.acme.ann).call(formResponses, { params: { id: form.id }, query: {} })).body.data
const files = async () =>
  (
    await sql<{ id: string; state: string; name: string; claimed: boolean; has_bytes: boolean }>`
      select id, state, name, claimed_at is not null as claimed, content_key is not null as has_bytes from file order by created_at, id`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows
const markOf = (form: Form, contact: TestContact) => {
  const until = new Date(t.process.kernel.world.now().getTime() + 60_000)
  return personalMark(t.process.kernel, {
    orgId: t.acme.id,
    path: new URL(form.link).pathname,
    contactId: contact.id,
    until,
  })
}

describe('a photo or file', () => {
  test('is sent without a script, checked, rewritten without its metadata, and shown with the answer', async () => {
    const { form } = await publish()
    const page = await (await fetch(`${t.process.address}${new URL(form.link).pathname}`)).text()
    expect(page).toContain('enctype="multipart/form-data"')
    const sent = await send(form, [
      ['u.q1', jpeg(), '../../etc/dock <b>.png'],
      ['a.q2', 'Ana Diaz'],
    ])
    expect(sent.text).toContain('Thank you')
    const [response] = await list(form)
    const [file] = response?.files ?? []
    expect(response?.answers).toEqual({ q1: [file?.id], q2: 'Ana Diaz' })
    expect(file).toMatchObject({ kind: 'image', name: 'dock b.jpg', mime: 'image/jpeg', state: 'ready' })
    const opened = Buffer.from(await (await fetch(`${t.process.address}${file?.url}`)).arrayBuffer())
    expect((await sharp(opened).metadata()).width).toBe(40)
    expect(opened.includes('Secret place')).toBe(false)
    const exported = await fetch(`${t.process.address}/api${exportForm.path.replace('{id}', form.id)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${t.acme.ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'csv' }),
    })
    const csv = await exported.text()
    expect(csv).toContain('dock b.jpg')
    expect(csv).toContain(`/responses?response=${response?.id}`)
  })

  test('is exported in an archive, where its row of the spreadsheet names it', async () => {
    const { form } = await publish()
    await send(form, [
      ['u.q1', jpeg(), 'dock.jpg'],
      ['u.q1', jpeg(), 'dock.jpg'],
      ['a.q2', 'Ana'],
    ])
    await send(form, [
      ['u.q1', jpeg(), 'gate.jpg'],
      ['a.q2', 'Ben'],
    ])
    const exported = await fetch(`${t.process.address}/api${exportForm.path.replace('{id}', form.id)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${t.acme.ann.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'zip' }),
    })
    expect(exported.headers.get('content-type')).toBe('application/zip')
    const [sheet, ...entries] = await unzip(Buffer.from(await exported.arrayBuffer()))
    expect(sheet?.path).toBe('answers.csv')
    const csv = String(sheet?.content)
    const places = entries.map(({ path }) => path)
    expect(places.toSorted()).toEqual([
      expect.stringMatching(/^files\/00002-[0-9a-f]{6}-dock\.jpg$/),
      expect.stringMatching(/^files\/00002-[0-9a-f]{6}-dock\.jpg$/),
      expect.stringMatching(/^files\/00003-[0-9a-f]{6}-gate\.jpg$/),
    ])
    for (const { path: place, content } of entries) {
      expect(csv.split('\r\n').findIndex((line) => line.includes(place)) + 1).toBe(Number(place.slice(6, 11)))
      expect((await sharp(content).metadata()).width).toBe(40)
    }
  })

  test('is refused in an archive, in words of its own, when the files are too large together', async () => {
    const { form } = await publish()
    await send(form, [
      ['u.q1', jpeg(), 'dock.jpg'],
      ['a.q2', 'Ana'],
    ])
    await send(form, [
      ['u.q1', jpeg(), 'gate.jpg'],
      ['a.q2', 'Ben'],
    ])
    const exportAs = (format: 'csv' | 'zip') =>
      fetch(`${t.process.address}/api${exportForm.path.replace('{id}', form.id)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${t.acme.ann.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ format }),
      })
    await sql`
      update file set bytes = 1500000000
      where id in (select unnest(file_ids) from form_response where form_id = ${form.id})`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    const refused = await exportAs('zip')
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'archive_too_large' }])
    expect((await exportAs('csv')).status).toBe(200)
  })

  test('is in the list and the archive of a member with some groups', async () => {
    const { kernel } = t.process
    const { form } = await publish({ questions: [CONTENT.questions[0]] })
    const contact = await makeContact(kernel, t.acme.id, 'Ivo', '+14155634999')
    const until = new Date(kernel.world.now().getTime() + 60_000)
    const path = new URL(form.link).pathname
    const mark = personalMark(kernel, { orgId: t.acme.id, path, contactId: contact.id, until })
    await send(form, [
      ['p', mark],
      ['u.q1', jpeg(), 'dock.jpg'],
    ])
    await send(form, [['u.q1', jpeg(), 'elsewhere.jpg']])
    const gia = await makeUser(kernel, t.acme.id, { firstname: 'Gia', lastname: 'Lee', role: 'manager' })
    await limitTo(kernel, gia, [await makeGroup(kernel, t.acme.id, 'Mine', [contact.id])])
    const { data } = (await t.as(gia).call(formResponses, { params: { id: form.id }, query: {} })).body
    expect(data.map(({ files }) => files.map(({ name }) => name))).toEqual([['dock.jpg']])
    const exported = await fetch(`${t.process.address}/api${exportForm.path.replace('{id}', form.id)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gia.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'zip' }),
    })
    const entries = await unzip(Buffer.from(await exported.arrayBuffer()))
    expect(entries.map((entry) => entry.path)).toEqual([
      'answers.csv',
      expect.stringMatching(/^files\/00002-[0-9a-f]{6}-dock\.jpg$/),
    ])
  })

  test('stays with its name when something else is wrong, and can be taken out again', async () => {
    const { form } = await publish()
    const first = await send(form, [['u.q1', jpeg(), 'dock.jpg']])
    expect(first.text).toContain('id="q2-error"')
    expect(first.text).toContain('dock.jpg')
    const nonce = /name="n" value="([^"]+)"/.exec(first.text)?.[1] ?? ''
    const mark = /name="a.q1"\s+value="([^"]+)"/.exec(first.text)?.[1] ?? ''
    const without = await send(form, [
      ['n', nonce],
      ['a.q2', 'Ana'],
    ])
    expect(without.text).toContain('Add a photo or file.')
    const kept = await send(form, [
      ['n', nonce],
      ['a.q1', mark],
      ['a.q2', 'Ana'],
    ])
    expect(kept.text).toContain('Thank you')
    expect((await list(form))[0]?.files).toMatchObject([{ name: 'dock.jpg' }])
    // The file of one submission is nothing in another.
    const stolen = await send(form, [
      ['a.q1', mark],
      ['a.q2', 'Eve'],
    ])
    expect(stolen.text).toContain('Add a photo or file.')
    expect(await list(form)).toHaveLength(1)
  })

  test('is refused in words when it is a program, too large, or one too many', async () => {
    const { form } = await publish()
    const program = await send(form, [
      ['u.q1', new Blob(['<script>alert(1)</script>'], { type: 'image/png' }), 'x.png'],
      ['a.q2', 'Ana'],
    ])
    expect(program.text).toContain('We can’t use this file.')
    const large = await send(form, [
      ['u.q1', new Blob([new Uint8Array(UPLOAD_MAX_BYTES + 1)]), 'x.jpg'],
      ['a.q2', 'Ana'],
    ])
    expect(large.text).toContain('Choose one up to 10 MB.')
    const many = await send(form, [
      ...Array.from({ length: 4 }, (_, at): Part => ['u.q1', jpeg(), `${at}.jpg`]),
      ['a.q2', 'Ana'],
    ])
    expect(many.text).toContain('Add at most 3 files.')
    const broken = await fetch(`${t.process.address}${new URL(form.link).pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nnonsense',
    })
    expect(broken.status).toBe(400)
    expect(await list(form)).toEqual([])
  })

  test('is refused before it is read when it is larger than a page can be, or its address sent too much', async () => {
    const { form } = await publish({ questions: [CONTENT.questions[0]] })
    const large = await send(form, [['u.q1', new Blob([new Uint8Array(4 * UPLOAD_MAX_BYTES)]), 'x.jpg']])
    expect(large).toMatchObject({ http: 413, text: expect.stringContaining('Your answers are too long.') as string })
    const unknown = await send({ ...form, link: 'https://x.example/public/forms/none' }, [['a.q1', 'x']])
    expect(unknown).toMatchObject({ http: 404, text: expect.stringContaining('We can’t find') as string })
    const url = `${t.process.address}${new URL(form.link).pathname}`
    const headers = { 'x-forwarded-for': '10.66.1.1', 'accept-language': 'es' }
    await Promise.all(
      Array.from({ length: 240 }, () => fetch(`${url}x`, { method: 'POST', headers, body: new URLSearchParams() })),
    )
    const body = new FormData()
    body.append('u.q1', jpeg(), 'dock.jpg')
    const flooded = await fetch(url, { method: 'POST', headers, body })
    expect([flooded.status, flooded.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await flooded.text()).toContain('Demasiados intentos.')
  })

  test('is removed with its person and with its form', async () => {
    const { form } = await publish()
    const rex = await makeContact(t.process.kernel, t.acme.id, 'Rex', '+14155590001')
    const send1 = (name: string, more: Part[] = []) => send(form, [['u.q1', jpeg(), name], ['a.q2', 'Ana'], ...more])
    await send1('rex.jpg', [['p', markOf(form, rex)]])
    await send1('other.jpg')
    await t.as(t.acme.ann).call(eraseContact, { body: { contactId: rex.id, reason: 'Asked for it', confirm: true } })
    const named = async (name: string) => (await files()).filter((file) => file.name === name)
    expect(await named('rex.jpg')).toEqual([])
    expect(await named('other.jpg')).toMatchObject([{ state: 'ready', claimed: true }])
    expect((await list(form)).map(({ contactId }) => contactId)).toEqual([null])
    const otherId = (await named('other.jpg'))[0]?.id
    await t.as(t.acme.ann).call(deleteForm, { params: { id: form.id } })
    await deleteUnusedFiles(t.process.kernel)
    expect((await files()).find(({ id }) => id === otherId)).toMatchObject({ state: 'refused', has_bytes: false })
  })
})

describe('a signature', () => {
  test('can be drawn instead of typed, and only as a picture', async () => {
    const { form } = await publish({ questions: [CONTENT.questions[1]] })
    const text = await send(form, [['u.q2', new Blob(['%PDF-1.4\n%%EOF']), 'x.pdf']])
    expect(text.text).toContain('We can’t use this file.')
    await send(form, [['u.q2', jpeg(), 'signature.png']])
    const [response] = await list(form)
    expect(response?.answers).toEqual({ q2: [response?.files[0]?.id] })
  })

  test('that was drawn stays while something else is wrong, and can be removed', async () => {
    const { form } = await publish()
    const first = await send(form, [['u.q2', jpeg(), 'signature.png']])
    expect(first.text).toContain('id="q1-error"')
    expect(first.text).toMatch(/type="checkbox"\s+id="q2-drawn"\s+name="a.q2"\s+value="[^"]+"\s+checked/)
    expect(first.text).toContain('Signature drawn.')
    const nonce = /name="n" value="([^"]+)"/.exec(first.text)?.[1] ?? ''
    const removed = await send(form, [
      ['n', nonce],
      ['u.q1', jpeg(), 'dock.jpg'],
    ])
    expect(removed.text).toContain('id="q2-error"')
    expect(removed.text).not.toContain('Signature drawn.')
  })
})

test('an anonymous form asks for no files, because they show who sent them', async () => {
  const refused = await publish({ anonymous: true })
  expect(refused).toMatchObject({
    fieldErrors: { 'questions.q1': 'A photo or file can show who sent it, so an anonymous form can’t ask for one.' },
  })
  const { form } = await publish({
    anonymous: true,
    questions: [{ id: 'q2', type: 'short_text', label: { en: 'Where?' } }],
  })
  const before = (await files()).length
  const sent = await send(form, [
    ['u.q2', jpeg(), 'dock.jpg'],
    ['a.q2', 'Dock 2'],
  ])
  expect(sent.text).toContain('Thank you')
  expect(await files()).toHaveLength(before)
})
