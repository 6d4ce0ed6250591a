import type { Block } from '@crewline/contract/blocks'
import { dayIn, daysAfter } from '@crewline/contract/calendar'
import { saveCelebration, skipCelebration } from '@crewline/contract/celebrations'
import { formatDate } from '@crewline/contract/formats'
import { setContactNaming } from '@crewline/contract/naming'
import { createNewsIssue, NewsContent, previewNews, publishNewsIssue, type NewsIssue } from '@crewline/contract/news'
import { deleteGroup } from '@crewline/contract/groups'
import { editOrganization } from '@crewline/contract/organizations'
import { eraseContact } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser } from '../../../test/kit/cast.ts'
import { addPerson, contentOf } from '../../../test/kit/celebrations.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { forgetPages } from '../../kernel/pages/memory.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  await t.as(t.acme.ann).call(editOrganization, { body: { timezone: 'UTC' } })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
/** A day from today, far enough from midnight of either side of it. */
const dayOn = (days: number) => daysAfter(dayIn('UTC', t.process.kernel.world.now()), days)
const WEEK: Block = { id: 'b00001', type: 'celebrations', days: 7 }
const TEXT: Block = { id: 'b00002', type: 'paragraph', text: [{ text: 'Congratulations!' }] }

async function celebrate(more: Parameters<typeof contentOf>[0] = {}): Promise<string> {
  const body = { ...contentOf({ copyToNews: true, ...more }), isOn: true }
  return (await t.as(t.acme.ann).call(saveCelebration, { query: {}, body })).body.celebration.id
}

async function publish(blocks: Block[], more: Partial<NewsContent> = {}) {
  const content = NewsContent.parse({ title: 'Friday', blocks, ...more })
  const { id, version } = (await t.as(t.acme.ann).call(createNewsIssue, { body: { content } })).body.issue
  return t.as(t.acme.ann).call(publishNewsIssue, { params: { id }, body: { version, expiresAt: null } })
}

/** The page as it is rendered now, not as it was remembered a moment ago. */
async function pageOf({ link }: NewsIssue, look = ''): Promise<string> {
  forgetPages(t.process.kernel, t.acme.id)
  const response = await fetch(`${t.process.address}${new URL(link).pathname}${look}`, {
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14)' },
  })
  return response.text()
}

/** Who a page names, each with what for. */
const namesOn = (page: string) =>
  [...page.matchAll(/<li>\s*<b dir="auto">([^<]*)<\/b>\s*<span class="soft"\s*>([^,<]*),/g)].map(
    ([, name, what]) => `${name} ${what}`,
  )

test('a block needs a celebration that is on and may be in news', async () => {
  const refused = await publish([TEXT, WEEK])
  expect(refused).toMatchObject({ http: 422, body: { code: 'news_incomplete' } })
  expect(refused.body).toHaveProperty('fieldErrors', { 'blocks.b00001': expect.stringContaining('Name them in news') })
  const body = contentOf({ kind: 'date', field: 'x', copyToNews: true })
  expect((await t.as(t.acme.ann).call(saveCelebration, { query: {}, body })).body.fieldErrors).toHaveProperty(
    'copyToNews',
  )
})

