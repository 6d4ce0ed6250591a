import { HR_SCIM_PATH } from '@crewline/contract/hr-limits'
import { connectHrScim, createHrScimKey } from '@crewline/contract/hr-scim'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prove } from '../../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { ENTERPRISE, oktaUser } from '../../../../test/kit/dialects.ts'
import { callScim } from '../../../../test/kit/scim.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { parseFilter } from '../../scim/index.ts'
import { conditionOf } from './filter-views.ts'

let t: TestApp
let org: Org
let token = ''
const ids: Record<string, string> = {}
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0', TRUSTED_PROXIES: '1' } })
  // People of another organization with the same names, whom no filter may find.
  for (const name of ['Other', 'Filtered']) {
    org = await makeOrg(t.process.kernel, name, name === 'Other' ? 571 : 572)
    await prove(t, org.ann)
    await t.as(org.ann).call(connectHrScim, { body: { name: 'Okta' } })
    token = (await t.as(org.ann).call(createHrScimKey, { body: { name: 'Okta' } })).body.secret
    await push('Ada', oktaUser({ nth: 1, firstname: 'Ada' }))
    await push('Bo', oktaUser({ nth: 2, firstname: 'Bo', department: 'Shipping' }, { active: false, nickName: 'Bobo' }))
    await push('Cy', { userName: 'CY@example.com', name: { givenName: 'Cy' }, title: 'Driver' })
  }
})
afterAll(() => t.close())

const call = (method: string, path: string, body?: unknown) =>
  callScim(t, token, { method, path, body, base: HR_SCIM_PATH })

async function push(name: string, person: object): Promise<void> {
  const { http, body } = await call('POST', '/Users', person)
  expect(http).toBe(201)
  ids[name] = body.id
}

const filtered = (filter: string) => call('GET', `/Users?filter=${encodeURIComponent(filter)}`)

describe('a filter for workers', () => {
  test.each([
    ['userName eq "WORKER1@example.com"', ['Ada']],
    ['userName ne "worker1@example.com"', ['Bo', 'Cy']],
    ['userName sw "cy" or userName sw "worker2"', ['Bo', 'Cy']],
    ['userName gt "cy@example.com"', ['Ada', 'Bo']],
    ['externalId eq "00U1"', ['Ada']],
    ['externalId pr', ['Ada', 'Bo']],
    ['not (externalId pr)', ['Cy']],
    ['externalId eq null', ['Cy']],
    ['active eq true', ['Ada', 'Cy']],
    ['active eq "False"', ['Bo']],
    ['not (active eq true)', ['Bo']],
    ['emails eq "Worker2@Example.com"', ['Bo']],
    ['emails.value eq "worker1@example.com"', ['Ada']],
    ['emails[type eq "work" and value eq "worker1@example.com"]', ['Ada']],
    ['emails[type eq "home"].value eq "worker1@example.com"', []],
    ['emails.primary eq true', ['Ada', 'Bo']],
    ['phoneNumbers.value eq "+15105553002"', ['Bo']],
    ['phoneNumbers[type eq "mobile"].value ew "3001"', ['Ada']],
    ['phoneNumbers pr', ['Ada', 'Bo']],
    ['name.familyName eq "okta" and name.givenName co "D"', ['Ada']],
    ['name[givenName eq "Cy"]', ['Cy']],
    ['title eq "driver" or nickName eq "bobo"', ['Bo', 'Cy']],
    [`${ENTERPRISE}:department eq "shipping"`, ['Bo']],
    [`${ENTERPRISE.toUpperCase()}:EmployeeNumber eq "W-1"`, ['Ada']],
    [`${ENTERPRISE}:manager.displayName sw "Mo" and active eq true`, ['Ada']],
    ['meta.lastModified gt "2020-01-01T00:00:00Z"', ['Ada', 'Bo', 'Cy']],
    ['meta.lastModified le "2020-01-01T00:00:00Z"', []],
    ['meta[created ge "2020-01-01T00:00:00Z"] and title eq "Driver"', ['Cy']],
    ['userName eq "x\' or true --"', []],
    ['displayName co "%"', []],
    ['id eq "no id"', []],
  ])('%s finds %j', async (filter, names) => {
    const { http, body } = await filtered(filter)
    expect([http, body.detail]).toEqual([200, undefined])
    const found = (body.Resources as { id: string }[]).map(({ id }) => id)
    expect(found).toEqual(names.map((name) => ids[name]))
    expect(body['totalResults']).toBe(names.length)
  })

  test('finds a person by their id, and pages through what it finds', async () => {
    expect((await filtered(`id eq "${ids['Bo']}"`)).body).toMatchObject({
      totalResults: 1,
      Resources: [{ id: ids['Bo'] }],
    })
    const page = await call('GET', `/Users?filter=${encodeURIComponent('active eq true')}&startIndex=2&count=1`)
    expect(page.body).toMatchObject({ totalResults: 2, startIndex: 2, itemsPerPage: 1, Resources: [{ id: ids['Cy'] }] })
  })

  test.each([
    'shoeSize eq "9"',
    'password eq "x"',
    'groups eq "x"',
    'emails.color eq "x"',
    'emails.value.x pr',
    '__proto__.isBroken eq "x"',
    'emails[__proto__.isBroken eq "x"]',
    'emails eq "a@example.com" and emails.type eq "work"',
    'name eq "x"',
    'meta.version eq "x"',
    'meta.lastModified gt "yesterday"',
    'meta.lastModified co "2026"',
    'active gt true',
    'active eq "maybe"',
    'userName gt null',
    'not (emails.value eq "x")',
    'not (userName eq "a" and active eq true)',
    'not ((userName eq "a"))',
    Array.from({ length: 40 }, (_, at) => `(a${at} pr or b pr)`).join(' and '),
  ])('%s is refused as an invalid filter', async (filter) => {
    expect((await filtered(filter)).body).toMatchObject({ status: '400', scimType: 'invalidFilter' })
  })
})

