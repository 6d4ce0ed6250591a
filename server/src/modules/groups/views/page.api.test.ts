import { CONTACT_SORTS } from '@crewline/contract/contact-columns'
import { addToGroup, createGroup, groupContacts, groupMembers } from '@crewline/contract/groups'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cursorOf } from '../../../kernel/db/paging.ts'
import { contactActivityRules } from '../plugs.ts'
import { makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { house, type House } from '../../../../test/kit/house.ts'
import { orderOf } from './order.ts'
import { alongOrder, alongOrderForAWhile, amongAll, countedPage } from './page.ts'

let t: House
let org: Org
beforeAll(async () => {
  t = await house({ roles: 'web' })
  org = await makeOrg(t.process.kernel, 'Crew 3', 3)
  // Facts and moments come several times, so that ids decide, and each is missing of some.
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
  const asked = (more: object) =>
    orderOf(groupContacts.query.parse({ sort, order, pageSize: 5, ...more }), contactActivityRules.get())

  test('has the same pages whichever way they are found', async () => {
    const first = asked({})
    const page = await alongOrder(db(), atDock, first)
    expect(page).toHaveLength(6)
    const place = (await alongOrder(db(), atDock, asked({ pageSize: 17 })))[16] ?? { key: '', id: '' }
    const turns = [first, asked({ page: 3 }), asked({ page: 9 })]
    const behind = [page[4] ?? place, place].map((one) => asked({ cursor: cursorOf(first.cursor(one)) }))
    for (const one of [...turns, ...behind]) {
      const along = await alongOrder(db(), atDock, one)
      expect(await amongAll(db(), atDock, one)).toEqual(along)
      expect(await countedPage(db(), atDock, one)).toEqual({ total: 20, page: along })
      const walked = await alongOrderForAWhile(db(), atDock, one, 1000)
      // Those who are empty are not walked by; a page that is full is the page all the same.
      if (walked.length === one.most) expect(walked).toEqual(along)
      else expect(along).toEqual(expect.arrayContaining(walked))
    }
  })

  test('shows each worker once, page after page, and whoever has nothing of it last', async () => {
    const whole = await alongOrder(db(), sql`true`, asked({ pageSize: 200 }))
    expect(new Set(whole.map((one) => one.id)).size).toBe(whole.length)
    const filled = whole.findLastIndex((one) => one.key !== '') + 1
    expect(whole.slice(0, filled).every((one) => one.key !== '')).toBe(true)
    const seen: string[] = []
    for (let cursor: string | undefined; ;) {
      const { body } = await t
        .as(org.ann)
        .call(groupContacts, { query: { sort, order, pageSize: 7, ...(cursor !== undefined && { cursor }) } })
      seen.push(...body.data.map((one) => one.id))
      cursor = body.nextCursor
      if (cursor === undefined) break
    }
    expect(seen).toEqual(whole.map((one) => one.id))
    const back = await alongOrder(db(), sql`true`, asked({ pageSize: 200, order: order === 'asc' ? 'desc' : 'asc' }))
    const turned = [...back.slice(0, filled).toReversed(), ...back.slice(filled).toReversed()]
    expect(turned.map((one) => one.id)).toEqual(seen)
  })

  test('is walked along for as many steps as are allowed', async () => {
    const some = await alongOrderForAWhile(db(), atDock, asked({}), 10)
    expect(some.length).toBeLessThanOrEqual(6)
    const all = await alongOrder(db(), sql`true`, asked({ pageSize: 200 }))
    expect(all).toEqual(expect.arrayContaining(some))
  })

  test('is narrowed by words, rules and a group like any other', async () => {
    const ask = { sort, order, pageSize: 200 }
    const ids = async (query: object) =>
      (await t.as(org.ann).call(groupContacts, { query: { ...ask, ...query } })).body.data.map((one) => one.id)
    const all = await ids({})
    const rule = { op: 'and', children: [{ field: 'location', cmp: 'starts_with', value: 'dock' }] }
    const narrowed = await ids({ filter: JSON.stringify(rule) })
    expect(narrowed).toHaveLength(20)
    expect(narrowed).toEqual(all.filter((id) => narrowed.includes(id)))
    const found = await ids({ search: 'worker 3' })
    expect(found.length).toBeGreaterThan(5)
    expect(found).toEqual(all.filter((id) => found.includes(id)))
    const made = await t.as(org.ann).call(createGroup, { body: { name: `Of ${sort} ${order}` } })
    const id = made.body.group.id
    await t.as(org.ann).call(addToGroup, { query: { id }, body: { contacts: all.slice(3, 30) } })
    const members = await t.as(org.ann).call(groupMembers, { query: { ...ask, id } })
    expect(members.body.data.map((one) => one.id)).toEqual(all.slice(3, 30))
  })
})

test('numbers in words go by their size, letters without regard to case and accents', async () => {
  const by = async (sort: 'location' | 'employeeId' | 'department') => {
    const { body } = await t.as(org.ann).call(groupContacts, { query: { sort, pageSize: 200 } })
    return [...new Set(body.data.map((one) => one[sort]).filter((value) => value !== ''))]
  }
  expect(await by('location')).toEqual(['Dock 0', 'Dock 3', 'Dock 6', 'Dock 9'])
  const numbers = (await by('employeeId')).map(Number)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(await by('department')).toEqual(['arzte', 'Ärzte', 'Zoll'])
})

test('a place in another order is refused in words, and so is one that was made up', async () => {
  const { body } = await t.as(org.ann).call(groupContacts, { query: { sort: 'location', pageSize: 5 } })
  const cursor = body.nextCursor ?? ''
  type Asked = { sort?: (typeof CONTACT_SORTS)[number]; order?: 'asc' | 'desc'; cursor: string }
  const ask = (query: Asked) => t.as(org.ann).call(groupContacts, { query: { pageSize: 5, ...query } })
  expect((await ask({ sort: 'location', cursor })).http).toBe(200)
  const others = [{}, { sort: 'department' }, { sort: 'location', order: 'desc' }] as const
  for (const other of others) {
    const answer = await ask({ ...other, cursor })
    expect(answer.body).toMatchObject({
      code: 'invalid',
      fieldErrors: { cursor: 'This page is of a list in another order. Load the list again.' },
    })
  }
  const madeUp = cursorOf({ key: 'soon', id: org.bob.id, by: 'hireDate asc' })
  expect((await ask({ sort: 'hireDate', cursor: madeUp })).body).toMatchObject({ code: 'invalid' })
})
