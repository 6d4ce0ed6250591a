import { editContact } from '@crewline/contract/contacts'
import type { FilterNode } from '@crewline/contract/filters'
import {
  addToGroup,
  createGroup,
  deleteGroup,
  readGroups,
  refreshGroup,
  removeFromGroup,
  whyInGroup,
} from '@crewline/contract/groups'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { followGroups } from '../../../test/kit/groups.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { groupHistory } from './index.ts'

let t: TestApp
let org: Org
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  org = await makeOrg(t.process.kernel, 'Crew 3', 3)
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(org.id)
const filterBy = (field: string, value: string | string[]): FilterNode => ({
  op: 'and',
  children: [{ field, cmp: Array.isArray(value) ? 'member_of' : 'is', value }],
})
const group = async (name: string, filter?: FilterNode) =>
  (
    await t.as(org.ann).call(createGroup, {
      body: { name, contacts: [], ...(filter ? { type: 'dynamic' as const, filter } : {}) },
    })
  ).body.group.id
const put = (id: string, contacts: string[]) => t.as(org.ann).call(addToGroup, { query: { id }, body: { contacts } })
const take = (id: string, contacts: string[]) =>
  t.as(org.ann).call(removeFromGroup, { query: { id }, body: { contacts } })
const readHistory = async (id: string, contactId: string) =>
  (await t.as(org.ann).call(whyInGroup, { query: { id, contactId } })).body.history.map(({ change, cause, by }) =>
    `${change} ${cause} ${by ?? ''}`.trim(),
  )
const ann = 'Ann Crew 3'

describe('group history', () => {
  test('records each join and leave with its author and survives the deletion of the group', async () => {
    const id = await group('Night')
    await put(id, [org.bob.id])
    expect(await readHistory(id, org.bob.id)).toEqual([`joined hand ${ann}`])
    await take(id, [org.bob.id])
    await put(id, [org.bob.id])
    expect(await readHistory(id, org.bob.id)).toEqual([`joined hand ${ann}`, `left hand ${ann}`, `joined hand ${ann}`])
    await t.as(org.ann).call(deleteGroup, { query: { id } })
    const result = await sql<{ change: string }>`
      select change from ${groupHistory} h where group_id = ${id} and contact_id = ${org.bob.id} order by at, change`.execute(
      db(),
    )
    expect(result.rows.map((row) => row.change)).toEqual(['joined', 'left', 'joined'])
  })

  test('distinguishes rule changes from manual changes in a smart group', async () => {
    await t.as(org.ann).call(editContact, { query: { id: org.bob.id }, body: { location: 'Dock' } })
    const id = await group('Dock', filterBy('location', 'Dock'))
    await put(id, [org.cat.id])
    expect([await readHistory(id, org.bob.id), await readHistory(id, org.cat.id)]).toEqual([
      ['joined rules'],
      [`joined hand ${ann}`],
    ])
    await take(id, [org.cat.id, org.bob.id])
    expect(await readHistory(id, org.bob.id)).toEqual([`left hand ${ann}`, 'joined rules'])
    expect(await readHistory(id, org.cat.id)).toEqual([`left hand ${ann}`, `joined hand ${ann}`])
  })

  test('is written by the database for any delete statement and cannot be rewritten', async () => {
    const id = await group('Morning')
    await put(id, [org.dan.id])
    await expect(
      sql`update group_member set joined_at = now(), joined_by = null where group_id = ${id}`.execute(db()),
    ).rejects.toThrow('permission denied')
    await sql`delete from group_member where group_id = ${id}`.execute(db())
    expect(await readHistory(id, org.dan.id)).toEqual([`joined hand ${ann}`])
  })

  test('refuses members of missing groups, missing contacts as members, and history of missing organizations', async () => {
    const id = await group('Evening')
    const missingId = t.process.kernel.world.id()
    for (const [groupId, contactId] of [
      [missingId, org.dan.id],
      [id, missingId],
    ])
      await expect(
        sql`insert into group_member (org_id, group_id, contact_id) values (${org.id}, ${groupId}, ${org.dan.id}), (${org.id}, ${id}, ${contactId}) on conflict do nothing`.execute(
          db(),
        ),
      ).rejects.toThrow('does not exist')
    const lost = t.process.kernel.database.ofOrg(missingId)
    await expect(
      sql`insert into group_event (org_id, group_id, contact_id, at, change, cause) values (${missingId}, ${id}, ${org.dan.id}, now(), 'left', 'hand')`.execute(
        lost,
      ),
    ).rejects.toThrow('does not exist')
  })
})

test('a large number of new members propagates to the groups that reference the group', async () => {
  const first = await group('Crowd', filterBy('department', 'Crowd'))
  const second = await group('Second', filterBy('group', [first]))
  const third = await group('Third', filterBy('group', [second]))
  await sql`
    insert into contact (org_id, id, firstname, sort_name, department, source, created_at, updated_at)
    select ${org.id}::uuid, gen_random_uuid(), 'Worker ' || n, 'worker ' || n, 'crowd', 'import', now(), now() from generate_series(1, 5001) n`.execute(
    db(),
  )
  await t.as(org.ann).call(refreshGroup, { params: { groupId: first } })
  await followGroups(t)
  await followGroups(t)
  const { groups } = (await t.as(org.ann).call(readGroups, { query: {} })).body
  const counts = [first, second, third].map((id) => groups.find((row) => row.id === id)?.contactCount)
  expect(counts).toEqual([5001, 5001, 5001])
})
