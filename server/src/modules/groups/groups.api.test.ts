import { groupPage, groupValues } from '@crewline/contract/groups'
import { groupContacts } from '@crewline/contract/audience'
import type { QueryInput } from '@crewline/contract/endpoint'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { sortName } from '../contacts/index.ts'

const CONTACTS: [firstname: string, lastname: string, phone: string | null][] = [
  ['José', 'García', '+14155550201'],
  ['Jose', 'Garza', '+14155550202'],
  ['Nguyễn', 'Thị Hoa', '+14155550203'],
  ['Đặng', 'Văn', '+14155550204'],
  ['Łukasz', 'Żak', '+14155550205'],
  ['Zoë', "O'Brien", '+442071838750'],
  ['محمد', 'علي', '+14155550206'],
  ['100%', 'Cotton_shirt', null],
  ['Back\\slash', '', null],
]

let t: TestApp
let crew: Org
const groups: Record<string, string> = {}
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  crew = await makeOrg(t.process.kernel, 'Crew', 3)
  const { world, database } = t.process.kernel
  const db = database.ofOrg(crew.id)
  const ids: string[] = []
  const add = async (firstname: string, lastname: string, phone: string | null) => {
    const id = world.id()
    ids.push(id)
    await sql`insert into contact (org_id, id, firstname, lastname, sort_name, phone, source, created_at, updated_at)
      values (${crew.id}, ${id}, ${firstname}, ${lastname}, ${sortName(firstname, lastname)}, ${phone}, 'manual', ${new Date(1_700_000_000_000 + Math.floor(ids.length / 3))}, now())`.execute(
      db,
    )
  }
  for (const contact of CONTACTS) await add(...contact)
  // Many contacts with one name, so that another key must break the ties.
  for (let n = 0; n < 40; n++) await add('Sam', 'Same', null)
  for (const [name, members] of [
    ['Night shift', ids.slice(0, 30)],
    ['ärzte', ids.slice(3, 5)],
    ['Empty', []],
    ['Day shift', ids.slice(20)],
  ] as const) {
    groups[name] = world.id()
    await sql`insert into contact_group (org_id, id, name, contact_count, created_at) values (${crew.id}, ${groups[name]}, ${name}, ${members.length}, now())`.execute(
      db,
    )
    for (const member of members)
      await sql`insert into group_member (org_id, group_id, contact_id) values (${crew.id}, ${groups[name]}, ${member})`.execute(
        db,
      )
  }
})
afterAll(() => t.close())

type Query = QueryInput<typeof groupContacts>
const list = (query: Query) => t.as(crew.ann).call(groupContacts, { query })
const searchFirstnames = async (search: string) =>
  (await list({ search, pageSize: 200 })).body.data.map((contact) => contact.firstname)

/** Follows `nextCursor` from the first page to the last. */
async function walk(query: Query): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({ ...query, ...(cursor ? { cursor } : {}) })
    expect(page.http).toBe(200)
    expect(page.body.data.length).toBeLessThanOrEqual(Number(query?.pageSize ?? 25))
    ids.push(...page.body.data.map((contact) => contact.id))
    cursor = page.body.nextCursor
  } while (cursor)
  return ids
}

test('lists the groups of the organization by name with their contact counts', async () => {
  const answer = await t.as(crew.vic).call(groupValues)
  expect(
    answer.body.groups.filter((group) => group.type === 'static').map((group) => [group.name, group.contactCount]),
  ).toEqual([
    ['Day shift', 29],
    ['Empty', 0],
    ['Night shift', 30],
    ['ärzte', 2],
  ])
  const systemGroupNames = ['All contacts', 'New (30 days)', 'Unreachable', 'Opted out', 'Terminated']
  expect(answer.body.groups.filter((group) => group.type === 'system').map((group) => group.name)).toEqual(
    systemGroupNames,
  )
  expect((await t.as(t.acme.ann).call(groupValues)).body.groups.map((group) => group.name)).toEqual(systemGroupNames)
})

test('lists system groups under Spanish names for a Spanish reader and other groups as named', async () => {
  const headers = { 'accept-language': 'es-US' }
  const { body } = await t.as(crew.vic).call(groupValues, { headers })
  expect(body.groups.map((group) => group.name)).toEqual([
    ...['Day shift', 'Empty', 'Night shift', 'ärzte'],
    ...['Todos los contactos', 'Nuevos (30 días)', 'Sin forma de contacto', 'Dados de baja', 'Ya no trabajan aquí'],
  ])
  const paged = await t.as(crew.vic).call(groupPage, { headers, query: { search: 'todos' } })
  expect(paged.body.data.map((group) => group.name)).toEqual(['Todos los contactos'])
})

