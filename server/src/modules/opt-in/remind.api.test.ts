import { PDFDocument } from '@cantoo/pdf-lib'
import { confirmOptIn, renderOptInPage, submitOptIn } from '@crewline/contract/join'
import { optInJoins, saveOptInPage, type OptInContent, type OptInPage } from '@crewline/contract/opt-in'
import { editOrganization } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagesOf } from '../../../test/kit/pdf-words.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { remindUnreplied, wakingEnd } from './remind.ts'
import { expireJoins } from './store.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web,worker,sender' })
  await quietHours('off', '21:00', '08:00')
})
afterAll(() => t.close())

let nth = 0
const newPhone = () => `+1415556${String((nth += 1)).padStart(4, '0')}`

const CONTENT: OptInContent = {
  name: 'Gate',
  url: 'gate',
  keyword: '',
  title: { en: 'Get shift news by text', es: 'Recibe noticias de tu turno' },
  intro: {},
  thanks: {},
  color: '#0b5fb0',
  languages: ['en', 'es'],
  fields: [],
  frequency: { count: 4, per: 'week' },
  termsUrl: 'https://acme.example/terms',
  privacyUrl: 'https://acme.example/privacy',
  doubleOptIn: true,
  verifyPhone: false,
  duplicate: 'update',
  actions: [],
  websites: [],
}

const quietHours = (mode: 'off' | 'hold', start: string, end: string) =>
  t.as(t.acme.ann).call(editOrganization, { body: { settings: { quietHours: { mode, start, end } } } })

async function publish(changes: Partial<OptInContent> = {}): Promise<OptInPage> {
  nth += 1
  const body = { ...CONTENT, url: `gate-${nth}`, ...changes, status: 'active' as const }
  return (await t.as(t.acme.ann).call(saveOptInPage, { query: {}, body })).body.page
}

/** Sends the form of a page, so that a text asks for YES. */
async function join(page: OptInPage, phone: string, lang: 'en' | 'es' = 'en'): Promise<void> {
  const shown = await t.as(null).call(renderOptInPage, { query: { url: page.url, lang } })
  const consent = { accepted: true as const, version: shown.body.page.consent.version }
  await t.as(null).call(submitOptIn, { body: { url: page.url, phone, values: {}, consent, lang } })
  await t.drain()
}

/** Moves the forms of a number into the past, with the questions that they wait for. */
const daysAgo = async (phone: string, days: number) => {
  const before = sql`${`${days} days`}::interval`
  const system = t.process.kernel.database.asSystem('tests do not wait for days')
  await sql`
    update opt_in_join set created_at = created_at - ${before}, expires_at = expires_at - ${before}
    where phone = ${phone}`.execute(system)
  await sql`
    update flow_session set started_at = started_at - ${before}, prompted_at = prompted_at - ${before}, expires_at = expires_at - ${before}
    where phone = ${phone}`.execute(system)
}

async function remind(): Promise<void> {
  await remindUnreplied(t.process.kernel)
  await t.drain()
}

const arrivedOn = async (phone: string) =>
  (await t.carrier.onPhone(phone)).filter(({ direction }) => direction === 'in').map(({ body }) => body)
const stateOf = async (page: OptInPage) =>
  (await t.as(t.acme.ann).call(optInJoins, { query: { id: page.id } })).body.data[0]?.state

