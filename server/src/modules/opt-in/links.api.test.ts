import { renderOptInPage, submitOptIn } from '@crewline/contract/join'
import {
  deleteOptInPage,
  optInLinks,
  optInPages,
  saveOptInPage,
  type OptInContent,
  type OptInPage,
} from '@crewline/contract/opt-in'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import { openLink } from '../../../test/kit/short-links.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { writeHits } from '../links/count-clicks.ts'
import { makeMissingLinks } from './links.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web,worker,sender' })
})
afterAll(() => t.close())

let nth = 0
const newPhone = () => `+1415554${String((nth += 1)).padStart(4, '0')}`

const RULES = 'https://acme.example/rules'

const CONTENT: OptInContent = {
  name: 'Gate',
  url: 'links',
  keyword: '',
  title: { en: 'Get shift news by text' },
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
  actions: [{ type: 'send_message', body: { en: `Read ${RULES}.` } }],
  websites: [],
}

async function publish(changes: Partial<OptInContent> = {}): Promise<OptInPage> {
  nth += 1
  const body = { ...CONTENT, url: `links-${nth}`, ...changes, status: 'active' as const }
  return (await t.as(t.acme.ann).call(saveOptInPage, { query: {}, body })).body.page
}

const open = (address: string, headers?: Record<string, string>) => openLink(t, address, headers)

async function linksOf(page: OptInPage, as = t.acme.ann) {
  await writeHits(t.process.kernel)
  return (await t.as(as).call(optInLinks, { query: { id: page.id } })).body.links
}

/** The addresses in what a phone received. */
async function linksOn(phone: string): Promise<string[]> {
  await t.drain()
  const texts = (await t.carrier.onPhone(phone)).filter(({ direction }) => direction === 'in')
  return texts.flatMap(({ body }) => body.match(/https?:\S+[^\s.]/g) ?? [])
}

const idOf = async (phone: string) =>
  (
    await sql<{ id: string }>`select id from contact where phone = ${phone}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows[0]?.id ?? ''

/** Fills in the form and replies YES. */
async function joinByReply(page: OptInPage): Promise<string> {
  const phone = newPhone()
  const shown = await t.as(null).call(renderOptInPage, { query: { url: page.url } })
  const consent = { accepted: true as const, version: shown.body.page.consent.version }
  await t.as(null).call(submitOptIn, { body: { url: page.url, phone, values: {}, consent, lang: 'en' } })
  await t.drain()
  await t.carrier.texts(phone, 'YES', t.acme.line.phone)
  await t.until(async () => (await linksOn(phone)).length > 0)
  return phone
}

async function joinByKeyword(page: OptInPage): Promise<string> {
  const phone = newPhone()
  await t.carrier.texts(phone, page.keyword, t.acme.line.phone)
  await t.until(async () => (await linksOn(phone)).length > 0)
  return phone
}

describe('the code of a poster', () => {
  test('opens the page through a link that counts scans, and the address in letters stays', async () => {
    const page = await publish()
    expect(page.posterLink).toMatch(/\/l\/[0-9A-Za-z]{8}$/)
    const answer = await open(page.posterLink)
    expect([answer.status, answer.location]).toEqual([302, `${page.link}?from=qr`])
    await open(page.posterLink, { 'user-agent': 'WhatsApp/2.23.20.0 A' })
    expect(await linksOf(page)).toContainEqual({
      ...{ kind: 'poster', url: `${page.link}?from=qr`, people: null, clicks: 1, bots: 1 },
    })
    const poster = (await open(`${page.link}/poster`)).text
    expect(poster).toContain(page.link.replace(/^https?:\/\//, ''))
    expect((await open(page.link)).status).toBe(200)
  })

  test('stays the same when the page changes, is the page itself before it is published, and ends with it', async () => {
    const ann = t.as(t.acme.ann)
    const draft = (await ann.call(saveOptInPage, { query: {}, body: { ...CONTENT, url: 'links-draft' } })).body.page
    expect(draft.posterLink).toBe(`${draft.link}?from=qr`)
    const change = async (before: OptInPage, name: string) =>
      (
        await ann.call(saveOptInPage, {
          query: { id: before.id },
          body: { ...CONTENT, url: 'links-draft', name, status: 'active', version: before.version },
        })
      ).body.page
    const published = await change(draft, 'Gate 1')
    const changed = await change(published, 'Gate 2')
    expect(changed.posterLink).toBe(published.posterLink)
    await ann.call(deleteOptInPage, { query: { id: draft.id } })
    expect((await open(published.posterLink)).status).toBe(410)
  })
})

test('a page that was published before pages had links gets them, and keeps its version', async () => {
  const page = await publish()
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update opt_in_page set links = '{"codes": {}, "base": ""}' where id = ${page.id}`.execute(db)
  const read = async () =>
    (await t.as(t.acme.ann).call(optInPages, { query: { id: page.id } })).body.data.find(({ id }) => id === page.id)
  expect((await read())?.posterLink).toBe(`${page.link}?from=qr`)
  await makeMissingLinks(t.process.kernel)
  const made = await read()
  expect(made?.posterLink).toMatch(/\/l\/[0-9A-Za-z]{8}$/)
  expect(made?.version).toBe(page.version)
  expect((await open(made?.posterLink ?? '')).location).toBe(`${page.link}?from=qr`)
  await makeMissingLinks(t.process.kernel)
  expect((await read())?.posterLink).toBe(made?.posterLink)
})

