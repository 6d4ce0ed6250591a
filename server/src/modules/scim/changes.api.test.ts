import { auditEntries } from '@crewline/contract/audit'
import { createScimToken } from '@crewline/contract/scim'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { startDns, type TestDns } from '../../../test/kit/dns.ts'
import { callScim, type ScimResponse } from '../../../test/kit/scim.ts'
import { addVerifiedDomain, prove } from '../../../test/kit/sso.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let dns: TestDns
let org: Org
let token: string
let nth = 3
beforeAll(async () => {
  dns = await startDns()
  t = await testApp({ roles: 'web', settings: { DNS_SERVERS: dns.address } })
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
const scim = (method: string, path: string, body?: unknown) => callScim(t, token, { method, path, body })
const patch = (path: string, ...Operations: unknown[]) => scim('PATCH', path, { Operations })
async function addUser(firstname: string): Promise<{ id: string; email: string }> {
  const email = `${firstname}.${t.process.kernel.world.id().slice(-12)}@acme.test`.toLowerCase()
  const { body } = await scim('POST', '/Users', { userName: email, name: { givenName: firstname, familyName: 'Ng' } })
  return { id: body.id, email }
}
const membersOf = ({ body }: ScimResponse) =>
  (body['members'] as { value: string }[]).map(({ value }) => value).toSorted()

/** Has all calls arrive before the first of them may change anything. */
async function atOnce(...calls: (() => Promise<ScimResponse>)[]): Promise<ScimResponse[]> {
  let running: Promise<ScimResponse>[] = []
  await system()
    .transaction()
    .execute(async (db) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`scim users|${org.id}`}, 0))`.execute(db)
      running = calls.map((call) => call())
      await t.until(async () => {
        const waiting = await sql<{ n: number }>`
          select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(db)
        return waiting.rows[0]?.n === calls.length
      })
    })
  return Promise.all(running)
}

describe('two patches at once', () => {
  test('of one user both count', async () => {
    const { id } = await addUser('Fay')
    const answers = await atOnce(
      () => patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false }),
      () => patch(`/Users/${id}`, { op: 'replace', path: 'name.familyName', value: 'Ong' }),
    )
    expect(answers.map(({ http }) => http)).toEqual([200, 200])
    const { body } = await scim('GET', `/Users/${id}`)
    expect(body).toMatchObject({ active: false, name: { givenName: 'Fay', familyName: 'Ong' } })
  })

  test('of one group both count', async () => {
    const users = [await addUser('Fay'), await addUser('Gil')]
    const { body } = await scim('POST', '/Groups', { displayName: 'Crew' })
    const adds = users.map(
      ({ id }) =>
        () =>
          patch(`/Groups/${body.id}`, { op: 'add', path: 'members', value: [{ value: id }] }),
    )
    expect((await atOnce(...adds)).map(({ http }) => http)).toEqual([200, 200])
    expect(membersOf(await scim('GET', `/Groups/${body.id}`))).toEqual(users.map(({ id }) => id).toSorted())
  })
})

describe('a new name or email', () => {
  const changes = async () => {
    const { data } = (await t.as(org.ann).call(auditEntries, { query: {} })).body
    return data.filter(({ action }) => action === 'scim.user_changed').map((entry) => entry.changes)
  }

  test('is in the audit log with the one before, and the old address gets an email', async () => {
    const { id, email } = await addUser('Fay')
    const next = `new.${email}`
    const { http } = await patch(
      `/Users/${id}`,
      { op: 'replace', path: 'userName', value: next },
      { op: 'replace', path: 'emails[type eq "work"].value', value: next },
      { op: 'replace', path: 'name.givenName', value: 'Fayette' },
    )
    expect(http).toBe(200)
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ userName: next, emails: [{ value: next }] })
    expect(await changes()).toEqual([
      expect.arrayContaining([
        { field: 'firstname', before: 'Fay', after: 'Fayette' },
        { field: 'email', before: email, after: next },
      ]),
    ])
    const mails = await t.mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your email was changed'])
    expect(JSON.stringify(mails)).toContain(`${org.name} changed the email you log in with to ${next}.`)
    expect(await t.mailsTo(next)).toEqual([])
  })

  test('that is the same writes nothing', async () => {
    const { id } = await addUser('Fay')
    await patch(`/Users/${id}`, { op: 'replace', path: 'name.givenName', value: 'Fay' })
    expect(await changes()).toEqual([])
  })

  test('that another user has is refused as taken', async () => {
    const [fay, gil] = [await addUser('Fay'), await addUser('Gil')]
    const taken = await patch(`/Users/${fay.id}`, { op: 'replace', path: 'userName', value: gil.email })
    expect(taken).toMatchObject({ http: 409, body: { scimType: 'uniqueness' } })
  })
})

describe('calls that clients may make', () => {
  test('leave attributes out that are named in several parameters', async () => {
    const { body } = await scim('POST', '/Groups', { displayName: 'Crew', externalId: 'x' })
    const short = await scim('GET', `/Groups/${body.id}?excludedAttributes=members&excludedAttributes=externalId`)
    expect(short.http).toBe(200)
    expect(Object.keys(short.body).toSorted()).toEqual(['displayName', 'id', 'meta', 'schemas'])
    const list = await scim('GET', '/Groups?excludedAttributes=members&excludedAttributes=externalId')
    expect(Object.keys(list.body.Resources[0] ?? {})).not.toContain('members')
  })

  test('add a member to a group of 1,000, and name at most 1,000 in one call', async () => {
    await sql`
      with added as (
        insert into user_account (id, email, firstname, lastname, created_at)
        select id, id || '@acme.test', 'M', 'N', now() from (select gen_random_uuid() as id from generate_series(1, 1000)) x
        returning id)
      insert into member (org_id, id, user_id, role, created_at)
      select ${org.id}, gen_random_uuid(), id, 'agent', now() from added`.execute(system())
    const rows = await sql<{ value: string }>`
      select id as value from member where org_id = ${org.id} and role = 'agent' and user_id <> ${org.gus.id}`.execute(
      system(),
    )
    const group = await scim('POST', '/Groups', { displayName: 'Everyone', members: rows.rows })
    expect(membersOf(group)).toHaveLength(1000)
    const { id } = await addUser('Fay')
    const path = `/Groups/${group.body.id}`
    const added = await patch(path, { op: 'add', path: 'members', value: [{ value: id }] })
    expect(added.http).toBe(200)
    expect(membersOf(added)).toHaveLength(1001)
    const value = [...rows.rows, { value: id }]
    const tooMany = await patch(path, { op: 'add', path: 'members', value })
    expect(tooMany).toMatchObject({ http: 413, body: { scimType: 'tooMany' } })
  })
})
