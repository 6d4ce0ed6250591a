import { conversations } from '@crewline/contract/inbox'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { cursorOf } from '../../../kernel/db/paging.ts'
import { idsMatchingTerms } from '../../audience/index.ts'
import { conversationPage } from './list.ts'
import { alongAll, alongForAWhile, rowsAmong, matchingContactIds } from './pages.ts'
import type { Reader } from './rows.ts'

const FIRST = ['Ana', 'José', 'Nguyen', 'Marianne', 'O’Neil', 'Łukasz', 'Zoë', 'Ночь']
const LAST = ['Hernández', 'Ana Brown', 'Maria', 'Li', 'Worker_1', 'Worker%2']

let t: TestApp
let org: Org
let groups: string[]
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  org = await makeOrg(t.process.kernel, 'Crew 3', 3)
  const otherOrg = await makeOrg(t.process.kernel, 'Crew 4', 4)
  for (const organization of [org, otherOrg]) await addContacts(organization)
  const result = await sql<{ id: string }>`select id from contact order by phone, id limit 30`.execute(db())
  const ids = result.rows.map((row) => row.id)
  groups = [
    await makeGroup(t.process.kernel, org.id, 'One', ids.slice(0, 20)),
    await makeGroup(t.process.kernel, org.id, 'Two', ids.slice(10)),
  ]
  await touchGroups()
})
afterAll(() => t.close())

/** Copies the message times to the groups, because the test inserted the conversations directly. */
const touchGroups = () =>
  sql`update group_member g set last_at = v.last_at from conversation v where v.org_id = g.org_id and v.contact_id = g.contact_id`.execute(
    db(),
  )
const db = () => t.process.kernel.database.ofOrg(org.id)
const reader = (): Reader => ({ db: db(), country: 'US', userId: org.ann.id })

/** Adds contacts with common and rare names, some archived, with repeated message times. */
async function addContacts(to: Org): Promise<void> {
  const on = t.process.kernel.database.ofOrg(to.id)
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, preferred_name, phone, archived_at, source, created_at, updated_at)
    select ${to.id}::uuid, gen_random_uuid(), f, l, folded_text(f || ' ' || l), case when n % 7 = 0 then 'Ana' else '' end, '+1415555' || 2000 + n,
      case when n % 5 = 0 then now() end, 'hand', now(), now()
    from generate_series(1, 96) n, lateral (select (${FIRST}::text[])[n % 8 + 1] as f, (${LAST}::text[])[n / 8 % 6 + 1] as l) w`.execute(
    on,
  )
  await sql`
    insert into conversation (org_id, contact_id, archived, last_at, waiting_since)
    select org_id, id, right(phone, 1)::int % 3 = 0, timestamptz '2026-01-01' + right(phone, 2)::int / 3 * interval '1 hour',
      case when right(phone, 1)::int % 2 = 0 then timestamptz '2026-01-01' + right(phone, 2)::int % 7 * interval '1 hour' end
    from contact where source = 'hand'`.execute(on)
  await sql`
    insert into unread (org_id, user_id, contact_id, count, last_at)
    select org_id, ${to.ann.id}, contact_id, 1, last_at from conversation where right(contact_id::text, 1) < '8'`.execute(
    on,
  )
}

const searchText = fc.oneof(
  fc
    .tuple(fc.constantFrom(...FIRST, ...LAST, '4155552040', '555'), fc.nat(3), fc.integer({ min: 1, max: 8 }))
    .map(([term, from, length]) => term.slice(from, from + length).trim()),
  fc.constantFrom(
    'ana',
    'ana brown',
    'maria ana',
    '(415) 555-2031',
    '2031',
    'worker_1',
    'worker%',
    'nobody',
    'hernandez jose',
  ),
)
const anyRequest = fc.record({
  search: searchText.filter((text) => text !== ''),
  status: fc.constantFrom('open', 'all', 'archived', 'unanswered', 'unread', 'mine'),
  groups: fc.constantFrom([], [0], [0, 1]),
  pageSize: fc.integer({ min: 1, max: 9 }),
  page: fc.integer({ min: 1, max: 2 }),
  isByCursor: fc.boolean(),
})

test('finds the same conversations in the same order with every search strategy', async () => {
  const strategyCounts = { looked: 0, walked: 0 }
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ groups: chosen, isByCursor, page, ...request }) => {
      const groupIds = chosen.map((at) => groups[at] ?? '')
      const first = conversations.query.parse({ ...request, groupIds, page: isByCursor ? 1 : page })
      const last = isByCursor ? (await alongAll(reader(), first)).at(-1) : undefined
      const cursor = last && cursorOf({ key: last.sort_at.toISOString(), id: last.contact_id })
      const query = { ...first, ...(cursor !== undefined && { cursor }) }
      const expectedIds = (await alongAll(reader(), query)).map((row) => row.contact_id)
      const namesOf = (rows: { contact_id: string }[]) => rows.map((row) => row.contact_id)
      const ids = await idsMatchingTerms(db(), request.search, 'everybody')
      if (ids) {
        strategyCounts.looked += 1
        expect(namesOf(await rowsAmong(reader(), query, sql`${ids}::uuid[]`))).toEqual(expectedIds)
      }
      expect(namesOf(await rowsAmong(reader(), query, matchingContactIds(request.search)))).toEqual(expectedIds)
      for (const steps of [10, 40, 1000]) {
        const { rows, isComplete } = await alongForAWhile(reader(), query, steps)
        if (!isComplete) continue
        if (steps < 1000) strategyCounts.walked += 1
        expect(namesOf(rows)).toEqual(expectedIds)
      }
      const pageIds = (await conversationPage(reader(), query)).data.map((row) => row.id)
      expect(pageIds).toEqual(expectedIds.slice(0, query.pageSize))
    }),
    { numRuns: 25 },
  )
  expect(strategyCounts.looked).toBeGreaterThan(3)
  expect(strategyCounts.walked).toBeGreaterThan(3)
})

test('finds archived contacts, and nothing outside the group scope of a member', async () => {
  const find = async (member: Org['ann']) => {
    const query = { status: 'all' as const, search: 'lukasz', pageSize: 50 }
    return (await t.as(member).call(conversations, { query })).body.data.map((row) => row.id)
  }
  const named = await sql<{ id: string; archived: boolean }>`
    select id, archived_at is not null as archived from contact where sort_name like '%lukasz%' and source = 'hand'`.execute(
    db(),
  )
  const all = named.rows.map((row) => row.id)
  expect((await find(org.ann)).toSorted()).toEqual(all.toSorted())
  const archivedContact = named.rows.find((row) => row.archived)
  await limitTo(t.process.kernel, org.gus, [
    await makeGroup(t.process.kernel, org.id, 'Three', [archivedContact?.id ?? '']),
  ])
  await touchGroups()
  expect(await find(org.gus)).toEqual([archivedContact?.id])
})
