import { me } from '@crewline/contract/accounts'
import { createApiKey, rotateApiKey } from '@crewline/contract/api-keys'
import { auditEntries } from '@crewline/contract/audit'
import { memberHoldings } from '@crewline/contract/holdings'
import { createScimToken, revokeScimToken, scimTokens } from '@crewline/contract/scim'
import { editSsoRules } from '@crewline/contract/sso'
import { team } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeOrg, makeUser, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { startDns, type TestDns } from '../../../test/kit/dns.ts'
import { callScim } from '../../../test/kit/scim.ts'
import { addVerifiedDomain, prove } from '../../../test/kit/sso.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let dns: TestDns
let org: Org
let token: string
let nth = 3
beforeAll(async () => {
  dns = await startDns()
  t = await testApp({ roles: 'web', settings: { DNS_SERVERS: dns.address, TRUSTED_PROXIES: '1' } })
})
afterAll(async () => {
  await t.close()
  dns.close()
})
beforeEach(async () => {
  org = await makeOrg(t.process.kernel, `Crew ${nth}`, nth++)
  await prove(t, org.ann)
  await addVerifiedDomain(t, dns, org, 'acme.test')
  token = (await t.as(org.ann).call(createScimToken, { body: { name: 'Okta' } })).body.secret
})

const system = () => t.process.kernel.database.asSystem('tests look at every organization')

const scim = (method: string, path: string, body?: unknown, bearer = token) =>
  callScim(t, bearer, { method, path, body })
const unique = () => t.process.kernel.world.id().slice(-12)
function person(firstname: string) {
  const userName = `${firstname}.${unique()}@acme.test`.toLowerCase()
  return { userName, externalId: unique(), name: { givenName: firstname, familyName: 'Ng' }, active: true }
}
const teammate = async (search: string) => (await t.as(org.ann).call(team, { query: { search } })).body.data[0]

describe('a token', () => {
  test('is created by owners, shown once, listed with its last use, and revoked at once', async () => {
    expect(token).toMatch(/^crewscim_[\w-]{43}$/)
    expect((await scim('GET', '/Users')).http).toBe(200)
    const listed = (await t.as(org.ann).call(scimTokens)).body
    expect(listed.scimTokens[0]).toMatchObject({
      name: 'Okta',
      state: 'active',
      lastUsedAt: expect.any(String) as unknown,
    })
    expect(listed.scimUrl).toMatch(/\/scim\/v2$/)
    expect(JSON.stringify(listed)).not.toContain(token)
    const admin = await makeUser(t.process.kernel, org.id, { firstname: 'Ada', lastname: 'Min', role: 'admin' })
    expect((await t.as(admin).call(createScimToken, { body: { name: 'X' } })).body.code).toBe('role_too_high')
    const { id } = listed.scimTokens[0] ?? { id: '' }
    await t.as(org.ann).call(revokeScimToken, { query: { id } })
    expect((await scim('GET', '/Users')).http).toBe(401)
    expect((await t.as(org.ann).call(revokeScimToken, { query: { id } })).http).toBe(404)
  })

  test('stops at its end, and a wrong one is refused', async () => {
    await sql`update scim_token set expires_at = now() - interval '1 second' where org_id = ${org.id}`.execute(system())
    for (const bearer of [token, '', 'crewscim_wrong', org.ann.token, `${token}x`])
      expect((await scim('GET', '/Users', undefined, bearer)).http).toBe(401)
  })

  test('sees only its own organization', async () => {
    const other = await makeOrg(t.process.kernel, `Other ${nth}`, nth++)
    const { body } = await scim('GET', '/Users?count=200')
    expect(JSON.stringify(body)).not.toContain(other.gus.email)
    const theirs = await sql<{ id: string }>`select id from member where user_id = ${other.gus.id}`.execute(system())
    const id = theirs.rows[0]?.id ?? ''
    for (const [method, content] of [
      ['GET', undefined],
      ['DELETE', undefined],
      ['PATCH', { Operations: [{ op: 'replace', value: { active: false } }] }],
    ] as const)
      expect((await scim(method, `/Users/${id}`, content)).http).toBe(404)
    expect((await t.as(other.gus).call(me)).http).toBe(200)
  })
})

