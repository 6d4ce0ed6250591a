import { editContact } from '@crewline/contract/contacts'
import {
  addToGroup,
  createGroup,
  groupMembers,
  groupPins,
  readGroups,
  removeFromGroup,
  unpinPeople,
} from '@crewline/contract/groups'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
let n = 3
beforeAll(async () => {
  t = await house({ roles: 'web' })
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
  (await t.as(org.ann).call(groupMembers, { query: { id } })).body.data.map((one) => one.id)
const unpin = (org: Org, id: string, contacts: string[]) =>
  t.as(org.ann).call(unpinPeople, { query: { id }, body: { contacts } })

describe('who is in a group with rules by hand', () => {
  test('is listed, and left to the rules again', async () => {
    const { org, id } = await secondPlant()
    await t.as(org.ann).call(removeFromGroup, { query: { id }, body: { contacts: [org.bob.id] } })
    expect(await members(org, id)).toEqual([])
    expect(await pins(org, id, 'out')).toMatchObject({ total: 1, data: [{ id: org.bob.id }] })
    expect((await unpin(org, id, [org.bob.id])).body).toMatchObject({ added: 1, removed: 0, skipped: 0 })
    expect(await members(org, id)).toEqual([org.bob.id])
    expect(await pins(org, id, 'out')).toMatchObject({ total: 0, data: [] })
  })
  test('leaves it when the rules do not match and nothing holds them any more', async () => {
    const { org, id } = await secondPlant()
    await t.as(org.ann).call(editContact, { query: { id: org.bob.id }, body: { location: 'Plant 3' } })
    await t.as(org.ann).call(addToGroup, { query: { id }, body: { contacts: [org.bob.id] } })
    expect(await pins(org, id, 'in')).toMatchObject({ total: 1, data: [{ id: org.bob.id }] })
    expect((await unpin(org, id, [org.bob.id])).body).toMatchObject({ added: 0, removed: 1, skipped: 0 })
    expect(await members(org, id)).toEqual([])
    const { group } = (await t.as(org.ann).call(readGroups, { query: { id } })).body
    expect(group).toMatchObject({ pinnedIn: 0, pinnedOut: 0, contactCount: 0 })
  })
  test('is nobody who never was put in or taken out, and nobody of a group by hand', async () => {
    const { org, id } = await secondPlant()
    expect((await unpin(org, id, [org.bob.id])).body).toMatchObject({ added: 0, removed: 0, skipped: 1 })
    const made = await t.as(org.ann).call(createGroup, { body: { name: 'By hand', contacts: [org.bob.id] } })
    const byHand = made.body.group.id
    expect((await unpin(org, byHand, [org.bob.id])).body).toMatchObject({ removed: 0, skipped: 1 })
    expect(await members(org, byHand)).toEqual([org.bob.id])
  })
  test('stays out of sight of other organizations', async () => {
    const { org, id } = await secondPlant()
    const other = await makeOrg(t.process.kernel, `Crew ${n}`, n++)
    expect((await t.as(other.ann).call(groupPins, { query: { id, kind: 'in' } })).body.code).toBe('not_found')
    expect((await unpin(other, id, [org.bob.id])).body.code).toBe('not_found')
  })
})
