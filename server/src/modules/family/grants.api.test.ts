import { me, switchOrg } from '@crewline/contract/accounts'
import { auditEntries } from '@crewline/contract/audit'
import { groupContacts } from '@crewline/contract/audience'
import { createContact } from '@crewline/contract/contacts'
import type { BodyInput } from '@crewline/contract/endpoint'
import { acceptGrant, endGrant, grants, offerGrant } from '@crewline/contract/grants'
import type { Permission, Role } from '@crewline/contract/permissions'
import { changeMember, removeMember, team, transferOwnership } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, makeUser, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let n = 3
beforeAll(async () => {
  // With the worker: grants follow the teams of both organizations without a request.
  t = await testApp({ roles: 'web,worker' })
})
afterAll(() => t.close())
beforeEach(() => sql`delete from rate_limit`.execute(system()))

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const prove = () => sql`update session set proved_at = now()`.execute(system())

interface Cast {
  mom: Org
  kid: Org
  /** A manager of the parent. */
  max: TestUser
  memberId: string
}

async function family(role: Role = 'manager'): Promise<Cast> {
  const mom = await makeOrg(t.process.kernel, `Mom ${n}`, n++)
  const kid = await makeOrg(t.process.kernel, `Kid ${n}`, n++)
  await sql`update organization set parent_id = ${mom.id} where id = ${kid.id}`.execute(system())
  const max = await makeUser(t.process.kernel, mom.id, { firstname: 'Max', lastname: 'Mom', role })
  await prove()
  return { mom, kid, max, memberId: await memberIdOf(max, mom) }
}

async function memberIdOf(user: TestUser, { id }: Org): Promise<string> {
  const found = await sql<{ id: string }>`
    select id from member where org_id = ${id} and user_id = ${user.id}`.execute(system())
  return found.rows[0]?.id ?? ''
}

type Offered = BodyInput<typeof offerGrant>['permissions']
const offer = ({ mom, kid, memberId }: Cast, permissions: Offered, by = mom.ann) =>
  t.as(by).call(offerGrant, { body: { memberId, childIds: [kid.id], permissions } })

/** Offers and accepts; returns the grant's id and the teammate's session in the child. */
async function granted(cast: Cast, permissions: Offered): Promise<{ id: string; inKid: TestUser }> {
  const [grant] = (await offer(cast, permissions)).body.grants
  const id = grant?.id ?? ''
  const accepted = await t.as(cast.kid.ann).call(acceptGrant, { query: { id }, body: { permissions } })
  expect(accepted.http).toBe(200)
  return { id, inKid: await enter(cast) }
}

async function enter({ max, kid }: Cast): Promise<TestUser> {
  const { http, body } = await t.as(max).call(switchOrg, { body: { organizationId: kid.id } })
  expect(http).toBe(200)
  return { ...max, token: body.token, orgId: kid.id }
}

const permissionsOf = async (user: TestUser) => (await t.as(user).call(me, {})).body.user?.permissions
const auditOf = async (org: Org, action: string) =>
  (await t.as(org.ann).call(auditEntries, { query: { action } })).body.data
const detailsOf = ({ details }: { details: { name: string; value: string }[] }) =>
  Object.fromEntries(details.map(({ name, value }) => [name, value]))
const open = async (org: Org) => (await t.as(org.ann).call(grants, {})).body
const isOver = async (user: TestUser) => (await t.as(user).call(me, {})).body.code === 'session_invalid'

test('lets a teammate of the parent act in the child from the acceptance on, with the child in their list', async () => {
  const cast = await family()
  const { mom, kid, max } = cast
  const organizations = async () => (await t.as(max).call(me, {})).body.organizations.map(({ id }) => id)
  const [grant] = (await offer(cast, ['contacts.edit'])).body.grants
  const complete = ['contacts.read', 'contacts.edit', 'team.read']
  expect(grant).toMatchObject({ permissions: [], offered: complete, name: 'Max Mom', acceptedAt: null })
  expect((await open(kid)).received).toEqual([grant])
  expect(await organizations()).toEqual([mom.id])
  expect((await t.as(max).call(switchOrg, { body: { organizationId: kid.id } })).http).toBe(404)

  const accept = { query: { id: grant!.id }, body: { permissions: ['contacts.edit' as const] } }
  expect((await t.as(kid.ann).call(acceptGrant, accept)).body.grant).toMatchObject({
    permissions: complete,
    offered: null,
  })
  expect(await organizations()).toEqual([mom.id, kid.id])
  const inKid = await enter(cast)
  expect(await permissionsOf(inKid)).toEqual(complete)
  const made = await t.as(inKid).call(createContact, { body: { firstname: 'Fay', phone: '+13125550199' } })
  expect(made.http).toBe(200)
  const listed = (await t.as(kid.ann).call(team, { query: {} })).body.data
  expect(listed.find(({ userId }) => userId === max.id)).toMatchObject({ role: 'custom', viaParent: mom.name })
})

