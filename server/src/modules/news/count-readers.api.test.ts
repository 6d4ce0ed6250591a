import { createNewsIssue, NewsContent, newsResults, publishNewsIssue } from '@crewline/contract/news'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { untilOneWaits } from '../../../test/kit/locks.ts'
import { countVisit, writeVisits } from './count-readers.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

test('visits that are being written are waited for, as when a process stops', async () => {
  const { kernel } = t.process
  const ann = t.as(t.acme.ann)
  const block = { id: 'b00001', type: 'paragraph', text: [{ text: 'Hello' }] }
  const content = NewsContent.parse({ title: 'October news', blocks: [block] })
  const { id, version } = (await ann.call(createNewsIssue, { body: { content } })).body.issue
  await ann.call(publishNewsIssue, { params: { id }, body: { version, expiresAt: null } })
  let isOver = false
  let written: Promise<void> | undefined
  await kernel.database
    .asSystem('a test delays a writing')
    .transaction()
    .execute(async (tx) => {
      await sql`lock table news_reader in exclusive mode`.execute(tx)
      countVisit(kernel, { orgId: t.acme.id, issueId: id, language: 'en', address: '192.0.2.1', agent: 'Phone' })
      void writeVisits(kernel)
      written = writeVisits(kernel).then(() => void (isOver = true))
      await untilOneWaits(t)
      expect(isOver).toBe(false)
    })
  await written
  expect((await ann.call(newsResults, { params: { id } })).body.results).toMatchObject({ readers: 1, views: 1 })
})
