import { createApiKey } from '@crewline/contract/api-keys'
import { auditEntries } from '@crewline/contract/audit'
import { formerMembers, handOverHoldings, memberHoldings } from '@crewline/contract/holdings'
import { ALL_PERMISSIONS, type Role } from '@crewline/contract/permissions'
import { createRole } from '@crewline/contract/roles'
import { changeMember, removeMember, team } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let ann: TestUser
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  ann = await newMember('owner', 'Anna')
})
afterAll(() => t.close())
beforeEach(() => sql`delete from rate_limit`.execute(system()))

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
async function newMember(role: Role, firstname: string): Promise<TestUser> {
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname, lastname: 'Acme', role })
  await sql`update session set proved_at = now() where user_id = ${user.id}`.execute(system())
  return user
}
async function memberIdOf(user: TestUser): Promise<string> {
  const found = await sql<{ id: string }>`
    select id from member where org_id = ${user.orgId} and user_id = ${user.id}`.execute(system())
  return found.rows[0]?.id ?? ''
}
const holdings = async (user: TestUser) =>
  (await t.as(ann).call(memberHoldings, { query: { memberId: await memberIdOf(user) } })).body
const counts = async (user: TestUser) =>
  Object.fromEntries((await holdings(user)).held.map(({ kind, count }) => [kind, count]))
const remove = async (user: TestUser, body: { reassignTo?: string | null; apiKeys?: 'keep' | 'revoke' } = {}) =>
  t.as(ann).call(removeMember, { query: { memberId: await memberIdOf(user) }, body })

/** Makes one thing of each kind in the name of a user. */
async function workOf(user: TestUser): Promise<{ key: string; broadcastId: string }> {
  const { kernel } = t.process
  const id = () => kernel.world.id()
  const broadcastId = id()
  const made = { org: t.acme.id, user: user.id }
  await sql`
    insert into broadcast (org_id, id, name, kind, state, content, searched, launched_by, created_by, created_at, updated_at)
    values (${made.org}, ${broadcastId}, 'Weekly shifts', 'announcement', 'recurring', '{}', '', ${made.user}, ${made.user}, now(), now()),
           (${made.org}, ${id()}, 'Picnic', 'announcement', 'draft', '{}', '', null, ${made.user}, now(), now())`.execute(
    system(),
  )
  await sql`
    insert into broadcast_run (org_id, id, broadcast_id, occurrence, content, user_id, planned_at, starts_at)
    values (${made.org}, ${id()}, ${broadcastId}, 'next', '{}', ${made.user}, now(), now() + interval '1 day')`.execute(
    system(),
  )
  await sql`
    insert into form (org_id, id, code, name, content, created_by, created_at, updated_at)
    values (${made.org}, ${id()}, ${id()}, 'Safety check', '{}', ${made.user}, now(), now())`.execute(
    kernel.database.ofOrg(made.org),
  )
  await sql`
    insert into celebration (org_id, id, content, created_by, created_at, updated_at)
    values (${made.org}, ${id()}, '{"name": "Birthdays"}', ${made.user}, now(), now())`.execute(
    kernel.database.ofOrg(made.org),
  )
  await sql`
    insert into webhook_endpoint (org_id, id, name, url, events, secret, created_by, created_at)
    values (${made.org}, ${id()}, 'Payroll', 'https://pay.example', '{}', '', ${made.user}, now())`.execute(
    kernel.database.ofOrg(made.org),
  )
  await sql`
    insert into legal_hold (org_id, id, name, reason, covers, placed_by, placed_at)
    values (${made.org}, ${id()}, 'Case 7', 'Court', 'everyone', ${made.user}, now())`.execute(
    kernel.database.ofOrg(made.org),
  )
  const body = { name: 'Payroll key', permissions: ['team.read' as const], groupIds: null, expiresAt: null }
  const { secret } = (await t.as(user).call(createApiKey, { body })).body
  return { key: secret, broadcastId }
}
const worksAs = async (secret: string) => (await t.as({ ...ann, token: secret }).call(team, { query: {} })).http

const ONE_OF_EACH = { apiKeys: 1, broadcastDrafts: 1, broadcasts: 1, celebrations: 1, forms: 1, holds: 1, webhooks: 1 }

test('shows before a removal what a teammate holds, and what would stop', async () => {
  const max = await newMember('admin', 'Max')
  await workOf(max)
  const { held, member, handovers } = await holdings(max)
  expect(await counts(max)).toEqual(ONE_OF_EACH)
  expect(held.filter(({ without }) => without === 'stops').map(({ kind, names }) => [kind, names])).toEqual([
    ['broadcasts', ['Weekly shifts']],
  ])
  expect(held.filter(({ canHandOver }) => !canHandOver).map(({ kind }) => kind)).toEqual(['holds'])
  expect({ leftAt: member.leftAt, handovers }).toEqual({ leftAt: null, handovers: [] })
})