test('names both organizations in every audit entry of a grant and of what is done by it', async () => {
  const cast = await family()
  const { mom, kid } = cast
  const { inKid, id } = await granted(cast, ['contacts.edit'])
  await t.as(inKid).call(createContact, { body: { firstname: 'Fay', phone: '+13125550199' } })
  await t.as(mom.ann).call(endGrant, { query: { id } })
  const names = { viaParent: mom.name, inChild: kid.name }
  for (const action of ['session.entered', 'contact.created', 'grant.offered', 'grant.accepted', 'grant.ended']) {
    const [entry] = await auditOf(kid, action)
    expect({ action, ...(entry && detailsOf(entry)) }).toMatchObject({ action, ...names })
  }
  const [created] = await auditOf(kid, 'contact.created')
  expect(created?.actor?.name).toBe('Max Mom')
  for (const action of ['grant.offered', 'grant.accepted', 'grant.ended'])
    expect((await auditOf(mom, action)).map((entry) => detailsOf(entry)['viaParent'])).toEqual([mom.name])
})

test('never gives more than the teammate may do in the parent, from the next request', async () => {
  const cast = await family()
  const { mom, max, memberId } = cast
  const { inKid } = await granted(cast, ['contacts.edit', 'broadcasts.send'])
  expect(await permissionsOf(inKid)).toContain('broadcasts.send')
  const client = await t.connectClient(inKid)
  const closed = client.next('access-changed')
  await t.as(mom.ann).call(changeMember, { query: { memberId }, body: { role: 'viewer' } })
  expect(await permissionsOf(inKid)).toEqual(['contacts.read', 'groups.read', 'broadcasts.read', 'team.read'])
  const refused = await t.as(inKid).call(createContact, { body: { firstname: 'Fay', phone: '+13125550199' } })
  expect(refused.body.code).toBe('not_permitted')
  await closed
  await t.as(mom.ann).call(changeMember, { query: { memberId }, body: { role: 'manager' } })
  expect(await permissionsOf({ ...inKid, id: max.id })).not.toContain('team.manage')
  const back = async () => (await permissionsOf(inKid))?.includes('broadcasts.send')
  await t.until(back)
})

const ends: [string, (cast: Cast, id: string) => Promise<unknown>][] = [
  ['the parent ends the grant', ({ mom }, id) => t.as(mom.ann).call(endGrant, { query: { id } })],
  ['the child ends the grant', ({ kid }, id) => t.as(kid.ann).call(endGrant, { query: { id } })],
  [
    'the teammate is removed in the parent',
    ({ mom, memberId }) => t.as(mom.ann).call(removeMember, { query: { memberId }, body: { reassignTo: null } }),
  ],
  [
    'the teammate is removed in the child',
    async ({ kid, max }) =>
      t.as(kid.ann).call(removeMember, { query: { memberId: await memberIdOf(max, kid) }, body: { reassignTo: null } }),
  ],
  [
    'the child leaves the family',
    ({ kid }) => sql`update organization set parent_id = null where id = ${kid.id}`.execute(system()),
  ],
  [
    'the teammate is limited to some groups in the parent',
    async ({ mom, memberId }) => {
      const groupIds = [await makeGroup(t.process.kernel, mom.id, 'Nights', [mom.bob.id])]
      return t.as(mom.ann).call(changeMember, { query: { memberId }, body: { groupIds } })
    },
  ],
]
test.each(ends)('ends the session, the socket and the grant when %s', async (_when, finish) => {
  const cast = await family()
  const { id, inKid } = await granted(cast, ['contacts.edit'])
  const client = await t.connectClient(inKid)
  const closed = client.next('session-revoked')
  await finish(cast, id)
  expect(await isOver(inKid)).toBe(true)
  await closed
  await t.until(async () => (await open(cast.kid)).received.length === 0)
  await t.until(async () => {
    const row = await sql<{ status: string }>`
      select status from member where org_id = ${cast.kid.id} and user_id = ${cast.max.id}`.execute(system())
    return row.rows[0]?.status === 'deactivated'
  })
  // Neither returning to the parent nor to the family brings it back.
  await sql`update organization set parent_id = ${cast.mom.id} where id = ${cast.kid.id}`.execute(system())
  expect((await open(cast.mom)).given).toEqual([])
  expect(await isOver(inKid)).toBe(true)
})

test('takes away at once what a new offer leaves out, and waits for an owner with what it adds', async () => {
  const cast = await family()
  const { kid } = cast
  const { id, inKid } = await granted(cast, ['contacts.edit'])
  const [changed] = (await offer(cast, ['inbox.read'])).body.grants
  expect(changed).toMatchObject({ id, permissions: ['contacts.read', 'team.read'] })
  expect(changed?.offered).toEqual(['inbox.read', 'contacts.read', 'team.read'])
  expect(await permissionsOf(inKid)).toEqual(['contacts.read', 'team.read'])
  const accept = (permissions: Offered) => t.as(kid.ann).call(acceptGrant, { query: { id }, body: { permissions } })
  expect((await accept(['contacts.edit'])).body.code).toBe('outdated')
  expect((await accept(['inbox.read'])).http).toBe(200)
  expect(await permissionsOf(inKid)).toEqual(['inbox.read', 'contacts.read', 'team.read'])
})

