import { fingerprintOf, textsOf } from '@crewline/contract/block-rules'
import type { Block } from '@crewline/contract/blocks'
import {
  addNewsPicture,
  archiveNewsIssue,
  createNewsIssue,
  endNewsIssue,
  NewsContent,
  newsResults,
  publishNewsIssue,
  saveNewsIssue,
  type NewsIssue,
  type NewsResults,
} from '@crewline/contract/news'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendHttpRequest } from '../../../test/kit/ask.ts'
import { photo, upload } from '../../../test/kit/files.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { writeVisits } from './count-readers.ts'
import { cleanUp } from './jobs.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { unusedFiles } from './views.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/125.0 Mobile Safari/537.36'
const paragraph = (text: string, id = 'b00001'): Block => ({ id, type: 'paragraph', text: [{ text }] })

async function publish(changes: Partial<NewsContent> = {}): Promise<NewsIssue> {
  const ann = t.as(t.acme.ann)
  const content = NewsContent.parse({ title: 'October news', blocks: [paragraph('Hello team')], ...changes })
  const { issue } = (await ann.call(createNewsIssue, { body: { content } })).body
  const body = { version: issue.version, expiresAt: null }
  return (await ann.call(publishNewsIssue, { params: { id: issue.id }, body })).body.issue
}

/** Opens a page as a phone does. */
async function open(
  { link }: NewsIssue,
  more = '',
  headers: Record<string, string> = {},
): Promise<{ http: number; html: string; headers: Headers }> {
  const address = t.process.address + new URL(link).pathname + more
  const answer = await fetch(address, { headers: { 'user-agent': PHONE, 'sec-fetch-mode': 'navigate', ...headers } })
  return { http: answer.status, html: await answer.text(), headers: answer.headers }
}

async function react({ link }: NewsIssue, reaction: string, agent = PHONE): Promise<Response> {
  return fetch(`${t.process.address}${new URL(link).pathname}?lang=en`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'user-agent': agent, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ reaction }),
  })
}

async function resultsOf({ id }: NewsIssue): Promise<NewsResults> {
  await writeVisits(t.process.kernel)
  return (await t.as(t.acme.ann).call(newsResults, { params: { id } })).body.results
}