test('lists the contacts of one group with all their group names; an empty or unknown group has none', async () => {
  const night = await list({ id: groups['Night shift'], pageSize: 200 })
  expect(night.body).toMatchObject({ total: 30, totalIsExact: true, page: 1, pageSize: 200 })
  expect(night.body.nextCursor).toBeUndefined()
  const both = night.body.data
    .filter((contact) => contact.groups.length > 1)
    .map((contact) => contact.groups.map((group) => group.name))
  expect(both).toHaveLength(12)
  expect(both).toContainEqual(['Day shift', 'Night shift'])
  for (const id of [groups['Empty'], t.process.kernel.world.id()])
    expect((await list({ id })).body).toMatchObject({ data: [], total: 0 })
})

describe.each([
  { sort: 'name', order: 'asc' },
  { sort: 'name', order: 'desc' },
  { sort: 'createdAt', order: 'asc' },
  { sort: 'createdAt', order: 'desc' },
] as const)('sorted by $sort $order', (by) => {
  test.each([1, 2, 7, 25, 200])(
    'cursor pages of %i show each contact once, in the order of one long page',
    async (pageSize) => {
      const all = (await list({ ...by, pageSize: 200 })).body.data.map((contact) => contact.id)
      expect(all).toHaveLength(CONTACTS.length + 43)
      expect(await walk({ ...by, pageSize })).toEqual(all)
    },
  )

  test('numbered pages and pages of a group have the same order', async () => {
    const all = (await list({ ...by, pageSize: 200 })).body.data.map((contact) => contact.id)
    const ids: string[] = []
    for (let page = 1; page <= 6; page++)
      ids.push(...(await list({ ...by, page, pageSize: 10 })).body.data.map((contact) => contact.id))
    expect(ids).toEqual(all)
    const inGroup = await walk({ ...by, pageSize: 4, id: groups['Day shift'] })
    expect(inGroup).toEqual(all.filter((id) => inGroup.includes(id)))
    expect(new Set(inGroup).size).toBe(29)
  })
})

test('an insert or archive between pages neither repeats nor hides other contacts', async () => {
  const first = await list({ pageSize: 10, sort: 'createdAt' })
  const db = t.process.kernel.database.ofOrg(crew.id)
  const archivedId = first.body.data[2]?.id
  await sql`update contact set archived_at = now() where id = ${archivedId}`.execute(db)
  const second = await list({ pageSize: 200, sort: 'createdAt', cursor: first.body.nextCursor })
  await sql`update contact set archived_at = null where id = ${archivedId}`.execute(db)
  expect(new Set([...first.body.data, ...second.body.data].map((contact) => contact.id)).size).toBe(
    CONTACTS.length + 43,
  )
})

test.each([
  ['garcia', ['José']],
  ['GARCÍA', ['José']],
  ['jose ga', ['Jose', 'José']],
  ['garcia jose', ['José']],
  ['nguyen', ['Nguyễn']],
  ['thi hoa', ['Nguyễn']],
  ['dang van', ['Đặng']],
  ['lukasz zak', ['Łukasz']],
  ['zoe', ['Zoë']],
  ["o'brien", ['Zoë']],
  ['محمد', ['محمد']],
  ['100%', ['100%']],
  ['%', ['100%']],
  ['_', ['100%']],
  ['\\', ['Back\\slash']],
  ['no contacts', []],
  ["' or 1=1 --", []],
])('searching for %s finds %j', async (search, names) => {
  expect((await searchFirstnames(search)).sort()).toEqual([...names].sort())
})

test.each([
  '(415) 555-0201',
  '415-555-0201',
  '4155550201',
  '+1 415 555 0201',
  '1.415.555.0201',
  '555-0201',
  '5550201',
  '0201',
  ' 555 02 01 ',
])('finds the owner by part of a number written as %s', async (search) =>
  expect(await searchFirstnames(search)).toEqual(['José']),
)

test('finds a foreign number in its national format', async () => {
  for (const search of ['020 7183 8750', '+44 20 7183', '(020) 7183-8750', '0044 20 7183 8750'])
    expect(await searchFirstnames(search)).toEqual(['Zoë'])
})

test('filters contacts by reachability', async () => {
  const db = t.process.kernel.database.ofOrg(crew.id)
  await sql`insert into consent (org_id, phone, opted_out, changed_at) values (${crew.id}, '+14155550202', true, now())`.execute(
    db,
  )
  const total = async (reach: NonNullable<Query>['reach']) => (await list({ reach })).body.total
  expect({
    all: await total('all'),
    canText: await total('can_text'),
    optedOut: await total('opted_out'),
    noMobile: await total('no_mobile'),
    archived: await total('archived'),
  }).toEqual({ all: 52, canText: 9, optedOut: 1, noMobile: 42, archived: 0 })
  const [jose] = (await list({ reach: 'opted_out' })).body.data
  expect(jose).toMatchObject({ firstname: 'Jose', reach: 'opted_out', optedOutAt: expect.any(String) as string })
})

test.each([
  { page: 0 },
  { page: -1 },
  { page: 1001 },
  { page: 1.5 },
  { pageSize: 0 },
  { pageSize: 201 },
  { cursor: 'x' },
  { search: 'a'.repeat(101) },
])('rejects %j', async (query) => expect(await list(query)).toMatchObject({ http: 400, body: { code: 'invalid' } }))
