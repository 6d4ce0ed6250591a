import {
  createNewsIssue,
  NewsContent,
  newsIssue,
  planNewsIssue,
  publishNewsIssue,
  saveNewsIssue,
  type NewsIssue,
} from '@crewline/contract/news'
import { clockIn, dayIn } from '@crewline/contract/calendar'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { publishPlanned } from './plan.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const HOUR = 3_600_000
const contentOf = (text: string) =>
  NewsContent.parse({ title: 'October news', blocks: [{ id: 'b00001', type: 'paragraph', text: [{ text }] }] })

const create = async (text = 'Doors open at 6') =>
  (await t.as(t.acme.ann).call(createNewsIssue, { body: { content: contentOf(text) } })).body.issue
const read = async ({ id }: NewsIssue) => (await t.as(t.acme.ann).call(newsIssue, { params: { id } })).body.issue
const planAt = (issue: NewsIssue, at: string | null, expiresAt: string | null = null) =>
  t.as(t.acme.ann).call(planNewsIssue, { params: { id: issue.id }, body: { version: issue.version, at, expiresAt } })

/** The local time of the organization some hours from now, in whole minutes. */
async function localIn(hours: number): Promise<{ local: string; instant: string }> {
  const { rows } = await sql<{ timezone: string }>`select timezone from organization where id = ${t.acme.id}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  const zone = rows[0]?.timezone ?? 'UTC'
  const at = new Date(Math.floor((t.process.kernel.world.now().getTime() + hours * HOUR) / 60_000) * 60_000)
  return { local: `${dayIn(zone, at)}T${clockIn(zone, at)}`, instant: at.toISOString() }
}

/** Runs the job as if some hours had passed. */
async function passAfter(hours: number): Promise<void> {
  const { kernel } = t.process
  const later: Kernel = {
    ...kernel,
    world: { ...kernel.world, now: () => new Date(kernel.world.now().getTime() + hours * HOUR) },
  }
  // Two processes look at the same moment.
  await Promise.all([publishPlanned(later), publishPlanned(later)])
}

const actionsOf = async ({ id }: NewsIssue) =>
  (
    await sql<{ action: string }>`select action from audit_entry where target = ${id} order by id`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows.map(({ action }) => action)

test('an issue that cannot be published keeps no other issue from its time', async () => {
  const [broken, whole] = [await create(), await create()]
  for (const issue of [broken, whole]) await planAt(issue, (await localIn(1)).local)
  const content = (value: string) =>
    sql`update news_issue set content = ${value}::jsonb where id = ${broken.id}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  await content('{}')
  await passAfter(2)
  expect(await read(whole)).toMatchObject({ status: 'published' })
  await content(JSON.stringify(contentOf('Doors open at 7')))
  await passAfter(2)
  expect(await read(broken)).toMatchObject({ status: 'published' })
})

describe('an issue with a time', () => {
  test('is published once at that time on the clock of the organization, as it is written then', async () => {
    const issue = await create()
    const { local, instant } = await localIn(3)
    const planned = await planAt(issue, local)
    expect(planned.body.issue).toMatchObject({ status: 'draft', plannedAt: instant, planFailedAt: null })
    const body = { version: issue.version, content: contentOf('Doors open at 7'), groupIds: [] }
    await t.as(t.acme.ann).call(saveNewsIssue, { params: { id: issue.id }, body })
    await passAfter(2)
    expect(await read(issue)).toMatchObject({ status: 'draft', plannedAt: instant })
    await passAfter(4)
    expect(await read(issue)).toMatchObject({ status: 'published', plannedAt: null, isChanged: false })
    const page = await fetch(t.process.address + new URL(issue.link).pathname)
    expect(await page.text()).toContain('Doors open at 7')
    expect((await actionsOf(issue)).filter((action) => action === 'news.published')).toHaveLength(1)
  })

  test('waits for nothing after it was canceled or published by hand', async () => {
    const [canceled, published] = [await create(), await create()]
    const { local } = await localIn(3)
    await planAt(canceled, local)
    expect((await planAt(canceled, null)).body.issue.plannedAt).toBeNull()
    await planAt(published, local)
    const by = { params: { id: published.id }, body: { version: published.version, expiresAt: null } }
    expect((await t.as(t.acme.ann).call(publishNewsIssue, by)).body.issue.plannedAt).toBeNull()
    await passAfter(4)
    expect((await read(canceled)).status).toBe('draft')
    expect(await actionsOf(canceled)).toEqual(['news.created', 'news.planned', 'news.plan-canceled'])
    expect((await actionsOf(published)).filter((action) => action === 'news.published')).toHaveLength(1)
  })

  test('that lacks something at its time stays a draft, and says so', async () => {
    const issue = await create()
    await planAt(issue, (await localIn(1)).local)
    const content = { ...contentOf('x'), title: '' }
    const body = { version: issue.version, content, groupIds: [] }
    await t.as(t.acme.ann).call(saveNewsIssue, { params: { id: issue.id }, body })
    await passAfter(2)
    expect(await read(issue)).toMatchObject({ status: 'draft', plannedAt: null, planFailedAt: expect.any(String) })
    expect(await actionsOf(issue)).toContain('news.plan-failed')
  })

  test('is refused in the past, on a day that does not exist, with an end before it, and incomplete', async () => {
    const issue = await create()
    const refused = async (at: string) =>
      expect((await planAt(issue, at)).body).toMatchObject({ fieldErrors: { at: expect.any(String) } })
    await refused('2020-01-01T09:00')
    await refused('2030-02-30T09:00')
    await refused('2030-02-01T24:30')
    await refused('tomorrow')
    const { local, instant } = await localIn(3)
    const end = new Date(Date.parse(instant) - HOUR).toISOString()
    expect((await planAt(issue, local, end)).body).toMatchObject({
      fieldErrors: { expiresAt: 'Choose a time after the issue is published.' },
    })
    const empty = (await t.as(t.acme.ann).call(createNewsIssue, { body: { content: NewsContent.parse({}) } })).body
      .issue
    expect(await planAt(empty, local)).toMatchObject({ body: { code: 'news_incomplete' } })
    expect((await read(issue)).plannedAt).toBeNull()
  })
})
