import { me } from '@crewline/contract/accounts'
import { editContact } from '@crewline/contract/contacts'
import { assignConversation, inboxMembers } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { writeNote } from '@crewline/contract/notes'
import type { Permission } from '@crewline/contract/permissions'
import { createRole, customRoles, deleteRole, editRole } from '@crewline/contract/roles'
import { acceptInvitation, readInvitation } from '@crewline/contract/sign-up'
import { changeMember, inviteMember, team } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeGroup, makeOrg, makeUser, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let nth = 3
let org: Org
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())
beforeEach(async () => {
  await sql`delete from rate_limit`.execute(system())
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
const add = (user: TestUser, name: string, permissions: Permission[]) =>
  t.as(user).call(createRole, { body: { name, permissions } })
async function roleWith(name: string, ...permissions: Permission[]): Promise<string> {
  const { body } = await add(org.ann, name, permissions)
  return body.role.id
}
const give = async (user: TestUser, role: string, rest: { groupIds?: string[] } = {}) =>
  t.as(org.ann).call(changeMember, { query: { memberId: await memberIdOf(user) }, body: { role, ...rest } })
const audited = async (action: string) =>
  (
    await sql<{ detail: Record<string, unknown> }>`
      select detail from audit_entry where org_id = ${org.id} and action = ${action} order by at, id`.execute(system())
  ).rows.map((row) => row.detail)

describe('a custom role', () => {
  test('permits exactly what it lists, with what that needs', async () => {
    const lead = await roleWith('Shift lead', 'inbox.reply', 'contacts.edit')
    expect((await give(org.gus, lead)).body.member).toMatchObject({
      role: 'custom',
      roleId: lead,
      roleName: 'Shift lead',
    })
    const { user } = (await t.as(org.gus).call(me)).body
    expect(user).toMatchObject({ role: 'custom', roleName: 'Shift lead' })
    expect(user.permissions).toEqual(['inbox.read', 'inbox.reply', 'contacts.read', 'contacts.edit', 'team.read'])
    const renamed = await t.as(org.gus).call(editContact, { query: { id: org.bob.id }, body: { lastname: 'Moor' } })
    expect(renamed.http).toBe(200)
    expect((await t.as(org.gus).call(inviteMember, { body: { email: 'x@mail.test', role: 'viewer' } })).body.code).toBe(
      'not_permitted',
    )
    const { members } = (await t.as(org.gus).call(inboxMembers)).body
    expect(members.map((member) => member.firstname)).toContain('Gus')
    expect((await t.as(org.vic).call(customRoles)).body.roles).toEqual([
      expect.objectContaining({ name: 'Shift lead', members: 1, invitations: 0 }),
    ])
    expect((await t.as(t.beta.ann).call(customRoles)).body.roles).toEqual([])
    expect(await audited('role.created')).toEqual([
      { name: 'Shift lead', permissions: ['inbox.read', 'inbox.reply', 'contacts.read', 'contacts.edit', 'team.read'] },
    ])
  })

  test('narrows the requests and sockets of its members when it changes, and releases their conversations', async () => {
    const lead = await roleWith('Shift lead', 'inbox.reply')
    await give(org.gus, lead)
    await t.as(org.gus).call(writeNote, { body: { contactId: org.bob.id, body: 'Call back', mentions: [] } })
    await t.as(org.gus).call(assignConversation, { query: { id: org.bob.id }, body: { assigneeId: org.gus.id } })
    const his = await t.connectClient(org.gus)
    const changed = await t
      .as(org.ann)
      .call(editRole, { query: { id: lead }, body: { permissions: ['contacts.read'] } })
    expect(changed.body.role.permissions).toEqual(['contacts.read', 'team.read'])
    const refused = await t.as(org.gus).call(sendMessage, { body: { contactId: org.bob.id, body: 'Hi' } })
    expect(refused).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
    await his.next('access-changed')
    his.close()
    const rows = await sql`
      select assignee_id from conversation where org_id = ${org.id} and contact_id = ${org.bob.id}`.execute(system())
    expect(rows.rows).toEqual([{ assignee_id: null }])
    expect(await audited('role.changed')).toEqual([
      {
        before: { name: 'Shift lead', permissions: ['inbox.read', 'inbox.reply', 'contacts.read', 'team.read'] },
        after: { name: 'Shift lead', permissions: ['contacts.read', 'team.read'] },
        members: 1,
      },
    ])
  })

  test('sends a socket only what its permissions allow', async () => {
    const planner = await roleWith('Planner', 'broadcasts.draft')
    await give(org.gus, planner)
    const [his, hers] = await Promise.all([t.connectClient(org.gus), t.connectClient(org.vic)])
    await t.as(org.ann).call(writeNote, { body: { contactId: org.bob.id, body: 'Private', mentions: [] } })
    await t.as(org.ann).call(editRole, { query: { id: planner }, body: { name: 'Planners' } })
    await hers.next('outgoing-message', { message: { body: 'Private' } })
    await his.next('team-updated')
    expect(his.all('outgoing-message')).toEqual([])
    expect(his.all('access-changed')).toEqual([])
    his.close()
    hers.close()
  })

  test('is given with an invitation, as it is when the invitation is accepted', async () => {
    const lead = await roleWith('Shift lead', 'inbox.reply')
    const invited = await t.as(org.ann).call(inviteMember, { body: { email: `lead.${nth}@mail.test`, role: lead } })
    expect(invited.body.invitation).toMatchObject({ role: 'custom', roleName: 'Shift lead' })
    const [mail] = await t.mailsTo(`lead.${nth}@mail.test`)
    expect(mail?.text).toContain('as Shift lead')
    const token = mail?.links[0]?.split('/').at(-1) ?? ''
    await t.as(org.ann).call(editRole, { query: { id: lead }, body: { permissions: ['inbox.read'] } })
    expect((await t.as(null).call(readInvitation, { body: { token } })).body).toMatchObject({ roleName: 'Shift lead' })
    const joined = await t.as(null).call(acceptInvitation, {
      body: { token, firstname: 'Lea', lastname: 'Din', password: 'a long enough password', locale: 'en' },
    })
    expect(joined.body.user?.permissions).toEqual(['inbox.read', 'contacts.read', 'team.read'])
  })

  test('cannot be deleted while in use without a successor, who gets its members and invitations', async () => {
    const lead = await roleWith('Shift lead', 'inbox.reply')
    await give(org.gus, lead)
    await t.as(org.ann).call(inviteMember, { body: { email: `next.${nth}@mail.test`, role: lead } })
    const remove = (successor: string | null) =>
      t.as(org.ann).call(deleteRole, { query: { id: lead }, body: { successor } })
    expect(await remove(null)).toMatchObject({ http: 409, body: { code: 'role_in_use' } })
    for (const wrong of [lead, 'owner']) expect(await remove(wrong)).toMatchObject({ http: 400 })
    expect(await remove(t.process.kernel.world.id())).toMatchObject({ http: 404 })
    expect(await remove('viewer')).toMatchObject({ http: 200, body: { moved: 2 } })
    expect((await t.as(org.gus).call(me)).body.user).toMatchObject({ role: 'viewer', roleName: null })
    const { data } = (await t.as(org.ann).call(team)).body
    expect(data.filter((row) => row.roleId !== null)).toEqual([])
    const unused = await roleWith('Unused', 'inbox.read')
    expect((await t.as(org.ann).call(deleteRole, { query: { id: unused }, body: {} })).http).toBe(200)
    expect(await audited('role.deleted')).toEqual([
      expect.objectContaining({ successor: 'viewer', moved: 2 }),
      expect.objectContaining({ successor: null, moved: 0 }),
    ])
  })
})

describe('a member who manages the team through a custom role', () => {
  const boss = async (...permissions: Permission[]) => {
    const id = await roleWith('Boss', 'team.manage', ...permissions)
    const user = await makeUser(t.process.kernel, org.id, { firstname: 'Bo', lastname: 'Crew', role: 'viewer' })
    await prove(user)
    expect((await give(user, id)).http).toBe(200)
    return { user, id }
  }

  test('gives no more than their own permissions, in no way', async () => {
    const { user, id } = await boss('inbox.read', 'contacts.read')
    const strong = await roleWith('Strong', 'broadcasts.send')
    const weak = await roleWith('Weak', 'contacts.read')
    const as = t.as(user)
    const tooHigh = { http: 422, body: { code: 'role_too_high' } }
    expect(await add(user, 'More', ['broadcasts.send'])).toMatchObject(tooHigh)
    expect((await add(user, 'Less', ['inbox.read'])).http).toBe(200)
    expect(await as.call(editRole, { query: { id: weak }, body: { permissions: ['inbox.reply'] } })).toMatchObject(
      tooHigh,
    )
    expect(await as.call(editRole, { query: { id: strong }, body: { permissions: [] } })).toMatchObject(tooHigh)
    expect(await as.call(deleteRole, { query: { id: strong }, body: {} })).toMatchObject(tooHigh)
    expect(await as.call(deleteRole, { query: { id: weak }, body: { successor: strong } })).toMatchObject({ http: 422 })
    const memberId = await memberIdOf(org.vic)
    const invite = (role: string) => as.call(inviteMember, { body: { email: `some.${nth}@mail.test`, role } })
    for (const role of ['owner', 'admin', 'agent', strong]) {
      expect(await invite(role)).toMatchObject(tooHigh)
      expect(await as.call(changeMember, { query: { memberId }, body: { role } })).toMatchObject(tooHigh)
    }
    expect((await invite(weak)).http).toBe(200)
    // Vic the viewer may see the dashboard, which Bo may not.
    expect(await as.call(changeMember, { query: { memberId }, body: { role: weak } })).toMatchObject(tooHigh)
    expect(await as.call(editRole, { query: { id }, body: { name: 'Me' } })).toMatchObject({
      body: { code: 'own_membership' },
    })
    expect(await as.call(deleteRole, { query: { id }, body: { successor: weak } })).toMatchObject({
      body: { code: 'own_membership' },
    })
  })

  test('sees all contacts, so a role of members who see some groups cannot start to manage the team', async () => {
    const nights = await makeGroup(t.process.kernel, org.id, 'Nights', [org.bob.id])
    const lead = await roleWith('Lead', 'inbox.read')
    expect((await give(org.gus, lead, { groupIds: [nights] })).body.member.scope).toBe('groups')
    const change = await t.as(org.ann).call(editRole, { query: { id: lead }, body: { permissions: ['team.manage'] } })
    expect(change).toMatchObject({ http: 400, body: { fieldErrors: { permissions: expect.any(String) as unknown } } })
    const { id } = await boss()
    expect((await give(org.gus, id)).body.member.scope).toBe('all')
  })
})

test('refuses bad input, taken names, missing proof and other organizations', async () => {
  const lead = await roleWith('Lead', 'inbox.read')
  expect(await add(org.ann, 'LEAD', [])).toMatchObject({ http: 409, body: { code: 'name_taken' } })
  expect(await add(org.ann, ' ', [])).toMatchObject({ http: 400 })
  expect(await add(org.ann, 'x'.repeat(41), [])).toMatchObject({ http: 400 })
  expect(await add(org.ann, 'Odd', ['everything' as Permission])).toMatchObject({ http: 400 })
  for (const user of [org.gus, org.vic]) expect((await add(user, 'Mine', [])).body.code).toBe('not_permitted')
  await prove(t.beta.ann)
  expect((await t.as(t.beta.ann).call(editRole, { query: { id: lead }, body: { name: 'Ours' } })).http).toBe(404)
  expect((await t.as(t.beta.ann).call(deleteRole, { query: { id: lead }, body: {} })).http).toBe(404)
  expect((await give(t.beta.gus, lead)).http).toBe(404)
  await sql`update session set proved_at = null where user_id = ${org.ann.id}`.execute(system())
  expect((await add(org.ann, 'New', [])).body.code).toBe('proof_needed')
  expect((await t.as(org.ann).call(customRoles)).body.roles.map((role) => role.name)).toEqual(['Lead'])
})

test('adds a name once when two requests race, and never more than the limit', async () => {
  const answers = await Promise.all([add(org.ann, 'Twin', []), add(org.ann, 'twin', [])])
  expect(answers.map((answer) => answer.http).toSorted((a, b) => a - b)).toEqual([200, 409])
  const now = new Date()
  await sql`
    insert into custom_role (org_id, id, name, permissions, created_at, updated_at)
    select ${org.id}::uuid, gen_random_uuid(), 'Role ' || n, '{team.read}', ${now}, ${now} from generate_series(1, 29) n`.execute(
    system(),
  )
  expect((await add(org.ann, 'One more', [])).body.code).toBe('too_many')
})
