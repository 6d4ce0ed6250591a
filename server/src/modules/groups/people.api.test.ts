import { editContact, readContact } from '@crewline/contract/contacts'
import {
  addToGroup,
  copyGroup,
  createGroup,
  deleteGroup,
  editGroup,
  groupContacts,
  groupMembers,
  groupPage,
  groupUses,
  groupValues,
  regroupPeople,
  readGroups,
  refreshGroup,
  removeFromGroup,
  whyInGroup,
} from '@crewline/contract/groups'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, makePerson, type Org, type Person } from '../../../test/kit/cast.ts'
import { followGroups } from '../../../test/kit/groups.ts'
import { house, type Ask, type House } from '../../../test/kit/house.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { sortName } from '../contacts/index.ts'
import { addMembers, groupsByName, removeMembers } from './index.ts'
import { recountAll } from './store/counts.ts'

let t: House
let n = 3
beforeAll(async () => {
  t = await house({ roles: 'web' })
})
afterAll(() => t.close())

const crew = () => makeOrg(t.process.kernel, `Crew ${n}`, n++)
const db = (org: Org) => t.process.kernel.database.ofOrg(org.id)
const api = (person: Person) => t.as(person)
async function byHand(org: Org, name: string, contacts: string[] = []): Promise<string> {
  const made = await api(org.ann).call(createGroup, { body: { name, contacts } })
  expect(made.body.status).toBe('OK')
  return made.body.group.id
}
const names = async (org: Org, id: string) =>
  (await api(org.ann).call(groupMembers, { query: { id } })).body.data.map((one) => one.firstname)
const count = async (org: Org, id: string) => {
  const { group } = (await api(org.ann).call(readGroups, { query: { id } })).body
  return [group?.contactCount, group?.reachableCount]
}
/** So many workers more, named by number. */
async function hire(org: Org, many: number): Promise<string[]> {
  const ids = Array.from({ length: many }, () => t.process.kernel.world.id())
  await sql`insert into contact (org_id, id, firstname, sort_name, source, created_at, updated_at)
    select ${org.id}::uuid, id, 'Worker ' || nth, 'worker ' || lpad(nth::text, 4, '0'), 'manual', now(), now()
    from unnest(${ids}::uuid[]) with ordinality u(id, nth)`.execute(db(org))
  return ids
}

