import { createApiKey } from '@crewline/contract/api-keys'
import { createForm } from '@crewline/contract/forms'
import { memberHoldings, ownHoldings } from '@crewline/contract/holdings'
import { assignConversation } from '@crewline/contract/inbox'
import { saveDraft } from '@crewline/contract/drafts'
import type { Role } from '@crewline/contract/permissions'
import { leaveOrganization, removeMember, team } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
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
const handoversOf = async (user: TestUser) =>
  (await t.as(ann).call(memberHoldings, { query: { memberId: await memberIdOf(user) } })).body.handovers
const own = (user: TestUser, toUserId?: string) =>
  t.as(user).call(ownHoldings, { query: toUserId === undefined ? {} : { toUserId } })
const leave = (user: TestUser, body: { reassignTo?: string | null; apiKeys?: 'keep' | 'revoke' }) =>
  t.as(user).call(leaveOrganization, { body })
const worksAs = async (secret: string) => (await t.as({ ...ann, token: secret }).call(team, { query: {} })).http
async function keyOf(user: TestUser): Promise<string> {
  const body = { name: 'Payroll key', permissions: ['team.read' as const], groupIds: null, expiresAt: null }
  return (await t.as(user).call(createApiKey, { body })).body.secret
}

test('shows before leaving what one holds, and what the chosen teammate may not take over', async () => {
  const [max, gil] = [await newMember('admin', 'Max'), await newMember('manager', 'Gil')]
  await keyOf(max)
  await t.as(max).call(createForm, { body: { name: 'Safety check' } })
  const before = (await own(max)).body
  expect(before.held.map(({ kind, names, taken }) => ({ kind, names, taken }))).toEqual(
    expect.arrayContaining([
      { kind: 'apiKeys', names: ['Payroll key'], taken: null },
      { kind: 'forms', names: ['Safety check'], taken: null },
    ]),
  )
  const { held } = (await own(max, gil.id)).body
  expect(Object.fromEntries(held.map(({ kind, taken }) => [kind, taken]))).toEqual({
    apiKeys: 'skipped',
    forms: 'goes_on',
  })
  for (const toUserId of [max.id, t.beta.ann.id, t.acme.bob.id]) expect((await own(max, toUserId)).http).toBe(404)
})

test('revokes the keys of a member who leaves and chooses so, and gives kept ones to the successor', async () => {
  const [max, eve] = [await newMember('admin', 'Max'), await newMember('admin', 'Eve')]
  const revoked = await keyOf(max)
  expect((await leave(max, { apiKeys: 'revoke' })).http).toBe(200)
  expect(await worksAs(revoked)).toBe(403)
  expect(await handoversOf(max)).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'Payroll key', outcome: 'revoked', by: 'Max Acme' })]),
  )
  const ida = await newMember('admin', 'Ida')
  const kept = await keyOf(ida)
  expect((await leave(ida, { reassignTo: eve.id })).http).toBe(200)
  expect(await worksAs(kept)).toBe(200)
  expect(await handoversOf(ida)).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'Payroll key', outcome: 'handed_over', to: 'Eve Acme' })]),
  )
})

test('refuses to revoke keys while leaving without the permission to manage them', async () => {
  const eve = await newMember('agent', 'Eve')
  expect((await leave(eve, { apiKeys: 'revoke' })).body.code).toBe('not_permitted')
  expect((await leave(eve, {})).http).toBe(200)
})

test('counts conversations that the successor cannot see as unassigned, and records deleted drafts', async () => {
  const [max, gil] = [await newMember('admin', 'Max'), await newMember('agent', 'Gil')]
  const { bob, cat } = t.acme
  await limitTo(t.process.kernel, gil, [await makeGroup(t.process.kernel, t.acme.id, 'Night shift', [bob.id])])
  for (const { id } of [bob, cat]) {
    await sql`
      insert into conversation (org_id, contact_id, last_at) values (${t.acme.id}, ${id}, now()) on conflict do nothing`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    await t.as(ann).call(assignConversation, { query: { id }, body: { assigneeId: max.id } })
  }
  await t.as(max).call(saveDraft, { body: { contactId: cat.id, body: 'On my way' } })
  expect((await own(max, gil.id)).body).toMatchObject({ conversations: 2, hidden: 1, drafts: 1 })
  const memberId = await memberIdOf(max)
  const asked = await t.as(ann).call(memberHoldings, { query: { memberId, toUserId: gil.id } })
  expect(asked.body).toMatchObject({ conversations: 2, hidden: 1, drafts: 1 })
  await t.as(ann).call(removeMember, { query: { memberId }, body: { reassignTo: gil.id } })
  const lines = (await handoversOf(max)).map(({ kind, count, outcome, to }) => ({ kind, count, outcome, to }))
  expect(lines).toEqual(
    expect.arrayContaining([
      { kind: 'conversations', count: 1, outcome: 'handed_over', to: 'Gil Acme' },
      { kind: 'conversations', count: 1, outcome: 'unassigned', to: null },
      { kind: 'drafts', count: 1, outcome: 'deleted', to: null },
    ]),
  )
})
