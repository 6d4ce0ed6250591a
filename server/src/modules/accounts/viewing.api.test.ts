import { me, sessions } from '@crewline/contract/accounts'
import { createApiKey } from '@crewline/contract/api-keys'
import { auditEntries } from '@crewline/contract/audit'
import { conversations, readConversation } from '@crewline/contract/inbox'
import { groupContacts } from '@crewline/contract/audience'
import { acceptInvitation } from '@crewline/contract/sign-up'
import { changeMember, inviteMember, removeMember, team } from '@crewline/contract/team'
import type { Role } from '@crewline/contract/permissions'
import { endViewing, ownViewings, startViewing } from '@crewline/contract/viewing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { listen } from '../../../test/kit/sockets.ts'
import { callApi, testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { closeInvalidViewings } from './viewing.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { INTERCOM_APP_ID: 'ab12cd34', INTERCOM_SECRET: 'a secret' } })
})
afterAll(() => t.close())
beforeEach(() => sql`delete from rate_limit`.execute(system()))

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
async function newMember(role: Role = 'agent', firstname = 'Eve'): Promise<TestUser> {
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname, lastname: 'Acme', role })
  await sql`update session set proved_at = now() where user_id = ${user.id}`.execute(system())
  return user
}
async function memberIdOf(user: TestUser): Promise<string> {
  const found = await sql<{ id: string }>`
    select id from member where org_id = ${user.orgId} and user_id = ${user.id}`.execute(system())
  return found.rows[0]?.id ?? ''
}
const start = async (user: TestUser, by: TestUser) =>
  t.as(by).call(startViewing, { body: { memberId: await memberIdOf(user) } })
/** Views as a user; returns a caller with the token of the view. */
async function view(user: TestUser, by: TestUser) {
  const { token } = (await start(user, by)).body
  return { token, ...t.as({ ...user, token }) }
}
const isOver = async ({ token }: { token: string }) =>
  (await callApi(t.process.address, token, me, {})).body.code === 'session_invalid'

test('shows exactly the contacts, role and permissions of the viewed teammate', async () => {
  const boss = await newMember('owner', 'Boss')
  const eve = await newMember()
  const nights = await makeGroup(t.process.kernel, t.acme.id, 'Nights', [t.acme.bob.id])
  await limitTo(t.process.kernel, eve, [nights])
  const seen = await view(eve, boss)
  const names = async (caller: { call: typeof seen.call }) =>
    (await caller.call(groupContacts, { query: {} })).body.data.map(({ firstname }) => firstname)
  expect(await names(seen)).toEqual(await names(t.as(eve)))
  expect(await names(seen)).toEqual(['Bob'])
  expect((await t.as(eve).call(me, {})).body).toMatchObject({ supportChat: { appId: 'ab12cd34' } })
  const { user, viewing, organizations, intercomHash, supportChat } = (await seen.call(me, {})).body
  expect(user).toMatchObject({ id: eve.id, role: 'agent', scope: 'groups', phone: null, mfa: { method: 'none' } })
  expect({ viewer: viewing?.viewer, intercomHash, supportChat, organizations: organizations.length }).toEqual({
    ...{ viewer: 'Boss Acme', intercomHash: null, supportChat: undefined, organizations: 1 },
  })
})

test('refuses to view oneself, a teammate who may do more, and anyone who is not a member here', async () => {
  const admin = await newMember('admin', 'Ada')
  expect((await start(admin, admin)).body.code).toBe('own_membership')
  expect((await start(t.acme.ann, admin)).body.code).toBe('role_too_high')
  expect((await start(t.beta.gus, admin)).http).toBe(404)
  expect((await start(await newMember(), await newMember('manager', 'Max'))).body.code).toBe('not_permitted')
  const permissions = ['team.read' as const]
  const key = await t
    .as(await newMember('owner', 'Olga'))
    .call(createApiKey, { body: { name: 'Robot', permissions, groupIds: null } })
  const robot = await sql<{
    member_id: string
  }>`select member_id from api_key where id = ${key.body.apiKey.id}`.execute(system())
  const asRobot = await t.as(admin).call(startViewing, { body: { memberId: robot.rows[0]!.member_id } })
  expect(asRobot.http).toBe(404)
})

