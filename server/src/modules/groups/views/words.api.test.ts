import { groupContacts } from '@crewline/contract/groups'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { house, type House } from '../../../../test/kit/house.ts'
import { audienceWhere, contactsWithConsent } from '../store/filter/audience.ts'
import { NO_ACTIVITY } from '../store/activity.ts'
import { idsWithWords, patternsOf } from './words.ts'

let t: House
let org: Org
let other: Org
beforeAll(async () => {
  t = await house({ roles: 'web' })
  org = await makeOrg(t.process.kernel, 'Crew 3', 3)
  other = await makeOrg(t.process.kernel, 'Crew 4', 4)
})
afterAll(() => t.close())

const dbOf = (one: Org) => t.process.kernel.database.ofOrg(one.id)
const list = (member: Parameters<House['as']>[0], search: string) =>
  t.as(member).call(groupContacts, { query: { search } })

const PEOPLE = [
  ['José', 'Núñez', 'Pepe', 'E-100', '+13125550142'],
  ['O’Neil', "D'Arcy_%", '', 'ab\\c', '+447700900123'],
  ['Łukasz', 'Żak', 'Lucky Luke', 'Straße 7', null],
  ['Ночь', 'Иванова', '', '0700', '+13125550143'],
  ['Ana', 'Ana', 'Anabel', '', null],
  ['王', '小明', 'Ming', 'X9', '+861066778899'],
] as const

/** Somebody else of the same words, so that what leaks would be seen. */
async function addPeople(to: Org): Promise<void> {
  for (const [firstname, lastname, preferred, employeeId, phone] of PEOPLE)
    await sql`
      insert into contact (org_id, id, firstname, lastname, sort_name, preferred_name, employee_id, phone, source, created_at, updated_at)
      values (${to.id}, gen_random_uuid(), ${firstname}, ${lastname}, folded_text(${firstname} || ' ' || ${lastname}), ${preferred},
        ${employeeId}, ${phone}, 'hand', now(), now())`.execute(dbOf(to))
}

test('whoever a search finds is among those with its words, whatever is typed', async () => {
  await addPeople(org)
  await addPeople(other)
  const words = PEOPLE.flat().flatMap((word) => word ?? [])
  const part = fc
    .tuple(fc.constantFrom(...words), fc.nat(8), fc.nat(12))
    .map(([word, from, length]) => word.slice(from, from + 3 + length))
  const typed = fc.oneof(
    fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
    fc.constantFrom(
      '(312) 555-0142',
      '00447700',
      '0700 900',
      'jose NUÑEZ',
      "o'neil",
      'ana ana',
      '100%',
      'e-1',
      '10667',
    ),
  )
  const ctx = {
    ...{ orgId: org.id, country: 'US', timezone: 'America/Chicago', now: new Date(), today: '2026-01-01' },
    ...{ activity: NO_ACTIVITY, customKinds: new Map<string, never>() },
  }
  let told = 0
  await fc.assert(
    fc.asyncProperty(typed, async (search) => {
      fc.pre(search.trim() !== '')
      const ids = await idsWithWords(dbOf(org), search)
      if (!ids) return
      told += 1
      const found = await sql<{ id: string }>`
        select c.id from ${contactsWithConsent} where ${audienceWhere({ search }, ctx)}`.execute(dbOf(org))
      expect(found.rows.map((row) => row.id).filter((id) => !ids.includes(id))).toEqual([])
    }),
    { numRuns: 150 },
  )
  expect(told).toBeGreaterThan(20)
})

test('an index of three letters is not asked for what it cannot tell', () => {
  expect(patternsOf('Al')).toBeNull()
  expect(patternsOf('Ночь')).toBeNull()
  expect(patternsOf('José  o Núñez_1')).toEqual([['%nunez\\_1%', '%jose%', '%o%']])
  expect(patternsOf('0700 900')).toEqual([['%0700%', '%900%'], ['%700900%']])
  expect(patternsOf('3125550142')).toEqual([['%3125550142%']])
})

test('words lead to nobody of another organization, and a member of some groups to nobody out of sight', async () => {
  const zoe = async (to: Org) => {
    const id = t.process.kernel.world.id()
    await sql`
      insert into contact (org_id, id, firstname, sort_name, source, created_at, updated_at)
      values (${to.id}, ${id}, 'Zoelle', 'zoelle', 'hand', now(), now())`.execute(dbOf(to))
    return id
  }
  const [seen, unseen, foreign] = [await zoe(org), await zoe(org), await zoe(other)]
  expect((await idsWithWords(dbOf(org), 'zoelle'))?.toSorted()).toEqual([seen, unseen].toSorted())
  expect(await idsWithWords(dbOf(other), 'zoelle')).toEqual([foreign])
  const left = await zoe(org)
  await sql`update contact set archived_at = now() where id = ${left}`.execute(dbOf(org))
  expect((await idsWithWords(dbOf(org), 'zoelle'))?.toSorted()).toEqual([seen, unseen].toSorted())
  expect((await idsWithWords(dbOf(org), 'zoelle', 'everybody'))?.toSorted()).toEqual([seen, unseen, left].toSorted())
  expect(await idsWithWords(dbOf(other), 'zoelle', 'everybody')).toEqual([foreign])
  const crew = await makeGroup(t.process.kernel, org.id, 'Crew', [seen])
  await limitTo(t.process.kernel, org.gus, [crew])
  const mine = await list(org.gus, 'zoelle')
  expect(mine.body).toMatchObject({ total: 1, totalIsExact: true, data: [{ id: seen }] })
  expect((await list(org.ann, 'zoelle')).body).toMatchObject({ total: 2 })
  expect((await list(other.ann, 'zoelle')).body.data.map((one) => one.id)).toEqual([foreign])
})

test('without an organization words lead nowhere, and only requests may ask', async () => {
  const system = t.process.kernel.database.asSystem('tests look for leaks')
  for (const among of ['live', 'everybody'] as const) expect(await idsWithWords(system, 'zoelle', among)).toEqual([])
  for (const name of ['contacts_with_words(text[], int)', 'anybody_with_words(text[], int)']) {
    const allowed = await sql<{ stranger: boolean; app: boolean }>`
      select has_function_privilege('public', ${name}, 'execute') as stranger,
        has_function_privilege('crewline_app', ${name}, 'execute') as app`.execute(system)
    expect(allowed.rows).toEqual([{ stranger: false, app: true }])
  }
})
