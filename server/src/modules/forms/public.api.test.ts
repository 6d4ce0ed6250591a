import { createForm, publishForm, setFormState, type Form } from '@crewline/contract/forms'
import { mergeContacts } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact, makeGroup, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { personalMark } from '../../kernel/pages/personal.ts'
import { PAGE_SCRIPT } from './page-script.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())

let nth = 0
const newContact = () =>
  makeContact(t.process.kernel, t.acme.id, 'Rex', `+1415558${String((nth += 1)).padStart(4, '0')}`)
const labels = (en: string, es: string) => ({ en, es })
const CONTENT = {
  name: 'Shift swap',
  title: labels('Swap a shift', 'Cambia un turno'),
  languages: ['en' as const, 'es' as const],
  questions: [
    { id: 'q1', type: 'short_text' as const, label: labels('Which shift?', '¿Qué turno?'), required: true },
    { id: 'q2', type: 'number' as const, label: labels('How many hours?', '¿Cuántas horas?'), min: 1, max: 12 },
    {
      id: 'q3',
      type: 'choices' as const,
      label: labels('Which days?', '¿Qué días?'),
      options: [
        { id: 'sat', label: labels('Saturday', 'Sábado') },
        { id: 'sun', label: labels('Sunday', 'Domingo') },
      ],
    },
  ],
}

/** Publishes a form of its own; returns it with its path. */
async function publish(changes: object = {}): Promise<Form & { path: string }> {
  const ann = t.as(t.acme.ann)
  const created = await ann.call(createForm, { body: { ...CONTENT, ...changes } })
  const { id } = created.body.form
  const { form } = (await ann.call(publishForm, { params: { id }, body: { version: 1 } })).body
  return { ...form, path: new URL(form.link).pathname }
}

/** Opens a page from an address of its own. */
const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${t.process.address}${path}`, { headers: { 'x-forwarded-for': `10.1.${nth % 250}.1`, ...headers } })
const post = (path: string, fields: [string, string][], headers: Record<string, string> = {}) =>
  fetch(`${t.process.address}${path}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `10.2.${(nth += 1) % 250}.1`, 'accept-language': 'en', ...headers },
    body: new URLSearchParams(fields),
  })
const markFor = ({ path }: { path: string }, { id }: Pick<TestContact, 'id'>, days = 1, orgId = t.acme.id) =>
  personalMark(t.process.kernel, {
    orgId,
    path,
    contactId: id,
    until: new Date(t.process.kernel.world.now().getTime() + days * 86_400_000),
  })
