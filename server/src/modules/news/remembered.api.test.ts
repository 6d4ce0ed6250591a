import type { Block } from '@crewline/contract/blocks'
import {
  archiveNewsIssue,
  createNewsIssue,
  deleteNewsIssue,
  endNewsIssue,
  NewsContent,
  publishNewsIssue,
  saveNewsIssue,
  type NewsIssue,
} from '@crewline/contract/news'
import { editOrganization } from '@crewline/contract/organizations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const contentOf = (text: string) => {
  const block: Block = { id: 'b00001', type: 'paragraph', text: [{ text }] }
  return NewsContent.parse({ title: 'October news', blocks: [block] })
}

async function publish(text = 'Doors open at 6'): Promise<NewsIssue> {
  const { issue } = (await t.as(t.acme.ann).call(createNewsIssue, { body: { content: contentOf(text) } })).body
  return publishAgain(issue)
}

async function publishAgain(issue: NewsIssue, expiresAt: string | null = null): Promise<NewsIssue> {
  const body = { version: issue.version, expiresAt }
  return (await t.as(t.acme.ann).call(publishNewsIssue, { params: { id: issue.id }, body })).body.issue
}

async function open(issue: NewsIssue, headers: Record<string, string> = {}, address = t.process.address) {
  const answer = await fetch(address + new URL(issue.link).pathname, { headers })
  return { http: answer.status, html: await answer.text(), headers: answer.headers }
}

describe('a page that is remembered', () => {
  test('is compressed as the browser accepts, and not sent again while its copy is current', async () => {
    const issue = await publish()
    const plain = await open(issue, { 'accept-encoding': 'identity' })
    const compressed = await open(issue, { 'accept-encoding': 'br' })
    expect(compressed.headers.get('content-encoding')).toBe('br')
    expect(compressed.html).toBe(plain.html)
    expect(plain.headers.get('cache-control')).toBe('private, no-cache')
    expect(plain.headers.get('vary')).toBe('accept-encoding, accept-language')
    const tag = compressed.headers.get('etag') ?? ''
    const again = await open(issue, { 'accept-encoding': 'br', 'if-none-match': tag })
    expect(again).toMatchObject({ http: 304, html: '' })
    expect(again.headers.get('content-security-policy')).toBe(plain.headers.get('content-security-policy'))
    expect((await open(issue, { 'accept-encoding': 'identity', 'if-none-match': tag })).http).toBe(200)
  })

  test('shows a publication, the name of the organization, and its end at once', async () => {
    const ann = t.as(t.acme.ann)
    const issue = await publish()
    expect((await open(issue)).html).toContain('Doors open at 6')
    const { body } = await ann.call(saveNewsIssue, {
      params: { id: issue.id },
      body: { version: issue.version, content: contentOf('Doors open at 7'), groupIds: [] },
    })
    expect((await open(issue)).html).toContain('Doors open at 6')
    await publishAgain(body.issue)
    expect((await open(issue)).html).toContain('Doors open at 7')
    await ann.call(editOrganization, { body: { name: 'Acme Works' } })
    expect((await open(issue)).html).toContain('Acme Works')
    await ann.call(archiveNewsIssue, { params: { id: issue.id }, body: { archived: true } })
    expect((await open(issue)).http).toBe(404)
    await ann.call(archiveNewsIssue, { params: { id: issue.id }, body: { archived: false } })
    expect((await open(issue)).http).toBe(200)
    await ann.call(endNewsIssue, { params: { id: issue.id }, body: { at: null } })
    expect((await open(issue)).http).toBe(410)
    await ann.call(deleteNewsIssue, { params: { id: issue.id } })
    expect((await open(issue)).http).toBe(404)
  })

  test('is forgotten in every process, not only when its time is over', async () => {
    const other = await t.another('web')
    // For this process no time passes, so only the change can end what it remembers.
    Object.assign(other.kernel.world, { monotonicMs: () => 0 })
    const issue = await publish('First words')
    expect((await open(issue, {}, other.address)).html).toContain('First words')
    const { body } = await t.as(t.acme.ann).call(saveNewsIssue, {
      params: { id: issue.id },
      body: { version: issue.version, content: contentOf('Second words'), groupIds: [] },
    })
    await publishAgain(body.issue)
    await t.until(async () => (await open(issue, {}, other.address)).html.includes('Second words'))
  })
})
