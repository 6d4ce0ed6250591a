import { groupContacts } from '@crewline/contract/audience'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { audienceWhere, contactsWithConsent } from './where.ts'
import { idsMatchingTerms, patternsOf } from './terms.ts'
import { NO_ACTIVITY } from '../../../../test/kit/no-activity.ts'

let t: TestApp
let org: Org
let otherOrg: Org
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  org = await makeOrg(t.process.kernel, 'Crew 3', 3)
  otherOrg = await makeOrg(t.process.kernel, 'Crew 4', 4)
})
afterAll(() => t.close())

const dbOf = (organization: Org) => t.process.kernel.database.ofOrg(organization.id)
const list = (member: Parameters<TestApp['as']>[0], search: string) =>
  t.as(member).call(groupContacts, { query: { search } })

const CONTACTS = [
  ['José', 'Núñez', 'Pepe', 'E-100', '+13125550142'],
  ['O’Neil', "D'Arcy_%", '', 'ab\\c', '+447700900123'],
  ['Łukasz', 'Żak', 'Lucky Luke', 'Straße 7', null],
  ['Ночь', 'Иванова', '', '0700', '+13125550143'],
  ['Ana', 'Ana', 'Anabel', '', null],
  ['王', '小明', 'Ming', 'X9', '+861066778899'],
] as const

/** Adds the same names to another organization, so that a leak would be detected. */
async function addContacts(to: Org): Promise<void> {
  for (const [firstname, lastname, preferred, employeeId, phone] of CONTACTS)
    await sql`
      insert into contact (org_id, id, firstname, lastname, sort_name, preferred_name, employee_id, phone, source, created_at, updated_at)
      values (${to.id}, gen_random_uuid(), ${firstname}, ${lastname}, folded_text(${firstname} || ' ' || ${lastname}), ${preferred},
        ${employeeId}, ${phone}, 'hand', now(), now())`.execute(dbOf(to))
}

test('the contacts a search finds are among those with its words, for any input', async () => {
  await addContacts(org)
  await addContacts(otherOrg)
  const terms = CONTACTS.flat().flatMap((value) => value ?? [])
  const part = fc
    .tuple(fc.constantFrom(...terms), fc.nat(8), fc.nat(12))
    .map(([term, from, length]) => term.slice(from, from + 3 + length))
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
  let answeredCount = 0
  await fc.assert(
    fc.asyncProperty(typed, async (search) => {
      fc.pre(search.trim() !== '')
      const ids = await idsMatchingTerms(dbOf(org), search)
      if (!ids) return
      answeredCount += 1
      const result = await sql<{ id: string }>`
        select c.id from ${contactsWithConsent} where ${audienceWhere({ search }, ctx)}`.execute(dbOf(org))
      expect(result.rows.map((row) => row.id).filter((id) => !ids.includes(id))).toEqual([])
    }),
    { numRuns: 150 },
  )
  expect(answeredCount).toBeGreaterThan(20)
})

test('skips the trigram index for searches it cannot answer', () => {
  expect(patternsOf('Al')).toBeNull()
  expect(patternsOf('Ночь')).toBeNull()
  expect(patternsOf('José  o Núñez_1')).toEqual([['%nunez\\_1%', '%jose%', '%o%']])
  expect(patternsOf('0700 900')).toEqual([['%0700%', '%900%'], ['%700900%']])
  expect(patternsOf('3125550142')).toEqual([['%3125550142%']])
})

test('finds no contacts of another organization and none outside the group scope of a member', async () => {
  const zoe = async (to: Org) => {
    const id = t.process.kernel.world.id()
    await sql`
      insert into contact (org_id, id, firstname, sort_name, source, created_at, updated_at)
      values (${to.id}, ${id}, 'Zoelle', 'zoelle', 'hand', now(), now())`.execute(dbOf(to))
    return id
  }
  const [visible, unseen, foreign] = [await zoe(org), await zoe(org), await zoe(otherOrg)]
  expect((await idsMatchingTerms(dbOf(org), 'zoelle'))?.toSorted()).toEqual([visible, unseen].toSorted())
  expect(await idsMatchingTerms(dbOf(otherOrg), 'zoelle')).toEqual([foreign])
  const archived = await zoe(org)
  await sql`update contact set archived_at = now() where id = ${archived}`.execute(dbOf(org))
  expect((await idsMatchingTerms(dbOf(org), 'zoelle'))?.toSorted()).toEqual([visible, unseen].toSorted())
  expect((await idsMatchingTerms(dbOf(org), 'zoelle', 'everybody'))?.toSorted()).toEqual(
    [visible, unseen, archived].toSorted(),
  )
  expect(await idsMatchingTerms(dbOf(otherOrg), 'zoelle', 'everybody')).toEqual([foreign])
  const crew = await makeGroup(t.process.kernel, org.id, 'Crew', [visible])
  await limitTo(t.process.kernel, org.gus, [crew])
  const mine = await list(org.gus, 'zoelle')
  expect(mine.body).toMatchObject({ total: 1, totalIsExact: true, data: [{ id: visible }] })
  expect((await list(org.ann, 'zoelle')).body).toMatchObject({ total: 2 })
  expect((await list(otherOrg.ann, 'zoelle')).body.data.map((contact) => contact.id)).toEqual([foreign])
})

test('is refused without an organization, and only the app role may call it', async () => {
  const system = t.process.kernel.database.asSystem('tests look for leaks')
  for (const among of ['live', 'everybody'] as const)
    await expect(idsMatchingTerms(system, 'zoelle', among)).rejects.toThrow(/app\.org|uuid/)
  for (const name of ['active_contacts_matching(text[], int)', 'contacts_matching(text[], int)']) {
    const allowed = await sql<{ stranger: boolean; app: boolean }>`
      select has_function_privilege('public', ${name}, 'execute') as stranger,
        has_function_privilege('crewline_app', ${name}, 'execute') as app`.execute(system)
    expect(allowed.rows).toEqual([{ stranger: false, app: true }])
  }
})
