import type { AnyEndpoint } from '@crewline/contract/endpoint'
import { switchOrg } from '@crewline/contract/accounts'
import { GRANTABLE_PERMISSIONS } from '@crewline/contract/grantable'
import { acceptGrant, offerGrant } from '@crewline/contract/grants'
import { permissionsOf, type Permission, type Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeUser } from './kit/cast.ts'
import { callRaw, everyEndpoint, fieldsOf } from './kit/contract.ts'
import { testApp, type TestApp } from './kit/test-app.ts'

const guarded = (await everyEndpoint()).filter(([, endpoint]) => endpoint.session !== 'none' && endpoint.can)

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  await sql`update organization set parent_id = ${t.acme.id} where id = ${t.beta.id}`.execute(system())
})
afterAll(() => t.close())
beforeEach(() => sql`delete from rate_limit`.execute(system()))

const system = () => t.process.kernel.database.asSystem('tests look at every organization')

/** A session in Beta of a teammate of Acme who was granted everything that their role and a grant allow. */
async function sessionByGrant(role: Role): Promise<string> {
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname: role, lastname: 'Acme', role })
  await sql`update session set proved_at = now()`.execute(system())
  const member = await sql<{ id: string }>`select id from member where user_id = ${user.id}`.execute(system())
  const held = new Set<string>(permissionsOf(role))
  const permissions = GRANTABLE_PERMISSIONS.filter((permission) => held.has(permission))
  const offered = await t.as(t.acme.ann).call(offerGrant, {
    body: { memberId: member.rows[0]!.id, childIds: 'all', permissions },
  })
  const id = offered.body.grants[0]!.id
  await t.as(t.beta.ann).call(acceptGrant, { query: { id }, body: { permissions } })
  const entered = await t.as(user).call(switchOrg, { body: { organizationId: t.beta.id } })
  return entered.body.token
}

const place = (endpoint: AnyEndpoint) => ({
  params: Object.fromEntries(Object.keys(fieldsOf(endpoint.params).fields).map((name) => [name, t.beta.bob.id])),
})

const roles: Role[] = ['owner', 'admin', 'manager', 'agent', 'author', 'viewer']
test.each(roles)('opens to an %s of the parent exactly the endpoints of the grant, and never more', async (role) => {
  const token = await sessionByGrant(role)
  const possible = new Set<Permission>(GRANTABLE_PERMISSIONS)
  const held = new Set(permissionsOf(role).filter((permission) => possible.has(permission)))
  const wrong: string[] = []
  for (const [name, endpoint] of guarded) {
    const isOpen = held.has(endpoint.can as Permission)
    // What is open is called with nothing in it, so that it is refused for its input and changes nothing.
    if (isOpen && endpoint.method !== 'GET' && endpoint.body.def.type === 'undefined') continue
    const { http, body } = await callRaw(t.process.address, token, endpoint, place(endpoint))
    const isRefused = body['code'] === 'not_permitted'
    if (http >= 500 || isRefused === isOpen) wrong.push([name, endpoint.can, http, body['code']].join(' '))
    await sql`delete from rate_limit`.execute(system())
  }
  expect(wrong).toEqual([])
})
