import { createHash } from 'node:crypto'
import { consentHistory } from '@crewline/contract/consent'
import { readContact } from '@crewline/contract/contacts'
import { groupContacts } from '@crewline/contract/audience'
import { conversation } from '@crewline/contract/inbox'
import { createKeyword } from '@crewline/contract/keywords'
import { confirmOptIn, optInContact, renderOptInPage, submitOptIn } from '@crewline/contract/join'
import {
  deleteOptInPage,
  optInActions,
  optInJoins,
  optInPages,
  previewOptInPage,
  saveOptInPage,
  type OptInContent,
  type OptInPage,
} from '@crewline/contract/opt-in'
import { createTag } from '@crewline/contract/tags'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGroup } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { writeViews } from './count-views.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web,worker,sender' })
})
afterAll(() => t.close())

let nth = 0
/** A number that no contact has. */
const newPhone = () => `+1415557${String((nth += 1)).padStart(4, '0')}`

const CONTENT: OptInContent = {
  name: 'Break room',
  url: 'break-room',
  keyword: '',
  title: { en: 'Get shift news by text', es: 'Recibe noticias de tu turno' },
  intro: {},
  thanks: {},
  color: '#0b5fb0',
  languages: ['en', 'es'],
  fields: [
    { source: 'firstname', required: true },
    { source: 'email', required: false },
  ],
  frequency: { count: 4, per: 'week' },
  termsUrl: 'https://acme.example/terms',
  privacyUrl: 'https://acme.example/privacy',
  doubleOptIn: true,
  verifyPhone: false,
  duplicate: 'update',
  actions: [],
  websites: [],
}

/** Publishes a page of its own. */
async function publish(changes: Partial<OptInContent> = {}): Promise<OptInPage> {
  nth += 1
  const body = { ...CONTENT, url: `page-${nth}`, ...changes, status: 'active' as const }
  return (await t.as(t.acme.ann).call(saveOptInPage, { query: {}, body })).body.page
}

/** Sends the form of a page, as its current text asks for. */
async function join(
  page: OptInPage,
  phone: string,
  values: Record<string, string> = { firstname: 'Mia' },
  lang = 'en' as const,
) {
  const shown = await t.as(null).call(renderOptInPage, { query: { url: page.url, lang } })
  const consent = { accepted: true as const, version: shown.body.page.consent.version }
  return t.as(null).call(submitOptIn, { body: { url: page.url, phone, values, consent, lang } })
}