test('needs a recent proof of identity', async () => {
  const admin = await newMember('admin', 'Ada')
  await sql`update session set proved_at = now() - interval '1 hour' where user_id = ${admin.id}`.execute(system())
  expect((await start(await newMember(), admin)).body.code).toBe('proof_needed')
})

test('starts no view from a view, opens no settings and changes nothing', async () => {
  const boss = await newMember('owner', 'Boss')
  const ada = await newMember('admin', 'Ada')
  const eve = await newMember()
  const seen = await view(ada, boss)
  expect((await seen.call(startViewing, { body: { memberId: await memberIdOf(eve) } })).body.code).toBe('viewing_only')
  expect((await seen.call(sessions, {})).body.code).toBe('viewing_hidden')
  const read = await seen.call(readConversation, { query: { id: t.acme.bob.id }, body: { unread: false } })
  expect({ http: read.http, message: read.body.message }).toEqual({
    http: 422,
    message: "You're viewing as a teammate, so you can't change anything. End the view first.",
  })
})

test('accepts no invitation in the name of the viewed teammate', async () => {
  const boss = await newMember('owner', 'Boss')
  const eve = await newMember()
  const beta = t.beta.ann
  await t.as(beta).call(inviteMember, { body: { email: eve.email, role: 'agent' } })
  const [mail] = await t.mailsTo(eve.email)
  const token = mail?.links[0]?.split('/').at(-1) ?? ''
  const seen = await view(eve, boss)
  const { body } = await seen.call(acceptInvitation, { body: { token, locale: 'en' } })
  expect(body.code).toBe('account_exists')
})

test('leaves the last use, the sessions and the unread messages of the viewed teammate as they are', async () => {
  const boss = await newMember('owner', 'Boss')
  const eve = await newMember()
  await sql`update session set last_seen_at = now() - interval '3 hours' where user_id = ${eve.id}`.execute(system())
  const row = async () =>
    (await t.as(boss).call(team, { query: { id: await memberIdOf(eve) } })).body.data[0]?.lastSeenAt
  const before = await row()
  const seen = await view(eve, boss)
  await seen.call(conversations, { query: {} })
  await seen.call(me, {})
  expect(await row()).toBe(before)
  const open = await sql<{
    count: number
  }>`select count(*)::int as count from session where user_id = ${eve.id}`.execute(system())
  expect(open.rows[0]?.count).toBe(1)
})

test('narrows at once to what both may do, and ends when the viewer may not manage the team', async () => {
  const ada = await newMember('admin', 'Ada')
  const mel = await newMember('manager', 'Mel')
  const seen = await view(mel, ada)
  const can = async () => (await seen.call(me, {})).body.user.permissions
  expect(await can()).toContain('contacts.edit')
  await t.as(t.acme.ann).call(me, {})
  await sql`update session set proved_at = now() where user_id = ${t.acme.ann.id}`.execute(system())
  await t.as(t.acme.ann).call(changeMember, { query: { memberId: await memberIdOf(mel) }, body: { role: 'viewer' } })
  expect(await can()).not.toContain('contacts.edit')
  const role = { id: t.process.kernel.world.id(), permissions: ['team.read', 'team.manage', 'contacts.read'] }
  await sql`insert into custom_role (org_id, id, name, permissions, created_at, updated_at)
    values (${t.acme.id}, ${role.id}, 'Team lead', ${role.permissions}, now(), now())`.execute(system())
  await sql`update member set role = 'custom', role_id = ${role.id}, permissions = ${role.permissions}
    where user_id = ${ada.id}`.execute(system())
  expect(await can()).toEqual(['contacts.read', 'team.read'])
  await sql`update member set role = 'manager', role_id = null, permissions = null where user_id = ${ada.id}`.execute(
    system(),
  )
  expect(await isOver(seen)).toBe(true)
})

