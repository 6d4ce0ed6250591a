import { createForm, formResponses, publishForm, setFormKiosk } from '@crewline/contract/forms'
import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact } from '../../../test/kit/cast.ts'
import { pagesOf } from '../../../test/kit/pdf-words.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

// A form on a shared tablet.
let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

const CONTENT = {
  name: 'Daily check',
  title: { en: 'Daily check', es: 'Revisión diaria' },
  languages: ['en' as const, 'es' as const],
  access: 'invited' as const,
  questions: [{ id: 'q1', type: 'email' as const, label: { en: 'Your email', es: 'Tu correo' } }],
}
const turnOn = async (id: string, idleSeconds: number | null = 30, newAddress = false) =>
  (await t.as(t.acme.ann).call(setFormKiosk, { params: { id }, body: { idleSeconds, newAddress } })).body.form.kiosk
async function publish(changes: object = {}) {
  const ann = t.as(t.acme.ann)
  const { id } = (await ann.call(createForm, { body: { ...CONTENT, ...changes } })).body.form
  await ann.call(publishForm, { params: { id }, body: { version: 1 } })
  return { id, path: new URL((await turnOn(id))?.link ?? '').pathname }
}
const open = (path: string) => fetch(`${t.process.address}${path}`, { headers: { 'accept-language': 'en' } })
const send = async (path: string, fields: Record<string, string>) => {
  const response = await fetch(`${t.process.address}${path}`, {
    method: 'POST',
    headers: { 'accept-language': 'en' },
    body: new URLSearchParams({ version: '1', ...fields }),
  })
  return { http: response.status, text: await response.text() }
}
const list = async (id: string) => (await t.as(t.acme.ann).call(formResponses, { params: { id }, query: {} })).body.data

describe('a shared tablet', () => {
  test('has its own address, starts over, and lets no browser remember what was entered', async () => {
    const { id, path } = await publish()
    expect(path).toMatch(/^\/public\/kiosk\/[a-z0-9]{20}$/)
    const response = await open(path)
    const text = await response.text()
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(text).toContain('data-kiosk="30"')
    expect(text).toContain('data-keep="no"')
    expect(text).not.toContain('autocomplete="email"')
    expect(text).toContain('hreflang="es"')
    const thanks = await send(path, { 'a.q1': 'rex@example.com' })
    expect(thanks.text).toContain(`href="${path}"`)
    expect(thanks.text).not.toContain('rex@example.com')
    expect(await list(id)).toMatchObject([{ via: 'kiosk', contactId: null, answers: { q1: 'rex@example.com' } }])
  })

  test('keeps the value of its address for the next person, and starts over with it', async () => {
    const hidden = { id: 'place', type: 'hidden' as const, label: { en: 'Place', es: 'Lugar' } }
    const { path } = await publish({ questions: [...CONTENT.questions, hidden] })
    const home = `${path}?place=Dock+2`
    const page = await (await open(home)).text()
    expect(page).toContain(`data-home="${home}"`)
    // No one entered anything yet.
    expect(page).not.toContain('data-kept')
    const action = /action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&#38;', '&') ?? ''
    const thanks = await send(action, { 'a.q1': 'rex@example.com', 'a.place': 'Dock 2' })
    expect(thanks.text).toContain(`href="${home}"`)
    expect(thanks.text).toContain(`data-home="${home}"`)
  })

  test('takes an employee number, from which nothing else follows, and says when it knows none', async () => {
    const rex = await makeContact(t.process.kernel, t.acme.id, 'Rex', '+14155591001')
    const db = t.process.kernel.database.ofOrg(t.acme.id)
    await sql`update contact set employee_id = 'K-77' where id = ${rex.id}`.execute(db)
    const { id, path } = await publish({ setFields: [{ field: 'department', value: 'Checked' }] })
    const wrong = await send(path, { badge: 'K-78' })
    expect(wrong.text).toContain('id="badge-error"')
    expect(wrong.text).toContain('value="K-78"')
    expect(wrong.text).not.toContain('Rex')
    const right = await send(path, { badge: ' k-77 ' })
    expect(right.text).toContain('Thank you')
    expect(right.text).not.toContain('Rex')
    // Anyone can enter a number, so it neither uses up the answer of the person nor changes the contact.
    await send(path, { badge: 'K-77' })
    expect((await list(id)).map(({ contactId }) => contactId)).toEqual([rex.id, rex.id])
    const stored = await sql<{ department: string }>`select department from contact where id = ${rex.id}`.execute(db)
    expect(stored.rows[0]?.department).toBe('')
    expect((await sql`select from form_participant where form_id = ${id}`.execute(db)).rows).toHaveLength(0)
  })

  test('asks for no number when the form is anonymous', async () => {
    const { path } = await publish({
      anonymous: true,
      questions: [{ id: 'q1', type: 'short_text', label: { en: 'Comment', es: 'Comentario' } }],
    })
    expect(await (await open(path)).text()).not.toContain('name="badge"')
    expect((await send(path, { badge: 'K-77' })).text).toContain('Thank you')
  })

  test('keeps its address when only the idle time changes', async () => {
    const { id, path } = await publish()
    const changed = await turnOn(id, 90)
    expect([new URL(changed?.link ?? '').pathname, changed?.idleSeconds]).toEqual([path, 90])
    expect(await (await open(path)).text()).toContain('data-kiosk="90"')
  })

  test('stops working when it is turned off or gets another address', async () => {
    const { id, path } = await publish()
    const next = new URL((await turnOn(id, 30, true))?.link ?? '').pathname
    expect([(await open(path)).status, (await open(next)).status]).toEqual([404, 200])
    expect(await turnOn(id, null)).toBeNull()
    expect((await open(next)).status).toBe(404)
    expect((await send(next, {})).http).toBe(404)
    // The address of a form is none of a tablet.
    expect((await open(`/public/kiosk/${path.slice(-20, -10)}`)).status).toBe(404)
  })
})

test('the poster of a form is a PDF of one page, for A4 or Letter, in up to three languages', async () => {
  const ann = t.as(t.acme.ann)
  const created = await ann.call(createForm, { body: { ...CONTENT, access: 'anyone' } })
  const { id, link } = created.body.form
  const path = new URL(link).pathname
  expect((await open(`${path}/poster.pdf`)).status).toBe(404)
  await ann.call(publishForm, { params: { id }, body: { version: 1 } })
  for (const [size, width] of [
    ['a4', 595.28],
    ['letter', 612],
  ] as const) {
    const response = await open(`${path}/poster.pdf?size=${size}`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const bytes = Buffer.from(await response.arrayBuffer())
    const [text = '', ...others] = await pagesOf(bytes)
    expect(others).toEqual([])
    expect(text).toContain('Revisión diaria')
    expect(text).toContain(path)
    expect((await PDFDocument.load(bytes)).getPage(0).getWidth()).toBeCloseTo(width)
  }
})