describe('a person who does not reply to the question of a form', () => {
  test('is not reminded while the organization has to pay, and once after it has', async () => {
    const page = await publish()
    const phone = newPhone()
    await join(page, phone)
    await daysAgo(phone, 2)
    const system = t.process.kernel.database.asSystem('tests do what a payment does')
    const setStatus = (status: string) =>
      sql`update organization set status = ${status} where id = ${t.acme.id}`.execute(system)
    await setStatus('past_due')
    await remind()
    expect(await arrivedOn(phone)).toHaveLength(1)
    await setStatus('active')
    for (let time = 0; time < 2; time += 1) await remind()
    expect(await arrivedOn(phone)).toHaveLength(2)
  })

  test('is reminded also when the reminder of an earlier person fails', async () => {
    const page = await publish()
    const [first, second] = [newPhone(), newPhone()]
    for (const phone of [first, second]) {
      await join(page, phone)
      await daysAgo(phone, 1.5)
    }
    const system = t.process.kernel.database.asSystem('a test makes a reminder fail')
    const say = (language: string) =>
      sql`update opt_in_join set language = ${language} where phone = ${first}`.execute(system)
    await say('xx')
    await remind()
    expect(await arrivedOn(second)).toHaveLength(2)
    expect(await arrivedOn(first)).toHaveLength(1)
    await say('en')
    await remind()
    expect(await arrivedOn(first)).toHaveLength(2)
  })

  test('is reminded once after a day in the language of the form, and can still join', async () => {
    const page = await publish()
    const phone = newPhone()
    await join(page, phone, 'es')
    await remind()
    expect(await arrivedOn(phone)).toHaveLength(1)
    await daysAgo(phone, 1.5)
    await remind()
    await remind()
    await daysAgo(phone, 2)
    await remind()
    expect((await arrivedOn(phone)).slice(1)).toEqual([
      expect.stringMatching(/^Acme: Te falta un paso para recibir nuestros mensajes\. Responde YES/),
    ])
    await t.carrier.texts(phone, 'YES', t.acme.line.phone)
    await t.until(async () => (await stateOf(page)) === 'joined')
  })

  test('is not reminded after STOP, after joining, on the last day, or while the page is paused', async () => {
    const page = await publish()
    const [stopped, joined, late, paused] = [newPhone(), newPhone(), newPhone(), newPhone()]
    await join(page, stopped)
    await t.carrier.texts(stopped, 'STOP', t.acme.line.phone)
    await join(page, joined)
    await t.carrier.texts(joined, 'YES', t.acme.line.phone)
    await t.until(async () => (await stateOf(page)) === 'joined')
    await join(page, late)
    const other = await publish()
    await join(other, paused)
    const { checks: _checks, stats: _stats, ...rest } = other
    await t.as(t.acme.ann).call(saveOptInPage, {
      query: { id: other.id },
      body: { ...CONTENT, url: rest.url, status: 'paused', version: rest.version },
    })
    await t.until(async () => (await arrivedOn(stopped)).length === 2)
    const before = await Promise.all([stopped, joined, late, paused].map(arrivedOn))
    for (const phone of [stopped, joined, paused]) await daysAgo(phone, 1.5)
    await daysAgo(late, 6.5)
    await remind()
    expect(await Promise.all([stopped, joined, late, paused].map(arrivedOn))).toEqual(before)
  })

  test('is not reminded after another reply, twice by two pages, or after joining through another page', async () => {
    const [one, two] = [await publish(), await publish()]
    const [refused, both, joined] = [newPhone(), newPhone(), newPhone()]
    await join(one, refused)
    await t.carrier.texts(refused, 'No', t.acme.line.phone)
    await t.until(async () => (await arrivedOn(refused)).length === 2)
    for (const page of [one, two]) await join(page, both)
    for (const page of [one, two]) await join(page, joined)
    await t.carrier.texts(joined, 'YES', t.acme.line.phone)
    await t.until(async () => (await arrivedOn(joined)).some((body) => body.startsWith("You're in")))
    await t.drain()
    const before = await Promise.all([refused, both, joined].map(arrivedOn))
    for (const phone of [refused, both, joined]) await daysAgo(phone, 1.5)
    await remind()
    await remind()
    const after = await Promise.all([refused, both, joined].map(arrivedOn))
    expect(after.map(({ length }, nth) => length - (before[nth]?.length ?? 0))).toEqual([0, 1, 0])
  })

  test('is not reminded when no text asked them', async () => {
    const page = await publish()
    const phone = newPhone()
    await t.carrier.texts(phone, 'STOP', t.acme.line.phone)
    await t.until(async () => (await arrivedOn(phone)).length === 1)
    await join(page, phone)
    await t.carrier.texts(phone, 'START', t.acme.line.phone)
    await t.until(async () => (await arrivedOn(phone)).length === 2)
    await daysAgo(phone, 1.5)
    await remind()
    expect(await arrivedOn(phone)).toHaveLength(2)
  })

  test('joins with a YES two days after the code', async () => {
    const page = await publish({ verifyPhone: true })
    const phone = newPhone()
    const shown = await t.as(null).call(renderOptInPage, { query: { url: page.url, lang: 'en' } })
    const consent = { accepted: true as const, version: shown.body.page.consent.version }
    const sent = await t.as(null).call(submitOptIn, { body: { url: page.url, phone, values: {}, consent, lang: 'en' } })
    const confirmed = await t
      .as(null)
      .call(confirmOptIn, { body: { token: sent.body.token ?? '', code: await t.codeTo(phone) } })
    expect(confirmed.body.result).toBe('pending_confirmation')
    await t.drain()
    await daysAgo(phone, 2)
    const { kernel } = t.process
    await expireJoins(kernel.database.asSystem('tests do not wait for days'), kernel.world.now())
    await t.carrier.texts(phone, 'YES', t.acme.line.phone)
    await t.until(async () => (await stateOf(page)) === 'joined')
  })

  test('is reminded of the question that then gets the answer, before an older one', async () => {
    const [asked, newer] = [await publish(), await publish()]
    const phone = newPhone()
    await join(asked, phone)
    await join(newer, phone)
    await sql`update opt_in_join set state = 'expired' where phone = ${phone} and page_id = ${newer.id}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    await daysAgo(phone, 1.5)
    await remind()
    await t.carrier.texts(phone, 'YES', t.acme.line.phone)
    await t.until(async () => (await stateOf(asked)) === 'joined')
  })

  test('is not reminded at night', async () => {
    const page = await publish()
    const phone = newPhone()
    await join(page, phone)
    await daysAgo(phone, 1.5)
    // Every minute of a day but the last is quiet.
    await quietHours('hold', '00:00', '23:59')
    const { kernel } = t.process
    const noon = new Date(kernel.world.now())
    noon.setUTCHours(12, 30, 0, 0)
    const at = { ...kernel, world: { ...kernel.world, now: () => noon } }
    await remindUnreplied(at)
    await t.drain()
    expect(await arrivedOn(phone)).toHaveLength(1)
    await quietHours('off', '21:00', '08:00')
    await remind()
    expect(await arrivedOn(phone)).toHaveLength(2)
  })
})

test('a reminder may wait for four hours, and at most until the person rests', () => {
  const now = new Date('2026-01-16T12:00:00Z')
  const from = (minutes: number) => wakingEnd(now, (moment) => moment.getTime() >= now.getTime() + minutes * 60_000)
  expect([0, 1, 47, 240, 300].map((minutes) => (from(minutes).getTime() - now.getTime()) / 60_000)).toEqual([
    0, 1, 47, 240, 240,
  ])
})

test('the poster of a page is a PDF of one page, with the keyword and its terms, for A4 or Letter', async () => {
  const long = 'Get the news of your shift, closures of the plant, and pay dates by text'
  const page = await publish({
    keyword: 'GATE',
    title: { en: long, es: `${long}, es`, fr: `${long}, fr` },
    languages: ['en', 'es', 'fr'],
  })
  for (const [size, width] of [
    ['a4', 595.28],
    ['letter', 612],
  ] as const) {
    const response = await fetch(`${t.process.address}/public/join/${page.url}/poster.pdf?size=${size}`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    const bytes = Buffer.from(await response.arrayBuffer())
    const [text = '', ...others] = await pagesOf(bytes)
    expect(others).toEqual([])
    for (const part of [
      long,
      `${long}, fr`,
      'GATE',
      `/public/join/${page.url}`,
      'Agreeing is not a condition of work.',
    ])
      expect(text.replaceAll('\n', ' ')).toContain(part)
    expect((await PDFDocument.load(bytes)).getPage(0).getWidth()).toBeCloseTo(width)
  }
  expect((await fetch(`${t.process.address}/public/join/none/poster.pdf`)).status).toBe(404)
})
