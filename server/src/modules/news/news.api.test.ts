import { fingerprintOf, textsOf } from '@crewline/contract/block-rules'
import type { Block } from '@crewline/contract/blocks'
import {
  addNewsPicture,
  archiveNewsIssue,
  createNewsIssue,
  deleteNewsIssue,
  duplicateNewsIssue,
  endNewsIssue,
  NewsContent,
  newsIssue,
  newsIssues,
  newsVersions,
  previewNews,
  publishNewsIssue,
  restoreNewsVersion,
  saveNewsIssue,
  translateNews,
  type NewsIssue,
} from '@crewline/contract/news'
import { NEWS_PICTURE_BYTES } from '@crewline/contract/news-limits'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGroup, type TestUser } from '../../../test/kit/cast.ts'
import { pdf, photo } from '../../../test/kit/files.ts'
import { testApp, type Answer, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const paragraph = (text: string, id = 'b00001'): Block => ({ id, type: 'paragraph', text: [{ text }] })
const contentOf = (changes: Partial<NewsContent> = {}) =>
  NewsContent.parse({ title: 'October news', blocks: [paragraph('Hello team')], ...changes })

async function draft(changes: Partial<NewsContent> = {}, user = t.acme.ann): Promise<NewsIssue> {
  return (await t.as(user).call(createNewsIssue, { body: { content: contentOf(changes) } })).body.issue
}

const save = (issue: NewsIssue, content: NewsContent, { user = t.acme.ann, groupIds = issue.groupIds } = {}) =>
  t.as(user).call(saveNewsIssue, { params: { id: issue.id }, body: { version: issue.version, content, groupIds } })

const publish = (issue: NewsIssue, expiresAt: string | null = null) =>
  t.as(t.acme.ann).call(publishNewsIssue, { params: { id: issue.id }, body: { version: issue.version, expiresAt } })

const versionsOf = async ({ id }: NewsIssue) =>
  (await t.as(t.acme.ann).call(newsVersions, { params: { id } })).body.versions

async function uploadPicture(user: TestUser, bytes: Buffer): Promise<Answer<typeof addNewsPicture>> {
  const answer = await fetch(`${t.process.address}/api${addNewsPicture.path}?name=gate.jpg`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  return { http: answer.status, body: (await answer.json()) as Answer<typeof addNewsPicture>['body'] }
}

describe('an issue of news', () => {
  test('begins as a draft, and is published when it is complete', async () => {
    const issue = await draft({
      title: '',
      blocks: [
        { id: 'b00001', type: 'button', label: 'Open', href: '' },
        { id: 'b00002', type: 'paragraph', text: [{ text: 'Wiki', href: 'http://wiki.local/' }] },
      ],
    })
    expect(issue).toMatchObject({ status: 'draft', isChanged: false, publishedAt: null, readers: 0, version: 1 })
    expect(await publish(issue)).toMatchObject({
      http: 422,
      body: {
        code: 'news_incomplete',
        fieldErrors: {
          title: 'Write a title.',
          'blocks.b00001': 'Add the address that the button opens.',
          'blocks.b00002': 'The web address must be one that everyone can open.',
        },
      },
    })
    const { issue: saved } = (await save(issue, contentOf())).body
    expect(saved.version).toBe(2)
    const published = (await publish(saved)).body.issue
    expect(published).toMatchObject({ status: 'published', isChanged: false, version: 2 })
    const changed = (await save(published, contentOf({ title: 'November news' }))).body.issue
    expect(changed).toMatchObject({ status: 'published', isChanged: true })
    expect((await publish(changed)).body.issue).toMatchObject({ isChanged: false })
  })

  test('refuses a time of expiry in the past, and ends now or at a time', async () => {
    const issue = await draft()
    expect(await publish(issue, new Date(Date.now() - 60_000).toISOString())).toMatchObject({
      http: 400,
      body: { fieldErrors: { expiresAt: 'Choose a time in the future.' } },
    })
    const ann = t.as(t.acme.ann)
    const ending = (at: string | null) => ann.call(endNewsIssue, { params: { id: issue.id }, body: { at } })
    expect(await ending(null)).toMatchObject({ http: 409, body: { code: 'news_not_published' } })
    await publish(issue)
    expect((await ending('2099-01-01T00:00:00.000Z')).body.issue).toMatchObject({
      status: 'published',
      expiresAt: '2099-01-01T00:00:00.000Z',
    })
    expect((await ending(null)).body.issue.status).toBe('expired')
    expect((await publish(issue)).body.issue.status).toBe('published')
  })

  test('is archived, found in the archive, duplicated and deleted', async () => {
    const ann = t.as(t.acme.ann)
    const issue = await draft({ title: 'Parking on lot B' })
    const list = async (query: Parameters<typeof listOf>[0]) => (await listOf(query)).map(({ id }) => id)
    const listOf = async (query: { search?: string; status?: 'archived' | 'draft' }) =>
      (await ann.call(newsIssues, { query: { search: 'parking on', ...query } })).body.data
    expect(await list({ status: 'draft' })).toEqual([issue.id])
    const archived = await ann.call(archiveNewsIssue, { params: { id: issue.id }, body: { archived: true } })
    expect(archived.body.issue.status).toBe('archived')
    expect(await list({})).toEqual([])
    expect(await list({ status: 'archived' })).toEqual([issue.id])
    await ann.call(archiveNewsIssue, { params: { id: issue.id }, body: { archived: false } })
    const copy = (await ann.call(duplicateNewsIssue, { params: { id: issue.id } })).body.issue
    expect(copy).toMatchObject({ status: 'draft', version: 1, content: issue.content })
    expect(copy.link).not.toBe(issue.link)
    expect((await ann.call(deleteNewsIssue, { params: { id: issue.id } })).http).toBe(200)
    expect((await ann.call(newsIssue, { params: { id: issue.id } })).http).toBe(404)
    expect(await list({})).toEqual([copy.id])
  })

  test('is listed page by page, the last changed first', async () => {
    for (const title of ['Shift bids 1', 'Shift bids 2', 'Shift bids 3']) await draft({ title })
    const page = async (cursor?: string) =>
      (
        await t
          .as(t.acme.ann)
          .call(newsIssues, { query: { search: 'shift bids', pageSize: 2, ...(cursor && { cursor }) } })
      ).body
    const first = await page()
    expect(first.data.map(({ title }) => title)).toEqual(['Shift bids 3', 'Shift bids 2'])
    const second = await page(first.nextCursor)
    expect(second.data.map(({ title }) => title)).toEqual(['Shift bids 1'])
    expect(second.nextCursor).toBeUndefined()
  })

  test('is out of sight of other organizations', async () => {
    const issue = await draft()
    const bob = t.as(t.beta.ann)
    expect((await bob.call(newsIssue, { params: { id: issue.id } })).http).toBe(404)
    expect((await save(issue, contentOf(), { user: t.beta.ann })).http).toBe(404)
    const theirs = await bob.call(newsIssues, { query: {} })
    expect(theirs.body.data.map(({ id }) => id)).not.toContain(issue.id)
  })

  test('is for groups that exist', async () => {
    const group = await makeGroup(t.process.kernel, t.acme.id, 'Night shift', [])
    const issue = await draft()
    const saved = await save(issue, issue.content, { groupIds: [group] })
    expect(saved.body.issue.groupIds).toEqual([group])
    const foreign = await save(saved.body.issue, issue.content, { groupIds: [group, t.beta.id] })
    expect(foreign).toMatchObject({
      http: 400,
      body: { fieldErrors: { groupIds: 'This group no longer exists. Choose another.' } },
    })
  })
})

describe('two editors', () => {
  test('lose nothing: the later one is refused, and sees the change of the first', async () => {
    const issue = await draft()
    const first = await save(issue, contentOf({ title: 'By Ann' }))
    expect(first.http).toBe(200)
    const second = await save(issue, contentOf({ title: 'By Max' }))
    expect(second).toMatchObject({ http: 409, body: { code: 'outdated' } })
    const now = await t.as(t.acme.ann).call(newsIssue, { params: { id: issue.id } })
    expect(now.body.issue).toMatchObject({ title: 'By Ann', version: 2 })
  })

  test('leave the version as it is when they save what is there', async () => {
    const issue = await draft()
    expect((await save(issue, contentOf())).body.issue.version).toBe(1)
    expect(await versionsOf(issue)).toEqual([])
  })
})

describe('the history', () => {
  test('keeps what a sitting replaced, and restores it', async () => {
    const issue = await draft({ title: 'First' })
    const second = (await save(issue, contentOf({ title: 'Second' }))).body.issue
    const third = (await save(second, contentOf({ title: 'Third' }))).body.issue
    const fourth = (await save(third, contentOf({ title: 'Fourth' }))).body.issue
    // One sitting: its beginning and the change after it.
    const versions = await versionsOf(issue)
    expect(versions.map(({ title, reason }) => [title, reason])).toContainEqual(['First', 'edited'])
    expect(versions.length).toBeLessThan(3)
    const oldest = versions.at(-1)
    const restored = await t.as(t.acme.ann).call(restoreNewsVersion, {
      params: { id: issue.id },
      body: { version: fourth.version, versionId: oldest?.id ?? '' },
    })
    expect(restored.body.issue).toMatchObject({ title: 'First', version: 5 })
    expect((await versionsOf(issue))[0]).toMatchObject({ title: 'Fourth', reason: 'restored', by: 'Ann Acme' })
  })

  test('records each publication, and refuses a version of another issue', async () => {
    const [issue, other] = [await draft(), await draft({ title: 'Other' })]
    await publish(other)
    const [version] = await versionsOf(other)
    expect(version).toMatchObject({ title: 'Other', reason: 'published', blocks: 1 })
    const restored = await t.as(t.acme.ann).call(restoreNewsVersion, {
      params: { id: issue.id },
      body: { version: 1, versionId: version?.id ?? '' },
    })
    expect(restored.http).toBe(404)
  })

  test('writes who did what to the audit log', async () => {
    const issue = await draft()
    await publish(issue)
    const found = await sql<{ action: string }>`
      select action from audit_entry where target = ${issue.id} order by at, id`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    expect(found.rows.map(({ action }) => action)).toEqual(['news.created', 'news.published'])
  })
})

describe('a picture', () => {
  test('is made small, needs a description, and belongs to its organization', async () => {
    const noise = await sharp({
      create: {
        width: 2000,
        height: 1500,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: '#000',
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer()
    const { picture } = (await uploadPicture(t.acme.ann, noise)).body
    expect(picture.bytes).toBeLessThanOrEqual(NEWS_PICTURE_BYTES)
    expect(picture.width).toBeGreaterThan(300)
    const block: Block = { id: 'b00001', type: 'picture', fileId: picture.id, alt: '', isDecoration: false }
    const issue = await draft({ blocks: [block] })
    expect(issue.pictures).toMatchObject([{ id: picture.id, width: picture.width }])
    expect(await publish(issue)).toMatchObject({
      body: { fieldErrors: { 'blocks.b00001': 'Describe this picture for people who can’t see it.' } },
    })
    // A link around a decoration would have no name.
    const opening = contentOf({ blocks: [{ ...block, isDecoration: true, href: 'https://example.com/map' }] })
    const opened = (await save(issue, opening)).body.issue
    expect((await publish(opened)).body.fieldErrors).toHaveProperty(['blocks.b00001'])
    const decoration = contentOf({ blocks: [{ ...block, isDecoration: true }] })
    expect((await publish((await save(opened, decoration)).body.issue)).http).toBe(200)
    const foreign = await t.as(t.beta.ann).call(createNewsIssue, { body: { content: decoration } })
    expect(foreign).toMatchObject({ http: 404, body: { code: 'file_unknown' } })
  })

  test('is shown in the preview and weighed', async () => {
    const { picture } = (await uploadPicture(t.acme.ann, await photo(600, 400))).body
    const content = contentOf({
      blocks: [{ id: 'b00001', type: 'picture', fileId: picture.id, alt: 'The gate', isDecoration: false }],
    })
    const { html, weight } = (await t.as(t.acme.ann).call(previewNews, { body: { content, language: 'en' } })).body
    expect(html).toContain('alt="The gate"')
    expect(weight).toEqual({ page: Buffer.byteLength(html), pictures: picture.bytes })
    const src = /<img[^>]*src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&#38;', '&') ?? ''
    expect((await fetch(t.process.address + src)).headers.get('content-type')).toBe('image/webp')
  })

  test('of another kind of file is refused in words', async () => {
    expect(await uploadPicture(t.acme.ann, pdf)).toMatchObject({
      http: 422,
      body: { code: 'file_refused', message: 'Choose a picture, such as a JPEG or PNG file.' },
    })
  })
})

describe('a translation', () => {
  test('by reviewed phrases is whole, and what no phrase covers is left to a member', async () => {
    const ask = (text: string) =>
      t.as(t.acme.ann).call(translateNews, { body: { from: 'en', to: 'es', texts: [[{ text }]] } })
    const reviewed = (await ask('Thank you.')).body
    expect(reviewed.kind).toBe('reviewed')
    expect(reviewed.texts[0]?.[0]?.text).toMatch(/gracias/i)
    expect((await ask('The zebra juggles seven invoices.')).body).toEqual({
      status: 'OK',
      kind: 'refused',
      texts: [],
    })
  })

  test('of a language is published only when it is complete and up to date', async () => {
    const block: Block = {
      ...paragraph(''),
      type: 'paragraph',
      text: [{ text: 'Doors open at ' }, { text: '6', bold: true }],
    }
    const done = (texts: Block) => ({ of: fingerprintOf(textsOf(texts)), texts: [[{ text: 'Abrimos a las 6' }]] })
    const title = { of: fingerprintOf([[{ text: 'October news' }]]), texts: [[{ text: 'Noticias' }]] }
    const content = contentOf({
      blocks: [block],
      languages: ['es', 'fr'],
      translations: { es: { title, b00001: done(block) }, fr: { title } },
    })
    const published = async (changes: NewsContent) => {
      const { body } = await publish(await draft(changes))
      const found = await sql<{
        published: NewsContent
      }>`select published from news_issue where id = ${body.issue.id}`.execute(
        t.process.kernel.database.ofOrg(t.acme.id),
      )
      return found.rows[0]?.published.languages
    }
    expect(await published(content)).toEqual(['es'])
    expect(await published({ ...content, blocks: [paragraph('Doors open at 7')] })).toEqual([])
  })
})