const responsesOf = async (form: Form) =>
  (
    await sql<{
      contact_id: string | null
      answers: Record<string, unknown>
      language: string
      via: string
      version: number
    }>`
      select contact_id, answers, language, via, version from form_response where form_id = ${form.id} order by at, id`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows

describe('the public page of a form', () => {
  test('needs no script, keeps to its policy, and speaks the language of the reader', async () => {
    const form = await publish()
    const response = await open(form.path, { 'accept-language': 'es-MX,es;q=0.9' })
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(text).toContain('<html lang="es" dir="ltr">')
    expect(text).toContain('¿Qué turno?')
    // One script of ours, which the page works without; no other may run.
    expect(text.match(/<script/g)).toHaveLength(1)
    expect(response.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+' 'sha256-[^']+';/)
    expect(Buffer.byteLength(PAGE_SCRIPT)).toBeLessThan(12_288)
    expect(Buffer.byteLength(text)).toBeLessThan(24_000)
    expect(await (await open(`${form.path}?lang=en`, { 'accept-language': 'es' })).text()).toContain('Which shift?')
  })

  test('keeps everything that was typed, with the error beside its question', async () => {
    const form = await publish()
    const text = await (
      await post(form.path, [
        ['version', '1'],
        ['a.q2', '13'],
        ['a.q3', 'sun'],
      ])
    ).text()
    expect(text).toContain('id="q1-error">Fill this in.')
    expect(text).toContain('id="q2-error">Enter at most 12.')
    expect(text).toContain('value="13"')
    expect(text).toMatch(/value="sun"\s+checked/)
    expect(await responsesOf(form)).toEqual([])
  })

  test('says to its script whether the answers are stored, and which page is the last', async () => {
    const form = await publish({
      questions: [
        CONTENT.questions[1],
        { id: 'q9', type: 'yes_no', label: labels('More?', '¿Más?'), required: true, jumps: [{ on: 'no', to: 'end' }] },
        CONTENT.questions[0],
      ],
    })
    expect(await (await open(form.path)).text()).not.toContain('data-last')
    const next = await post(form.path, [
      ['version', '1'],
      ['a.q9', 'yes'],
    ])
    expect(await next.text()).toContain('data-last="yes"')
    expect(next.headers.get('crewline-answers')).toBeNull()
    const end = await post(form.path, [
      ['version', '1'],
      ['page', '1'],
      ['a.q9', 'yes'],
      ['a.q1', 'Monday'],
    ])
    expect(await end.text()).toContain('Thank you')
    expect(end.headers.get('crewline-answers')).toBe('stored')
  })

  test('stores a submission once, even when it is sent twice', async () => {
    const form = await publish()
    const nonce = /name="n" value="([^"]+)"/.exec(await (await open(form.path)).text())?.[1] ?? ''
    const fields: [string, string][] = [
      ['version', '1'],
      ['n', nonce],
      ['from', 'qr'],
      ['a.q1', 'Friday <b>night</b>'],
      ['a.q3', 'sat'],
      ['a.q3', 'sun'],
      ['a.unknown', 'x'],
    ]
    for (let time = 0; time < 2; time += 1)
      expect(await (await post(`${form.path}?lang=es`, fields)).text()).toContain('Gracias')
    expect(await responsesOf(form)).toEqual([
      {
        contact_id: null,
        answers: { q1: 'Friday <b>night</b>', q3: ['sat', 'sun'] },
        language: 'es',
        via: 'qr',
        version: 1,
      },
    ])
  })

  test('follows the answers from page to page, back and forth, and drops what they no longer lead to', async () => {
    const form = await publish({
      questions: [
        {
          id: 'q1',
          type: 'yes_no',
          label: labels('Hurt?', '¿Herido?'),
          required: true,
          jumps: [{ on: 'no', to: 'q3' }],
        },
        { id: 'q2', type: 'short_text', label: labels('Where?', '¿Dónde?'), required: true },
        { id: 'q3', type: 'long_text', label: labels('What happened?', '¿Qué pasó?') },
      ],
    })
    const version: [string, string] = ['version', '1']
    const second = await (await post(form.path, [version, ['a.q1', 'yes'], ['page', '0']])).text()
    expect(second).toContain('Where?')
    expect(second).toContain('type="hidden" name="a.q1" value="yes"')
    const back = await (
      await post(form.path, [version, ['a.q1', 'yes'], ['a.q2', 'Dock'], ['page', '1'], ['go', 'back']])
    ).text()
    expect(back).toContain('Hurt?')
    expect(back).toContain('type="hidden" name="a.q2" value="Dock"')
    const other = await (await post(form.path, [version, ['a.q1', 'no'], ['a.q2', 'Dock'], ['page', '0']])).text()
    expect(other).not.toContain('Where?')
    await post(form.path, [version, ['a.q1', 'no'], ['a.q2', 'Dock'], ['a.q3', 'Slipped'], ['page', '1']])
    expect((await responsesOf(form)).map(({ answers }) => answers)).toEqual([{ q1: 'no', q3: 'Slipped' }])
    // A page cannot be skipped.
    expect(await (await post(form.path, [version, ['a.q1', 'yes'], ['page', '9']])).text()).toContain('id="q2-error"')
  })

  test('is closed, unknown, or not published, in words', async () => {
    const form = await publish()
    await t.as(t.acme.ann).call(setFormState, { params: { id: form.id }, body: { to: 'closed' } })
    const closed = await open(form.path)
    expect([closed.status, await closed.text()]).toEqual([410, expect.stringContaining('This form is closed')])
    expect((await post(form.path, [['a.q1', 'x']])).status).toBe(410)
    expect((await open('/public/forms/nosuchform')).status).toBe(404)
    const draft = (await t.as(t.acme.ann).call(createForm, { body: CONTENT })).body.form
    expect((await open(new URL(draft.link).pathname)).status).toBe(404)
    const poster = await (await open(`${(await publish()).path}/poster`)).text()
    expect(poster).toContain('<svg role="img"')
    expect(poster).toContain('Cambia un turno')
  })
})