const endings: [what: string, end: (seen: { boss: TestUser; eve: TestUser }) => Promise<unknown>][] = [
  [
    'its time is over',
    ({ boss }) =>
      sql`update viewing set expires_at = now() - interval '1 second' where viewer_id = ${boss.id}`.execute(system()),
  ],
  [
    'the viewer logs out',
    ({ boss }) => sql`update session set revoked_at = now() where user_id = ${boss.id}`.execute(system()),
  ],
  [
    'the viewer is removed',
    ({ boss }) => sql`update member set status = 'deactivated' where user_id = ${boss.id}`.execute(system()),
  ],
  [
    'the viewed teammate is removed',
    async ({ eve }) => t.as(t.acme.ann).call(removeMember, { query: { memberId: await memberIdOf(eve) }, body: {} }),
  ],
  [
    'the viewed teammate becomes an owner',
    ({ eve }) => sql`update member set role = 'owner' where user_id = ${eve.id}`.execute(system()),
  ],
]
test.each(endings)('ends when %s, and its end is recorded', async (_what, end) => {
  await sql`update session set proved_at = now() where user_id = ${t.acme.ann.id}`.execute(system())
  const boss = await newMember('admin', 'Boss')
  const eve = await newMember()
  const seen = await view(eve, boss)
  expect(await isOver(seen)).toBe(false)
  await end({ boss, eve })
  expect(await isOver(seen)).toBe(true)
  await closeInvalidViewings(t.process.kernel)
  const { data } = (await t.as(t.acme.ann).call(auditEntries, { query: { objectId: await memberIdOf(eve) } })).body
  expect(data.map(({ action }) => action)).toEqual(expect.arrayContaining(['viewing.started', 'viewing.ended']))
})

test('is in the audit log from start to end, and the viewed teammate can read who viewed and when', async () => {
  const boss = await newMember('owner', 'Boss')
  const eve = await newMember()
  const seen = await view(eve, boss)
  expect((await seen.call(endViewing, {})).http).toBe(200)
  expect(await isOver(seen)).toBe(true)
  const { data } = (await t.as(boss).call(auditEntries, { query: { objectId: await memberIdOf(eve) } })).body
  expect(data.map(({ action, actor }) => [action, actor?.name])).toEqual([
    ['viewing.ended', 'Boss Acme'],
    ['viewing.started', 'Boss Acme'],
  ])
  const mine = (await t.as(eve).call(ownViewings, {})).body.data
  expect(mine).toEqual([expect.objectContaining({ viewer: 'Boss Acme' })])
  expect((await t.as(boss).call(ownViewings, {})).body.data).toEqual([])
})

test('ends an earlier view when another one starts, and all of them at the viewer’s wish', async () => {
  const boss = await newMember('owner', 'Boss')
  const [eve, max] = [await newMember(), await newMember('viewer', 'Max')]
  const first = await view(eve, boss)
  const second = await view(max, boss)
  expect([await isOver(first), await isOver(second)]).toEqual([true, false])
  await t.as(boss).call(endViewing, {})
  expect(await isOver(second)).toBe(true)
})

test('sockets of a view follow the organization without being seen, and close with the view', async () => {
  const boss = await newMember('owner', 'Boss')
  const eve = await newMember()
  const seen = await view(eve, boss)
  const colleague = await t.connectClient(t.acme.gus)
  const viewing = await t.connectClient(seen)
  viewing.socket.emit('typing', { contactId: t.acme.bob.id, isTyping: true })
  viewing.socket.emit('presence', { contactId: t.acme.bob.id })
  const again = viewing.next('team-updated')
  await sql`update session set proved_at = now() where user_id = ${t.acme.ann.id}`.execute(system())
  const max = await newMember('viewer', 'Max')
  await t.as(t.acme.ann).call(changeMember, { query: { memberId: await memberIdOf(max) }, body: { role: 'agent' } })
  await again
  expect([colleague.all('typing'), colleague.all('presence')]).toEqual([[], []])
  const closed = new Promise((resolve) => viewing.socket.once('disconnect', resolve))
  await t.as(boss).call(endViewing, {})
  await closed
  await expect(listen(t.process.address, seen.token)).rejects.toThrow('session_invalid')
})
