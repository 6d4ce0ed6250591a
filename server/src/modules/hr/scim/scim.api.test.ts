import { auditEntries } from '@crewline/contract/audit'
import { readContact } from '@crewline/contract/contacts'
import { eraseContact } from '@crewline/contract/privacy'
import { disconnectHr, readHr } from '@crewline/contract/hr'
import { connectHrFiles, createHrKey } from '@crewline/contract/hr-files'
import { HR_SCIM_PATH } from '@crewline/contract/hr-limits'
import { connectHrScim, createHrScimKey, hrScim, revokeHrScimKey } from '@crewline/contract/hr-scim'
import { integrations } from '@crewline/contract/integrations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prove } from '../../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { ENTERPRISE, entraActive, entraPatch, entraUser, oktaActive, oktaUser } from '../../../../test/kit/dialects.ts'
import { finchOf } from '../../../../test/kit/finch.ts'
import { hrOf, type TestHr } from '../../../../test/kit/hr.ts'
import { callScim } from '../../../../test/kit/scim.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'

let t: TestApp
let org: Org
let hr: TestHr
let token = ''
let nth = 60
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0', TRUSTED_PROXIES: '1' } })
})
afterAll(() => t.close())
beforeEach(async () => {
  org = await makeOrg(t.process.kernel, `Pushed ${nth}`, nth++)
  hr = hrOf(t, finchOf(t.process.address), org)
  token = await connect(org)
})

async function connect(to: Org): Promise<string> {
  await prove(t, to.ann)
  expect((await t.as(to.ann).call(connectHrScim, { body: { name: 'Okta' } })).http).toBe(200)
  return (await t.as(to.ann).call(createHrScimKey, { body: { name: 'Okta production' } })).body.secret
}

const scim = (method: string, path: string, body?: unknown, bearer = token) =>
  callScim(t, bearer, { method, path, body, base: HR_SCIM_PATH })
const push = async (person: object) => {
  const answer = await scim('POST', '/Users', person)
  expect([answer.http, answer.body.detail]).toEqual([201, undefined])
  return answer.body.id
}
const system = () => t.process.kernel.database.asSystem('tests look at contacts')
const contacts = async () => {
  const { rows } = await sql<{ id: string; name: string; work: string; phone: string | null }>`
    select id, firstname || ' ' || lastname as name, work, phone from contact
    where org_id = ${org.id} and source = 'hris' order by phone, id`.execute(system())
  return rows
}
const pushing = async () => (await t.as(org.ann).call(hrScim)).body

/** Pushes that many people and applies the first sync. */
async function follow(size: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < size; at++) ids.push(await push(oktaUser({ nth: at, firstname: `First${at}` })))
  expect(await hr.sync()).toMatchObject({ state: 'review', counts: { create: size }, needsConsent: true })
  expect(await hr.apply()).toMatchObject({ state: 'done' })
  return ids
}

