import { me } from '@crewline/contract/accounts'
import { assignConversation } from '@crewline/contract/inbox'
import { writeNote } from '@crewline/contract/notes'
import type { Role } from '@crewline/contract/permissions'
import { leaveOrganization, team, transferOwnership } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeOrg, makeUser, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let nth = 3
let org: Org
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())
beforeEach(async () => {
  org = await makeOrg(t.process.kernel, `Crew ${nth}`, nth++)
  await prove(org.ann)
})

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const prove = (user: TestUser) => sql`update session set proved_at = now() where user_id = ${user.id}`.execute(system())
async function memberIdOf(user: TestUser): Promise<string> {
  const result = await sql<{ id: string }>`
    select id from member where org_id = ${user.orgId} and user_id = ${user.id}`.execute(system())
  return result.rows[0]?.id ?? ''
}
async function newMember(role: Role): Promise<TestUser> {
  const user = await makeUser(t.process.kernel, org.id, { firstname: 'Eve', lastname: 'Crew', role })
  await prove(user)
  return user
}
async function rolesOf(): Promise<Record<string, string>> {
  const { body } = await t.as(org.gus).call(team)
  return Object.fromEntries(body.data.map((member) => [member.firstname, member.role]))
}
const audited = async (action: string) =>
  (
    await sql<{ detail: Record<string, unknown> }>`
      select detail from audit_entry where org_id = ${org.id} and action = ${action}`.execute(system())
  ).rows.map((row) => row.detail)

