import { me, switchOrg } from '@crewline/contract/accounts'
import { dayIn } from '@crewline/contract/calendar'
import { auditEntries } from '@crewline/contract/audit'
import { assignConversation } from '@crewline/contract/inbox'
import { acceptGrant, grants, offerGrant } from '@crewline/contract/grants'
import type { BodyInput } from '@crewline/contract/endpoint'
import { editOrganization, organizationSettings } from '@crewline/contract/organizations'
import { acceptInvitation } from '@crewline/contract/sign-up'
import { inviteMember, team } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrg, makeUser, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let n = 3
beforeAll(async () => {
  t = await testApp({ roles: 'web,worker' })
})
afterAll(() => t.close())
beforeEach(() => sql`delete from rate_limit`.execute(system()))

const system = () => t.process.kernel.database.asSystem('tests look at every organization')

type Permissions = BodyInput<typeof offerGrant>['permissions']

interface Cast {
  mom: Org
  kid: Org
  /** A manager of the parent, and their session in the child. */
  max: TestUser
  inKid: TestUser
  offer: (permissions: Permissions) => Promise<{ http: number; id: string }>
}

/** A teammate of a parent who acts in its child. */
async function granted(permissions: Permissions): Promise<Cast> {
  const mom = await makeOrg(t.process.kernel, `Mom ${n}`, n++)
  const kid = await makeOrg(t.process.kernel, `Kid ${n}`, n++)
  await sql`update organization set parent_id = ${mom.id} where id = ${kid.id}`.execute(system())
  const max = await makeUser(t.process.kernel, mom.id, { firstname: 'Max', lastname: 'Mom', role: 'manager' })
  await sql`update session set proved_at = now()`.execute(system())
  const found = await sql<{ id: string }>`
    select id from member where org_id = ${mom.id} and user_id = ${max.id}`.execute(system())
  const memberId = found.rows[0]?.id ?? ''
  const offer = async (offered: Permissions) => {
    const body = { memberId, childIds: [kid.id], permissions: offered }
    const { http, body: reply } = await t.as(mom.ann).call(offerGrant, { body })
    return { http, id: reply.grants[0]?.id ?? '' }
  }
  const { id } = await offer(permissions)
  expect((await t.as(kid.ann).call(acceptGrant, { query: { id }, body: { permissions } })).http).toBe(200)
  return { mom, kid, max, offer, inKid: await enter(max, kid) }
}

async function enter(max: TestUser, kid: Org): Promise<TestUser> {
  const { http, body } = await t.as(max).call(switchOrg, { body: { organizationId: kid.id } })
  expect(http).toBe(200)
  return { ...max, token: body.token, orgId: kid.id }
}

const codeOf = async (user: TestUser) => (await t.as(user).call(team, {})).body.code
const secure = ({ id }: Org, rules: object) =>
  sql`update organization set settings = settings || ${JSON.stringify({ security: rules })}::jsonb where id = ${id}`.execute(
    system(),
  )

test('opens a child with a password only while the parent does not require single sign-on', async () => {
  const { mom, inKid } = await granted(['contacts.read'])
  const now = t.process.kernel.world.now()
  const db = t.process.kernel.database.ofOrg(mom.id)
  await sql`
    insert into sso_connection (org_id, id, state, break_glass, created_at, updated_at)
    values (${mom.id}, ${t.process.kernel.world.id()}, 'on', array[${mom.ann.id}]::uuid[], ${now}, ${now})`.execute(db)
  const setState = (state: string) =>
    sql`update sso_connection set state = ${state} where org_id = ${mom.id}`.execute(db)
  expect(await codeOf(inKid)).toBeUndefined()
  await setState('required')
  expect(await codeOf(inKid)).toBe('session_invalid')
  await setState('on')
  expect(await codeOf(inKid)).toBeUndefined()
})

test('asks for the second step that the parent requires', async () => {
  const { mom, inKid } = await granted(['contacts.read'])
  await sql`update user_account set mfa_method = 'totp' where id = ${mom.ann.id}`.execute(system())
  const socket = await t.connectClient(inKid)
  const changed = socket.next('access-changed')
  const { settings } = (await t.as(mom.ann).call(organizationSettings)).body
  const today = dayIn('America/Chicago', t.process.kernel.world.now())
  const security = { ...settings.security, secondStepBy: today }
  expect((await t.as(mom.ann).call(editOrganization, { body: { settings: { security } } })).http).toBe(200)
  await changed
  expect(await codeOf(inKid)).toBe('second_step_needed')
  const { neededFrom } = (await t.as(inKid).call(me, {})).body.user.mfa
  expect(Date.parse(neededFrom ?? '')).toBeLessThan(Date.now())
})

test('ends a log-in in the child after the hours of the parent', async () => {
  const { mom, kid, inKid } = await granted(['contacts.read'])
  await secure(kid, { sessionHours: 100 })
  await secure(mom, { sessionHours: 2 })
  expect(await codeOf(inKid)).toBeUndefined()
  await sql`update session set created_at = now() - interval '3 hours' where user_id = ${inKid.id}`.execute(system())
  expect(await codeOf(inKid)).toBe('session_invalid')
})

test('makes a teammate of the parent a member in their own right by an invitation, which ends the grant', async () => {
  const { mom, kid, max, inKid } = await granted(['contacts.read'])
  const invited = await t.as(kid.ann).call(inviteMember, { body: { email: max.email, role: 'agent' } })
  expect(invited.http).toBe(200)
  const link = await t.until(async () =>
    (await t.mailsTo(max.email)).flatMap(({ links }) => links).find((url) => url.includes('/accept-invitation/')),
  )
  const token = link?.split('/').at(-1) ?? ''
  const joined = await t.as(inKid).call(acceptInvitation, { body: { token, locale: 'en' } })
  expect(joined.http).toBe(200)
  const listed = (await t.as(kid.ann).call(team, { query: {} })).body.data
  expect(listed.find(({ userId }) => userId === max.id)).toMatchObject({ role: 'agent', viaParent: null })
  await t.until(async () => (await t.as(mom.ann).call(grants, {})).body.given.length === 0)
  const again = await t.as(kid.ann).call(inviteMember, { body: { email: max.email, role: 'agent' } })
  expect(again.body.code).toBe('already_member')
})

test('unassigns conversations in the child when a new offer leaves out reading them', async () => {
  const { kid, max, offer } = await granted(['contacts.read', 'inbox.read', 'inbox.reply'])
  const query = { id: kid.bob.id }
  await sql`insert into conversation (org_id, contact_id, last_at) values (${kid.id}, ${kid.bob.id}, now()) on conflict do nothing`.execute(
    system(),
  )
  const assigned = await t.as(kid.ann).call(assignConversation, { query, body: { assigneeId: max.id } })
  expect(assigned.http).toBe(200)
  const assignees = async () =>
    (
      await sql<{ id: string | null }>`select assignee_id as id from conversation where org_id = ${kid.id}`.execute(
        system(),
      )
    ).rows.map(({ id }) => id)
  expect(await assignees()).toContain(max.id)
  expect((await offer(['contacts.read'])).http).toBe(200)
  expect(await assignees()).not.toContain(max.id)
  const entries = (await t.as(kid.ann).call(auditEntries, { query: { action: 'member.changed' } })).body.data
  expect(entries).toHaveLength(1)
})