const contactOf = async (phone: string) =>
  (
    await sql<{ id: string; firstname: string; source: string }>`
      select id, firstname, source from contact where phone = ${phone} and archived_at is null`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows[0]
const joinsOf = async (page: OptInPage) =>
  (await t.as(t.acme.ann).call(optInJoins, { query: { id: page.id } })).body.data

/** What a phone received, oldest first. */
const arrivedOn = async (phone: string) =>
  (await t.carrier.onPhone(phone)).filter(({ direction }) => direction === 'in').map(({ body }) => body)

describe('an opt-in page', () => {
  test('is paused at first, and published only when every check passes', async () => {
    const ann = t.as(t.acme.ann)
    const incomplete = { ...CONTENT, url: 'incomplete', termsUrl: '', doubleOptIn: false }
    const created = await ann.call(saveOptInPage, { query: {}, body: incomplete })
    expect(created.body.page).toMatchObject({
      status: 'paused',
      version: 1,
      stats: { views: 0, submits: 0, joined: 0 },
    })
    expect(created.body.page.checks.filter(({ isDone }) => !isDone).map(({ check }) => check)).toEqual([
      'terms_and_privacy',
      'proof',
    ])
    const refused = await ann.call(saveOptInPage, {
      query: { id: created.body.page.id },
      body: { ...incomplete, status: 'active', version: 1 },
    })
    expect(refused).toMatchObject({
      http: 422,
      body: {
        code: 'opt_in_incomplete',
        fieldErrors: {
          termsUrl: 'Add the address of your terms.',
          doubleOptIn: 'Choose how people prove that the number is theirs.',
        },
      },
    })
    expect((await t.as(null).call(renderOptInPage, { query: { url: 'incomplete' } })).http).toBe(410)
    const published = await ann.call(saveOptInPage, {
      query: { id: created.body.page.id },
      body: { ...CONTENT, url: 'incomplete', status: 'active', version: 1 },
    })
    expect(published.body.page).toMatchObject({ status: 'active', version: 2 })
    expect((await t.as(null).call(renderOptInPage, { query: { url: 'incomplete' } })).http).toBe(200)
  })

  test.each([
    [{ url: 'a' }, { url: 'Use at least 3 characters.' }],
    [{ url: 'Break Room' }, { url: 'Use lower-case letters, digits and single hyphens.' }],
    [{ url: '../x' }, { url: 'Use lower-case letters, digits and single hyphens.' }],
    [{ termsUrl: 'http://acme.example' }, { termsUrl: 'Enter an address with https://.' }],
    [{ privacyUrl: 'javascript:alert(1)' }, { privacyUrl: 'Enter an address with https://.' }],
  ])('refuses %j beside its field', async (changes, fieldErrors) => {
    const refused = await t
      .as(t.acme.ann)
      .call(saveOptInPage, { query: {}, body: { ...CONTENT, url: 'fine', ...changes } })
    expect(refused).toMatchObject({ http: 400, body: { code: 'invalid', fieldErrors } })
  })

  test('has an address of its own in all organizations, and refuses an outdated change', async () => {
    const page = await publish()
    const taken = await t.as(t.beta.ann).call(saveOptInPage, { query: {}, body: { ...CONTENT, url: page.url } })
    expect(taken).toMatchObject({
      http: 409,
      body: { code: 'name_taken', fieldErrors: { url: 'This address is taken. Choose another.' } },
    })
    const body = { ...CONTENT, url: page.url, name: 'Renamed', version: page.version }
    const ann = t.as(t.acme.ann)
    expect((await ann.call(saveOptInPage, { query: { id: page.id }, body })).http).toBe(200)
    expect(await ann.call(saveOptInPage, { query: { id: page.id }, body })).toMatchObject({
      http: 409,
      body: { code: 'outdated' },
    })
    expect((await ann.call(optInPages, { query: { search: 'renam' } })).body.data.map(({ id }) => id)).toEqual([
      page.id,
    ])
    expect((await t.as(t.beta.ann).call(optInPages, { query: { id: page.id } })).http).toBe(404)
    expect((await t.as(t.beta.ann).call(optInPages)).body.data).toEqual([])
  })

  test('shows the public neither groups nor counts, and is closed when it is deleted', async () => {
    const group = await makeGroup(t.process.kernel, t.acme.id, 'Secret crew', [])
    const page = await publish({ actions: [{ type: 'add_to_group', groupId: group }] })
    const shown = await t.as(null).call(renderOptInPage, { query: { url: page.url, lang: 'es' } })
    expect(shown.body.page).toMatchObject({ title: 'Recibe noticias de tu turno', languages: ['en', 'es'] })
    expect(JSON.stringify(shown.body)).not.toContain(group)
    expect(shown.body.page.consent.text).toContain('no es condición'.slice(3))
    expect((await t.as(t.acme.ann).call(optInActions, { query: { id: page.id } })).body.actions).toEqual(page.actions)
    await t.as(t.acme.ann).call(deleteOptInPage, { query: { id: page.id } })
    expect((await t.as(null).call(renderOptInPage, { query: { url: page.url } })).http).toBe(404)
  })
})

test('a preview shows a page that is being edited exactly as people will see it', async () => {
  const shown = await t.as(t.acme.ann).call(previewOptInPage, { body: { ...CONTENT, language: 'es' } })
  expect(shown.body.html).toContain('Recibe noticias de tu turno')
  expect(shown.body.html).toContain('hasta 4 por semana')
})

describe('joining by a reply', () => {
  test('records the exact text, the contact, its groups and tags only after YES', async () => {
    const group = await makeGroup(t.process.kernel, t.acme.id, 'Night shift', [])
    const tag = (await t.as(t.acme.ann).call(createTag, { body: { name: 'New hire' } })).body.tag.id
    const page = await publish({
      actions: [
        { type: 'add_to_group', groupId: group },
        { type: 'add_tag', tagId: tag },
        { type: 'set_field', field: 'location', value: 'Plant 2' },
        { type: 'send_message', body: { en: 'Welcome to the crew.' } },
      ],
    })
    const phone = newPhone()
    const asked = await join(page, phone, { firstname: 'Mia', email: 'mia@plant.test' })
    expect(asked.body).toMatchObject({ result: 'pending_confirmation' })
    await t.drain()
    expect((await t.carrier.onPhone(phone)).map(({ body }) => body)).toEqual([
      'Acme: You asked to get work texts. Reply YES to finish. Not you? Ignore this text.',
    ])
    const contact = await contactOf(phone)
    expect(contact).toMatchObject({ firstname: 'Mia', source: 'optin' })
    const ann = t.as(t.acme.ann)
    const history = () => ann.call(consentHistory, { query: { contactId: contact?.id ?? '' } })
    expect((await history()).body.events).toEqual([])
    await t.carrier.texts(phone, 'Yes', t.acme.line.phone)
    await t.until(async () => (await joinsOf(page))[0]?.state === 'joined')
    expect((await history()).body.events).toMatchObject([
      { action: 'opt_in', method: 'web', wording: expect.stringContaining('up to 4 a week') },
    ])
    expect((await history()).body.events[0]?.wording).toContain('https://acme.example/privacy')
    expect((await ann.call(readContact, { query: { id: contact?.id ?? '' } })).body.contact).toMatchObject({
      email: 'mia@plant.test',
      location: 'Plant 2',
      groups: [{ name: 'Night shift' }],
    })
    expect((await ann.call(groupContacts, { query: { id: group } })).body.data).toHaveLength(1)
    const thread = (await ann.call(conversation, { params: { id: contact?.id ?? '' } })).body
    expect(thread.conversation.shared.tags).toMatchObject([{ name: 'New hire' }])
    await t.drain()
    expect((await t.carrier.onPhone(phone)).at(-1)?.body).toMatch(/^Welcome to the crew\.\nYou're in\. Acme texts you/)
    expect((await ann.call(optInPages, { query: { id: page.id } })).body.data[0]?.stats).toMatchObject({
      submits: 1,
      joined: 1,
    })
  })

  test('changes nothing about a known contact before the person proved to hold the number', async () => {
    const page = await publish()
    const { bob } = t.acme
    const first = await contactOf(bob.phone)
    expect((await join(page, bob.phone, { firstname: 'Mallory' })).body).toMatchObject({
      result: 'pending_confirmation',
    })
    expect(await contactOf(bob.phone)).toEqual(first)
    await t.drain()
    await t.carrier.texts(bob.phone, 'YES', t.acme.line.phone)
    await t.until(async () => (await joinsOf(page))[0]?.state === 'joined')
    expect((await contactOf(bob.phone))?.firstname).toBe('Mallory')
  })

  test('sends no text to a number that opted out, and answers the same', async () => {
    const page = await publish()
    const phone = newPhone()
    await t.carrier.texts(phone, 'STOP', t.acme.line.phone)
    await t.until(async () => (await contactOf(phone)) !== undefined)
    await t.drain()
    const before = (await t.carrier.onPhone(phone)).length
    expect((await join(page, phone)).body).toMatchObject({ result: 'pending_confirmation' })
    await t.drain()
    expect(await t.carrier.onPhone(phone)).toHaveLength(before)
  })
})

describe('joining by a code', () => {
  test('takes a right code once, and proves the number for ten minutes', async () => {
    const page = await publish({ doubleOptIn: false, verifyPhone: true })
    const phone = newPhone()
    const sent = await join(page, phone)
    expect(sent.body).toMatchObject({ result: 'code_sent', token: expect.any(String) })
    const token = sent.body.token ?? ''
    const code = await t.codeTo(phone)
    const wrong = code === '000000' ? '000001' : '000000'
    const confirm = (value: string) => t.as(null).call(confirmOptIn, { body: { token, code: value } })
    expect(await confirm(wrong)).toMatchObject({ http: 422, body: { code: 'code_wrong' } })
    expect(await contactOf(phone)).toBeUndefined()
    const both = await Promise.all([confirm(code), confirm(code)])
    const right = both.find(({ http }) => http === 200)
    expect(both.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(right?.body).toMatchObject({ result: 'subscribed' })
    expect(await contactOf(phone)).toMatchObject({ firstname: 'Mia' })
    await t.drain()
    expect((await t.carrier.onPhone(phone)).at(-1)?.body).toMatch(/^You're in\./)
    const look = (proof?: string) =>
      t.as(null).call(optInContact, { query: { phone, url: page.url, ...(proof ? { proof } : {}) } })
    const proof = right?.body.proof ?? ''
    expect((await look()).body).toMatchObject({ known: false, needsCode: true })
    expect((await look('zzzzzzzzz.forged')).body).toMatchObject({ known: false })
    expect((await look(proof)).body).toMatchObject({ known: true })
  })

  test('refuses every code after five wrong ones', async () => {
    const page = await publish({ doubleOptIn: false, verifyPhone: true })
    const phone = newPhone()
    const token = (await join(page, phone)).body.token ?? ''
    const code = await t.codeTo(phone)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) await t.as(null).call(confirmOptIn, { body: { token, code: wrong } })
    expect(await t.as(null).call(confirmOptIn, { body: { token, code } })).toMatchObject({
      http: 422,
      body: { code: 'code_dead' },
    })
    expect(await contactOf(phone)).toBeUndefined()
  })
})

describe('joining by keyword', () => {
  test('records the text as consent, carries out the actions, and replies once', async () => {
    const group = await makeGroup(t.process.kernel, t.acme.id, 'Dock crew', [])
    const page = await publish({ keyword: 'Dock 4', actions: [{ type: 'add_to_group', groupId: group }] })
    const phone = newPhone()
    await t.carrier.texts(phone, ' dock 4! ', t.acme.line.phone)
    await t.until(async () => (await joinsOf(page))[0]?.state === 'joined')
    const contact = await contactOf(phone)
    const ann = t.as(t.acme.ann)
    const history = (await ann.call(consentHistory, { query: { contactId: contact?.id ?? '' } })).body.events
    expect(history).toMatchObject([
      { action: 'opt_in', method: 'keyword', wording: expect.stringContaining('dock 4!') },
    ])
    expect((await ann.call(groupContacts, { query: { id: group } })).body.data).toHaveLength(1)
    await t.drain()
    expect(await arrivedOn(phone)).toEqual([expect.stringMatching(/^You're in\./)])
    const thread = (await ann.call(conversation, { params: { id: contact?.id ?? '' } })).body
    expect(thread.conversation).toMatchObject({ unreadCount: 0, shared: { waitingSince: null } })
  })

  test('is no way around STOP, and needs exactly the word of a published page', async () => {
    const page = await publish({ keyword: 'Forklift' })
    const stopped = newPhone()
    await t.carrier.texts(stopped, 'STOP', t.acme.line.phone)
    await t.until(async () => (await contactOf(stopped)) !== undefined)
    await t.drain()
    const before = await arrivedOn(stopped)
    const other = newPhone()
    await t.carrier.texts(stopped, 'Forklift', t.acme.line.phone)
    await t.carrier.texts(other, 'The forklift leaks oil', t.acme.line.phone)
    await t.until(async () => (await joinsOf(page)).some(({ state }) => state === 'expired'))
    await t.until(async () => (await contactOf(other)) !== undefined)
    await t.drain()
    expect(await arrivedOn(stopped)).toEqual(before)
    expect((await joinsOf(page)).filter(({ state }) => state === 'joined')).toEqual([])
  })

  test.each([
    [{ keyword: 'STOP' }, 400, 'This word has a meaning by law, such as STOP or HELP. Choose another.'],
    [{ keyword: '!!' }, 400, 'Use letters or numbers.'],
    [{ keyword: 'Taken' }, 409, 'This keyword already exists. Choose another.'],
    [{ keyword: 'Menu' }, 409, 'This keyword already exists. Choose another.'],
  ])('refuses %j beside its field', async (changes, http, text) => {
    const ann = t.as(t.acme.ann)
    if (changes.keyword === 'Taken') await publish({ keyword: 'taken' })
    if (changes.keyword === 'Menu')
      await ann.call(createKeyword, { body: { word: 'menu', match: 'only', reply: 'Soup today.' } })
    nth += 1
    const body = { ...CONTENT, url: `page-${nth}`, ...changes }
    expect(await ann.call(saveOptInPage, { query: {}, body })).toMatchObject({
      http,
      body: { fieldErrors: { keyword: text } },
    })
  })
})

describe('a refused form', () => {
  test('says in the language of the page what is wrong, beside each field', async () => {
    const page = await publish()
    const refused = await join(page, '12', { email: 'no' }, 'es' as never)
    expect(refused).toMatchObject({
      http: 422,
      body: { fieldErrors: { phone: 'Escribe un número de celular con su código de área.' } },
    })
    const fields = await join(page, newPhone(), { email: 'no' })
    expect(fields.body).toMatchObject({ fieldErrors: { 'values.firstname': 'Fill this in.' } })
  })

  test('causes no text to another country, where texts cost most', async () => {
    const page = await publish()
    for (const phone of ['+447400123456', '+18765550123', '+37129123456'])
      expect(await join(page, phone)).toMatchObject({
        http: 422,
        body: { code: 'phone_unsupported', fieldErrors: { phone: 'We can’t text numbers of this country.' } },
      })
    expect(await joinsOf(page)).toEqual([])
  })

  test('was filled in before the text changed', async () => {
    const page = await publish()
    const body = {
      url: page.url,
      phone: newPhone(),
      values: { firstname: 'Mia' },
      consent: { accepted: true as const, version: 'older' },
      lang: 'en' as const,
    }
    expect(await t.as(null).call(submitOptIn, { body })).toMatchObject({ http: 409, body: { code: 'outdated' } })
  })
})

describe('the public page', () => {
  const open = (path: string, init: RequestInit = {}) =>
    fetch(`${t.process.address}${path}`, { redirect: 'manual', ...init })
  const post = (path: string, form: Record<string, string>) =>
    open(path, { method: 'POST', body: new URLSearchParams(form), headers: { 'accept-language': 'es-MX,es;q=0.9' } })

  test('works without a script, in the language of the reader, and names no third party', async () => {
    const page = await publish({ intro: { en: '<script>alert(1)</script>' } })
    const response = await open(`/public/join/${page.url}`, {
      headers: { 'accept-language': 'en-US', 'user-agent': 'Mozilla/5.0' },
    })
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    const style = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
    expect(text).toContain('Get shift news by text')
    expect(text).not.toContain('<script')
    expect(text).not.toMatch(/src="http|url\(/)
    expect(Buffer.byteLength(text)).toBeLessThan(14_000)
    await writeViews(t.process.kernel)
    expect((await t.as(t.acme.ann).call(optInPages, { query: { id: page.id } })).body.data[0]?.stats.views).toBe(1)
    const spanish = await (await open(`/public/join/${page.url}`, { headers: { 'accept-language': 'es-MX' } })).text()
    expect(spanish).toContain('<html lang="es" dir="ltr">')
  })

  test('says at once what is wrong with every field', async () => {
    const path = `/public/join/${(await publish()).url}`
    const problemsIn = async (form: Record<string, string>) => {
      const shown = await (await post(path, form)).text()
      return [...shown.matchAll(/<p class="bad" id="([^"]+)"/g)].map(([, id]) => id)
    }
    const page = await (await open(path)).text()
    // A longer name would not fit its contact.
    expect(page).toMatch(/name="firstname"[^>]* maxlength="60"/)
    const empty = await problemsIn({})
    expect(empty).toHaveLength(3)
    expect(await problemsIn({ phone: '12', consent: 'yes' })).toEqual(empty.slice(0, 2))
  })

  test('refuses a value that its contact could not hold, and keeps it on the page', async () => {
    const sources = ['firstname', 'department'] as const
    const page = await publish({ fields: sources.map((source) => ({ source, required: false })) })
    const phone = newPhone()
    const form = { phone, firstname: 'é'.repeat(61), department: 'D'.repeat(300), version: 'x' }
    for (const consent of ['', 'yes']) {
      const shown = await (await post(`/public/join/${page.url}?lang=en`, { ...form, consent })).text()
      for (const source of sources) {
        expect(shown).toContain(`id="${source}-error">This is too long. Shorten it.<`)
        expect(shown).toContain(`value="${form[source]}"`)
      }
    }
    const refused = await join(page, phone, { firstname: 'é'.repeat(61) })
    expect(refused.body).toMatchObject({
      code: 'invalid',
      fieldErrors: { 'values.firstname': 'This is too long. Shorten it.' },
    })
    expect((await join(page, phone, { firstname: `  ${'é'.repeat(60)}  ` })).body.status).toBe('OK')
  })

  test('keeps every value of a refused form, and joins with a corrected one', async () => {
    const page = await publish({
      doubleOptIn: false,
      verifyPhone: true,
      thanks: { en: 'See you at work.', es: 'Nos vemos <en> el trabajo.' },
    })
    const path = `/public/join/${page.url}?lang=es`
    const refused = await (await post(path, { phone: '12', firstname: '"Zoë"', consent: 'yes', version: 'x' })).text()
    expect(refused).toContain('value="&#34;Zoë&#34;"')
    expect(refused).toContain('Escribe un número de celular')
    const version = /name="version" value="([0-9a-f]+)"/.exec(refused)?.[1] ?? ''
    const phone = newPhone()
    const unchecked = await (await post(path, { phone, firstname: 'Zoë', version })).text()
    expect(unchecked).toContain('Marca la casilla')
    const asked = await (await post(path, { phone, firstname: 'Zoë', consent: 'yes', version })).text()
    const token = /name="token" value="([^"]+)"/.exec(asked)?.[1] ?? ''
    const wrong = await (await post(path, { token, phone, code: 'abc' })).text()
    expect(wrong).toContain('El código no es correcto')
    const done = await (await post(path, { token, phone, code: await t.codeTo(phone) })).text()
    expect(done).toContain('Listo')
    expect(done).toContain('Nos vemos &#60;en&#62; el trabajo.')
    expect(asked).not.toContain('Nos vemos')
    expect(await contactOf(phone)).toMatchObject({ firstname: 'Zoë' })
  })

  test('stores nothing from programs, and answers every form in words', async () => {
    const page = await publish()
    const path = `/public/join/${page.url}`
    const trapped = await post(path, {
      phone: newPhone(),
      firstname: 'Bot',
      consent: 'yes',
      website: 'https://spam.example',
    })
    expect(trapped.status).toBe(200)
    expect(await joinsOf(page)).toEqual([])
    for (const form of [
      {},
      { phone: '\u0000', consent: 'yes' },
      { token: 'x'.repeat(5000), code: '1' },
      { phone: '9'.repeat(4000), consent: 'yes' },
    ]) {
      const response = await post(path, form as Record<string, string>)
      expect(response.status).toBeLessThan(500)
      expect(await response.text()).toContain('<html')
    }
    expect((await open('/public/join/%00')).status).toBeLessThan(500)
    expect((await open('/public/join/no-such-page')).status).toBe(404)
  })
})
