import { editContact } from '@crewline/contract/contacts'
import {
  addToGroup,
  createGroup,
  groupMembers,
  groupPins,
  readGroups,
  removeFromGroup,
  unpinContacts,
} from '@crewline/contract/groups'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let n = 3
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

async function secondPlant(): Promise<{ org: Org; id: string }> {
  const org = await makeOrg(t.process.kernel, `Crew ${n}`, n++)
  await t.as(org.ann).call(editContact, { query: { id: org.bob.id }, body: { location: 'Plant 2' } })
  const made = await t.as(org.ann).call(createGroup, {
    body: {
      name: 'Second plant',
      type: 'dynamic',
      filter: { op: 'and', children: [{ field: 'location', cmp: 'is', value: 'Plant 2' }] },
    },
  })
  return { org, id: made.body.group.id }
}
const pins = async (org: Org, id: string, kind: 'in' | 'out') =>
  (await t.as(org.ann).call(groupPins, { query: { id, kind } })).body
const members = async (org: Org, id: string) =>
  (await t.as(org.ann).call(groupMembers, { query: { id } })).body.data.map((contact) => contact.id)
const unpin = (org: Org, id: string, contacts: string[]) =>
  t.as(org.ann).call(unpinContacts, { query: { id }, body: { contacts } })

describe('a pinned contact of a smart group', () => {
  test('is listed and can be unpinned', async () => {
    const { org, id } = await secondPlant()
    await t.as(org.ann).call(removeFromGroup, { query: { id }, body: { contacts: [org.bob.id] } })
    expect(await members(org, id)).toEqual([])
    expect(await pins(org, id, 'out')).toMatchObject({ total: 1, data: [{ id: org.bob.id }] })
    expect((await unpin(org, id, [org.bob.id])).body).toMatchObject({ added: 1, removed: 0, skipped: 0 })
    expect(await members(org, id)).toEqual([org.bob.id])
    expect(await pins(org, id, 'out')).toMatchObject({ total: 0, data: [] })
  })
  test('leaves the group after unpinning when the rules do not match', async () => {
    const { org, id } = await secondPlant()
    await t.as(org.ann).call(editContact, { query: { id: org.bob.id }, body: { location: 'Plant 3' } })
    await t.as(org.ann).call(addToGroup, { query: { id }, body: { contacts: [org.bob.id] } })
    expect(await pins(org, id, 'in')).toMatchObject({ total: 1, data: [{ id: org.bob.id }] })
    expect((await unpin(org, id, [org.bob.id])).body).toMatchObject({ added: 0, removed: 1, skipped: 0 })
    expect(await members(org, id)).toEqual([])
    const { group } = (await t.as(org.ann).call(readGroups, { query: { id } })).body
    expect(group).toMatchObject({ pinnedIn: 0, pinnedOut: 0, contactCount: 0 })
  })
  test('does not include contacts never added or removed by hand, or members of manual groups', async () => {
    const { org, id } = await secondPlant()
    expect((await unpin(org, id, [org.bob.id])).body).toMatchObject({ added: 0, removed: 0, skipped: 1 })
    const made = await t.as(org.ann).call(createGroup, { body: { name: 'By hand', contacts: [org.bob.id] } })
    const staticGroupId = made.body.group.id
    expect((await unpin(org, staticGroupId, [org.bob.id])).body).toMatchObject({ removed: 0, skipped: 1 })
    expect(await members(org, staticGroupId)).toEqual([org.bob.id])
  })
  test('is hidden from other organizations', async () => {
    const { org, id } = await secondPlant()
    const otherOrg = await makeOrg(t.process.kernel, `Crew ${n}`, n++)
    expect((await t.as(otherOrg.ann).call(groupPins, { query: { id, kind: 'in' } })).body.code).toBe('not_found')
    expect((await unpin(otherOrg, id, [org.bob.id])).body.code).toBe('not_found')
  })
})
