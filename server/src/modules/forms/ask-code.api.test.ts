import { createForm, publishForm, setFormKiosk, type Form } from '@crewline/contract/forms'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { personalMark } from '../../kernel/pages/personal.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

let nth = 0
const newPhone = () => `+1415556${String((nth += 1)).padStart(4, '0')}`
const newContact = (name = 'Canaryname') => makeContact(t.process.kernel, t.acme.id, name, newPhone())
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const labels = (en: string, es: string) => ({ en, es })

async function publish(changes: object = {}): Promise<Form & { path: string }> {
  const ann = t.as(t.acme.ann)
  const body = {
    name: 'Pay question',
    title: labels('Ask about pay', 'Pregunta por tu pago'),
    languages: ['en' as const, 'es' as const],
    askCode: true,
    questions: [
      { id: 'q1', type: 'short_text' as const, label: labels('What is wrong?', '¿Qué falla?'), required: true },
    ],
    ...changes,
  }
  const { id } = (await ann.call(createForm, { body })).body.form
  const { form } = (await ann.call(publishForm, { params: { id }, body: { version: 1 } })).body
  return { ...form, path: new URL(form.link).pathname }
}

const markOf = ({ path }: { path: string }, { id }: Pick<TestContact, 'id'>) =>
  personalMark(t.process.kernel, {
    orgId: t.acme.id,
    path,
    contactId: id,
    until: new Date(t.process.kernel.world.now().getTime() + 86_400_000),
  })