describe('users', () => {
  test('are added, found, changed and not added twice', async () => {
    const fay = person('Fay')
    const added = await scim('POST', '/Users', fay)
    expect(added.http).toBe(201)
    expect(added.body).toMatchObject({ ...fay, emails: [{ value: fay.userName, primary: true }] })
    expect(await teammate(fay.userName)).toMatchObject({ firstname: 'Fay', role: 'agent', status: 'active' })
    const again = await scim('POST', '/Users', { ...fay, userName: fay.userName.toUpperCase() })
    expect(again).toMatchObject({ http: 409, body: { scimType: 'uniqueness', status: '409' } })
    const found = await scim(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${fay.userName.toUpperCase()}"`)}`,
    )
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: added.body.id }] })
    const renamed = await scim('PATCH', `/Users/${added.body.id}`, {
      Operations: [{ op: 'Replace', path: 'name.familyName', value: 'Ong' }],
    })
    expect(renamed.body['name']).toMatchObject({ familyName: 'Ong' })
    expect(await teammate(fay.userName)).toMatchObject({ lastname: 'Ong' })
  })

  test('who were members before are found by their email and can be taken over', async () => {
    await sql`update user_account set email = ${`gus.${nth}@acme.test`} where id = ${org.gus.id}`.execute(system())
    const found = await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "gus.${nth}@acme.test"`)}`)
    const [gus] = found.body.Resources
    const taken = await scim('PUT', `/Users/${String(gus?.['id'])}`, { ...gus, externalId: 'okta-gus' })
    expect(taken.body).toMatchObject({ id: gus?.['id'], externalId: 'okta-gus', active: true })
    expect(await teammate('gus')).toMatchObject({ role: 'agent' })
  })

  test('outside the verified domains are refused, and an account of another organization stays as it is', async () => {
    expect((await scim('POST', '/Users', { userName: 'eve@evil.test' })).http).toBe(400)
    expect((await scim('POST', '/Users', { userName: t.beta.gus.email })).http).toBe(400)
    // An address of a verified domain links the account, but cannot change what other organizations see of it.
    await sql`update user_account set email = ${`two.${nth}@acme.test`} where id = ${t.beta.vic.id}`.execute(system())
    const linked = await scim('POST', '/Users', { userName: `two.${nth}@acme.test`, name: { givenName: 'Mallory' } })
    expect(linked.http).toBe(201)
    await scim('PUT', `/Users/${linked.body.id}`, {
      userName: `changed.${nth}@acme.test`,
      name: { givenName: 'Mallory' },
    })
    const account = await sql<{ email: string; firstname: string }>`
      select email, firstname from user_account where id = ${t.beta.vic.id}`.execute(system())
    expect(account.rows[0]).toEqual({ email: `two.${nth}@acme.test`, firstname: 'Vic' })
  })

  test('are paged from index 1', async () => {
    for (const name of ['A', 'B', 'C']) await scim('POST', '/Users', person(name))
    const filter = encodeURIComponent('externalId pr')
    const { body } = await scim('GET', `/Users?filter=${filter}&startIndex=2&count=1`)
    expect(body).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 })
    expect(body.Resources[0]?.['name']).toMatchObject({ givenName: 'B' })
  })

  test.each([
    [
      'active: false',
      (id: string) => scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value: { active: false } }] }),
    ],
    ['a DELETE', (id: string) => scim('DELETE', `/Users/${id}`)],
  ])('lose their session and their open socket with %s', async (_how, end) => {
    await sql`update user_account set email = ${`gus.${nth}@acme.test`} where id = ${org.gus.id}`.execute(system())
    const rows = await sql<{ id: string }>`select id from member where user_id = ${org.gus.id}`.execute(system())
    const client = await t.connectClient(org.gus)
    expect((await end(rows.rows[0]?.id ?? '')).http).toBeLessThan(300)
    await client.next('session-revoked')
    await t.until(async () => !client.socket.connected)
    expect((await t.as(org.gus).call(me)).http).toBe(403)
    expect(await teammate(`gus.${nth}@acme.test`)).toBeUndefined()
  })

  test('lose the API keys they created, and those who manage keys get an email', async () => {
    const fay = await makeUser(t.process.kernel, org.id, { firstname: 'Fay', lastname: 'Ng', role: 'admin' })
    await prove(t, fay)
    const body = { name: 'Payroll', permissions: ['team.read' as const], groupIds: null, expiresAt: null }
    const { secret } = (await t.as(fay).call(createApiKey, { body })).body
    const asKey = { ...fay, token: secret }
    const socket = await t.connectClient(asKey)
    const rows = await sql<{ id: string }>`select id from member where user_id = ${fay.id}`.execute(system())
    const memberId = rows.rows[0]?.id ?? ''
    const off = { Operations: [{ op: 'replace', value: { active: false } }] }
    expect((await scim('PATCH', `/Users/${memberId}`, off)).http).toBe(200)
    expect((await t.as(asKey).call(team, { query: {} })).http).toBe(403)
    await t.until(async () => !socket.socket.connected)
    const { handovers } = (await t.as(org.ann).call(memberHoldings, { query: { memberId } })).body
    expect(handovers).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'apiKeys', name: 'Payroll', outcome: 'revoked' })]),
    )
    await t.until(async () => (await t.mailsTo(org.ann.email)).some(({ text }) => text.includes('Fay Ng is no longer')))
  })

  test('lose the API keys of others that they replaced, and old secrets that still work', async () => {
    const fay = await makeUser(t.process.kernel, org.id, { firstname: 'Fay', lastname: 'Ng', role: 'admin' })
    for (const user of [fay, org.ann]) await prove(t, user)
    const create = async (name: string) => {
      const body = { name, permissions: ['team.read' as const], groupIds: null, expiresAt: null }
      return (await t.as(org.ann).call(createApiKey, { body })).body
    }
    const rotate = async (user: TestUser, id: string, overlapHours: number) => {
      const { secret } = (await t.as(user).call(rotateApiKey, { params: { id }, body: { overlapHours } })).body
      return { ...user, token: secret }
    }
    const [taken, lent, kept] = [await create('Taken'), await create('Lent'), await create('Kept')]
    const hers = await rotate(fay, taken.apiKey.id, 0)
    const before = await rotate(fay, lent.apiKey.id, 0)
    const after = await rotate(org.ann, lent.apiKey.id, 24)
    await rotate(fay, kept.apiKey.id, 0)
    const back = await rotate(org.ann, kept.apiKey.id, 0)
    const works = async (key: TestUser) => (await t.as(key).call(team, { query: {} })).http
    expect([await works(hers), await works(before), await works(after), await works(back)]).toEqual([
      200, 200, 200, 200,
    ])
    const rows = await sql<{ id: string }>`select id from member where user_id = ${fay.id}`.execute(system())
    const off = { Operations: [{ op: 'replace', value: { active: false } }] }
    expect((await scim('PATCH', `/Users/${rows.rows[0]?.id ?? ''}`, off)).http).toBe(200)
    expect([await works(hers), await works(before), await works(after), await works(back)]).toEqual([
      403, 403, 200, 200,
    ])
    const mails = await t.until(async () => {
      const found = (await t.mailsTo(org.ann.email)).filter(({ text }) => text.includes('Fay Ng is no longer'))
      return found.length > 0 && found
    })
    expect(mails.at(-1)?.text).toContain('created or replaced ended with that: Taken.')
  })

  test('come back with active: true, and sessions from before stay ended', async () => {
    const fay = person('Fay')
    const { body } = await scim('POST', '/Users', fay)
    await scim('PATCH', `/Users/${body.id}`, { Operations: [{ op: 'Replace', path: 'active', value: 'False' }] })
    expect((await scim('GET', `/Users/${body.id}`)).body['active']).toBe(false)
    const back = await scim('PATCH', `/Users/${body.id}`, {
      Operations: [{ op: 'Replace', path: 'active', value: 'True' }],
    })
    expect(back.body['active']).toBe(true)
    expect(await teammate(fay.userName)).toMatchObject({ status: 'active' })
    expect((await scim('DELETE', `/Users/${body.id}`)).http).toBe(204)
    expect((await scim('GET', `/Users/${body.id}`)).http).toBe(404)
    expect((await scim('POST', '/Users', fay)).http).toBe(201)
  })

  test('never include the last owner among those removed', async () => {
    const rows = await sql<{ id: string }>`select id from member where user_id = ${org.ann.id}`.execute(system())
    const id = rows.rows[0]?.id ?? ''
    expect(await scim('DELETE', `/Users/${id}`)).toMatchObject({ http: 409, body: { scimType: 'mutability' } })
    const off = { Operations: [{ op: 'replace', value: { active: false } }] }
    expect((await scim('PATCH', `/Users/${id}`, off)).http).toBe(409)
    expect((await t.as(org.ann).call(me)).http).toBe(200)
  })
})

