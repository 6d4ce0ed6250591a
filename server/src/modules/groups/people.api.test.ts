import { editContact, readContact } from '@crewline/contract/contacts'
import {
  addToGroup,
  copyGroup,
  createGroup,
  deleteGroup,
  editGroup,
  groupMembers,
  groupPage,
  groupUses,
  groupValues,
  moveContacts,
  readGroups,
  refreshGroup,
  removeFromGroup,
  whyInGroup,
} from '@crewline/contract/groups'
import { groupContacts } from '@crewline/contract/audience'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, makeUser, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { followGroups } from '../../../test/kit/groups.ts'
import { testApp, type RequestInput, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { sortName } from '../contacts/index.ts'
import { addMembers, groupsByName, removeMembers } from './index.ts'
import { recountAll } from './store/counts.ts'

let t: TestApp
let n = 3
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const crew = () => makeOrg(t.process.kernel, `Crew ${n}`, n++)
const db = (org: Org) => t.process.kernel.database.ofOrg(org.id)
const api = (user: TestUser) => t.as(user)
async function makeStaticGroup(org: Org, name: string, contacts: string[] = []): Promise<string> {
  const made = await api(org.ann).call(createGroup, { body: { name, contacts } })
  expect(made.body.status).toBe('OK')
  return made.body.group.id
}
const names = async (org: Org, id: string) =>
  (await api(org.ann).call(groupMembers, { query: { id } })).body.data.map((contact) => contact.firstname)
const count = async (org: Org, id: string) => {
  const { group } = (await api(org.ann).call(readGroups, { query: { id } })).body
  return [group?.contactCount, group?.reachableCount]
}
/** Adds this many contacts, named by number. */
async function hire(org: Org, size: number): Promise<string[]> {
  const ids = Array.from({ length: size }, () => t.process.kernel.world.id())
  await sql`insert into contact (org_id, id, firstname, sort_name, source, created_at, updated_at)
    select ${org.id}::uuid, id, 'Worker ' || nth, 'worker ' || lpad(nth::text, 4, '0'), 'manual', now(), now()
    from unnest(${ids}::uuid[]) with ordinality u(id, nth)`.execute(db(org))
  return ids
}

describe('members of a manual group', () => {
  test('are set at creation, can be added and removed, and update the counts', async () => {
    const org = await crew()
    const id = await makeStaticGroup(org, 'Team', [org.bob.id])
    expect([await names(org, id), await count(org, id)]).toEqual([['Bob'], [1, 1]])
    const repeated = await api(org.ann).call(addToGroup, {
      query: { id },
      body: { contacts: [org.bob.id, org.cat.id, t.process.kernel.world.id()] },
    })
    expect(repeated.body).toMatchObject({ added: 1, duplicates: 1, skipped: 1, invalid: [] })
    const out = await api(org.ann).call(removeFromGroup, {
      query: { id },
      body: { contacts: [org.bob.id, org.dan.id] },
    })
    expect(out.body).toMatchObject({ removed: 1, skipped: 1 })
    expect([await names(org, id), await count(org, id)]).toEqual([['Cat'], [1, 1]])
    const why = await api(org.vic).call(whyInGroup, { query: { id, contactId: org.bob.id } })
    expect(why.body).toMatchObject({ isMember: false, because: 'not_added', rules: [] })
    expect(why.body.history.map((entry) => [entry.change, entry.cause, entry.by])).toEqual([
      ...[
        ['left', 'hand', `Ann ${org.name}`],
        ['joined', 'hand', `Ann ${org.name}`],
      ],
    ])
  })

  test('are created when new, matched by a known number, and refused per row with a reason', async () => {
    const org = await crew()
    const id = await makeStaticGroup(org, 'Team')
    const answer = await api(org.ann).call(addToGroup, {
      query: { id },
      body: {
        contacts: [
          { firstname: 'Nia', phone: '+14155550171' },
          { firstname: 'Bobby', phone: org.bob.phone },
          { firstname: 'Odd', phone: '12' },
          org.cat.id,
        ],
      },
    })
    expect(answer.body).toMatchObject({ added: 3, invalid: [{ row: 2, reason: expect.any(String) as string }] })
    expect(await names(org, id)).toEqual(['Bob', 'Cat', 'Nia'])
  })

  test('a selection of everyone covers all pages except the excluded contacts', async () => {
    const org = await crew()
    const ids = await hire(org, 260)
    const id = await makeStaticGroup(org, 'Team')
    const filter = {
      op: 'and' as const,
      children: [{ field: 'firstname', cmp: 'starts_with' as const, value: 'worker' }],
    }
    const added = await api(org.ann).call(addToGroup, {
      query: { id },
      body: { selectedAll: true, audience: { filter }, excludedIds: ids.slice(0, 10) },
    })
    expect(added.body).toMatchObject({ added: 250, skipped: 0 })
    expect(await count(org, id)).toEqual([250, 0])
    const removed = await api(org.ann).call(removeFromGroup, {
      query: { id },
      body: { selectedAll: true, excludedIds: ids.slice(-1) },
    })
    expect(removed.body.removed).toBe(249)
    const page = await api(org.ann).call(groupContacts, { query: { id } })
    expect(page.body).toMatchObject({ total: 1, data: [{ id: ids.at(-1) }] })
  })

  test('are added to several groups and removed from others atomically', async () => {
    const org = await crew()
    const [first, two, three] = [
      await makeStaticGroup(org, 'One'),
      await makeStaticGroup(org, 'Two', [org.bob.id]),
      await makeStaticGroup(org, 'Three', [org.bob.id]),
    ]
    const contacts = [org.bob.id, org.cat.id]
    const lost = t.process.kernel.world.id()
    const refused = await api(org.ann).call(moveContacts, { body: { contacts, add: [first, lost], remove: [three] } })
    expect(refused.http).toBe(404)
    const both = await api(org.ann).call(moveContacts, { body: { contacts, add: [first], remove: [first] } })
    expect(both.http).toBe(400)
    expect([await names(org, first), await names(org, three)]).toEqual([[], ['Bob']])
    const moved = await api(org.ann).call(moveContacts, { body: { contacts, add: [first, two], remove: [three] } })
    expect(moved.body).toMatchObject({ added: 3, duplicates: 1, removed: 1, skipped: 0 })
    expect([await names(org, first), await names(org, two), await names(org, three)]).toEqual([
      ['Bob', 'Cat'],
      ['Bob', 'Cat'],
      [],
    ])
  })

  test('are copied into another manual group only', async () => {
    const org = await crew()
    const from = await makeStaticGroup(org, 'From', [org.bob.id, org.cat.id])
    const into = await makeStaticGroup(org, 'Into', [org.bob.id])
    const copy = (body: {
      currentGroupId: string
      targetGroupId: string
      contactIds?: string[]
      selectedAll?: boolean
      excludedIds?: string[]
    }) => api(org.ann).call(copyGroup, { body })
    expect(await copy({ currentGroupId: from, targetGroupId: from, selectedAll: true })).toMatchObject({
      http: 422,
      body: { code: 'same_group' },
    })
    const rules = { op: 'and' as const, children: [{ field: 'location', cmp: 'is' as const, value: 'Dock' }] }
    const smart = (await api(org.ann).call(createGroup, { body: { name: 'Smart', type: 'dynamic', filter: rules } }))
      .body.group.id
    expect(await copy({ currentGroupId: from, targetGroupId: smart, selectedAll: true })).toMatchObject({
      http: 422,
      body: { code: 'group_has_rules' },
    })
    const partial = await copy({ currentGroupId: from, targetGroupId: into, contactIds: [org.bob.id, org.dan.id] })
    expect(partial.body).toMatchObject({ added: 0, duplicates: 1, skipped: 1 })
    const all = await copy({ currentGroupId: from, targetGroupId: into, selectedAll: true })
    expect(all.body).toMatchObject({ added: 1, duplicates: 1, skipped: 0 })
    const why = await api(org.ann).call(whyInGroup, { query: { id: into, contactId: org.cat.id } })
    expect(why.body.history).toMatchObject([{ change: 'joined', cause: 'copy' }])
    const targetId = (await api(org.ann).call(createGroup, { body: { name: 'Found' } })).body.group.id
    const searched = { currentGroupId: from, targetGroupId: targetId, selectedAll: true, search: 'cat' }
    expect((await copy({ ...searched, excludedIds: [org.cat.id] })).body).toMatchObject({ added: 0, skipped: 0 })
    expect((await copy(searched)).body).toMatchObject({ added: 1, duplicates: 0, skipped: 0 })
    expect(
      (await api(org.ann).call(whyInGroup, { query: { id: targetId, contactId: org.cat.id } })).body,
    ).toMatchObject({
      history: [{ change: 'joined', cause: 'copy' }],
    })
  })

  test('stay in it uncounted while archived and return when unarchived', async () => {
    const org = await crew()
    const id = await makeStaticGroup(org, 'Team', [org.bob.id, org.cat.id])
    const archive = (archived: boolean) =>
      api(org.ann).call(editContact, { query: { id: org.bob.id }, body: { archived } })
    const follow = () => followGroups(t)
    await archive(true)
    await follow()
    expect([await names(org, id), await count(org, id)]).toEqual([['Cat'], [1, 1]])
    await archive(false)
    await follow()
    expect([await names(org, id), await count(org, id)]).toEqual([
      ['Bob', 'Cat'],
      [2, 2],
    ])
    await sql`update contact_group set contact_count = 9, reachable_count = 9 where id = ${id}`.execute(db(org))
    await sql`update group_member set counted = 0 where group_id = ${id}`.execute(db(org))
    await recountAll(t.process.kernel.database.asSystem('tests'))
    expect(await count(org, id)).toEqual([2, 2])
  })

  test('can be added by other modules by group name, with the cause recorded', async () => {
    const org = await crew()
    await systemScope(t.process.kernel, org).tx(async (tx) => {
      expect((await groupsByName(tx, [' Night '], { make: false })).size).toBe(0)
      const made = await groupsByName(tx, ['Night', 'night', 'Day'], { make: true })
      expect([...made.keys()].sort()).toEqual(['day', 'night'])
      const id = made.get('night')?.id ?? ''
      expect(await addMembers(tx, id, [org.bob.id, org.cat.id], 'import')).toHaveLength(2)
      expect(await removeMembers(tx, id, [org.cat.id], 'merge')).toEqual([org.cat.id])
    })
    const { groups } = (await api(org.ann).call(readContact, { query: { id: org.bob.id } })).body.contact
    expect(groups.map((group) => group.name)).toHaveLength(1)
    const why = await api(org.ann).call(whyInGroup, { query: { id: groups[0]?.id ?? '', contactId: org.cat.id } })
    expect(
      why.body.history.map((entry) => [entry.change, entry.cause]).sort(([a = ''], [b = '']) => a.localeCompare(b)),
    ).toEqual([
      ['joined', 'import'],
      ['left', 'merge'],
    ])
  })
})

test('lists groups in pages: searched by name, sorted, filtered by type, with their uses', async () => {
  const org = await crew()
  for (const name of ['Ärzte', 'arts', 'Zebra', 'beta'])
    await makeStaticGroup(org, name, name === 'beta' ? [org.bob.id] : [])
  const page = (request: RequestInput<typeof groupPage>) => api(org.vic).call(groupPage, request)
  const groupNames: string[] = []
  let cursor: string | undefined
  do {
    const answer = await page({ query: { type: 'static', pageSize: 1, ...(cursor && { cursor }) } })
    expect(answer.body.total).toBe(4)
    groupNames.push(...answer.body.data.map((group) => group.name))
    cursor = answer.body.nextCursor
  } while (cursor)
  expect([...groupNames].sort()).toEqual(['Zebra', 'arts', 'beta', 'Ärzte'].sort())
  expect((await page({ query: { search: 'ar' } })).body.data.map((group) => group.name).sort()).toEqual([
    'arts',
    'Ärzte',
  ])
  const byContactCount = await page({ query: { sort: 'people', order: 'desc', type: 'static' } })
  expect(byContactCount.body.data[0]).toMatchObject({ name: 'beta', usedBy: [] })
  expect((await page({ query: { type: 'system' } })).body.total).toBe(5)
  expect((await page({ query: { cursor: 'x' } })).http).toBe(400)
})

describe('the contact search', () => {
  test('also matches the employee id and the preferred name', async () => {
    const org = await crew()
    await api(org.ann).call(editContact, {
      query: { id: org.bob.id },
      body: { employeeId: 'E-1007', preferredName: 'Bébé' },
    })
    const search = async (text: string) =>
      (await api(org.ann).call(groupContacts, { query: { search: text } })).body.data.map(
        (contact) => contact.firstname,
      )
    for (const text of ['e-1007', 'E-10', 'bebe', 'bebe worker'])
      expect([text, await search(text)]).toEqual([text, ['Bob']])
    expect(await search('E-2')).toEqual([])
    expect(sortName('Bob', 'Worker')).toBe('bob worker')
  })
})

describe('a member with a group scope', () => {
  test('sees and changes only the groups and contacts in scope', async () => {
    const org = await crew()
    const { kernel } = t.process
    const max = await makeUser(kernel, org.id, { firstname: 'Max', lastname: 'Scoped', role: 'manager' })
    const mine = await makeGroup(kernel, org.id, 'Mine', [org.bob.id])
    const also = await makeGroup(kernel, org.id, 'Also mine', [])
    const otherGroup = await makeGroup(kernel, org.id, 'Other', [org.cat.id])
    await limitTo(kernel, max, [mine, also])
    expect((await api(max).call(groupValues)).body.groups.map((group) => group.name)).toEqual(['Also mine', 'Mine'])
    const notFound = [
      await api(max).call(readGroups, { query: { id: otherGroup } }),
      await api(max).call(groupMembers, { query: { id: otherGroup } }),
      await api(max).call(groupUses, { query: { id: otherGroup } }),
      await api(max).call(whyInGroup, { query: { id: otherGroup, contactId: org.cat.id } }),
      await api(max).call(whyInGroup, { query: { id: mine, contactId: org.cat.id } }),
      await api(max).call(editGroup, { query: { id: otherGroup }, body: { name: 'Taken over' } }),
      await api(max).call(deleteGroup, { query: { id: otherGroup } }),
      await api(max).call(addToGroup, { query: { id: otherGroup }, body: { contacts: [org.bob.id] } }),
      await api(max).call(removeFromGroup, { query: { id: otherGroup }, body: { contacts: [org.cat.id] } }),
      await api(max).call(moveContacts, { body: { contacts: [org.bob.id], add: [also, otherGroup] } }),
      await api(max).call(copyGroup, { body: { currentGroupId: otherGroup, targetGroupId: mine, selectedAll: true } }),
      await api(max).call(copyGroup, { body: { currentGroupId: mine, targetGroupId: otherGroup, selectedAll: true } }),
      await api(max).call(refreshGroup, { params: { groupId: otherGroup } }),
    ]
    for (const answer of notFound) expect(answer).toMatchObject({ http: 404, body: { code: 'not_found' } })
    const grab = await api(max).call(addToGroup, { query: { id: mine }, body: { contacts: [org.cat.id, org.bob.id] } })
    expect(grab.body).toMatchObject({ added: 0, skipped: 1, duplicates: 1 })
    const allAdded = await api(max).call(addToGroup, { query: { id: also }, body: { selectedAll: true } })
    expect(allAdded.body).toMatchObject({ added: 1 })
    expect([await names(org, mine), await names(org, also), await names(org, otherGroup)]).toEqual([
      ['Bob'],
      ['Bob'],
      ['Cat'],
    ])
    const renamed = await api(max).call(editGroup, { query: { id: mine }, body: { name: 'My crew' } })
    expect(renamed.body.group.name).toBe('My crew')
  })

  test('creates visible groups of visible contacts but cannot write rules', async () => {
    const org = await crew()
    const { kernel } = t.process
    const max = await makeUser(kernel, org.id, { firstname: 'Max', lastname: 'Scoped', role: 'manager' })
    await limitTo(kernel, max, [await makeGroup(kernel, org.id, 'Mine', [org.bob.id])])
    const filter = { op: 'and' as const, children: [{ field: 'location', cmp: 'empty' as const }] }
    const rules = await api(max).call(createGroup, { body: { name: 'Smart', type: 'dynamic', filter } })
    expect(rules).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
    const made = await api(max).call(createGroup, { body: { name: 'Picked', contacts: [org.bob.id, org.cat.id] } })
    expect(made.body.group).toMatchObject({ name: 'Picked', contactCount: 1 })
    expect(await names(org, made.body.group.id)).toEqual(['Bob'])
    const duplicate = await api(max).call(createGroup, { body: { name: 'PICKED' } })
    expect(duplicate).toMatchObject({ http: 409, body: { code: 'name_taken' } })
    const smart = (await api(org.ann).call(createGroup, { body: { name: 'No place', type: 'dynamic', filter } })).body
      .group.id
    await limitTo(kernel, max, [smart])
    const edited = await api(max).call(editGroup, { query: { id: smart }, body: { filter } })
    expect(edited).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
    expect((await api(max).call(groupMembers, { query: { id: smart } })).body.total).toBe(3)
  })
})

test('hides the groups and contacts of another organization', async () => {
  const [org, foreign] = [await crew(), await crew()]
  const mine = await makeStaticGroup(org, 'Mine', [org.bob.id])
  const theirs = await makeStaticGroup(foreign, 'Theirs', [foreign.bob.id])
  const grab = await api(org.ann).call(addToGroup, { query: { id: mine }, body: { contacts: [foreign.bob.id] } })
  expect(grab.body).toMatchObject({ added: 0, skipped: 1 })
  expect((await api(org.ann).call(addToGroup, { query: { id: theirs }, body: { contacts: [org.bob.id] } })).http).toBe(
    404,
  )
  const filter = { op: 'and' as const, children: [{ field: 'group', cmp: 'member_of' as const, value: [theirs] }] }
  const refused = await api(org.ann).call(createGroup, { body: { name: 'Spy', type: 'dynamic', filter } })
  expect(refused.http).toBe(400)
  expect(await names(foreign, theirs)).toEqual(['Bob'])
})