interface Sent {
  fields?: Record<string, string>
  cookie?: string
  language?: string
  address?: string
}
/** Sends a page, from an address of its own, as a browser without a script does. */
async function send(path: string, { fields, cookie, language = 'en', address }: Sent = {}) {
  nth += 1
  const response = await fetch(`${t.process.address}${path}`, {
    method: fields ? 'POST' : 'GET',
    redirect: 'manual',
    headers: {
      'x-forwarded-for': address ?? `10.5.${Math.floor(nth / 250)}.${nth % 250}`,
      'accept-language': language,
      ...(cookie === undefined ? {} : { cookie }),
    },
    ...(fields && { body: new URLSearchParams(fields) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    location: response.headers.get('location'),
    setCookie: response.headers.get('set-cookie') ?? '',
    cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
    token: /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '',
  }
}
const responses = async ({ id }: Form) =>
  (
    await sql<{ contact_id: string | null; via: string }>`
      select contact_id, via from form_response where form_id = ${id} order by at, id`.execute(db())
  ).rows

/** Asks for a code of a personal link and enters it. */
async function proveLink(form: { path: string }, contact: TestContact): Promise<string> {
  const p = markOf(form, contact)
  const { token } = await send(form.path, { fields: { go: 'send', p } })
  const code = await t.codeTo(contact.phone)
  return (await send(form.path, { fields: { go: 'code', p, token, code } })).cookie
}

/** Enters a number on the public link, and its code. */
async function proveNumber(form: { path: string }, phone: string): Promise<string> {
  const { token } = await send(form.path, { fields: { go: 'send', phone } })
  return (await send(form.path, { fields: { go: 'code', token, phone, code: await t.codeTo(phone) } })).cookie
}

test('a browser forgets the number of the public link once its answers are stored, and no copy stays on it', async () => {
  const form = await publish()
  const cookie = await proveNumber(form, newPhone())
  const page = await send(form.path, { cookie })
  expect(page.text).toContain('data-keep="no"')
  const nonce = /name="n" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const fields = { version: '1', page: '0', n: nonce, from: 'public', 'a.q1': 'Overtime', website: '' }
  const stored = await send(form.path, { fields, cookie })
  expect(stored.setCookie).toContain('Max-Age=0')
  expect(await responses(form)).toHaveLength(1)
})

test('the next person at a shared browser can use a number of their own, also when the first answered before', async () => {
  const form = await publish()
  const cookie = await proveNumber(form, newPhone())
  expect((await send(form.path, { cookie })).text).toContain('Not you? Use another number')
  const other = await send(form.path, { fields: { go: 'other', from: 'public' }, cookie })
  expect([other.status, other.location]).toEqual([303, form.path])
  expect(other.setCookie).toContain('Max-Age=0')
  const answered = await send(form.path, { fields: { version: '1', 'a.q1': 'Overtime' }, cookie })
  expect(answered.text).not.toContain('another number')
  const done = await send(form.path, { cookie })
  expect(done.text).toContain('You already answered')
  expect(done.text).toContain('Not you? Use another number')
  // A personal link names its person, who has no other number.
  const contact = await newContact()
  const linked = await proveLink(form, contact)
  expect((await send(`${form.path}?p=${markOf(form, contact)}`, { cookie: linked })).text).not.toContain(
    'another number',
  )
})

test('a file that was sent while a code is asked for is asked for again, and never left out in silence', async () => {
  const form = await publish({
    questions: [
      { id: 'q1', type: 'short_text', label: labels('What is wrong?', '¿Qué falla?'), required: true },
      { id: 'q2', type: 'file', label: labels('Photos', 'Fotos') },
    ],
  })
  const phone = newPhone()
  const body = new FormData()
  for (const [name, value] of Object.entries({ version: '1', page: '0', n: crypto.randomUUID(), 'a.q1': 'Overtime' }))
    body.append(name, value)
  body.append('u.q2', new Blob(['%PDF-1.4'], { type: 'application/pdf' }), 'slip.pdf')
  const headers = { 'x-forwarded-for': '10.9.9.9', 'accept-language': 'en' }
  const gate = await (await fetch(`${t.process.address}${form.path}`, { method: 'POST', headers, body })).text()
  const fields = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
  const sent = await send(form.path, { fields: { ...fields(gate), go: 'send', phone } })
  const code = await t.codeTo(phone)
  const proved = await send(form.path, { fields: { ...fields(sent.text), go: 'code', code } })
  expect(proved.text).toContain('Add this again: it is not stored yet.')
  expect(proved.text).toContain('value="Overtime"')
  expect(await responses(form)).toEqual([])
  // Sent again without the file, the answer counts: the person was asked.
  const again = await send(form.path, { fields: { ...fields(proved.text), 'a.q1': 'Overtime' }, cookie: proved.cookie })
  expect(again.text).toContain('Thank you')
  expect(await responses(form)).toHaveLength(1)
})

test('a poster keeps being the source of an answer after the code', async () => {
  const form = await publish()
  const phone = newPhone()
  const { token } = await send(form.path, { fields: { go: 'send', phone, from: 'qr' } })
  const code = await t.codeTo(phone)
  const proved = await send(form.path, { fields: { go: 'code', token, phone, code, from: 'qr' } })
  expect(proved.location).toContain('from=qr')
})

describe('a personal link that asks for a code', () => {
  test('shows a stranger nothing about its person, and texts nothing when it is opened', async () => {
    const form = await publish()
    const contact = await newContact()
    await sql`update contact set language = 'es' where id = ${contact.id}`.execute(db())
    const p = markOf(form, contact)
    const opened = await send(`${form.path}?p=${p}`)
    expect(opened.status).toBe(200)
    expect(opened.text).toContain('<html lang="en"')
    expect(opened.text).toContain('Text me a code')
    for (const hidden of ['Canaryname', contact.phone, contact.phone.slice(-4), 'What is wrong?', 'sees your name'])
      expect(opened.text).not.toContain(hidden)
    const asked = await send(form.path, { fields: { go: 'send', p } })
    expect(asked.text).toContain('6-digit code')
    expect(asked.text).not.toContain(contact.phone.slice(-4))
    // The same answer for a person whom no text can reach.
    await sql`update contact set phone = null where id = ${contact.id}`.execute(db())
    const unreachable = await send(form.path, { fields: { go: 'send', p } })
    const without = (text: string) => text.replaceAll(/name="token" value="[^"]+"/g, '')
    expect(without(unreachable.text)).toBe(without(asked.text))
    expect(unreachable.token).toHaveLength(asked.token.length)
  })

  test('opens after the code, in the language of its person, for this link in this browser only', async () => {
    const form = await publish({ access: 'invited' })
    const [contact, other] = [await newContact(), await newContact()]
    await sql`update contact set language = 'es' where id = ${contact.id}`.execute(db())
    const p = markOf(form, contact)
    const { token } = await send(form.path, { fields: { go: 'send', p } })
    const code = await t.codeTo(contact.phone)
    const proved = await send(form.path, { fields: { go: 'code', p, token, code } })
    expect([proved.status, proved.location]).toEqual([303, `${form.path}?p=${p}`])
    expect(proved.setCookie).toMatch(/; Path=\/public\/forms\/\w+; Max-Age=7200; HttpOnly; SameSite=Lax/)
    const { cookie } = proved
    const shown = await send(`${form.path}?p=${p}`, { cookie })
    expect(shown.text).toContain('<html lang="es"')
    expect(shown.text).toContain('¿Qué falla?')
    // Neither another browser, nor another link, nor another form opens with it.
    expect((await send(`${form.path}?p=${p}`)).text).not.toContain('What is wrong?')
    expect((await send(`${form.path}?p=${markOf(form, other)}`, { cookie })).text).toContain('Text me a code')
    const second = await publish()
    expect((await send(`${second.path}?p=${markOf(second, contact)}`, { cookie })).text).toContain('Text me a code')
    expect((await send(second.path, { cookie })).text).toContain('Mobile number')
    const fields = { p, version: '1', 'a.q1': 'Friday' }
    expect((await send(form.path, { fields, cookie })).text).toContain('Gracias')
    expect((await send(`${form.path}?p=${p}`, { cookie })).text).toContain('Ya respondiste')
    // Whether they answered is hidden like everything else.
    expect((await send(`${form.path}?p=${p}`)).text).toContain('Text me a code')
    expect(await responses(form)).toEqual([{ contact_id: contact.id, via: 'link' }])
  })

  test('takes a code once, for ten minutes, and not after five wrong ones', async () => {
    const form = await publish()
    const contact = await newContact()
    const p = markOf(form, contact)
    const first = await send(form.path, { fields: { go: 'send', p } })
    const code = await t.codeTo(contact.phone)
    const enter = (token: string, entered: string) =>
      send(form.path, { fields: { go: 'code', p, token, code: entered } })
    const wrong = code === '000000' ? '111111' : '000000'
    expect((await enter(first.token, wrong)).text).toContain('This code is not right')
    // A code of one link opens no other one.
    const other = markOf(form, await newContact())
    const foreign = await send(form.path, { fields: { go: 'code', p: other, token: first.token, code } })
    expect(foreign.text).toContain('This code has ended')
    expect((await enter(first.token, code)).status).toBe(303)
    expect((await enter(first.token, code)).text).toContain('This code has ended')
    const next = await send(form.path, { fields: { go: 'send', p } })
    const nextCode = await t.codeTo(contact.phone)
    for (let tries = 0; tries < 5; tries += 1) await enter(next.token, nextCode === '123456' ? '654321' : '123456')
    expect((await enter(next.token, nextCode)).text).toContain('This code has ended')
  })

  test('keeps answers that arrive after the proof ended, and takes them with the next code', async () => {
    const form = await publish()
    const contact = await newContact()
    const p = markOf(form, contact)
    const late = await send(form.path, { fields: { p, version: '1', page: '0', n: 'x', 'a.q1': 'Friday shift' } })
    expect(late.text).toContain('name="a.q1" value="Friday shift"')
    const kept = { version: '1', page: '0', n: 'x', 'a.q1': 'Friday shift' }
    const { token } = await send(form.path, { fields: { go: 'send', p, ...kept } })
    const code = await t.codeTo(contact.phone)
    const done = await send(form.path, { fields: { go: 'code', p, token, code, ...kept } })
    expect(done.text).toContain('Thank you')
    expect(done.cookie).toContain('crewline-form=')
    expect(await responses(form)).toEqual([{ contact_id: contact.id, via: 'link' }])
  })

  test('cannot flood the phone of its person, nor text a person who opted out', async () => {
    const form = await publish()
    const contact = await newContact()
    const p = markOf(form, contact)
    const texts: string[] = []
    for (let one = 0; one < 4; one += 1) texts.push((await send(form.path, { fields: { go: 'send', p } })).text)
    expect(texts[2]).toContain('6-digit code')
    expect(texts[3]).toContain('Too many tries')
    const stopped = await newContact()
    const native = { type: 'inbound', id: `txt_${t.process.kernel.world.id()}`, to: t.acme.line.phone, body: 'STOP' }
    const call = nativeCall(t.acme.line, { ...native, from: stopped.phone })
    await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
    const asked = await send(form.path, { fields: { go: 'send', p: markOf(form, stopped) } })
    expect(asked.text).toContain('6-digit code')
    // The mails that wait are sent, this one last.
    const next = await newContact()
    await send(form.path, { fields: { go: 'send', p: markOf(form, next) } })
    await t.codeTo(next.phone)
    const codes = (await t.carrier.sent()).filter(({ to, body }) => to === stopped.phone && /\d{6}/.test(body))
    expect(codes).toEqual([])
  })
})

describe('a public link that asks for a code', () => {
  test('takes one answer of each number, as the contact that owns it', async () => {
    const form = await publish()
    const contact = await newContact()
    const opened = await send(form.path)
    expect(opened.text).toContain('Mobile number')
    expect(opened.text).not.toContain('What is wrong?')
    const cookie = await proveNumber(form, contact.phone)
    expect((await send(form.path, { cookie })).text).toContain('Acme sees your name')
    const answer = { version: '1', 'a.q1': 'Overtime' }
    expect((await send(form.path, { fields: answer, cookie })).text).toContain('Thank you')
    // Not again with a new code, nor through a personal link.
    const again = await proveNumber(form, contact.phone)
    expect((await send(form.path, { fields: answer, cookie: again })).text).toContain('You already answered')
    const linked = await proveLink(form, contact)
    expect((await send(`${form.path}?p=${markOf(form, contact)}`, { cookie: linked })).text).toContain(
      'You already answered',
    )
    expect(await responses(form)).toEqual([{ contact_id: contact.id, via: 'link' }])
  })

  test('takes one answer of a number that no contact has, also after it became one', async () => {
    const form = await publish()
    const phone = newPhone()
    const cookie = await proveNumber(form, phone)
    const shown = await send(form.path, { cookie })
    expect(shown.text).not.toContain('sees your name')
    const answer = { version: '1', 'a.q1': 'Overtime' }
    const both = await Promise.all([0, 1].map(() => send(form.path, { fields: answer, cookie })))
    expect(both.filter(({ text }) => text.includes('Thank you'))).toHaveLength(1)
    const contact = await makeContact(t.process.kernel, t.acme.id, 'New', phone)
    const linked = await proveLink(form, contact)
    const fields = { ...answer, p: markOf(form, contact) }
    expect((await send(form.path, { fields, cookie: linked })).text).toContain('You already answered')
    expect(await responses(form)).toEqual([{ contact_id: null, via: 'public' }])
    // The number itself is stored nowhere.
    const stored = await sql<{ row: string }>`select to_jsonb(n)::text as row from form_number n`.execute(db())
    expect(stored.rows.some(({ row }) => row.includes(phone.slice(1)))).toBe(false)
  })

  test('says what is wrong with a number, and texts none for a program', async () => {
    const form = await publish()
    for (const phone of ['', 'abc', '+1', '\0', '<script>alert(1)</script>', '9'.repeat(500)]) {
      const refused = await send(form.path, { fields: { go: 'send', phone } })
      expect([phone.slice(0, 9), refused.status]).toEqual([phone.slice(0, 9), 200])
      expect(refused.text).toContain('Enter a mobile number')
      expect(refused.text).not.toContain('<script>alert')
    }
    expect((await send(form.path, { fields: { go: 'send', phone: '+2348031234567' } })).text).toContain('We can’t text')
    const phone = newPhone()
    const trapped = await send(form.path, { fields: { go: 'send', phone, website: 'https://spam.example' } })
    expect(trapped.text).toContain('6-digit code')
    expect((await send(form.path, { fields: { go: 'code', token: trapped.token, phone, code: '' } })).text).toContain(
      'This code is not right',
    )
  })

  test('asks for work near the limit of an address', async () => {
    const form = await publish()
    const address = '10.77.1.1'
    let last = ''
    for (let one = 0; one <= 60; one += 1)
      last = (await send(form.path, { fields: { go: 'send', phone: newPhone() }, address })).text
    expect(last).toContain('id="work"')
    expect(last).toContain('name="go" value="send"')
  })
})

test('an anonymous form with a code records who took part, and nothing joins that with an answer', async () => {
  const form = await publish({ anonymous: true })
  const contact = await newContact()
  const phones = [contact.phone, newPhone()]
  for (const phone of phones) {
    const cookie = await proveNumber(form, phone)
    expect((await send(form.path, { cookie })).text).toContain('Your answers are anonymous')
    const fields = { version: '1', 'a.q1': `canary${phone.slice(-4)}` }
    expect((await send(form.path, { fields, cookie })).text).toContain('Thank you')
    expect((await send(form.path, { fields, cookie })).text).toContain('You already answered')
  }
  expect(await responses(form)).toEqual([
    { contact_id: null, via: 'anonymous' },
    { contact_id: null, via: 'anonymous' },
  ])
  const took = await sql`
    select (select count(*)::int from form_participant where form_id = ${form.id}) as contacts,
      (select count(*)::int from form_number where form_id = ${form.id}) as numbers`.execute(db())
  expect(took.rows).toEqual([{ contacts: 1, numbers: 1 }])
})

test('a shared tablet asks for no code, and hostile tokens and cookies open nothing', async () => {
  const form = await publish()
  const { body } = await t.as(t.acme.ann).call(setFormKiosk, { params: { id: form.id }, body: { idleSeconds: 60 } })
  const kiosk = new URL(body.form.kiosk?.link ?? '').pathname
  expect((await send(kiosk)).text).toContain('What is wrong?')
  const values = ['', 'x', '\0', 'v1.', `v1.${'A'.repeat(300)}`, '{"contactId":null}', '../..', '漢', 'x'.repeat(5000)]
  for (const value of values) {
    const fields = { go: 'code', token: value, code: value, phone: value, n: value, p: value, 'a.__proto__': value }
    const tried = await send(form.path, { fields })
    expect([value.slice(0, 9), tried.status]).toEqual([value.slice(0, 9), 200])
    expect(tried.text).toContain('This code has ended')
    const cookie = `a=b; crewline-form=${encodeURIComponent(value)}; crewline-form=x`
    const opened = await send(form.path, { cookie })
    expect([opened.status, opened.text.includes('What is wrong?')]).toEqual([200, false])
  }
  expect(await responses(form)).toEqual([])
})

test('a value of the address changes the contact of a personal link, never of a number that is proved', async () => {
  const hidden = { id: 'q2', type: 'hidden' as const, label: labels('Place', 'Lugar'), saveTo: 'location' as const }
  const seen = { id: 'q1', type: 'short_text' as const, label: labels('Job', 'Puesto'), saveTo: 'jobTitle' as const }
  const form = await publish({ questions: [seen, hidden] })
  const fields = { version: '1', page: '0', 'a.q1': 'Driver', 'a.q2': 'Dock 2' }
  const fieldsOf = async ({ id }: TestContact) =>
    (await sql<object>`select job_title, location from contact where id = ${id}`.execute(db())).rows[0]
  const [proved, linked] = [await newContact(), await newContact()]
  const ends = [
    await send(form.path, { fields, cookie: await proveNumber(form, proved.phone) }),
    await send(form.path, { fields: { ...fields, p: markOf(form, linked) }, cookie: await proveLink(form, linked) }),
  ]
  for (const { text } of ends) expect(text).toContain('Thank you')
  expect(await fieldsOf(proved)).toEqual({ job_title: 'Driver', location: '' })
  expect(await fieldsOf(linked)).toEqual({ job_title: 'Driver', location: 'Dock 2' })
})
