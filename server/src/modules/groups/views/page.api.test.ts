import { groupContacts } from '@crewline/contract/groups'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cursorOf } from '../../../kernel/db/paging.ts'
import { makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { house, type House } from '../../../../test/kit/house.ts'
import { alongOrder, alongOrderForAWhile, amongAll, countedPage, orderOf } from './page.ts'

let t: House
let org: Org
beforeAll(async () => {
  t = await house({ roles: 'web' })
  org = await makeOrg(t.process.kernel, 'Crew 3', 3)
  // Names and moments come several times, so that ids decide.
  await sql`
    insert into contact (org_id, id, firstname, sort_name, location, source, created_at, updated_at)
    select ${org.id}::uuid, gen_random_uuid(), 'W', 'worker ' || n % 7, case when n % 3 = 0 then 'Dock' else '' end, 'hand',
      timestamptz '2026-01-01' + n / 5 * interval '1 minute', now() from generate_series(1, 60) n`.execute(db())
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(org.id)
const atDock = sql<boolean>`(c.archived_at is null and c.location = 'Dock')`

describe.each([
  ['name', 'asc'],
  ['name', 'desc'],
  ['createdAt', 'asc'],
  ['createdAt', 'desc'],
] as const)('a list by %s %s', (sort, order) => {
  const asked = (more: object) => orderOf(groupContacts.query.parse({ sort, order, pageSize: 5, ...more }))

  test('has the same pages whichever way they are found', async () => {
    const first = asked({})
    const page = await alongOrder(db(), atDock, first)
    expect(page).toHaveLength(6)
    const last = page[4]
    for (const one of [
      first,
      asked({ page: 3 }),
      asked({ page: 9 }),
      asked({ cursor: cursorOf(last ?? { key: '', id: '' }) }),
    ]) {
      const along = await alongOrder(db(), atDock, one)
      expect(await amongAll(db(), atDock, one)).toEqual(along)
      expect(await countedPage(db(), atDock, one)).toEqual({ total: 20, page: along })
      expect(await alongOrderForAWhile(db(), atDock, one, 1000)).toEqual(along)
    }
  })

  test('is walked along for as many steps as are allowed', async () => {
    const some = await alongOrderForAWhile(db(), atDock, asked({}), 10)
    expect(some.length).toBeLessThan(6)
    expect(await alongOrder(db(), atDock, asked({}))).toEqual(expect.arrayContaining(some))
  })
})
