import type { AppKey } from '@crewline/contract/app-keys'
import { createForm, forms, publishForm } from '@crewline/contract/forms'
import { me } from '@crewline/contract/accounts'
import { celebrations } from '@crewline/contract/celebrations'
import { createNewsIssue, NewsContent, newsIssues, publishNewsIssue } from '@crewline/contract/news'
import { optInPages, saveOptInPage, type OptInContent } from '@crewline/contract/opt-in'
import { setApp } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { announceLines } from '../src/modules/delivery/index.ts'
import { addPerson, celebrateAt, makeCelebration, recordsOf, turnOnAt } from './kit/celebrations.ts'
import { testApp, type TestApp } from './kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web,worker' })
  await announceLines(t.process.kernel)
})
afterAll(() => t.close())

const turn = (app: AppKey, isOn: boolean, user = t.acme.ann) => t.as(user).call(setApp, { body: { app, isOn } })
const turnAll = async (isOn: boolean) => {
  for (const app of ['newsletter', 'forms', 'birthday', 'contactoptin'] as const) await turn(app, isOn)
}
afterEach(() => turnAll(true))

const visit = async (link: string) =>
  (await fetch(`${t.process.address}${new URL(link).pathname}`, { headers: { 'sec-fetch-mode': 'navigate' } })).status

test('an app that is off answers only that it is off, in its own organization, until it is on again', async () => {
  const calls = {
    newsletter: () => t.as(t.acme.ann).call(newsIssues, {}),
    forms: () => t.as(t.acme.ann).call(forms, {}),
    birthday: () => t.as(t.acme.ann).call(celebrations, {}),
    contactoptin: () => t.as(t.acme.ann).call(optInPages, {}),
  }
  for (const [app, call] of Object.entries(calls)) {
    expect([app, (await call()).http]).toEqual([app, 200])
    const answer = await turn(app as AppKey, false)
    expect(answer.body.features[app as AppKey]).toBe(false)
    const refused = await call()
    expect([refused.http, refused.body]).toMatchObject([422, { code: 'app_off' }])
    for (const other of Object.keys(calls).filter((name) => name !== app))
      expect([other, (await calls[other as AppKey]()).http]).toEqual([other, 200])
    expect((await turn(app as AppKey, true)).http).toBe(200)
    expect([app, (await call()).http]).toEqual([app, 200])
  }
  await turn('forms', false)
  expect((await t.as(t.beta.ann).call(forms, {})).http).toBe(200)
})

test('turning an app on or off is audited once, and open pages read the features again', async () => {
  const socket = await t.connectClient(t.acme.gus)
  await turn('forms', false)
  await turn('forms', false)
  await socket.next('organization-updated', { organization: { id: t.acme.id } })
  expect((await t.as(t.acme.gus).call(me, {})).body.features.forms).toBe(false)
  const { rows } = await sql<{ action: string; target: string }>`
    select action, target from audit_entry where org_id = ${t.acme.id} and action like 'app.turned-%' and target = 'forms'
    order by at desc, id desc limit 2`.execute(t.process.kernel.database.ofOrg(t.acme.id))
  expect(rows[0]).toEqual({ action: 'app.turned-off', target: 'forms' })
  expect(rows[1]?.action).not.toBe('app.turned-off')
})

test('only owners and admins turn apps on and off, and only those that exist', async () => {
  expect((await turn('forms', false, t.acme.gus)).http).toBe(422)
  const unknown = await t.as(t.acme.ann).call(setApp, { body: { app: 'signature' as AppKey, isOn: true } })
  expect([unknown.http, unknown.body]).toMatchObject([400, { code: 'invalid' }])
})

test('public pages of an app that is off are closed, and open again with it', async () => {
  const ann = t.as(t.acme.ann)
  const label = { en: 'Which shift?' }
  const created = await ann.call(createForm, {
    body: {
      name: 'Swap',
      title: { en: 'Swap a shift' },
      languages: ['en'],
      questions: [{ id: 'q1', type: 'short_text', label }],
    },
  })
  const { id } = created.body.form
  const { form } = (await ann.call(publishForm, { params: { id }, body: { version: 1 } })).body
  const content = NewsContent.parse({
    title: 'News',
    blocks: [{ id: 'b00001', type: 'paragraph', text: [{ text: 'Hello' }] }],
  })
  const { issue } = (await ann.call(createNewsIssue, { body: { content } })).body
  const published = await ann.call(publishNewsIssue, {
    params: { id: issue.id },
    body: { version: issue.version, expiresAt: null },
  })
  const page: OptInContent = {
    name: 'Gate',
    url: 'gate',
    keyword: 'GATE',
    title: { en: 'Get news' },
    intro: {},
    thanks: {},
    color: '#0b5fb0',
    languages: ['en'],
    fields: [],
    frequency: { count: 4, per: 'week' },
    termsUrl: 'https://acme.example/terms',
    privacyUrl: 'https://acme.example/privacy',
    doubleOptIn: true,
    verifyPhone: false,
    duplicate: 'update',
    websites: [],
    actions: [],
  }
  const opened = await ann.call(saveOptInPage, { query: {}, body: { ...page, status: 'active' } })
  const links = [form.link, published.body.issue.link, opened.body.page.link]
  const visits = async () => [await visit(links[0] ?? ''), await visit(links[1] ?? ''), await visit(links[2] ?? '')]
  expect(await visits()).toEqual([200, 200, 200])
  await turnAll(false)
  expect(await visits()).toEqual([410, 410, 410])
  const receivedFrom = async (phone: string) =>
    (
      await sql`select from message where org_id = ${t.acme.id} and phone_from = ${phone}`.execute(
        t.process.kernel.database.ofOrg(t.acme.id),
      )
    ).rows.length
  const joined = async () => {
    const { rows } = await sql<{ phone: string }>`select phone from opt_in_join where org_id = ${t.acme.id}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    return rows.map(({ phone }) => phone)
  }
  await t.carrier.texts('+14155577001', 'GATE', t.acme.line.phone)
  await t.until(async () => (await receivedFrom('+14155577001')) === 1)
  await turnAll(true)
  expect(await visits()).toEqual([200, 200, 200])
  await t.carrier.texts('+14155577002', 'GATE', t.acme.line.phone)
  await t.until(async () => (await joined()).includes('+14155577002'))
  expect(await joined()).toEqual(['+14155577002'])
})

test('celebrations send nothing while they are off', async () => {
  const noon = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000)
  const birthday = noon.toISOString().slice(5, 10)
  const id = await makeCelebration(t, { time: '09:00' })
  await addPerson(t, 'Off', { birthday, timezone: 'UTC' })
  // Off before it could begin: the worker of this process celebrates, too, when it is about noon.
  await turn('birthday', false)
  await turnOnAt(t, id, new Date(noon.getTime() - 12 * 3_600_000))
  await celebrateAt(t, noon)
  expect(await recordsOf(t, id)).toEqual([])
  await turn('birthday', true)
  await celebrateAt(t, noon)
  expect(await recordsOf(t, id)).toHaveLength(1)
})
