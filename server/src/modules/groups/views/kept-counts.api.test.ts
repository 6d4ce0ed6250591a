import { editContact } from '@crewline/contract/contacts'
import { createGroup } from '@crewline/contract/groups'
import { Selection, type FilterNode } from '@crewline/contract/filters'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeOrg, makePerson, makeWorker, type Org } from '../../../../test/kit/cast.ts'
import { followGroups } from '../../../../test/kit/groups.ts'
import { house, type House } from '../../../../test/kit/house.ts'
import { dayAt } from '../filter-rules/days.ts'
import { systemGroupId } from '../filter-rules/system-groups.ts'
import { NO_ACTIVITY } from '../store/activity.ts'
import { countSelection } from './audience.ts'

let t: House
let crew: Org
/** An agent who sees the first two groups. */
let lou: string
const workers: string[] = []
const groups: string[] = []

beforeAll(async () => {
  t = await house({ roles: 'web' })
  const { kernel } = t.process
  crew = await makeOrg(kernel, 'Crew', 5)
  for (let nth = 0; nth < 12; nth++)
    workers.push((await makeWorker(kernel, crew.id, `Worker${nth}`, `+1415555${1000 + nth}`)).id)
  for (const [name, contacts] of [
    ['Early', workers.slice(0, 7)],
    ['Late', workers.slice(4, 10)],
    ['Night', workers.slice(2, 5)],
    ['Empty', []],
  ] as const) {
    const made = await t.as(crew.ann).call(createGroup, { body: { name, contacts: [...contacts] } })
    groups.push(made.body.group.id)
  }
  const person = await makePerson(kernel, crew.id, { firstname: 'Lou', lastname: 'Crew', role: 'manager' })
  lou = await limitTo(kernel, person, groups.slice(0, 2))
  await followGroups(t)
})
afterAll(() => t.close())

/** What a member counts, or who sees everybody. */
async function count(member: string | undefined, audience: object, excludedIds: string[]) {
  const { database, world } = t.process.kernel
  const timezone = 'America/Chicago'
  const ctx = {
    ...{ orgId: crew.id, country: 'US', timezone, now: world.now(), today: dayAt(world.now(), timezone) },
    ...{ activity: NO_ACTIVITY, customKinds: new Map() },
  }
  const selection = Selection.parse({ selectedAll: true, audience, excludedIds })
  const { count: all, reachableCount } = await countSelection(database.ofOrg(crew.id, member), ctx, selection)
  return { all, reachableCount }
}

/** Nobody is there, so that beside it groups are the same people, and have to be looked for among all. */
const NOWHERE = { field: 'location', cmp: 'is' as const, value: 'Nowhere' }
const among = (filter: FilterNode): FilterNode => ({ op: 'or', children: [filter, NOWHERE] })
const ANYBODY: FilterNode = { op: 'or', children: [NOWHERE, { ...NOWHERE, cmp: 'is_not' }] }
const ofGroups = (value: string[]): FilterNode => ({
  op: 'and',
  children: [{ op: 'or', children: [{ field: 'group', cmp: 'member_of', value }] }],
})

/** What is asked in both ways, by a member who sees everybody and by one who does not. */
async function expectSameInBothWays(): Promise<void> {
  const audiences = fc.record({
    ids: fc.subarray(groups, { minLength: 1 }),
    excludedIds: fc.oneof(fc.constant<string[]>([]), fc.subarray(workers, { maxLength: 4 })),
    reach: fc.constantFrom('all', 'can_text'),
  })
  for (const { ids, excludedIds, reach } of fc.sample(audiences, { numRuns: 20, seed: 5 })) {
    for (const member of [undefined, lou]) {
      const kept = await count(member, { reach, filter: ofGroups(ids) }, excludedIds)
      expect(kept).toEqual(await count(member, { reach, filter: among(ofGroups(ids)) }, excludedIds))
      const [groupId] = ids
      const alone = await count(member, { reach, groupId }, excludedIds)
      expect(alone).toEqual(await count(member, { reach, groupId, filter: ANYBODY }, excludedIds))
    }
  }
}

const waits = async () => {
  const db = t.process.kernel.database.ofOrg(crew.id)
  return (await sql<{ waits: boolean }>`select group_counts_wait() as waits`.execute(db)).rows[0]?.waits
}

test('people of groups are counted by their memberships, each once, as they are counted among all', async () => {
  expect(await waits()).toBe(false)
  expect(await count(undefined, { filter: ofGroups(groups) }, [])).toEqual({ all: 10, reachableCount: 10 })
  expect(await count(lou, { filter: ofGroups(groups.slice(1)) }, [])).toEqual({ all: 6, reachableCount: 6 })
  await expectSameInBothWays()
})

test('who was archived, opted out or lost a number counts so at once, before their groups are counted anew and after', async () => {
  const edit = (id: string, body: object) => t.as(crew.ann).call(editContact, { query: { id }, body })
  expect((await edit(workers[4] as string, { archived: true })).http).toBe(200)
  expect((await edit(workers[5] as string, { phone: '' })).http).toBe(200)
  for (const isFollowed of [false, true]) {
    if (isFollowed) await followGroups(t)
    expect(await waits()).toBe(!isFollowed)
    expect(await count(undefined, { filter: ofGroups(groups) }, [])).toEqual({ all: 9, reachableCount: 8 })
    await expectSameInBothWays()
  }
})

test('what waits to be counted elsewhere keeps nobody waiting here', async () => {
  await t.as(t.acme.ann).call(editContact, { query: { id: t.acme.bob.id }, body: { location: 'Dock' } })
  expect(await waits()).toBe(false)
  await followGroups(t)
})

test("the product's own groups are counted among all, also beside others", async () => {
  const all = systemGroupId(crew.id, 'all')
  expect(await count(undefined, { groupId: all }, [])).toMatchObject({ all: 14 })
  expect(await count(undefined, { filter: ofGroups([all, groups[2] as string]) }, [])).toMatchObject({ all: 14 })
})
