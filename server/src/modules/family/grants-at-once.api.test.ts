import { grantedBy } from '@crewline/contract/grantable'
import { acceptGrant, endGrant, offerGrant } from '@crewline/contract/grants'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, makeUser, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { followGrants } from './end-grant.ts'

let t: TestApp
let mom: Org
let kid: Org
beforeAll(async () => {
  // Without the worker: the tests follow the teams themselves, several times at once.
  t = await testApp({ roles: 'web' })
  mom = await makeOrg(t.process.kernel, 'Mom', 3)
  kid = await makeOrg(t.process.kernel, 'Kid', 4)
  await sql`update organization set parent_id = ${mom.id} where id = ${kid.id}`.execute(system())
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const follow = () => followGrants(t.process.kernel, mom.id)
const WANTED = ['contacts.read', 'contacts.edit', 'broadcasts.read', 'broadcasts.draft', 'broadcasts.send'] as const

async function memberIn(org: Org, { id }: TestUser) {
  const found = await sql<{ id: string; permissions: string[] | null; status: string }>`
    select id, permissions, status from member where org_id = ${org.id} and user_id = ${id}`.execute(system())
  return found.rows[0]
}

/** A manager of the parent with an offer in the child. */
async function offered(): Promise<{ max: TestUser; id: string }> {
  await sql`delete from rate_limit`.execute(system())
  const max = await makeUser(t.process.kernel, mom.id, { firstname: 'Max', lastname: 'Mom', role: 'manager' })
  await sql`update session set proved_at = now()`.execute(system())
  const body = { memberId: (await memberIn(mom, max))!.id, childIds: [kid.id], permissions: [...WANTED] }
  const given = (await t.as(mom.ann).call(offerGrant, { body })).body.grants
  return { max, id: given[0]!.id }
}

const accept = (id: string) => t.as(kid.ann).call(acceptGrant, { query: { id }, body: { permissions: [...WANTED] } })

const setRole = async (max: TestUser, role: 'manager' | 'viewer') => {
  await sql`update member set role = ${role} where org_id = ${mom.id} and user_id = ${max.id}`.execute(system())
  await follow()
}

test('leaves what the parent allows now when an acceptance and changes of the role come at once', async () => {
  for (let round = 0; round < 6; round++) {
    const { max, id } = await offered()
    const last: 'viewer' | 'manager' = round % 2 === 0 ? 'viewer' : 'manager'
    const roles: (typeof last)[] = ['viewer', 'manager', 'viewer', 'manager', last]
    const changes = async () => {
      for (const role of roles) await setRole(max, role)
    }
    const [accepted] = await Promise.all([accept(id), changes(), follow(), follow(), follow()])
    expect(accepted.http).toBe(200)
    // An acceptance announces a change of the team, which is followed once more.
    await follow()
    const expected = grantedBy({ role: last, permissions: null }, accepted.body.grant.permissions)
    expect((await memberIn(kid, max))?.permissions).toEqual(expected)
  }
})

test('leaves no member when an acceptance comes at once with the end of the membership in the parent', async () => {
  for (let round = 0; round < 6; round++) {
    const { max, id } = await offered()
    const leave = async () => {
      await sql`update member set status = 'deactivated' where org_id = ${mom.id} and user_id = ${max.id}`.execute(
        system(),
      )
      await follow()
    }
    await Promise.all([accept(id), leave(), follow(), accept(id)])
    await follow()
    const member = await memberIn(kid, max)
    expect(member?.status ?? 'none').not.toBe('active')
  }
})

test('ends with both sides ending a grant at once, and accepts it no more', async () => {
  const { max, id } = await offered()
  await accept(id)
  const ends = await Promise.all([mom, kid, mom, kid].map(({ ann }) => t.as(ann).call(endGrant, { query: { id } })))
  expect(ends.map(({ http }) => http)).toContain(200)
  expect(ends.filter(({ http }) => http !== 200 && http !== 404)).toEqual([])
  expect((await accept(id)).http).toBe(404)
  expect((await memberIn(kid, max))?.status).toBe('deactivated')
})