describe('a connection', () => {
  test('shows where to push, with a token that is shown once and ends at once', async () => {
    const { scimUrl, keys, isConnected } = await pushing()
    expect([scimUrl.endsWith('/hr/scim/v2'), isConnected]).toEqual([true, true])
    expect(keys).toMatchObject([{ kind: 'scim', name: 'Okta production', lastUsedAt: null }])
    expect(JSON.stringify(keys)).not.toContain(token)
    expect((await scim('GET', '/Users')).body).toMatchObject({ totalResults: 0 })
    expect((await pushing()).keys[0]?.lastUsedAt).not.toBeNull()
    const systems = (await t.as(org.ann).call(integrations)).body.integrations
    expect(systems.find(({ key }) => key === 'hr_scim')).toMatchObject({ state: 'connected', system: 'Okta' })
    await t.as(org.ann).call(revokeHrScimKey, { params: { id: keys[0]?.id ?? '' } })
    expect((await scim('GET', '/Users')).http).toBe(401)
    const entries = (await t.as(org.ann).call(auditEntries, { query: {} })).body.data.map(({ action }) => action)
    expect(entries).toEqual(expect.arrayContaining(['hr.connected', 'hr-key.created', 'hr-key.revoked']))
  })

  test('keeps the tokens of files and of people apart, and no other source beside it', async () => {
    expect((await t.as(org.ann).call(connectHrFiles, { body: {} })).body.code).toBe('hr_connected')
    expect((await t.as(org.ann).call(createHrKey, { body: { name: 'File' } })).body.code).toBe('hr_not_connected')
    const file = await fetch(`${t.process.address}/hr/file`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: 'Employee ID,First name\n1,Ann\n',
    })
    expect(file.status).toBe(401)
    const members = await callScim(t, token, { method: 'GET', path: '/Users' })
    expect(members.http).toBe(401)
    await t.as(org.ann).call(disconnectHr, { query: {} })
    expect((await scim('POST', '/Users', oktaUser({ nth: 1, firstname: 'Ada' }))).http).toBe(401)
    expect(await pushing()).toMatchObject({ isConnected: false, people: 0, keys: [] })
  })

  test('sees only its own organization', async () => {
    const id = await push(oktaUser({ nth: 1, firstname: 'Ada' }))
    const other = await connect(await makeOrg(t.process.kernel, `Other ${nth}`, nth++))
    expect((await scim('GET', '/Users', undefined, other)).body).toMatchObject({ totalResults: 0 })
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', oktaUser({ nth: 1, firstname: 'Eve' })],
      ['PATCH', oktaActive(false)],
      ['DELETE', undefined],
    ] as const)
      expect((await scim(method, `/Users/${id}`, body, other)).http).toBe(404)
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ active: true, name: { givenName: 'Ada' } })
  })
})