/** Takes the statistics of a table, as the database does by itself after a while. */
async function analyze(table: string): Promise<void> {
  const client = new pg.Client(t.process.kernel.config.databaseUrl)
  await client.connect()
  await client.query(`analyze ${table}`)
  await client.end()
}

test('what clients ask before each change is answered by an index, also under row level security', async () => {
  const kernel = t.process.kernel
  const big = await makeOrg(kernel, 'Many workers', 573)
  const db = kernel.database.ofOrg(big.id)
  await sql`
    insert into hr_scim_person (org_id, id, place, person_key, user_name, external_id, is_active, resource, created_at, updated_at)
    select ${big.id}::uuid, gen_random_uuid(), n, 'k' || n, 'w' || n || '@example.com', 'E' || n, true,
      jsonb_build_object('emails', jsonb_build_array(jsonb_build_object('value', 'w' || n || '@example.com')),
        ${ENTERPRISE}::text, jsonb_build_object('employeeNumber', 'N' || n)), now(), now() - n * interval '1 minute'
    from generate_series(1, 20000) n`.execute(db)
  await analyze('hr_scim_person')
  for (const filter of [
    'userName eq "W77@example.com"',
    'externalId eq "e77"',
    'emails[type eq "work" and value eq "W77@example.com"]',
    `${ENTERPRISE}:employeeNumber eq "N77"`,
    `meta.lastModified gt "${new Date(Date.now() - 3_600_000).toISOString()}"`,
  ]) {
    const condition = conditionOf(await parseFilter(filter))
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (analyze, buffers, timing off, costs off)
      select id from hr_scim_person where org_id = ${big.id} and ${condition}`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect([filter, plan]).toEqual([filter, expect.not.stringMatching(/Seq Scan on hr_scim_person/)])
    const [, hit = '0', read = '0'] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? []
    expect([filter, Number(hit) + Number(read) < 200]).toEqual([filter, true])
  }
})