describe('a personal link', () => {
  test('answers a double click with thanks, and stores one answer', async () => {
    const form = await publish()
    const mark = markFor(form, await newContact())
    const n = crypto.randomUUID()
    const sent = (): [string, string][] => [...Object.entries({ p: mark, version: '1', n, 'a.q1': 'Plant 2' })]
    const both = await Promise.all([post(form.path, sent()), post(form.path, sent())])
    for (const answer of [...both, await post(form.path, sent())]) expect(await answer.text()).toContain('Thank you')
    const other = sent().filter(([name]) => name !== 'n')
    expect(await (await post(form.path, [...other, ['n', crypto.randomUUID()]])).text()).toContain(
      'You already answered',
    )
    expect(await responsesOf(form)).toHaveLength(1)
  })

  test('takes one answer of its person, and opening it has no effect', async () => {
    const group = await makeGroup(t.process.kernel, t.acme.id, 'Answered', [])
    const form = await publish({
      access: 'invited',
      groupIds: [group],
      questions: [{ ...CONTENT.questions[0], saveTo: 'location' }],
    })
    const contact = await newContact()
    const mark = markFor(form, contact)
    for (const method of ['GET', 'HEAD']) await fetch(`${t.process.address}${form.path}?p=${mark}`, { method })
    const opened = await (await open(`${form.path}?p=${mark}`)).text()
    expect(opened).toContain('Acme sees your name with your answers.')
    // A person who opens a forwarded link learns nothing about its owner.
    expect(opened).not.toContain('Rex')
    expect(await responsesOf(form)).toEqual([])
    const fields: [string, string][] = [
      ['p', mark],
      ['version', '1'],
      ['a.q1', 'Plant 2'],
    ]
    expect(await (await post(form.path, fields)).text()).toContain('Thank you')
    expect(await (await post(form.path, fields)).text()).toContain('You already answered')
    expect(await (await open(`${form.path}?p=${mark}`)).text()).toContain('You already answered')
    expect(await responsesOf(form)).toMatchObject([{ contact_id: contact.id, via: 'link' }])
    const { rows } = await sql`
      select c.location, (select count(*)::int from group_member m where m.contact_id = c.id and m.group_id = ${group}) as joined
      from contact c where id = ${contact.id}`.execute(t.process.kernel.database.ofOrg(t.acme.id))
    expect(rows).toEqual([{ location: 'Plant 2', joined: 1 }])
  })

  test('opens nothing when it ended, was changed, or belongs to another form, organization or an archived person', async () => {
    const form = await publish({ access: 'invited' })
    const contact = await newContact()
    const archived = await newContact()
    await sql`update contact set archived_at = now() where id = ${archived.id}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    const good = markFor(form, contact)
    const bad = [
      '',
      markFor(form, contact, -1),
      `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`,
      markFor(await publish(), contact),
      markFor(form, contact, 1, t.beta.id),
      markFor(form, archived),
      'x'.repeat(5000),
    ]
    for (const mark of bad) {
      const text = await (
        await post(form.path, [
          ['p', mark],
          ['a.q1', 'x'],
        ])
      ).text()
      expect(text).toContain('Open the link in your text')
    }
    expect(await responsesOf(form)).toEqual([])
  })

  test('of a contact that was merged into another answers as that one', async () => {
    const form = await publish({ access: 'invited' })
    const [from, to] = [await newContact(), await newContact()]
    const mark = markFor(form, from)
    const merged = await t.as(t.acme.ann).call(mergeContacts, { body: { keepId: to.id, otherId: from.id } })
    expect(merged.http).toBe(200)
    await post(form.path, [
      ['p', mark],
      ['a.q1', 'x'],
    ])
    expect(await responsesOf(form)).toMatchObject([{ contact_id: to.id }])
  })
})

test('two hundred hostile submissions leave nothing', async () => {
  const form = await publish({
    questions: [
      ...CONTENT.questions,
      { id: 'q4', type: 'date', label: labels('Date', 'Fecha'), required: true },
      { id: 'q5', type: 'consent', label: labels('Agree', 'De acuerdo'), required: true },
    ],
  })
  const NASTY = [
    '',
    '\0',
    '\ud800',
    '<script>alert(1)</script>',
    "'; drop table form_response; --",
    '{{7*7}}',
    '-1e309',
    'NaN',
    '\u202e',
    '../../etc/passwd',
    '%00',
    '=cmd()',
    'x'.repeat(5000),
    '漢'.repeat(5000),
    '[object Object]',
    'true',
    '2026-99-99',
    '0x10',
    '１２',
    '__proto__',
  ]
  const KEYS = ['a.q1', 'a.q2', 'a.q4', 'a.__proto__', 'a.constructor', 'page', 'version', 'n', 'p', 'go']
  for (const value of NASTY)
    for (const key of KEYS) {
      const response = await post(`${form.path}?lang=${encodeURIComponent(value.toWellFormed()).slice(0, 40)}`, [
        [key, value],
        ['a.q1', 'Friday'],
        ['a.q4', value],
        ['a.q5', 'yes'],
      ])
      expect([key, value.slice(0, 20), response.status]).toEqual([key, value.slice(0, 20), 200])
      expect(await response.text()).not.toContain('<script>alert')
    }
  for (const path of ['/public/forms/%00', `/public/forms/${'a'.repeat(3000)}`, '/public/forms/a%2fb'])
    expect((await open(path)).status).toBeLessThan(500)
  expect((await post(form.path, [['a.q1', 'x'.repeat(2_200_000)]])).status).toBe(413)
  const json = await fetch(`${t.process.address}${form.path}`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(json.status).toBeLessThan(500)
  const trapped = await post(form.path, [
    ['website', 'https://spam.example'],
    ['a.q1', 'x'],
    ['a.q4', '2026-12-01'],
    ['a.q5', 'yes'],
  ])
  expect(await trapped.text()).toContain('Thank you')
  expect(await responsesOf(form)).toEqual([])
})