describe('people', () => {
  test('of Okta are added, found, changed, deactivated and back', async () => {
    const person = oktaUser({ nth: 1, firstname: 'Ada' }, { preferredLanguage: 'es-MX' })
    const id = await push(person)
    const { locale: _locale, groups: _groups, ...kept } = person
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject(kept)
    const filter = (text: string) => `/Users?filter=${encodeURIComponent(text)}&startIndex=1&count=100`
    for (const text of [
      `userName eq "${person.userName.toUpperCase()}"`,
      `externalId eq "${person.externalId}"`,
      `${ENTERPRISE}:employeeNumber eq "W-1"`,
      'phoneNumbers[type eq "mobile"].value eq "+15105553001"',
    ])
      expect([text, (await scim('GET', filter(text))).body]).toMatchObject([text, { Resources: [{ id }] }])
    expect((await scim('GET', filter('userName eq "none"'))).body).toMatchObject({ totalResults: 0, Resources: [] })
    expect((await scim('POST', '/Users', person)).body).toMatchObject({ status: '409', scimType: 'uniqueness' })
    await push(oktaUser({ nth: 9, firstname: 'Zoe' }))
    await hr.sync()
    await hr.apply()
    const [added] = await contacts()
    const read = await t.as(org.ann).call(readContact, { query: { id: added?.id ?? '' } })
    expect(read.body.contact).toMatchObject({
      firstname: 'Ada',
      lastname: 'Okta',
      language: 'es',
      phone: '+15105553001',
      email: 'worker1@example.com',
      employeeId: 'W-1',
      jobTitle: 'Packer',
      department: 'Packing',
    })
    await scim('PUT', `/Users/${id}`, oktaUser({ nth: 1, firstname: 'Ada', lastname: 'New' }))
    expect(await hr.sync()).toMatchObject({ state: 'done', counts: { update: 1 } })
    await scim('PATCH', `/Users/${id}`, oktaActive(false))
    expect((await scim('GET', `/Users/${id}`)).body['active']).toBe(false)
    expect(await hr.sync()).toMatchObject({ state: 'done', counts: { leave: 1 } })
    expect(await contacts()).toMatchObject([{ name: 'Ada New', work: 'terminated' }, { work: 'active' }])
    await scim('PATCH', `/Users/${id}`, oktaActive(true))
    expect(await hr.sync()).toMatchObject({ state: 'done', counts: { rehire: 1 } })
    expect(await contacts()).toMatchObject([{ name: 'Ada New', work: 'active' }, { work: 'active' }])
  })

  test('of Entra ID get numbers, places and jobs attribute by attribute', async () => {
    const person = { nth: 2, firstname: 'Bo' }
    const id = await push(entraUser(person))
    const patched = await scim('PATCH', `/Users/${id}`, entraPatch(person))
    expect(patched).toMatchObject({
      http: 200,
      body: {
        phoneNumbers: [{ type: 'mobile', value: '+15105553002' }],
        addresses: [{ type: 'work', locality: 'Austin', formatted: 'South plant' }],
        [ENTERPRISE]: { employeeNumber: 'W-2', department: 'Packing', manager: { value: '99' } },
      },
    })
    // The same again changes nothing, and is no failure.
    expect((await scim('PATCH', `/Users/${id}`, entraPatch(person))).http).toBe(200)
    await hr.sync()
    await hr.apply()
    const [added] = await contacts()
    const read = await t.as(org.ann).call(readContact, { query: { id: added?.id ?? '' } })
    expect(read.body.contact).toMatchObject({ location: 'South plant', department: 'Packing', employeeId: 'W-2' })
    await scim('PATCH', `/Users/${id}`, entraActive('False'))
    expect(await hr.sync()).toMatchObject({ counts: { leave: 1 } })
    await scim('PATCH', `/Users/${id}`, {
      Operations: [{ op: 'Remove', path: `${ENTERPRISE}:department` }],
    })
    expect((await scim('GET', `/Users/${id}`)).body[ENTERPRISE]).not.toHaveProperty('department')
  })

  test('who are deleted and added again are the same contact', async () => {
    const [id] = await follow(1)
    expect((await scim('DELETE', `/Users/${id}`)).http).toBe(204)
    expect((await scim('GET', `/Users/${id}`)).http).toBe(404)
    expect(await hr.sync()).toMatchObject({ state: 'review', brake: { kind: 'empty' } })
    const before = await contacts()
    await push(oktaUser({ nth: 0, firstname: 'First0' }))
    expect(await hr.sync()).toMatchObject({ state: 'done', counts: { create: 0, leave: 0 } })
    expect(await contacts()).toEqual(before)
  })

  test('who begin later are not added before their first day', async () => {
    const [today, later] = [0, 3].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    await push(oktaUser({ nth: 1, firstname: 'Ada' }, { [ENTERPRISE]: { startDate: later } }))
    await push(
      oktaUser({ nth: 2, firstname: 'Bo' }, { [ENTERPRISE]: { startDate: `${Number(today?.slice(0, 4)) - 2}-02-01` } }),
    )
    expect(await hr.sync()).toMatchObject({ counts: { create: 1, skip: 1 } })
  })

  test('who were erased here are not stored again when they are pushed again', async () => {
    const [id = ''] = await follow(1)
    const [erased] = await contacts()
    const body = { contactId: erased?.id ?? '', reason: 'Asked for it', confirm: true as const }
    expect((await t.as(org.ann).call(eraseContact, { body })).http).toBe(200)
    expect((await scim('PUT', `/Users/${id}`, oktaUser({ nth: 0, firstname: 'First0' }))).http).toBe(404)
    const again = await push(oktaUser({ nth: 0, firstname: 'First0' }))
    expect(JSON.stringify((await scim('GET', `/Users/${again}`)).body)).not.toContain('First0')
    await scim('PATCH', `/Users/${again}`, entraPatch({ nth: 0, firstname: 'First0' }))
    expect(JSON.stringify((await scim('GET', `/Users/${again}`)).body)).not.toContain('+1510555')
    expect(await hr.sync()).toMatchObject({ counts: { create: 0, skip: 1 } })
  })
})

describe('the brakes', () => {
  test('ask about a mass deactivation, and no one leaves before', async () => {
    const ids = await follow(8)
    for (const id of ids.slice(0, 6)) await scim('PATCH', `/Users/${id}`, oktaActive(false))
    expect(await hr.sync()).toMatchObject({ state: 'review', brake: { kind: 'leavers', people: 6, of: 8 } })
    expect((await contacts()).filter(({ work }) => work === 'terminated')).toEqual([])
    // The mistake is corrected: the newer picture replaces the review.
    for (const id of ids.slice(0, 6)) await scim('PATCH', `/Users/${id}`, oktaActive(true))
    expect(await hr.sync()).toMatchObject({ state: 'done', counts: { leave: 0 } })
    expect((await t.as(org.ann).call(readHr)).body.syncs[1]).toMatchObject({ state: 'discarded' })
  })

  test('count people who are deactivated one by one within a day together', async () => {
    const ids = await follow(20)
    for (const id of ids.slice(0, 5)) {
      await scim('PATCH', `/Users/${id}`, entraActive('False'))
      expect(await hr.sync()).toMatchObject({ state: 'done', counts: { leave: 1 } })
    }
    await scim('PATCH', `/Users/${ids[5]}`, entraActive('False'))
    expect(await hr.sync()).toMatchObject({ state: 'review', brake: { kind: 'leavers', people: 1, of: 15 } })
  })
})