test('gives everything to the successor at a removal, and says who got what from whom', async () => {
  const [max, eve] = [await newMember('admin', 'Max'), await newMember('admin', 'Eve')]
  const { key, broadcastId } = await workOf(max)
  await remove(max, { reassignTo: eve.id })
  expect(await counts(max)).toEqual({ holds: 1 })
  expect(await counts(eve)).toEqual({ ...ONE_OF_EACH, holds: undefined })
  const runs = await sql<{ user_id: string }>`
    select user_id from broadcast_run where broadcast_id = ${broadcastId}`.execute(system())
  expect(runs.rows).toEqual([{ user_id: eve.id }])
  const { handovers, member } = await holdings(max)
  const forms = handovers.find(({ kind }) => kind === 'forms')
  expect(forms).toMatchObject({ name: 'Safety check', outcome: 'handed_over', to: 'Eve Acme', by: 'Anna Acme' })
  expect(member.leftAt).not.toBeNull()
  expect(await worksAs(key)).toBe(200)
})

test('revokes the API keys of a leaver at once when that is chosen', async () => {
  const max = await newMember('admin', 'Max')
  const { key } = await workOf(max)
  await remove(max, { apiKeys: 'revoke' })
  expect(await worksAs(key)).toBe(403)
  const { handovers } = await holdings(max)
  expect(handovers.find(({ kind }) => kind === 'apiKeys')).toMatchObject({ name: 'Payroll key', outcome: 'revoked' })
})

test('hands over later what no one took over, and leaves what the successor may not do', async () => {
  const [max, gil] = [await newMember('admin', 'Max'), await newMember('manager', 'Gil')]
  await workOf(max)
  await remove(max)
  const former = (await t.as(ann).call(formerMembers, {})).body.data
  expect(former.find(({ userId }) => userId === max.id)).toMatchObject({ name: 'Max Acme', held: 7 })
  const memberId = await memberIdOf(max)
  const give = await t.as(ann).call(handOverHoldings, { body: { memberId, toUserId: gil.id } })
  expect(give.body.skipped).toEqual(['apiKeys', 'webhooks'])
  expect(await counts(max)).toEqual({ apiKeys: 1, holds: 1, webhooks: 1 })
  const { data } = (await t.as(ann).call(auditEntries, { query: { objectId: memberId } })).body
  expect(data.map(({ action }) => action)).toContain('member.handed-over')
})

test('says what a successor may not take over, before and after the removal', async () => {
  const [max, gil] = [await newMember('admin', 'Max'), await newMember('manager', 'Gil')]
  await workOf(max)
  const query = { memberId: await memberIdOf(max), toUserId: gil.id }
  const { held } = (await t.as(ann).call(memberHoldings, { query })).body
  expect(Object.fromEntries(held.map(({ kind, taken }) => [kind, taken]))).toEqual({
    apiKeys: 'skipped',
    broadcastDrafts: 'goes_on',
    broadcasts: 'waits',
    celebrations: 'goes_on',
    forms: 'goes_on',
    holds: null,
    webhooks: 'skipped',
  })
  expect((await remove(max, { reassignTo: gil.id })).body.skipped).toEqual(['apiKeys', 'webhooks'])
  const { data } = (await t.as(ann).call(auditEntries, { query: { objectId: query.memberId } })).body
  expect(data.find(({ action }) => action === 'member.removed')?.details).toEqual(
    expect.arrayContaining([
      { name: 'apiKeys', value: 'keep' },
      { name: 'skipped', value: '["apiKeys","webhooks"]' },
    ]),
  )
})

test('shows names only to who could take these things over, never an address, and revokes keys only for such', async () => {
  const max = await newMember('agent', 'Max')
  await sql`
    insert into webhook_endpoint (org_id, id, name, url, events, secret, created_by, created_at)
    values (${t.acme.id}, ${t.process.kernel.world.id()}, '', 'https://pay.example/hooks?token=s3cret', '{}', '', ${max.id}, now())`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  const memberId = await memberIdOf(max)
  expect((await holdings(max)).held).toMatchObject([{ kind: 'webhooks', names: ['pay.example'] }])
  const permissions = ALL_PERMISSIONS.filter((permission) => permission !== 'api.manage')
  const { role } = (await t.as(ann).call(createRole, { body: { name: 'Personnel', permissions } })).body
  const kit = await newMember('agent', 'Kit')
  await t.as(ann).call(changeMember, { query: { memberId: await memberIdOf(kit) }, body: { role: role.id } })
  const { held } = (await t.as(kit).call(memberHoldings, { query: { memberId } })).body
  expect(held).toMatchObject([{ kind: 'webhooks', count: 1, names: [] }])
  const call = (apiKeys: 'keep' | 'revoke') => t.as(kit).call(removeMember, { query: { memberId }, body: { apiKeys } })
  expect((await call('revoke')).body.code).toBe('not_permitted')
  expect((await call('keep')).http).toBe(200)
})

test('refuses to hand over the work of a teammate, to a former one, and across organizations', async () => {
  const [max, eve] = [await newMember('admin', 'Max'), await newMember('agent', 'Eve')]
  const give = async (user: TestUser, toUserId: string, by = ann) =>
    t.as(by).call(handOverHoldings, { body: { memberId: await memberIdOf(user), toUserId } })
  expect((await give(max, eve.id)).body.code).toBe('still_member')
  await remove(eve)
  await remove(max)
  expect((await give(max, eve.id)).http).toBe(404)
  expect((await give(max, t.beta.ann.id)).http).toBe(404)
  expect((await give(max, t.beta.ann.id, t.beta.ann)).http).toBe(404)
  expect((await t.as(t.acme.gus).call(formerMembers, {})).body.code).toBe('not_permitted')
})