test('a page whose links cannot be made keeps no other page from its links', async () => {
  const [broken, whole] = [await publish(), await publish()]
  const db = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update opt_in_page set links = '{"codes": {}, "base": ""}' where id in (${broken.id}, ${whole.id})`.execute(
    db,
  )
  await sql`update opt_in_page set content = content - 'actions' where id = ${broken.id}`.execute(db)
  await makeMissingLinks(t.process.kernel)
  const codes = await sql<{ id: string; codes: object }>`
    select id, links -> 'codes' as codes from opt_in_page where id in (${broken.id}, ${whole.id}) order by id`.execute(
    db,
  )
  expect(codes.rows).toEqual([
    { id: broken.id, codes: {} },
    { id: whole.id, codes: expect.objectContaining({ [`${whole.link}?from=qr`]: expect.any(String) }) },
  ])
  await t.as(t.acme.ann).call(deleteOptInPage, { query: { id: broken.id } })
})

describe('an address in the text after joining', () => {
  test.each([
    ['a reply', joinByReply, {}],
    ['a keyword', joinByKeyword, { keyword: 'Rulebook' }],
  ] as const)('is a short link of the person who joined by %s', async (_, join, changes) => {
    const page = await publish(changes)
    const [first, second] = [await join(page), await join(page)]
    const [ofFirst, ofSecond] = [(await linksOn(first))[0] ?? '', (await linksOn(second))[0] ?? '']
    expect(ofFirst).toMatch(/\/l\/[0-9A-Za-z]{8}$/)
    expect(ofSecond).not.toBe(ofFirst)
    expect((await open(ofFirst)).location).toBe(RULES)
    await open(ofFirst)
    const welcome = { kind: 'welcome', url: RULES, people: 1, clicks: 2, bots: 0 }
    expect(await linksOf(page)).toContainEqual(welcome)
    const clicked = await sql<{ id: string }>`
      select contact_id as id from link_code where org_id = ${t.acme.id} and clicks = 2 and code = ${ofFirst.slice(-8)}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    expect(clicked.rows).toEqual([{ id: await idOf(first) }])

    // A teammate who sees only the second person does not learn that the first one clicked.
    const group = await makeGroup(t.process.kernel, t.acme.id, `Links ${page.url}`, [await idOf(second)])
    const lee = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lee', lastname: 'Ott', role: 'agent' })
    await limitTo(t.process.kernel, lee, [group])
    expect(await linksOf(page, lee)).toContainEqual({ ...welcome, people: 0, clicks: 0 })
  })

  test('that opens a page of the product names the person to that page', async () => {
    const target = await publish()
    const page = await publish({ actions: [{ type: 'send_message', body: { en: `See ${target.link}` } }] })
    const phone = await joinByReply(page)
    const location = (await open((await linksOn(phone))[0] ?? '')).location ?? ''
    expect(location).toContain(`${target.link}?p=`)
  })

  test('ends after half a year, and not when the page is deleted', async () => {
    const page = await publish()
    const [link = ''] = await linksOn(await joinByReply(page))
    await t.as(t.acme.ann).call(deleteOptInPage, { query: { id: page.id } })
    expect((await open(page.posterLink)).status).toBe(410)
    expect((await open(link)).status).toBe(302)
    const db = t.process.kernel.database.ofOrg(t.acme.id)
    await sql`update link_code set made_at = made_at - interval '181 days' where code = ${link.slice(-8)}`.execute(db)
    expect((await open(link)).status).toBe(410)
  })

  test('that no link may open stays as it was written', async () => {
    const page = await publish({ actions: [{ type: 'send_message', body: { en: 'See http://10.0.0.8/rules' } }] })
    expect(await linksOn(await joinByReply(page))).toEqual(['http://10.0.0.8/rules'])
    expect((await linksOf(page)).map(({ kind }) => kind)).toEqual(['poster'])
  })
})