test('a pushed change is followed by a sync by itself, once the pushing pauses', async () => {
  await push(oktaUser({ nth: 1, firstname: 'Ada' }))
  const soon = async () => Date.parse((await t.as(org.ann).call(readHr)).body.connection?.nextSyncAt ?? '') - Date.now()
  expect(await pushing()).toMatchObject({ people: 1, active: 1, isWaiting: true })
  expect(await soon()).toBeLessThan(130_000)
  await hr.sync()
  expect(await pushing()).toMatchObject({ isWaiting: false })
  expect(await soon()).toBeGreaterThan(130_000)
})

describe('the interface', () => {
  test('describes itself', async () => {
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } })
    expect((await scim('GET', '/ResourceTypes/User')).body).toMatchObject({
      schemaExtensions: [{ schema: ENTERPRISE }],
    })
    const { body } = await scim('GET', '/Schemas')
    for (const { id } of body.Resources as { id: string }[])
      expect((await scim('GET', `/Schemas/${id}`)).body.id).toBe(id)
  })

  test('pages from index 1, and leaves out what is not wanted', async () => {
    for (const at of [1, 2, 3]) await push(oktaUser({ nth: at, firstname: `First${at}` }))
    const { body } = await scim('GET', '/Users?startIndex=2&count=1&excludedAttributes=emails')
    expect(body).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 })
    expect(body.Resources[0]).toMatchObject({ name: { givenName: 'First2' } })
    expect(body.Resources[0]).not.toHaveProperty('emails')
  })

  test.each([
    ['POST', '/Users', '{'],
    ['POST', '/Users', '[]'],
    ['POST', '/Users', '"x"'],
    ['POST', '/Users', '{"userName":"a\\u0000"}'],
    ['POST', '/Users', '{"userName":{"a":1}}'],
    ['POST', '/Users', '{"userName":"x","phoneNumbers":[null,1,{"value":{}}],"name":"n","addresses":{}}'],
    ['POST', '/Users', '{"userName":"y","urn:x:2.0:User":{"a":[1],"b":null,"__proto__":"c"}}'],
    ['POST', '/Users', '{"__proto__":{"userName":"z"}}'],
    ['POST', '/Groups', '{"displayName":"x"}'],
    ['GET', '/Users?filter=bad', undefined],
    ['GET', '/Users?count=x', undefined],
    ['GET', '/Users?startIndex=999999999999999999999', undefined],
    ['GET', '/Users?filter=userName%20eq%20null', undefined],
    ['GET', '/Users/not-an-id', undefined],
    ['PUT', '/Users', '{}'],
  ])('answers %s %s with %j in its own form and never with 500', async (method, path, body) => {
    const response = await scim(method, path, body)
    expect(response.http).toBeLessThan(500)
    if (response.http >= 300) expect(response.body).toMatchObject({ status: String(response.http) })
  })

  test.each([
    { Operations: 'x' },
    { Operations: [{ op: 'replace', path: ENTERPRISE, value: 'x' }] },
    { Operations: [{ op: 'replace', path: 'urn:none', value: 'x' }] },
    { Operations: [{ op: 'replace', path: `${ENTERPRISE}:department`, value: { a: 1 } }] },
    { Operations: [{ op: 'remove', path: 'userName' }] },
    { Operations: [{ op: 'add', path: 'phoneNumbers[type eq "mobile"].value', value: { a: [] } }] },
    { Operations: [{ op: 'add', path: 'phoneNumbers[type eq', value: 'x' }] },
  ])('answers the patch %j in its own form and never with 500', async (patch) => {
    const id = await push(oktaUser({ nth: 1, firstname: 'Ada' }))
    expect((await scim('PATCH', `/Users/${id}`, patch)).http).toBeLessThan(500)
  })
})