describe('a published issue', () => {
  test('names who is celebrated soon, without age, year and last name, in the language of the page', async () => {
    await celebrate()
    await celebrate({ name: 'Years', kind: 'anniversary' })
    const year = Number(dayOn(3).slice(0, 4))
    await addPerson(t, 'Ana', { birthday: `1987-${dayOn(2).slice(5)}`, timezone: 'UTC' })
    await addPerson(t, 'Ben Carl', { birthday: dayOn(9).slice(5), timezone: 'UTC' })
    await addPerson(t, 'Cleo', { hireDate: `${year - 5}-${dayOn(3).slice(5)}`, timezone: 'UTC' })
    const { issue } = (await publish([TEXT, WEEK], { language: 'en' })).body
    const page = await pageOf(issue)
    expect(namesOn(page)).toEqual(['Ana W. Birthday', 'Cleo W. Work anniversary: 5 years'])
    expect(page).toContain(formatDate(`${dayOn(2)}T00:00:00Z`, 'weekdayDay', 'en', 'UTC'))
    expect(page).not.toMatch(/1987|Worker|Years/)
    for (const look of ['/poster', '/screen']) expect(namesOn(await pageOf(issue, look))).toHaveLength(2)
    const { issue: longer } = (await publish([{ ...WEEK, days: 14 }, TEXT], { language: 'es' })).body
    expect(namesOn(await pageOf(longer))).toEqual([
      'Ana W. Cumpleaños',
      'Cleo W. Aniversario de trabajo: 5 años',
      'Ben W. Cumpleaños',
    ])
  })

  test('does not name a person who asked for it, in an issue that is published already, and the preview says so', async () => {
    const id = await addPerson(t, 'Quiet', { birthday: dayOn(5).slice(5), timezone: 'UTC' })
    const { issue } = (await publish([TEXT, WEEK], { language: 'en' })).body
    expect(namesOn(await pageOf(issue))).toContain('Quiet W. Birthday')
    const previewed = async () => {
      const content = NewsContent.parse({ title: 'Friday', blocks: [WEEK] })
      return (await t.as(t.acme.ann).call(previewNews, { body: { content, language: 'en' } })).body
    }
    expect((await previewed()).leftOut).toEqual([])
    await t.as(t.acme.ann).call(setContactNaming, { query: { contactId: id }, body: { isNamed: false } })
    for (const look of ['', '/poster', '/screen']) expect(await pageOf(issue, look)).not.toContain('Quiet')
    const { html, leftOut } = await previewed()
    expect([html.includes('Quiet'), leftOut]).toEqual([false, [{ contactId: id, name: 'Quiet Worker' }]])
    await t.as(t.acme.ann).call(setContactNaming, { query: { contactId: id }, body: { isNamed: true } })
    expect(namesOn(await pageOf(issue))).toContain('Quiet W. Birthday')
    await sql`update contact set birthday = null where id = ${id}`.execute(db())
  })

  test('names no one who opted out, has no number, left, is left out, was skipped, or was erased since', async () => {
    const birthday = dayOn(4).slice(5)
    const add = (name: string, phone?: string | null) =>
      addPerson(t, name, { birthday, timezone: 'UTC', ...(phone === undefined ? {} : { phone }) })
    const people = {
      stays: await add('Stays'),
      gone: await add('Gone'),
      stopped: await add('Stopped', '+14155550188'),
      out: await add('Out'),
      skipped: await add('Skipped'),
      erased: await add('Erased'),
      numberless: await add('Numberless', null),
    }
    const group = await makeGroup(t.process.kernel, t.acme.id, 'Left out', [people.out])
    const all = Object.values(people)
    const only = await makeGroup(t.process.kernel, t.acme.id, 'Fourth', all)
    await sql`update celebration set on_since = null where org_id = ${t.acme.id}`.execute(db())
    const id = await celebrate({ audience: { everyone: false, groupIds: [only], excludeGroupIds: [group] } })
    const { issue } = (await publish([TEXT, WEEK])).body
    const named = async () => namesOn(await pageOf(issue)).map((line) => line.split(' ')[0])
    expect(await named()).toEqual(['Erased', 'Gone', 'Skipped', 'Stays', 'Stopped'])
    await sql`update contact set work = 'terminated' where id = ${people.gone}`.execute(db())
    await sql`
      insert into consent (org_id, phone, opted_out, changed_at) values (${t.acme.id}, '+14155550188', true, now())`.execute(
      db(),
    )
    const year = Number(dayOn(4).slice(0, 4))
    await t.as(t.acme.ann).call(skipCelebration, { body: { id, contactId: people.skipped, year, skip: true } })
    const erase = { contactId: people.erased, reason: 'Asked for it', confirm: true } as const
    expect((await t.as(t.acme.ann).call(eraseContact, { body: erase })).http).toBe(200)
    expect(await named()).toEqual(['Stays'])
    // Nothing of it was stored with the issue.
    const stored = await sql`
      select from news_issue where org_id = ${t.acme.id} and (published::text like '%Stays%' or content::text like '%Stays%')`.execute(
      db(),
    )
    expect(stored.rows).toEqual([])

    // Their names must not depend on a group that is gone.
    const remove = { query: { id: group, force: 'true' } }
    const inUse = await t.as(t.acme.ann).call(deleteGroup, remove)
    expect(inUse).toMatchObject({ http: 409, body: { code: 'group_in_use' } })
    expect(inUse.body).toHaveProperty('fieldErrors', { [`celebration.${id}`]: expect.any(String) as string })
    await sql`update contact_group set archived_at = now() where id = ${group}`.execute(db())
    expect(await named()).toEqual([])
    await sql`update contact_group set archived_at = null where id = ${group}`.execute(db())

    // A member sees only their own people in a preview, and no one is named while the app or the celebration is off.
    const mine = await makeGroup(t.process.kernel, t.acme.id, 'Mine', [people.out])
    const lin = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lin', lastname: 'Lim', role: 'manager' })
    await limitTo(t.process.kernel, lin, [mine])
    const content = NewsContent.parse({ title: 'Friday', blocks: [WEEK] })
    const preview = await t.as(lin).call(previewNews, { body: { content, language: 'en' } })
    expect(namesOn(preview.body.html)).toEqual([])
    // They could not read otherwise whom the page names.
    const refused = await t.as(lin).call(createNewsIssue, { body: { content } })
    expect(refused.body).toHaveProperty('fieldErrors', { 'blocks.b00001': expect.stringContaining('every group') })
    const draft = (await t.as(t.acme.ann).call(createNewsIssue, { body: { content } })).body.issue
    const end = { version: draft.version, expiresAt: null }
    const kept = await t.as(lin).call(publishNewsIssue, { params: { id: draft.id }, body: end })
    expect(kept).toMatchObject({ http: 400, body: { code: 'invalid' } })
    const own = await t.as(t.acme.ann).call(previewNews, { body: { content, language: 'en' } })
    expect(namesOn(own.body.html)).toHaveLength(1)
    await sql`update organization set features = features || '{"birthday": false}' where id = ${t.acme.id}`.execute(
      t.process.kernel.database.asSystem('the test turns an app off'),
    )
    expect(await named()).toEqual([])
    // A block that would name no one is not published while the app is off.
    expect(await publish([TEXT, WEEK])).toMatchObject({ http: 422, body: { code: 'news_incomplete' } })
  })
})