test('groups give roles by the rules, and the role follows who joins and leaves', async () => {
  const groupRoles = [{ group: 'Managers', role: 'manager' as const, groupIds: [] }]
  await t.as(org.ann).call(editSsoRules, { body: { createsMembers: true, defaultRole: 'viewer', groupRoles } })
  const fay = person('Fay')
  const user = await scim('POST', '/Users', fay)
  expect(await teammate(fay.userName)).toMatchObject({ role: 'viewer' })
  const group = await scim('POST', '/Groups', { displayName: 'managers', members: [{ value: user.body.id }] })
  expect(group).toMatchObject({ http: 201, body: { members: [{ value: user.body.id }] } })
  expect(await teammate(fay.userName)).toMatchObject({ role: 'manager' })
  expect((await scim('POST', '/Groups', { displayName: 'Managers' })).http).toBe(409)
  const short = await scim('GET', `/Groups/${group.body.id}?excludedAttributes=members`)
  expect(short.body).not.toHaveProperty('members')
  const emptied = await scim('PATCH', `/Groups/${group.body.id}`, {
    Operations: [{ op: 'remove', path: `members[value eq "${user.body.id}"]` }],
  })
  expect(emptied.body['members']).toEqual([])
  expect(await teammate(fay.userName)).toMatchObject({ role: 'viewer' })
  await scim('PUT', `/Groups/${group.body.id}`, { displayName: 'Managers', members: [{ value: user.body.id }] })
  expect(await teammate(fay.userName)).toMatchObject({ role: 'manager' })
  expect((await scim('DELETE', `/Groups/${group.body.id}`)).http).toBe(204)
  expect(await teammate(fay.userName)).toMatchObject({ role: 'viewer' })
})