describe('a transfer of ownership', () => {
  const transfer = async (user: TestUser, to: TestUser, becomes?: 'admin' | 'viewer') =>
    t.as(user).call(transferOwnership, { body: { memberId: await memberIdOf(to), ...(becomes ? { becomes } : {}) } })

  test('makes a member the owner and the owner an admin, emails both, and records it', async () => {
    const [hers, theirs] = await Promise.all([t.connectClient(org.gus), t.connectClient(org.ann)])
    expect(await transfer(org.ann, org.gus)).toMatchObject({ http: 200, body: { member: { role: 'owner' } } })
    await Promise.all([hers.next('access-changed'), theirs.next('access-changed')])
    expect(await rolesOf()).toEqual({ Ann: 'admin', Gus: 'owner', Vic: 'viewer' })
    expect((await t.as(org.ann).call(me)).body.user.role).toBe('admin')
    const [toNew] = await t.mailsTo(org.gus.email)
    expect(toNew?.subject).toBe(`You now own ${org.name} on Crewline`)
    const [toFormer] = await t.mailsTo(org.ann.email)
    expect(toFormer?.subject).toBe(`You handed over ${org.name} to Gus ${org.name}`)
    expect(await audited('ownership.transferred')).toEqual([
      expect.objectContaining({
        userId: org.gus.id,
        fromUserId: org.ann.id,
        after: { owner: 'admin', member: 'owner' },
      }),
    ])
    // The former owner is no owner any more.
    expect(await transfer(org.ann, org.vic)).toMatchObject({ http: 422, body: { code: 'role_too_high' } })
    hers.close()
    theirs.close()
  })

  test('hands conversations that the former owner can no longer answer to the new one', async () => {
    await t.as(org.ann).call(writeNote, { body: { contactId: org.bob.id, body: 'Call back', mentions: [] } })
    await t.as(org.ann).call(assignConversation, { query: { id: org.bob.id }, body: { assigneeId: org.ann.id } })
    const author = await newMember('author')
    expect((await transfer(org.ann, author, 'viewer')).http).toBe(200)
    const rows = await sql<{ assignee_id: string }>`
      select assignee_id from conversation where org_id = ${org.id} and contact_id = ${org.bob.id}`.execute(system())
    // A viewer reads the inbox, so the conversation stays.
    expect(rows.rows).toEqual([{ assignee_id: org.ann.id }])
    expect(await rolesOf()).toMatchObject({ Ann: 'viewer', Eve: 'owner' })
  })

  test('is refused for anyone but an owner, without a proof, for oneself, for an owner, and in another organization', async () => {
    const admin = await newMember('admin')
    expect(await transfer(admin, org.gus)).toMatchObject({ http: 422, body: { code: 'role_too_high' } })
    expect(await transfer(org.gus, org.gus)).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
    expect(await transfer(org.ann, org.ann)).toMatchObject({ http: 422, body: { code: 'own_membership' } })
    expect(await transfer(org.ann, await newMember('owner'))).toMatchObject({ body: { code: 'already_owner' } })
    expect(await transfer(org.ann, t.beta.gus)).toMatchObject({ http: 404 })
    await sql`update session set proved_at = null where user_id = ${org.ann.id}`.execute(system())
    expect(await transfer(org.ann, org.gus)).toMatchObject({ http: 422, body: { code: 'proof_needed' } })
    expect(await rolesOf()).toMatchObject({ Ann: 'owner', Gus: 'agent' })
    expect(await audited('ownership.transferred')).toEqual([])
  })

  test('leaves exactly one new owner when two are chosen at once', async () => {
    const answers = await Promise.all([transfer(org.ann, org.gus), transfer(org.ann, org.vic)])
    expect(answers.map((answer) => answer.http).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect(Object.values(await rolesOf()).filter((role) => role === 'owner')).toHaveLength(1)
  })
})

describe('leaving an organization', () => {
  const leave = (user: TestUser, reassignTo: string | null = null) =>
    t.as(user).call(leaveOrganization, { body: { reassignTo } })

  test('ends the membership and its sessions, hands over the work, and records it', async () => {
    await prove(org.gus)
    await t.as(org.gus).call(writeNote, { body: { contactId: org.bob.id, body: 'Call back', mentions: [] } })
    await t.as(org.gus).call(assignConversation, { query: { id: org.bob.id }, body: { assigneeId: org.gus.id } })
    const his = await t.connectClient(org.gus)
    expect(await leave(org.gus, org.ann.id)).toMatchObject({ http: 200, body: { next: null } })
    await his.next('session-revoked')
    expect((await t.as(org.gus).call(me)).http).toBe(403)
    const rows = await sql<{ assignee_id: string }>`
      select assignee_id from conversation where org_id = ${org.id} and contact_id = ${org.bob.id}`.execute(system())
    expect(rows.rows).toEqual([{ assignee_id: org.ann.id }])
    expect(await audited('member.left')).toEqual([
      expect.objectContaining({ userId: org.gus.id, role: 'agent', reassignTo: org.ann.id, conversations: 1 }),
    ])
    his.close()
  })

  test('opens another organization of the user', async () => {
    await prove(org.gus)
    await sql`insert into member (org_id, id, user_id, role, created_at)
      values (${t.beta.id}, ${t.process.kernel.world.id()}, ${org.gus.id}, 'viewer', now())`.execute(system())
    const { http, body } = await leave(org.gus)
    expect({ http, organization: body.next?.organization.id }).toEqual({ http: 200, organization: t.beta.id })
    const there = await t.as({ ...org.gus, token: body.next?.token ?? '' }).call(me)
    expect(there).toMatchObject({ http: 200, body: { user: { role: 'viewer' } } })
    expect((await t.as(org.gus).call(me)).http).toBe(403)
  })

  test('is refused for the only owner, without a proof, and when the new assignee is a stranger', async () => {
    expect(await leave(org.ann)).toMatchObject({ http: 422, body: { code: 'last_owner' } })
    await sql`update session set proved_at = null where user_id = ${org.gus.id}`.execute(system())
    expect(await leave(org.gus)).toMatchObject({ http: 422, body: { code: 'proof_needed' } })
    await prove(org.gus)
    expect(await leave(org.gus, t.beta.ann.id)).toMatchObject({ http: 404 })
    expect(await rolesOf()).toMatchObject({ Ann: 'owner', Gus: 'agent' })
  })

  test('keeps one owner when two leave at once', async () => {
    const other = await newMember('owner')
    const answers = await Promise.all([leave(org.ann), leave(other)])
    expect(answers.map((answer) => answer.http).toSorted((a, b) => a - b)).toEqual([200, 422])
  })
})