test('refuses an offer above the teammate or the caller, and one that no grant may hold', async () => {
  const cast = await family('viewer')
  const { mom, kid, max, memberId } = cast
  const tooMuch = await offer(cast, ['contacts.edit'])
  expect(tooMuch.body).toMatchObject({ code: 'role_too_high', fieldErrors: { permissions: expect.any(String) } })
  expect((await offer(cast, [])).body.fieldErrors).toMatchObject({ permissions: expect.any(String) })
  const never: Permission[] = ['team.manage', 'billing.manage', 'api.manage', 'organization.manage', 'records.manage']
  for (const permission of [...never, 'lines.manage', 'contacts.erase'])
    expect((await offer(cast, [permission] as unknown as Offered)).body.code).toBe('invalid')
  expect((await offer(cast, ['contacts.read'], max)).body.code).toBe('not_permitted')
  const body = { memberId, childIds: [t.acme.id], permissions: ['contacts.read' as const] }
  expect((await t.as(mom.ann).call(offerGrant, { body })).http).toBe(404)
  expect((await t.as(kid.ann).call(offerGrant, { body })).http).toBe(404)
  await limitTo(t.process.kernel, max, [await makeGroup(t.process.kernel, mom.id, 'Nights', [mom.bob.id])])
  expect((await offer(cast, ['contacts.read'])).body.fieldErrors).toMatchObject({ memberId: expect.any(String) })
})

test('lets only an owner of the child accept, and no other organization see, accept or end it', async () => {
  const cast = await family()
  const { mom, kid } = cast
  const ada = await makeUser(t.process.kernel, kid.id, { firstname: 'Ada', lastname: 'Kid', role: 'admin' })
  await prove()
  const [grant] = (await offer(cast, ['contacts.read'])).body.grants
  const input = { query: { id: grant!.id }, body: { permissions: ['contacts.read' as const] } }
  expect((await t.as(ada).call(acceptGrant, input)).body.code).toBe('role_too_high')
  for (const user of [mom.ann, t.acme.ann]) expect((await t.as(user).call(acceptGrant, input)).http).toBe(404)
  expect((await t.as(t.acme.ann).call(endGrant, { query: { id: grant!.id } })).http).toBe(404)
  expect((await t.as(t.acme.ann).call(grants, {})).body).toMatchObject({ given: [], received: [] })
  await sql`update session set proved_at = now() - interval '1 day' where user_id = ${kid.ann.id}`.execute(system())
  expect((await t.as(kid.ann).call(acceptGrant, input)).body.code).toBe('proof_needed')
})

test('keeps the role of a teammate by a grant in the hands of the parent', async () => {
  const cast = await family()
  const { kid, max } = cast
  const { inKid } = await granted(cast, ['contacts.edit'])
  const memberId = await memberIdOf(max, kid)
  const role = await t.as(kid.ann).call(changeMember, { query: { memberId }, body: { role: 'admin' } })
  expect(role.body.code).toBe('managed_elsewhere')
  const owner = await t.as(kid.ann).call(transferOwnership, { body: { memberId } })
  expect(owner.body.code).toBe('managed_elsewhere')
  // The child may show them less.
  const groupIds = [await makeGroup(t.process.kernel, kid.id, 'Nights', [kid.bob.id])]
  expect((await t.as(kid.ann).call(changeMember, { query: { memberId }, body: { groupIds } })).http).toBe(200)
  const { http, body } = await t.as(inKid).call(groupContacts, { query: {} })
  expect({ http, code: body.code }).toEqual({ http: 200 })
  const seen = body.data
  expect(seen.map(({ id }) => id)).toEqual([kid.bob.id])
})

test('leaves out children of which the teammate is a member in their own right', async () => {
  const cast = await family()
  const { kid, max, memberId, mom } = cast
  const now = t.process.kernel.world.now()
  await sql`insert into member (org_id, id, user_id, role, created_at)
    values (${kid.id}, ${t.process.kernel.world.id()}, ${max.id}, 'viewer', ${now})`.execute(system())
  expect((await offer(cast, ['contacts.read'])).body.code).toBe('already_member')
  const sis = await makeOrg(t.process.kernel, `Sis ${n}`, n++)
  await sql`update organization set parent_id = ${mom.id} where id = ${sis.id}`.execute(system())
  const body = { memberId, childIds: 'all' as const, permissions: ['contacts.read' as const] }
  const given = (await t.as(mom.ann).call(offerGrant, { body })).body.grants
  expect(given.map(({ child }) => child.id)).toEqual([sis.id])
})
