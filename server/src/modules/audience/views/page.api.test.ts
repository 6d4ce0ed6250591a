import { CONTACT_SORTS } from '@crewline/contract/contact-columns'
import { addToGroup, createGroup, groupMembers } from '@crewline/contract/groups'
import { groupContacts } from '@crewline/contract/audience'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cursorOf } from '../../../kernel/db/paging.ts'
import { contactActivityRules } from '../ports.ts'
import { makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { orderOf } from './order.ts'
import { alongOrder, alongOrderForAWhile, amongAll, countedPage } from './page.ts'

let t: TestApp
let org: Org
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  org = await makeOrg(t.process.kernel, 'Crew 3', 3)
  // Values and times repeat, so that ids break ties, and each is missing for some contacts.
  await sql`
    insert into contact (org_id, id, firstname, sort_name, phone, location, department, job_title, employee_id, preferred_name, email, work,
      hire_date, birthday, language, timezone, source, created_at, updated_at)
    select ${org.id}::uuid, gen_random_uuid(), 'W', 'worker ' || n % 7, case when n % 4 > 0 then '+1415555' || 1000 + n end,
      case when n % 3 = 0 then 'Dock ' || n % 12 else '' end, (array['', 'Ärzte', 'arzte', 'Zoll'])[n % 4 + 1],
      case when n % 2 = 0 then 'Job ' || n % 5 else '' end, case when n % 6 > 0 then n::text else '' end, '', case when n % 9 = 0 then 'w@x.test' else '' end,
      (array['active', 'on_leave', 'blocked', 'terminated'])[n % 4 + 1], case when n % 5 > 0 then date '2020-01-30' + n % 8 end,
      case when n % 7 = 0 then '1990-02-0' || n % 9 + 1 end, (array['en', 'es'])[n % 2 + 1], case when n % 8 = 0 then 'America/Denver' end, 'hand',
      timestamptz '2026-01-01' + n / 5 * interval '1.000001 minutes', now() from generate_series(1, 60) n`.execute(db())
  await sql`
    insert into conversation (org_id, contact_id, last_message_id, last_at)
    select org_id, id, gen_random_uuid(), date_trunc('hour', now()) - hashtext(employee_id) % 9 * interval '1 hour' from contact
    where org_id = ${org.id} and employee_id like '%2'`.execute(db())
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(org.id)
const atDock = sql<boolean>`(c.archived_at is null and c.location like 'Dock%')`
const directions = ['asc', 'desc'] as const
const everyOrder = CONTACT_SORTS.flatMap((sort) => directions.map((order) => ({ sort, order })))

describe.each(everyOrder)('a list by $sort $order', ({ sort, order }) => {
  const orderWith = (more: object) =>
    orderOf(groupContacts.query.parse({ sort, order, pageSize: 5, ...more }), contactActivityRules.get())

  test('has the same pages with every way to find them', async () => {
    const first = orderWith({})
    const page = await alongOrder(db(), atDock, first)
    expect(page).toHaveLength(6)
    const position = (await alongOrder(db(), atDock, orderWith({ pageSize: 17 })))[16] ?? { key: '', id: '' }
    const turns = [first, orderWith({ page: 3 }), orderWith({ page: 9 })]
    const behind = [page[4] ?? position, position].map((row) => orderWith({ cursor: cursorOf(first.cursor(row)) }))
    for (const pageOrder of [...turns, ...behind]) {
      const along = await alongOrder(db(), atDock, pageOrder)
      expect(await amongAll(db(), atDock, pageOrder)).toEqual(along)
      expect(await countedPage(db(), atDock, pageOrder)).toEqual({ total: 20, page: along })
      const walked = await alongOrderForAWhile(db(), atDock, pageOrder, 1000)
      // The scan skips contacts without a value, but a full page from it is complete.
      if (walked.length === pageOrder.most) expect(walked).toEqual(along)
      else expect(along).toEqual(expect.arrayContaining(walked))
    }
  })

  test('shows each contact once across pages, contacts without a value last', async () => {
    const allRows = await alongOrder(db(), sql`true`, orderWith({ pageSize: 200 }))
    expect(new Set(allRows.map((row) => row.id)).size).toBe(allRows.length)
    const filled = allRows.findLastIndex((row) => row.key !== '') + 1
    expect(allRows.slice(0, filled).every((row) => row.key !== '')).toBe(true)
    const ids: string[] = []
    for (let cursor: string | undefined; ;) {
      const { body } = await t
        .as(org.ann)
        .call(groupContacts, { query: { sort, order, pageSize: 7, ...(cursor !== undefined && { cursor }) } })
      ids.push(...body.data.map((contact) => contact.id))
      cursor = body.nextCursor
      if (cursor === undefined) break
    }
    expect(ids).toEqual(allRows.map((row) => row.id))
    const back = await alongOrder(
      db(),
      sql`true`,
      orderWith({ pageSize: 200, order: order === 'asc' ? 'desc' : 'asc' }),
    )
    const turned = [...back.slice(0, filled).toReversed(), ...back.slice(filled).toReversed()]
    expect(turned.map((row) => row.id)).toEqual(ids)
  })

  test('scans no more rows than allowed', async () => {
    const scanned = await alongOrderForAWhile(db(), atDock, orderWith({}), 10)
    expect(scanned.length).toBeLessThanOrEqual(6)
    const all = await alongOrder(db(), sql`true`, orderWith({ pageSize: 200 }))
    expect(all).toEqual(expect.arrayContaining(scanned))
  })

  test('can be narrowed by search, rules and group', async () => {
    const options = { sort, order, pageSize: 200 }
    const ids = async (query: object) =>
      (await t.as(org.ann).call(groupContacts, { query: { ...options, ...query } })).body.data.map(
        (contact) => contact.id,
      )
    const all = await ids({})
    const rule = { op: 'and', children: [{ field: 'location', cmp: 'starts_with', value: 'dock' }] }
    const narrowed = await ids({ filter: JSON.stringify(rule) })
    expect(narrowed).toHaveLength(20)
    expect(narrowed).toEqual(all.filter((id) => narrowed.includes(id)))
    const searched = await ids({ search: 'worker 3' })
    expect(searched.length).toBeGreaterThan(5)
    expect(searched).toEqual(all.filter((id) => searched.includes(id)))
    const made = await t.as(org.ann).call(createGroup, { body: { name: `Of ${sort} ${order}` } })
    const id = made.body.group.id
    await t.as(org.ann).call(addToGroup, { query: { id }, body: { contacts: all.slice(3, 30) } })
    const members = await t.as(org.ann).call(groupMembers, { query: { ...options, id } })
    expect(members.body.data.map((contact) => contact.id)).toEqual(all.slice(3, 30))
  })
})

test('sorts numbers within text by value, and letters ignoring case and accents', async () => {
  const by = async (sort: 'location' | 'employeeId' | 'department') => {
    const { body } = await t.as(org.ann).call(groupContacts, { query: { sort, pageSize: 200 } })
    return [...new Set(body.data.map((contact) => contact[sort]).filter((value) => value !== ''))]
  }
  expect(await by('location')).toEqual(['Dock 0', 'Dock 3', 'Dock 6', 'Dock 9'])
  const numbers = (await by('employeeId')).map(Number)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(await by('department')).toEqual(['arzte', 'Ärzte', 'Zoll'])
})

test('refuses a cursor of another order or a forged cursor with a message', async () => {
  const { body } = await t.as(org.ann).call(groupContacts, { query: { sort: 'location', pageSize: 5 } })
  const cursor = body.nextCursor ?? ''
  type PageQuery = { sort?: (typeof CONTACT_SORTS)[number]; order?: 'asc' | 'desc'; cursor: string }
  const listPage = (query: PageQuery) => t.as(org.ann).call(groupContacts, { query: { pageSize: 5, ...query } })
  expect((await listPage({ sort: 'location', cursor })).http).toBe(200)
  const others = [{}, { sort: 'department' }, { sort: 'location', order: 'desc' }] as const
  for (const otherOrder of others) {
    const answer = await listPage({ ...otherOrder, cursor })
    expect(answer.body).toMatchObject({
      code: 'invalid',
      fieldErrors: { cursor: 'The order of this list has changed. Load the list again.' },
    })
  }
  const madeUp = cursorOf({ key: 'soon', id: org.bob.id, by: 'hireDate asc' })
  expect((await listPage({ sort: 'hireDate', cursor: madeUp })).body).toMatchObject({ code: 'invalid' })
})
