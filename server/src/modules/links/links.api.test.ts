import { request, type IncomingHttpHeaders } from 'node:http'
import { eraseContact } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeContact, makeGroup, makeUser, type Org } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeScope, type Scope } from '../../kernel/scope.ts'
import { writeHits } from './count-clicks.ts'
import {
  LinkClicked,
  addLinks,
  clickPage,
  clicksOf,
  makeCodes,
  readTarget,
  recordSent,
  revokeLinks,
  sharedCodes,
  shortUrlOf,
  withPersonalCodes,
  type LinkOwner,
} from './index.ts'
import { deleteExpiredCodes } from './prune.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const DAY = 24 * 3_600_000
const PERSON = {
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'sec-fetch-mode': 'navigate',
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Opens a code. `fetch` would replace the headers that browsers alone may set. */
const open = (code: string, headers: Record<string, string> = PERSON, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const asked = request(shortUrlOf(t.process.address, code), { headers, method, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    asked.on('error', reject).end()
  })
const system = () => t.process.kernel.database.asSystem('tests look at every row')
const scopeOf = (org: Org): Scope =>
  makeScope(
    t.process.kernel,
    { id: org.id, country: 'US', timezone: 'America/Chicago', status: 'active' },
    { kind: 'system', reason: 'tests' },
    'test',
  )
const newOwner = (): LinkOwner => ({ kind: 'test', id: t.process.kernel.world.id() })

/** Adds links to a new owner, and one code of the first for each contact. */
async function linked(contactIds: (string | null)[], urls = ['https://example.com/schedule']) {
  const owner = newOwner()
  return scopeOf(t.acme).tx(async (tx) => {
    const links = await addLinks(tx, owner, urls)
    const linkId = links[0]?.id ?? ''
    return {
      owner,
      links,
      codes: await makeCodes(
        tx,
        contactIds.map((contactId) => ({ linkId, contactId })),
      ),
    }
  })
}

async function countsOf(owner: LinkOwner): Promise<{ codes: number; unique: number; total: number; bots: number }[]> {
  await writeHits(t.process.kernel)
  const links = await clicksOf(scopeOf(t.acme).db, owner.kind, owner.id)
  return links.map(({ codes, unique, total, bots }) => ({ codes, unique, total, bots }))
}

const events = async (owner: LinkOwner): Promise<{ contactIds: string[] }[]> => {
  const found = await sql<{ payload: { contactIds: string[] } }>`
    select payload from event_log where name = ${LinkClicked.name} and payload->>'ownerId' = ${owner.id} order by seq`.execute(
    system(),
  )
  return found.rows.map(({ payload }) => payload)
}

describe('a short link', () => {
  test('leads to its address and counts who opened it, and how often', async () => {
    const { owner, links, codes } = await linked([t.acme.bob.id, t.acme.cat.id])
    const answer = await open(codes[0] ?? '')
    expect([answer.status, answer.headers.location]).toEqual([302, 'https://example.com/schedule'])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    await open(codes[0] ?? '')
    expect(await countsOf(owner)).toEqual([{ codes: 2, unique: 1, total: 2, bots: 0 }])
    expect(await events(owner)).toContainEqual({
      ...{ ownerKind: 'test', ownerId: owner.id, linkIds: [links[0]?.id] },
      contactIds: [t.acme.bob.id],
    })
    const page = (clicked: boolean) => clickPage(scopeOf(t.acme).db, { owner, clicked, most: 10 })
    expect(await page(true)).toEqual([{ contactId: t.acme.bob.id, firstClickAt: expect.any(Date) as Date, clicks: 2 }])
    expect(await page(false)).toEqual([{ contactId: t.acme.cat.id, firstClickAt: null, clicks: 0 }])
  })

  test('does not count programs, which get a page with the destination', async () => {
    const { owner, codes } = await linked([t.acme.bob.id])
    const preview = await open(codes[0] ?? '', { 'user-agent': 'WhatsApp/2.23.20.0 A', 'accept-language': 'es' })
    expect([preview.status, preview.text]).toEqual([200, expect.stringContaining('Este enlace abre example.com.')])
    expect((await open(codes[0] ?? '', PERSON, 'HEAD')).headers.location).toBe('https://example.com/schedule')
    expect((await open(codes[0] ?? '', { ...PERSON, 'sec-purpose': 'prefetch' })).status).toBe(503)
    expect(await countsOf(owner)).toEqual([{ codes: 1, unique: 0, total: 0, bots: 3 }])
    expect(await events(owner)).toEqual([])
  })

  test('does not count a scanner that opens it right after its message was sent', async () => {
    const { owner, codes, messageId } = await scopeOf(t.acme).tx(async (tx) => {
      const owner = newOwner()
      const messageId = tx.world.id()
      const [link] = await addLinks(tx, owner, ['https://example.com'])
      const codes = await makeCodes(tx, [{ linkId: link?.id ?? '', contactId: t.acme.bob.id, messageId }])
      return { owner, codes, messageId }
    })
    const sent = (at: Date) => scopeOf(t.acme).tx((tx) => recordSent(tx, [messageId], at))
    // A minute ahead, however slow the machine is.
    await sent(new Date(t.process.kernel.world.now().getTime() + 60_000))
    const old = { 'user-agent': PERSON['user-agent'] }
    expect((await open(codes[0] ?? '', old)).status).toBe(200)
    expect((await open(codes[0] ?? '')).status).toBe(302)
    expect(await countsOf(owner)).toEqual([{ codes: 1, unique: 1, total: 1, bots: 1 }])
    await sent(new Date(0))
    expect((await open(codes[0] ?? '', old)).status).toBe(200)
  })

  test('counts a burst of 500 clicks from one address exactly', async () => {
    const { owner, codes } = await linked(Array.from({ length: 250 }, () => null))
    const twice = [...codes, ...codes]
    for (let from = 0; from < twice.length; from += 50) {
      const answers = await Promise.all(twice.slice(from, from + 50).map((code) => open(code)))
      expect(answers.filter(({ status }) => status !== 302)).toEqual([])
    }
    expect(await countsOf(owner)).toEqual([{ codes: 250, unique: 250, total: 500, bots: 0 }])
    // Not one transaction for each click.
    expect((await events(owner)).length).toBeLessThan(250)
  })

  test('says in the language of its reader that it no longer works', async () => {
    const owner = newOwner()
    const codes = await scopeOf(t.acme).tx(async (tx) => {
      const [revoked] = await addLinks(tx, owner, ['https://example.com/a'])
      await revokeLinks(tx, owner)
      const [expired] = await addLinks(
        tx,
        newOwner(),
        ['https://example.com/b'],
        new Date(tx.world.now().getTime() - 1),
      )
      return makeCodes(
        tx,
        [revoked, expired].map((link) => ({ linkId: link?.id ?? '', contactId: null })),
      )
    })
    for (const code of codes) {
      const answer = await open(code, { ...PERSON, 'accept-language': 'vi-VN' })
      expect([answer.status, answer.text]).toEqual([410, expect.stringContaining('không còn hoạt động')])
    }
    await scopeOf(t.acme).tx((tx) => addLinks(tx, owner, ['https://example.com/a']))
    expect((await open(codes[0] ?? '')).status).toBe(302)
  })
})

describe('codes', () => {
  test('are made by the hundreds, each different, in the order of their entries', async () => {
    const contacts = [t.acme.bob.id, t.acme.cat.id]
    const entries = Array.from({ length: 1200 }, (_, index) => contacts[index % 2] ?? null)
    const { codes } = await linked(entries)
    expect(new Set(codes).size).toBe(1200)
    expect(codes.filter((code) => !/^[0-9A-Za-z]{8}$/.test(code))).toEqual([])
    const stored = await sql<{ code: string; contact_id: string }>`
      select code, contact_id from link_code where code = any(${codes}::text[])`.execute(system())
    const contactOf = new Map(stored.rows.map((row) => [row.code, row.contact_id]))
    expect(codes.map((code) => contactOf.get(code))).toEqual(entries)
  })

  test('belong to one link for each address of an owner', async () => {
    const { owner, links } = await linked([], ['https://example.com', 'https://EXAMPLE.com/', 'https://example.com/b'])
    expect(links.map(({ url }) => url)).toEqual([
      'https://example.com/',
      'https://example.com/',
      'https://example.com/b',
    ])
    const again = await scopeOf(t.acme).tx((tx) => addLinks(tx, owner, ['https://example.com/b']))
    expect([links[0]?.id, again[0]?.id]).toEqual([links[1]?.id, links[2]?.id])
  })

  test('stay the same for a person who gets a shared link again', async () => {
    const [url, owner] = ['https://example.com/rules', newOwner()]
    const textTo = (...contactIds: string[]) =>
      scopeOf(t.acme).tx(async (tx) => {
        const codes = await sharedCodes(tx, owner, { links: [{ url }], known })
        known = codes
        const text = shortUrlOf(t.process.address, codes[url] ?? '')
        return withPersonalCodes(
          tx,
          contactIds.map((contactId) => ({ contactId, text })),
        )
      })
    let known: Record<string, string> = {}
    const [bob] = await textTo(t.acme.bob.id)
    const [cat, again] = await textTo(t.acme.cat.id, t.acme.bob.id)
    expect([again, cat === bob]).toEqual([bob, false])
  })

  test('are refused for an address that no one else can open', async () => {
    expect(readTarget('http://10.0.0.8/')).toHaveProperty('problem')
    const adding = scopeOf(t.acme).tx((tx) => addLinks(tx, newOwner(), ['http://10.0.0.8/']))
    await expect(adding).rejects.toMatchObject({ code: 'invalid' })
  })

  test('cannot be guessed: an address with many wrong ones waits, and learns nothing from the answers', async () => {
    const guesses = Array.from({ length: 130 }, (_, index) => `zz${String(index).padStart(6, '0')}`)
    const other = await testApp({ roles: 'web' })
    const guess = (code: string) => fetch(shortUrlOf(other.process.address, code), { headers: PERSON })
    const statuses: number[] = []
    for (const code of guesses) statuses.push((await guess(code)).status)
    const wrongFile = await fetch(`${t.process.address}/l/zzzzzzzzzzzz`)
    const wrongLink = await fetch(`${t.process.address}/l/zzzzzzzz`)
    await other.close()
    expect(statuses).toEqual([...Array<number>(120).fill(404), ...Array<number>(10).fill(429)])
    expect([wrongLink.status, await wrongLink.text()]).toEqual([wrongFile.status, await wrongFile.text()])
  })

  test('are deleted a month after their link expired, and the counts stay', async () => {
    const past = (days: number) => new Date(t.process.kernel.world.now().getTime() - days * DAY)
    const { owner, codes } = await linked([t.acme.bob.id, t.acme.cat.id])
    await open(codes[0] ?? '')
    const before = await countsOf(owner)
    const expire = (at: Date) => sql`update link set expires_at = ${at} where owner_id = ${owner.id}`.execute(system())
    await expire(past(29))
    await deleteExpiredCodes(t.process.kernel)
    expect((await open(codes[0] ?? '')).status).toBe(410)
    await expire(past(31))
    await deleteExpiredCodes(t.process.kernel)
    expect((await open(codes[0] ?? '')).status).toBe(404)
    expect(before).toEqual([{ codes: 2, unique: 1, total: 1, bots: 0 }])
    expect(await countsOf(owner)).toEqual(before)
  })
})

describe('the clicks of a contact', () => {
  test('are not seen by members who do not see the contact', async () => {
    const { owner, codes } = await linked([t.acme.bob.id, t.acme.cat.id])
    for (const code of codes) await open(code)
    await writeHits(t.process.kernel)
    const night = await makeGroup(t.process.kernel, t.acme.id, 'Night', [t.acme.cat.id])
    const lee = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lee', lastname: 'Ott', role: 'agent' })
    const memberId = await limitTo(t.process.kernel, lee, [night])
    const db = t.process.kernel.database.ofOrg(t.acme.id, memberId)
    const seen = await clickPage(db, { owner, clicked: true, most: 10 })
    expect(seen.map(({ contactId }) => contactId)).toEqual([t.acme.cat.id])
  })

  test('lose an erased contact and stay counted', async () => {
    const eve = await makeContact(t.process.kernel, t.acme.id, 'Eve', '+14155559001')
    const { owner, codes } = await linked([eve.id])
    await open(codes[0] ?? '')
    await writeHits(t.process.kernel)
    const body = { contactId: eve.id, reason: 'Asked for it', confirm: true } as const
    expect((await t.as(t.acme.ann).call(eraseContact, { body })).http).toBe(200)
    expect(await clickPage(scopeOf(t.acme).db, { owner, clicked: true, most: 10 })).toEqual([])
    await open(codes[0] ?? '')
    expect(await countsOf(owner)).toEqual([{ codes: 1, unique: 1, total: 2, bots: 0 }])
    expect((await events(owner)).at(-1)?.contactIds).toEqual([])
    // It does not become a link that everyone shares.
    const text = `See ${shortUrlOf(t.process.address, codes[0] ?? '')}`
    const ofBob = await scopeOf(t.acme).tx((tx) => withPersonalCodes(tx, [{ contactId: t.acme.bob.id, text }]))
    expect(ofBob).toEqual([text])
  })
})