async function picture(): Promise<string> {
  const answer = await fetch(`${t.process.address}/api${addNewsPicture.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${t.acme.ann.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(await photo(1200, 800)),
  })
  return ((await answer.json()) as { picture: { id: string } }).picture.id
}

describe('the page of an issue', () => {
  test('is complete without a script, small, not indexed, and keeps to a strict policy', async () => {
    const fileId = await picture()
    const issue = await publish({
      blocks: [
        paragraph('Doors open at 6'),
        { id: 'b00002', type: 'picture', fileId, alt: 'The new gate', isDecoration: false },
      ],
    })
    const { http, html, headers } = await open(issue)
    expect(http).toBe(200)
    expect(html).toContain('Doors open at 6')
    // The one script counts how far people read and sends a poll once; the policy allows it by its hash and no other.
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+';/)
    expect(html).not.toMatch(/javascript:|https?:\/\/(?!127)/i)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*img-src 'self'/)
    expect(headers.get('x-robots-tag')).toBe('noindex')
    const src = /<img[^>]*src="([^"]+)"/.exec(html)?.[1] ?? ''
    const shown = await fetch(t.process.address + src)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    const bytes = Buffer.byteLength(html) + (await shown.arrayBuffer()).byteLength
    expect(bytes).toBeLessThan(100_000)
  })

  test('shows what was published, and changes only after they are published', async () => {
    const issue = await publish()
    const content = { ...issue.content, title: 'Corrected' }
    const ann = t.as(t.acme.ann)
    const body = { version: issue.version, content, groupIds: [] }
    const saved = (await ann.call(saveNewsIssue, { params: { id: issue.id }, body })).body.issue
    expect((await open(issue)).html).toContain('October news')
    await ann.call(publishNewsIssue, { params: { id: issue.id }, body: { version: saved.version, expiresAt: null } })
    expect((await open(issue)).html).toContain('Corrected')
  })

  test('is in the language of the reader, from right to left, and offers the others', async () => {
    const block = paragraph('Doors open at 6')
    const of = (texts: Block) => fingerprintOf(textsOf(texts))
    const issue = await publish({
      blocks: [block],
      languages: ['ar'],
      translations: {
        ar: {
          title: { of: fingerprintOf([[{ text: 'October news' }]]), texts: [[{ text: 'أخبار أكتوبر' }]] },
          b00001: { of: of(block), texts: [[{ text: 'تفتح الأبواب في 6' }]] },
        },
      },
    })
    const arabic = await open(issue, '', { 'accept-language': 'ar-EG,ar;q=0.9' })
    expect(arabic.html).toContain('<html lang="ar" dir="rtl">')
    expect(arabic.html).toContain('تفتح الأبواب في 6')
    expect(arabic.html).toMatch(/<a href="[^"]*\?lang=en" lang="en"/)
    expect((await open(issue, '', { 'accept-language': 'vi' })).html).toContain('Doors open at 6')
    const large = await open(issue, '?lang=en&size=large')
    expect(large.html).toContain('html{font-size:137.5%}')
    expect((await resultsOf(issue)).languages).toHaveLength(1)
  })

  test('is closed in words when it is over, archived, a draft or unknown', async () => {
    const ann = t.as(t.acme.ann)
    const issue = await publish()
    await ann.call(endNewsIssue, { params: { id: issue.id }, body: { at: null } })
    expect(await open(issue)).toMatchObject({ http: 410, html: expect.stringContaining('no longer here') })
    await ann.call(archiveNewsIssue, { params: { id: issue.id }, body: { archived: true } })
    expect((await open(issue)).http).toBe(404)
    const content = NewsContent.parse({ title: 'Draft' })
    const draft = (await ann.call(createNewsIssue, { body: { content } })).body.issue
    expect((await open(draft)).http).toBe(404)
    for (const code of ['nothing', '..%2f..', '%00', 'a'.repeat(60), "'or'1'='1"])
      expect((await fetch(`${t.process.address}/public/news/${code}`)).status).toBe(404)
  })

  test('is a poster and a screen with a code that opens it', async () => {
    const issue = await publish()
    for (const look of ['/poster', '/screen']) {
      const { http, html } = await open(issue, look)
      expect(http).toBe(200)
      expect(html).toContain(`aria-label="${issue.link}"`)
      expect(html).toContain('Hello team')
    }
    expect((await open(issue, '/screen')).headers.get('refresh')).toMatch(
      /^30; url=\/public\/news\/\w+\/screen\?lang=en$/,
    )
  })
})

describe('pictures', () => {
  test('of a published issue are public at its address, and nothing else is', async () => {
    const [shown, other] = [await picture(), await picture()]
    const block: Block = { id: 'b00001', type: 'picture', fileId: shown, alt: 'Gate', isDecoration: false }
    const issue = await publish({ blocks: [block] })
    const attachment = (await upload(t, t.acme.ann, await photo())).body.file.id
    const status = async (id: string, of = issue) => (await open(of, `/picture/${id}`)).http
    expect(await status(shown)).toBe(200)
    for (const id of [other, attachment, t.acme.id, 'x', '..%2f..%2fetc']) expect(await status(id)).toBe(404)
    expect(await status(shown, await publish())).toBe(404)
    await t.as(t.acme.ann).call(endNewsIssue, { params: { id: issue.id }, body: { at: null } })
    expect(await status(shown)).toBe(404)
  })

  test('that no issue shows are removed after a week', async () => {
    const [shown, unused] = [await picture(), await picture()]
    await publish({ blocks: [{ id: 'b00001', type: 'picture', fileId: shown, alt: 'Gate', isDecoration: false }] })
    const stored = async () =>
      (await unusedFiles(system, { before: new Date(Date.now() + 1000), most: 1000 })).map(({ fileId }) => fileId)
    const system = t.process.kernel.database.asSystem('the test looks at pictures')
    expect(await stored()).toContain(unused)
    expect(await stored()).not.toContain(shown)
    const db = t.process.kernel.database.ofOrg(t.acme.id)
    await sql`delete from news_picture`.execute(db)
    await sql`insert into news_picture (org_id, file_id, width, height, bytes, created_at)
      select ${t.acme.id}, id, 1, 1, 1, now() - interval '8 days' from unnest(${[shown, unused]}::uuid[]) id`.execute(
      db,
    )
    await cleanUp(t.process.kernel)
    expect(await stored()).toEqual([])
    const gone = await t.as(t.acme.ann).call(createNewsIssue, {
      body: {
        content: NewsContent.parse({
          blocks: [{ id: 'b00001', type: 'picture', fileId: unused, alt: '', isDecoration: true }],
        }),
      },
    })
    expect(gone.body).toMatchObject({ code: 'file_unknown' })
  })
})

describe('readers', () => {
  test('are counted once each, without previews, prefetches and scanners', async () => {
    const issue = await publish()
    await open(issue)
    await open(issue)
    await open(issue, '', { 'user-agent': PHONE.replace('Pixel 8', 'Galaxy') })
    await open(issue, '', { 'user-agent': 'facebookexternalhit/1.1' })
    await open(issue, '', { 'user-agent': 'Slackbot-LinkExpanding 1.0' })
    await open(issue, '', { 'sec-purpose': 'prefetch' })
    await open(issue, '/poster')
    expect(await resultsOf(issue)).toMatchObject({
      readers: 2,
      views: 3,
      languages: [{ language: 'en', readers: 2 }],
    })
  })

  test('who reach three quarters are counted once, and only where a script says so', async () => {
    const issue = await publish()
    await open(issue)
    await open(issue, '', { 'user-agent': PHONE.replace('Pixel 8', 'Galaxy') })
    const reach = (agent: string, path = new URL(issue.link).pathname) =>
      fetch(`${t.process.address}${path}/depth?lang=en`, { method: 'POST', headers: { 'user-agent': agent } })
    expect((await reach(PHONE)).status).toBe(204)
    await reach(PHONE)
    await reach('facebookexternalhit/1.1')
    expect((await reach(PHONE, '/public/news/unknown')).status).toBe(404)
    expect(await resultsOf(issue)).toMatchObject({ readers: 2, views: 2, deep: 1 })
  })

  test('react with one tap, and the last one counts', async () => {
    const issue = await publish()
    await open(issue)
    const answer = await react(issue, 'like')
    expect(answer.status).toBe(303)
    const thanks = await open(
      issue,
      `?${new URL(answer.headers.get('location') ?? '', t.process.address).searchParams.toString()}`,
    )
    expect(thanks.html).toContain('Thanks for telling us.')
    expect(thanks.html).toMatch(/value="like" aria-pressed="true"/)
    await react(issue, 'useful')
    await react(issue, 'love', PHONE.replace('Pixel 8', 'Galaxy'))
    expect((await resultsOf(issue)).reactions).toEqual([
      { reaction: 'love', readers: 1 },
      { reaction: 'useful', readers: 1 },
    ])
    expect((await react(issue, 'hate')).status).toBe(404)
    expect((await react(await publish({ reactions: false }), 'like')).status).toBe(404)
  })

  test('cannot be distinguished after a month, and stay counted', async () => {
    const issue = await publish()
    await open(issue)
    await writeVisits(t.process.kernel)
    const db = t.process.kernel.database.ofOrg(t.acme.id)
    const visitors = async () =>
      (await sql<{ visitor: Buffer }>`select visitor from news_reader where issue_id = ${issue.id}`.execute(db)).rows
    const before = await visitors()
    await sql`update news_reader set first_at = first_at - interval '31 days' where issue_id = ${issue.id}`.execute(db)
    await cleanUp(t.process.kernel)
    const after = await visitors()
    expect(after).toHaveLength(1)
    expect(after[0]?.visitor.equals(before[0]?.visitor ?? Buffer.alloc(0))).toBe(false)
    expect((await resultsOf(issue)).readers).toBe(1)
  })

  test('who follow a link are counted as clicks, and reach the address', async () => {
    const issue = await publish({
      blocks: [{ id: 'b00001', type: 'button', label: 'Sign up', href: 'https://example.com/sign-up' }],
    })
    const href = /class="action">\s*<a\s+href="([^"]+)"/.exec((await open(issue)).html)?.[1] ?? ''
    expect(href).toMatch(/^\/l\/\w{8}$/)
    const headers = { 'user-agent': PHONE, 'sec-fetch-mode': 'navigate' }
    // `fetch` would replace the headers that browsers alone may set.
    const answer = await sendHttpRequest(t.process.address + href, { method: 'GET', headers })
    expect(answer.headers['location']).toBe('https://example.com/sign-up')
    await t.until(async () => (await resultsOf(issue)).links[0]?.clicks === 1)
    // Publishing again keeps the address, so that clicks before it still count.
    await t.as(t.acme.ann).call(publishNewsIssue, {
      params: { id: issue.id },
      body: { version: issue.version, expiresAt: null },
    })
    expect((await open(issue)).html).toContain(href)
  })
})

test('hostile texts of every block stay text on the page, the poster and the screen', async () => {
  const text = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
  const issue = await publish({
    title: '</title><script>alert(1)</script>',
    blocks: [
      paragraph(text),
      { id: 'b00002', type: 'list', style: 'bullets', items: [[{ text }]] },
      { id: 'b00003', type: 'callout', tone: 'info', text: [{ text }] },
      { id: 'b00004', type: 'heading', level: 2, text: [{ text }] },
    ],
  })
  for (const look of ['', '/poster', '/screen']) {
    const { html } = await open(issue, look)
    expect(html.replace(`<script>${PAGE_SCRIPT}</script>`, '')).not.toMatch(/<script|<img/i)
    expect(html).toContain('&#60;script&#62;')
  }
})
