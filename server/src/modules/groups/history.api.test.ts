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
import { house, type House } from '../../../test/kit/house.ts'
import { groupHistory } from './index.ts'

let t: House
let org: Org
beforeAll(async () => {
  t = await house({ roles: 'web' })
  org = await makeOrg(t.process.kernel, 'Crew 3', 3)
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(org.id)
const asks = (field: string, value: string | string[]): FilterNode => ({
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
const told = async (id: string, contactId: string) =>
  (await t.as(org.ann).call(whyInGroup, { query: { id, contactId } })).body.history.map(({ change, cause, by }) =>
    `${change} ${cause} ${by ?? ''}`.trim(),
  )
const ann = 'Ann Crew 3'

describe('the history of a group', () => {
  test('tells who came and went and by whom, over and over, and stays when the group goes', async () => {
    const id = await group('Night')
    await put(id, [org.bob.id])
    expect(await told(id, org.bob.id)).toEqual([`joined hand ${ann}`])
    await take(id, [org.bob.id])
    await put(id, [org.bob.id])
    expect(await told(id, org.bob.id)).toEqual([`joined hand ${ann}`, `left hand ${ann}`, `joined hand ${ann}`])
    await t.as(org.ann).call(deleteGroup, { query: { id } })
    const kept = await sql<{ change: string }>`
      select change from ${groupHistory} h where group_id = ${id} and contact_id = ${org.bob.id} order by at, change`.execute(
      db(),
    )
    expect(kept.rows.map((row) => row.change)).toEqual(['joined', 'left', 'joined'])
  })

  test('tells rules from a hand that put somebody into a group with rules', async () => {
    await t.as(org.ann).call(editContact, { query: { id: org.bob.id }, body: { location: 'Dock' } })
    const id = await group('Dock', asks('location', 'Dock'))
    await put(id, [org.cat.id])
    expect([await told(id, org.bob.id), await told(id, org.cat.id)]).toEqual([['joined rules'], [`joined hand ${ann}`]])
    await take(id, [org.cat.id, org.bob.id])
    expect(await told(id, org.bob.id)).toEqual([`left hand ${ann}`, 'joined rules'])
    expect(await told(id, org.cat.id)).toEqual([`left hand ${ann}`, `joined hand ${ann}`])
  })

  test('is kept by the database itself, whatever statement takes somebody out, and is not rewritten', async () => {
    const id = await group('Morning')
    await put(id, [org.dan.id])
    await expect(
      sql`update group_member set joined_at = now(), joined_by = null where group_id = ${id}`.execute(db()),
    ).rejects.toThrow('permission denied')
    await sql`delete from group_member where group_id = ${id}`.execute(db())
    expect(await told(id, org.dan.id)).toEqual([`joined hand ${ann}`])
  })

  test('a member of no group, nobody in a group, and a line of no organization are refused', async () => {
    const id = await group('Evening')
    const nobody = t.process.kernel.world.id()
    for (const [groupId, contactId] of [
      [nobody, org.dan.id],
      [id, nobody],
    ])
      await expect(
        sql`insert into group_member (org_id, group_id, contact_id) values (${org.id}, ${groupId}, ${org.dan.id}), (${org.id}, ${id}, ${contactId}) on conflict do nothing`.execute(
          db(),
        ),
      ).rejects.toThrow('not there')
    const lost = t.process.kernel.database.ofOrg(nobody)
    await expect(
      sql`insert into group_event (org_id, group_id, contact_id, at, change, cause) values (${nobody}, ${id}, ${org.dan.id}, now(), 'left', 'hand')`.execute(
        lost,
      ),
    ).rejects.toThrow('not there')
  })
})

test('a crowd that comes into a group is followed by the groups that ask for it', async () => {
  const crowd = await group('Crowd', asks('department', 'Crowd'))
  const second = await group('Second', asks('group', [crowd]))
  const third = await group('Third', asks('group', [second]))
  await sql`
    insert into contact (org_id, id, firstname, sort_name, department, source, created_at, updated_at)
    select ${org.id}::uuid, gen_random_uuid(), 'Worker ' || n, 'worker ' || n, 'crowd', 'import', now(), now() from generate_series(1, 5001) n`.execute(
    db(),
  )
  await t.as(org.ann).call(refreshGroup, { params: { groupId: crowd } })
  await followGroups(t)
  await followGroups(t)
  const { groups } = (await t.as(org.ann).call(readGroups, { query: {} })).body
  const counts = [crowd, second, third].map((id) => groups.find((one) => one.id === id)?.contactCount)
  expect(counts).toEqual([5001, 5001, 5001])
})