test('every change is in the audit log, with the client as its actor', async () => {
  const { body } = await scim('POST', '/Users', person('Fay'))
  await scim('DELETE', `/Users/${body.id}`)
  const entries = (await t.as(org.ann).call(auditEntries, { query: {} })).body.data
  const mine = entries.filter(({ actor }) => actor.kind === 'api_key')
  expect(mine.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['member.provisioned', 'scim.user_added', 'member.removed', 'scim.user_deleted']),
  )
  expect(mine[0]?.actor.name).toBe('SCIM Okta')
})

describe('the interface', () => {
  test('describes itself', async () => {
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } })
    expect((await scim('GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 2 })
    const { body } = await scim('GET', '/Schemas')
    for (const { id } of body.Resources as { id: string }[])
      expect((await scim('GET', `/Schemas/${id}`)).body.id).toBe(id)
  })

  test.each([
    ['POST', '/Users', '{'],
    ['POST', '/Users', '[]'],
    ['POST', '/Users', '"x"'],
    ['POST', '/Users', '{"userName":"a\\u0000@acme.test"}'],
    ['POST', '/Users', '{"userName":{"a":1}}'],
    ['POST', '/Users', '{"userName":"a@acme.test","emails":[null,1]}'],
    ['POST', '/Users', '{"__proto__":{"userName":"a@acme.test"}}'],
    ['POST', '/Groups', '{"displayName":"x","members":[{"value":"none"}]}'],
    ['POST', '/Groups', '{"displayName":"x","members":"all"}'],
    ['GET', '/Users?filter=bad', undefined],
    ['GET', '/Users?count=x', undefined],
    ['GET', '/Users?filter=userName%20pr&filter=active%20pr', undefined],
    ['GET', '/Users?startIndex=1&startIndex=2', undefined],
    ['GET', '/Users?excludedAttributes=groups&excludedAttributes=name', undefined],
    ['GET', '/Users/not-an-id', undefined],
    ['GET', '/Nothing', undefined],
    ['PATCH', '/Users/not-an-id', '{}'],
    ['PUT', '/Users', '{}'],
  ])('answers %s %s with %j in its own form and never with 500', async (method, path, body) => {
    const response = await scim(method, path, body)
    expect(response.http).toBeLessThan(500)
    if (response.http >= 300)
      expect(response.body).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(response.http),
      })
  })
})
