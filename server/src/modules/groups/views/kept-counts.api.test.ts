import { dayIn } from '@crewline/contract/calendar'
import { editContact } from '@crewline/contract/contacts'
import { createGroup } from '@crewline/contract/groups'
import { Selection, type FilterNode } from '@crewline/contract/filters'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeOrg, makeUser, makeContact, type Org } from '../../../../test/kit/cast.ts'
import { followGroups } from '../../../../test/kit/groups.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { systemGroupId } from '../filter-rules/system-groups.ts'
import { countSelection } from '../../audience/views/selection.ts'
import { NO_ACTIVITY } from '../../../../test/kit/no-activity.ts'

let t: TestApp
let crew: Org
/** An agent who sees the first two groups. */
let lou: string
const contactIds: string[] = []
const groups: string[] = []

beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  const { kernel } = t.process
  crew = await makeOrg(kernel, 'Crew', 5)
  for (let nth = 0; nth < 12; nth++)
    contactIds.push((await makeContact(kernel, crew.id, `Worker${nth}`, `+1415555${1000 + nth}`)).id)
  for (const [name, contacts] of [
    ['Early', contactIds.slice(0, 7)],
    ['Late', contactIds.slice(4, 10)],
    ['Night', contactIds.slice(2, 5)],
    ['Empty', []],
  ] as const) {
    const made = await t.as(crew.ann).call(createGroup, { body: { name, contacts: [...contacts] } })
    groups.push(made.body.group.id)
  }
  const user = await makeUser(kernel, crew.id, { firstname: 'Lou', lastname: 'Crew', role: 'manager' })
  lou = await limitTo(kernel, user, groups.slice(0, 2))
  await followGroups(t)
})
afterAll(() => t.close())

/** Counts as a member with a group scope, or without a limit. */
async function count(member: string | undefined, audience: object, excludedIds: string[]) {
  const { database, world } = t.process.kernel
  const timezone = 'America/Chicago'
  const ctx = {
    ...{ orgId: crew.id, country: 'US', timezone, now: world.now(), today: dayIn(timezone, world.now()) },
    ...{ activity: NO_ACTIVITY, customKinds: new Map() },
  }
  const selection = Selection.parse({ selectedAll: true, audience, excludedIds })
  const { count: all, reachableCount } = await countSelection(database.ofOrg(crew.id, member), ctx, selection)
  return { all, reachableCount }
}

/** Matches no contact: adding it to a filter keeps the result but forces the count over all contacts. */
const NOWHERE = { field: 'location', cmp: 'is' as const, value: 'Nowhere' }
const among = (filter: FilterNode): FilterNode => ({ op: 'or', children: [filter, NOWHERE] })
const ANY_CONTACT: FilterNode = { op: 'or', children: [NOWHERE, { ...NOWHERE, cmp: 'is_not' }] }
const ofGroups = (value: string[]): FilterNode => ({
  op: 'and',
  children: [{ op: 'or', children: [{ field: 'group', cmp: 'member_of', value }] }],
})

/** Compares both ways of counting, for a member who sees all contacts and one who does not. */
async function expectBothCountsEqual(): Promise<void> {
  const audiences = fc.record({
    ids: fc.subarray(groups, { minLength: 1 }),
    excludedIds: fc.oneof(fc.constant<string[]>([]), fc.subarray(contactIds, { maxLength: 4 })),
    reach: fc.constantFrom('all', 'can_text'),
  })
  for (const { ids, excludedIds, reach } of fc.sample(audiences, { numRuns: 20, seed: 5 })) {
    for (const member of [undefined, lou]) {
      const storedCount = await count(member, { reach, filter: ofGroups(ids) }, excludedIds)
      expect(storedCount).toEqual(await count(member, { reach, filter: among(ofGroups(ids)) }, excludedIds))
      const [groupId] = ids
      const singleGroupCount = await count(member, { reach, groupId }, excludedIds)
      expect(singleGroupCount).toEqual(await count(member, { reach, groupId, filter: ANY_CONTACT }, excludedIds))
    }
  }
}

const isRecountPending = async () => {
  const db = t.process.kernel.database.ofOrg(crew.id)
  return (await sql<{ waits: boolean }>`select group_counts_wait() as waits`.execute(db)).rows[0]?.waits
}

test('counts the members of groups once each, with the same result as a count over all contacts', async () => {
  expect(await isRecountPending()).toBe(false)
  expect(await count(undefined, { filter: ofGroups(groups) }, [])).toEqual({ all: 10, reachableCount: 10 })
  expect(await count(lou, { filter: ofGroups(groups.slice(1)) }, [])).toEqual({ all: 6, reachableCount: 6 })
  await expectBothCountsEqual()
})

test('counts archived, opted-out and unreachable contacts immediately, before and after the groups are recounted', async () => {
  const edit = (id: string, body: object) => t.as(crew.ann).call(editContact, { query: { id }, body })
  expect((await edit(contactIds[4] as string, { archived: true })).http).toBe(200)
  expect((await edit(contactIds[5] as string, { phone: '' })).http).toBe(200)
  for (const isFollowed of [false, true]) {
    if (isFollowed) await followGroups(t)
    expect(await isRecountPending()).toBe(!isFollowed)
    expect(await count(undefined, { filter: ofGroups(groups) }, [])).toEqual({ all: 9, reachableCount: 8 })
    await expectBothCountsEqual()
  }
})

test('changes waiting in another organization do not affect the counts here', async () => {
  await t.as(t.acme.ann).call(editContact, { query: { id: t.acme.bob.id }, body: { location: 'Dock' } })
  expect(await isRecountPending()).toBe(false)
  await followGroups(t)
})

test('counts system groups over all contacts, also combined with other groups', async () => {
  const all = systemGroupId(crew.id, 'all')
  expect(await count(undefined, { groupId: all }, [])).toMatchObject({ all: 14 })
  expect(await count(undefined, { filter: ofGroups([all, groups[2] as string]) }, [])).toMatchObject({ all: 14 })
})
