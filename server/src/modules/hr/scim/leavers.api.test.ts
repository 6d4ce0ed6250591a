import { disconnectHr } from '@crewline/contract/hr'
import { HR_SCIM_PATH } from '@crewline/contract/hr-limits'
import { connectHrScim, createHrScimKey } from '@crewline/contract/hr-scim'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prove } from '../../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { oktaActive, oktaUser } from '../../../../test/kit/dialects.ts'
import { callScim } from '../../../../test/kit/scim.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'

let t: TestApp
let org: Org
let token = ''
let nth = 160
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0', TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())
beforeEach(async () => {
  org = await makeOrg(t.process.kernel, `Leaving ${nth}`, nth++)
  await prove(t, org.ann)
  await t.as(org.ann).call(connectHrScim, { body: { name: 'Okta' } })
  token = (await t.as(org.ann).call(createHrScimKey, { body: { name: 'Okta production' } })).body.secret
})

const scim = (method: string, path: string, body?: unknown) =>
  callScim(t, token, { method, path, body, base: HR_SCIM_PATH })
const push = async (more: object = {}) =>
  (await scim('POST', '/Users', oktaUser({ nth: 1, firstname: 'Ada' }, more))).body.id

test.each([
  { phoneNumbers: [{ type: 'Mobile', value: '+15105553001' }] },
  { phoneNumbers: [{ type: 'cell', value: '+15105553001' }] },
  { emails: [{ type: 'alt', value: 'ada@example.com' }] },
  { addresses: [{ type: 'office', locality: 'Austin' }] },
])('a person with %j can be deactivated', async (more) => {
  const id = await push(more)
  const answer = await scim('PATCH', `/Users/${id}`, oktaActive(false))
  expect(answer).toMatchObject({ http: 200, body: { active: false } })
})

test.each([
  'active',
  'urn:ietf:params:scim:schemas:core:2.0:User:active',
  'URN:ietf:params:scim:schemas:core:2.0:user:active',
])('a patch at %s deactivates a person', async (path) => {
  const id = await push()
  const body = { Operations: [{ op: 'Replace', path, value: 'False' }] }
  expect(await scim('PATCH', `/Users/${id}`, body)).toMatchObject({ http: 200, body: { active: false } })
})

test('a person who was stored with a type in capitals can be deactivated', async () => {
  const id = await push()
  await sql`
    update hr_scim_person set resource = jsonb_set(resource, '{phoneNumbers,0,type}', '"Mobile"') where id = ${id}`.execute(
    t.process.kernel.database.ofOrg(org.id),
  )
  expect(await scim('PATCH', `/Users/${id}`, oktaActive(false))).toMatchObject({ http: 200, body: { active: false } })
})

test('a person who was deactivated stays so until the client says clearly that they are back', async () => {
  const id = await push()
  const { active: _active, ...silent } = oktaUser({ nth: 1, firstname: 'Ada' })
  expect((await scim('PUT', `/Users/${id}`, { ...silent, Active: false })).body).toMatchObject({ active: false })
  expect((await scim('PUT', `/Users/${id}`, silent)).body).toMatchObject({ active: false })
  expect((await scim('PUT', `/Users/${id}`, { ...silent, active: null })).body).toMatchObject({ active: false })
  for (const active of ['inactive', 0, 'yes'])
    expect((await scim('PUT', `/Users/${id}`, { ...silent, active })).http).toBe(400)
  expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ active: false })
  expect((await scim('PUT', `/Users/${id}`, { ...silent, active: 'True' })).body).toMatchObject({ active: true })
})

test('a pushed change that no sync read is forgotten with the connection, so that the next one syncs each night', async () => {
  await push()
  expect((await t.as(org.ann).call(disconnectHr, { query: {} })).http).toBe(200)
  const { rows } = await sql`select pushed_since as since, pushed_at as at from hr_connection`.execute(
    t.process.kernel.database.ofOrg(org.id),
  )
  expect(rows).toEqual([{ since: null, at: null }])
})