describe('people of a group made by hand', () => {
  test('are those it is made of, put in or taken out, and its counts follow', async () => {
    const org = await crew()
    const id = await byHand(org, 'Team', [org.bob.id])
    expect([await names(org, id), await count(org, id)]).toEqual([['Bob'], [1, 1]])
    const again = await api(org.ann).call(addToGroup, {
      query: { id },
      body: { contacts: [org.bob.id, org.cat.id, t.process.kernel.world.id()] },
    })
    expect(again.body).toMatchObject({ added: 1, duplicates: 1, skipped: 1, invalid: [] })
    const out = await api(org.ann).call(removeFromGroup, {
      query: { id },
      body: { contacts: [org.bob.id, org.dan.id] },
    })
    expect(out.body).toMatchObject({ removed: 1, skipped: 1 })
    expect([await names(org, id), await count(org, id)]).toEqual([['Cat'], [1, 1]])
    const told = await api(org.vic).call(whyInGroup, { query: { id, contactId: org.bob.id } })
    expect(told.body).toMatchObject({ isMember: false, because: 'not_added', rules: [] })
    expect(told.body.history.map((one) => [one.change, one.cause, one.by])).toEqual([
      ...[
        ['left', 'hand', `Ann ${org.name}`],
        ['joined', 'hand', `Ann ${org.name}`],
      ],
    ])
  })

  test('may be new: each is added first, one whose number is known is who has it, and a row that cannot be says why', async () => {
    const org = await crew()
    const id = await byHand(org, 'Team')
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

  test('everybody a list shows is everybody, not a page of them, but the excluded ones', async () => {
    const org = await crew()
    const ids = await hire(org, 260)
    const id = await byHand(org, 'Team')
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

  test('are put into several groups and taken out of others at once, or nothing is done', async () => {
    const org = await crew()
    const [one, two, three] = [
      await byHand(org, 'One'),
      await byHand(org, 'Two', [org.bob.id]),
      await byHand(org, 'Three', [org.bob.id]),
    ]
    const contacts = [org.bob.id, org.cat.id]
    const lost = t.process.kernel.world.id()
    const refused = await api(org.ann).call(regroupPeople, { body: { contacts, add: [one, lost], remove: [three] } })
    expect(refused.http).toBe(404)
    const both = await api(org.ann).call(regroupPeople, { body: { contacts, add: [one], remove: [one] } })
    expect(both.http).toBe(400)
    expect([await names(org, one), await names(org, three)]).toEqual([[], ['Bob']])
    const done = await api(org.ann).call(regroupPeople, { body: { contacts, add: [one, two], remove: [three] } })
    expect(done.body).toMatchObject({ added: 3, duplicates: 1, removed: 1, skipped: 0 })
    expect([await names(org, one), await names(org, two), await names(org, three)]).toEqual([
      ['Bob', 'Cat'],
      ['Bob', 'Cat'],
      [],
    ])
  })

  test('are copied into another group made by hand, and nowhere else', async () => {
    const org = await crew()
    const from = await byHand(org, 'From', [org.bob.id, org.cat.id])
    const into = await byHand(org, 'Into', [org.bob.id])
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
    const some = await copy({ currentGroupId: from, targetGroupId: into, contactIds: [org.bob.id, org.dan.id] })
    expect(some.body).toMatchObject({ added: 0, duplicates: 1, skipped: 1 })
    const all = await copy({ currentGroupId: from, targetGroupId: into, selectedAll: true })
    expect(all.body).toMatchObject({ added: 1, duplicates: 1, skipped: 0 })
    const told = await api(org.ann).call(whyInGroup, { query: { id: into, contactId: org.cat.id } })
    expect(told.body.history).toMatchObject([{ change: 'joined', cause: 'copy' }])
    const other = (await api(org.ann).call(createGroup, { body: { name: 'Found' } })).body.group.id
    const found = { currentGroupId: from, targetGroupId: other, selectedAll: true, search: 'cat' }
    expect((await copy({ ...found, excludedIds: [org.cat.id] })).body).toMatchObject({ added: 0, skipped: 0 })
    expect((await copy(found)).body).toMatchObject({ added: 1, duplicates: 0, skipped: 0 })
    expect((await api(org.ann).call(whyInGroup, { query: { id: other, contactId: org.cat.id } })).body).toMatchObject({
      history: [{ change: 'joined', cause: 'copy' }],
    })
  })

  test('archived ones stay in it, uncounted, and are back when they are', async () => {
    const org = await crew()
    const id = await byHand(org, 'Team', [org.bob.id, org.cat.id])
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

  test('come from other rooms by name, with the cause kept', async () => {
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
    expect(groups.map((one) => one.name)).toHaveLength(1)
    const told = await api(org.ann).call(whyInGroup, { query: { id: groups[0]?.id ?? '', contactId: org.cat.id } })
    expect(
      told.body.history.map((one) => [one.change, one.cause]).sort(([a = ''], [b = '']) => a.localeCompare(b)),
    ).toEqual([
      ['joined', 'import'],
      ['left', 'merge'],
    ])
  })
})

test('groups by the page: found by name, in any order, by kind, with what uses them', async () => {
  const org = await crew()
  for (const name of ['Ärzte', 'arts', 'Zebra', 'beta']) await byHand(org, name, name === 'beta' ? [org.bob.id] : [])
  const page = (ask: Ask<typeof groupPage>) => api(org.vic).call(groupPage, ask)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const one = await page({ query: { type: 'static', pageSize: 1, ...(cursor && { cursor }) } })
    expect(one.body.total).toBe(4)
    seen.push(...one.body.data.map((group) => group.name))
    cursor = one.body.nextCursor
  } while (cursor)
  expect([...seen].sort()).toEqual(['Zebra', 'arts', 'beta', 'Ärzte'].sort())
  expect((await page({ query: { search: 'ar' } })).body.data.map((group) => group.name).sort()).toEqual([
    'arts',
    'Ärzte',
  ])
  const people = await page({ query: { sort: 'people', order: 'desc', type: 'static' } })
  expect(people.body.data[0]).toMatchObject({ name: 'beta', usedBy: [] })
  expect((await page({ query: { type: 'system' } })).body.total).toBe(5)
  expect((await page({ query: { cursor: 'x' } })).http).toBe(400)
})

describe('a search of people', () => {
  test('also finds the id at work and the name somebody goes by', async () => {
    const org = await crew()
    await api(org.ann).call(editContact, {
      query: { id: org.bob.id },
      body: { employeeId: 'E-1007', preferredName: 'Bébé' },
    })
    const search = async (text: string) =>
      (await api(org.ann).call(groupContacts, { query: { search: text } })).body.data.map((one) => one.firstname)
    for (const text of ['e-1007', 'E-10', 'bebe', 'bebe worker'])
      expect([text, await search(text)]).toEqual([text, ['Bob']])
    expect(await search('E-2')).toEqual([])
    expect(sortName('Bob', 'Worker')).toBe('bob worker')
  })
})

describe('who sees some groups only', () => {
  test('sees and changes these groups and these people, and no others', async () => {
    const org = await crew()
    const { kernel } = t.process
    const max = await makePerson(kernel, org.id, { firstname: 'Max', lastname: 'Scoped', role: 'manager' })
    const mine = await makeGroup(kernel, org.id, 'Mine', [org.bob.id])
    const also = await makeGroup(kernel, org.id, 'Also mine', [])
    const other = await makeGroup(kernel, org.id, 'Other', [org.cat.id])
    await limitTo(kernel, max, [mine, also])
    expect((await api(max).call(groupValues)).body.groups.map((one) => one.name)).toEqual(['Also mine', 'Mine'])
    const notFound = [
      await api(max).call(readGroups, { query: { id: other } }),
      await api(max).call(groupMembers, { query: { id: other } }),
      await api(max).call(groupUses, { query: { id: other } }),
      await api(max).call(whyInGroup, { query: { id: other, contactId: org.cat.id } }),
      await api(max).call(whyInGroup, { query: { id: mine, contactId: org.cat.id } }),
      await api(max).call(editGroup, { query: { id: other }, body: { name: 'Taken over' } }),
      await api(max).call(deleteGroup, { query: { id: other } }),
      await api(max).call(addToGroup, { query: { id: other }, body: { contacts: [org.bob.id] } }),
      await api(max).call(removeFromGroup, { query: { id: other }, body: { contacts: [org.cat.id] } }),
      await api(max).call(regroupPeople, { body: { contacts: [org.bob.id], add: [also, other] } }),
      await api(max).call(copyGroup, { body: { currentGroupId: other, targetGroupId: mine, selectedAll: true } }),
      await api(max).call(copyGroup, { body: { currentGroupId: mine, targetGroupId: other, selectedAll: true } }),
      await api(max).call(refreshGroup, { params: { groupId: other } }),
    ]
    for (const answer of notFound) expect(answer).toMatchObject({ http: 404, body: { code: 'not_found' } })
    const grab = await api(max).call(addToGroup, { query: { id: mine }, body: { contacts: [org.cat.id, org.bob.id] } })
    expect(grab.body).toMatchObject({ added: 0, skipped: 1, duplicates: 1 })
    const everybody = await api(max).call(addToGroup, { query: { id: also }, body: { selectedAll: true } })
    expect(everybody.body).toMatchObject({ added: 1 })
    expect([await names(org, mine), await names(org, also), await names(org, other)]).toEqual([
      ['Bob'],
      ['Bob'],
      ['Cat'],
    ])
    const renamed = await api(max).call(editGroup, { query: { id: mine }, body: { name: 'My crew' } })
    expect(renamed.body.group.name).toBe('My crew')
  })

  test('makes groups of people they see and sees them, but writes no rules over everybody', async () => {
    const org = await crew()
    const { kernel } = t.process
    const max = await makePerson(kernel, org.id, { firstname: 'Max', lastname: 'Scoped', role: 'manager' })
    await limitTo(kernel, max, [await makeGroup(kernel, org.id, 'Mine', [org.bob.id])])
    const filter = { op: 'and' as const, children: [{ field: 'location', cmp: 'empty' as const }] }
    const rules = await api(max).call(createGroup, { body: { name: 'Smart', type: 'dynamic', filter } })
    expect(rules).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
    const made = await api(max).call(createGroup, { body: { name: 'Picked', contacts: [org.bob.id, org.cat.id] } })
    expect(made.body.group).toMatchObject({ name: 'Picked', contactCount: 1 })
    expect(await names(org, made.body.group.id)).toEqual(['Bob'])
    const taken = await api(max).call(createGroup, { body: { name: 'PICKED' } })
    expect(taken).toMatchObject({ http: 409, body: { code: 'name_taken' } })
    const smart = (await api(org.ann).call(createGroup, { body: { name: 'No place', type: 'dynamic', filter } })).body
      .group.id
    await limitTo(kernel, max, [smart])
    const other = await api(max).call(editGroup, { query: { id: smart }, body: { filter } })
    expect(other).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
    expect((await api(max).call(groupMembers, { query: { id: smart } })).body.total).toBe(3)
  })
})

test('another organization is not there: neither its groups nor its people', async () => {
  const [org, foreign] = [await crew(), await crew()]
  const mine = await byHand(org, 'Mine', [org.bob.id])
  const theirs = await byHand(foreign, 'Theirs', [foreign.bob.id])
  const grab = await api(org.ann).call(addToGroup, { query: { id: mine }, body: { contacts: [foreign.bob.id] } })
  expect(grab.body).toMatchObject({ added: 0, skipped: 1 })
  expect((await api(org.ann).call(addToGroup, { query: { id: theirs }, body: { contacts: [org.bob.id] } })).http).toBe(
    404,
  )
  const filter = { op: 'and' as const, children: [{ field: 'group', cmp: 'member_of' as const, value: [theirs] }] }
  const asked = await api(org.ann).call(createGroup, { body: { name: 'Spy', type: 'dynamic', filter } })
  expect(asked.http).toBe(400)
  expect(await names(foreign, theirs)).toEqual(['Bob'])
})
