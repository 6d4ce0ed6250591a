import { login, me, sessions } from '@crewline/contract/accounts'
import { saveDraft } from '@crewline/contract/drafts'
import type { ConversationUpdated, DraftUpdated } from '@crewline/contract/events'
import { assignConversation, archiveConversation, conversation, inboxMembers } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { Role } from '@crewline/contract/permissions'
import { acceptInvitation, readInvitation } from '@crewline/contract/sign-up'
import { changeMember, inviteMember, memberWork, removeMember, team } from '@crewline/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  limitTo,
  makeContact,
  makeGroup,
  makeUser,
  PASSWORD,
  type TestContact,
  type TestUser,
} from '../../../test/kit/cast.ts'
import { followUntilNow } from '../../../test/kit/events.ts'
import { listen, type SocketClient } from '../../../test/kit/sockets.ts'
import { callApi, testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { takeRunStep } from '../../kernel/runs/step.ts'
import type { CrewlineProcess } from '../../main/process.ts'
import { handOverRun } from '../inbox/hand-over.ts'
import { notifyMembers } from '../notifications/following.ts'

let t: TestApp
let second: CrewlineProcess
let nights: string
let foreignGroup: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  second = await t.another('web')
  nights = await makeGroup(t.process.kernel, t.acme.id, 'Nights', [t.acme.bob.id])
  foreignGroup = await makeGroup(t.process.kernel, t.beta.id, 'Beta nights', [t.beta.bob.id])
  await prove(t.acme.ann)
})
afterAll(async () => {
  await t.close()
})
beforeEach(() => sql`delete from rate_limit`.execute(system()))

const system = () => t.process.kernel.database.asSystem('tests look at every organization')
const org = () => t.process.kernel.database.ofOrg(t.acme.id)
const prove = (user: TestUser) => sql`update session set proved_at = now() where user_id = ${user.id}`.execute(system())

/** A new member of Acme who proved their identity a moment ago. */
async function newMember(role: Role = 'agent', firstname = 'Eve'): Promise<TestUser> {
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname, lastname: 'Acme', role })
  await prove(user)
  return user
}
async function memberIdOf(user: TestUser): Promise<string> {
  const result = await sql<{ id: string }>`
    select id from member where org_id = ${user.orgId} and user_id = ${user.id}`.execute(system())
  return result.rows[0]?.id ?? ''
}
type Change = { role?: Role; groupIds?: string[]; reassignTo?: string | null }
const change = async (user: TestUser, body: Change, by: TestUser = t.acme.ann) =>
  t.as(by).call(changeMember, { query: { memberId: await memberIdOf(user) }, body })
type Removal = { reassignTo?: string | null; waitingTexts?: 'keep' | 'cancel' }
const remove = async (user: TestUser, body: Removal = {}, by: TestUser = t.acme.ann) =>
  t.as(by).call(removeMember, { query: { memberId: await memberIdOf(user) }, body })
const invite = async (email: string, by: TestUser = t.acme.ann) =>
  (await t.as(by).call(inviteMember, { body: { email, role: 'agent' } })).body.invitation
async function linkTo(email: string): Promise<string> {
  const [mail] = await t.mailsTo(email)
  return mail?.links[0]?.split('/').at(-1) as string
}
const rowOf = async (user: TestUser) =>
  (await t.as(t.acme.ann).call(team, { query: { id: await memberIdOf(user) } })).body.data[0]
let phones = 0
const newContact = (firstname = 'Kim') => {
  phones += 1
  return makeContact(t.process.kernel, t.acme.id, firstname, `+1415557${String(1000 + phones)}`)
}
/** A contact whose conversation is assigned to this user. */
async function assignedTo(user: TestUser, contact?: TestContact): Promise<TestContact> {
  const made = contact ?? (await newContact())
  await sql`insert into conversation (org_id, contact_id, last_at) values (${t.acme.id}, ${made.id}, now()) on conflict do nothing`.execute(
    org(),
  )
  const assigned = await t
    .as(t.acme.ann)
    .call(assignConversation, { query: { id: made.id }, body: { assigneeId: user.id } })
  expect(assigned.http).toBe(200)
  return made
}
const threadOf = async (contact: TestContact) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contact.id } })).body
const assigneeOf = async (contact: TestContact) => (await threadOf(contact)).conversation.shared.assignee?.userId
const eventsOf = async (contact: TestContact) =>
  (await threadOf(contact)).messages.flatMap((message) => (message.event ? [message.event.what] : []))
const send = (user: TestUser, contact: TestContact, more: object) =>
  t.as(user).call(sendMessage, {
    body: { contactId: contact.id, body: 'See you', clientMessageId: t.process.kernel.world.id(), ...more },
  })
const stateOf = async (id: string) =>
  (await sql<{ state: string }>`select state from message where id = ${id}`.execute(org())).rows[0]?.state
const auditsOf = async (target: string) =>
  (
    await sql<{ action: string; actor_id: string; detail: Record<string, unknown> }>`
      select action, actor_id, detail from audit_entry where org_id = ${t.acme.id} and target = ${target} order by id`.execute(
      system(),
    )
  ).rows
const connect = (process: CrewlineProcess, user: TestUser) => t.connectClient(user, process.address)
const closing = (client: SocketClient) => new Promise((resolve) => client.socket.once('disconnect', resolve))
/** Fails when the action does not close the sockets, and only the recheck would, which comes every 30 s. */
async function expectClosed(closings: Promise<unknown>[], action: () => Promise<unknown>): Promise<void> {
  await action()
  const since = performance.now()
  await Promise.all(closings)
  expect(performance.now() - since).toBeLessThan(10_000)
}

describe('changing a member', () => {
  test('applies a new role and new groups from the next call and records both', async () => {
    const eve = await newMember()
    const answer = await change(eve, { role: 'manager', groupIds: [nights, nights] })
    expect(answer.body.member).toMatchObject({
      ...{ userId: eve.id, role: 'manager', scope: 'groups', groups: [{ id: nights, name: 'Nights' }] },
    })
    expect((await t.as(eve).call(me)).body.user).toMatchObject({ role: 'manager', scope: 'groups' })
    expect((await t.as(eve).call(conversation, { params: { id: t.acme.cat.id } })).http).toBe(404)
    expect(await auditsOf(await memberIdOf(eve))).toMatchObject([
      {
        ...{ action: 'member.changed', actor_id: t.acme.ann.id },
        detail: { before: { role: 'agent', groupIds: [] }, after: { role: 'manager', groupIds: [nights] } },
      },
    ])
    // The role alone keeps the groups; owners and admins have none; an unchanged member is not audited again.
    expect((await change(eve, { role: 'agent' })).body.member).toMatchObject({ role: 'agent', scope: 'groups' })
    expect((await change(eve, { role: 'agent' })).http).toBe(200)
    expect(await auditsOf(await memberIdOf(eve))).toHaveLength(2)
    expect((await change(eve, { role: 'admin', groupIds: [nights] })).body.member).toMatchObject({
      ...{ role: 'admin', scope: 'all', groups: [] },
    })
    expect((await change(eve, { groupIds: [nights] })).body.member).toMatchObject({ scope: 'all' })
    expect((await change(eve, { role: 'viewer' })).body.member).toMatchObject({ role: 'viewer', scope: 'all' })
    expect((await change(eve, { groupIds: [nights] })).body.member).toMatchObject({ scope: 'groups' })
    expect((await change(eve, { groupIds: [] })).body.member).toMatchObject({ scope: 'all' })
  })

  test('keeps a member without visible groups limited when only the role changes', async () => {
    const eve = await newMember()
    await limitTo(t.process.kernel, eve, [])
    expect((await change(eve, { role: 'viewer' })).body.member).toMatchObject({ scope: 'groups', groups: [] })
  })

  test('lets no one change a role above their own, grant one, or change themselves', async () => {
    for (const mine of Role.options) {
      for (const theirs of Role.options) {
        const [by, target] = [await newMember(mine, 'By'), await newMember(theirs, 'Target')]
        const maySee = mine === 'owner' || mine === 'admin'
        for (const granted of Role.options) {
          const may = mine === 'owner' || (mine === 'admin' && theirs !== 'owner' && granted !== 'owner')
          const answer = await change(target, { role: granted }, by)
          const code = may ? undefined : maySee ? 'role_too_high' : 'not_permitted'
          expect({ mine, theirs, granted, code: answer.body.code }).toEqual({ mine, theirs, granted, code })
          if (may) await sql`update member set role = ${theirs} where user_id = ${target.id}`.execute(system())
        }
        const removed = await remove(target, {}, by)
        const may = mine === 'owner' || (mine === 'admin' && theirs !== 'owner')
        expect(removed.body.code).toBe(may ? undefined : maySee ? 'role_too_high' : 'not_permitted')
      }
    }
    const admin = await newMember('admin')
    expect((await change(admin, { role: 'viewer' }, admin)).body.code).toBe('own_membership')
    expect((await remove(admin, {}, admin)).body.code).toBe('own_membership')
  })

  test('hands over the conversations that the member can no longer answer, and no others', async () => {
    const [eve, max] = [await newMember(), await newMember('agent', 'Max')]
    const bob = await assignedTo(eve, t.acme.bob)
    const [kim, lou] = [await assignedTo(eve), await assignedTo(eve)]
    await t.as(eve).call(saveDraft, { body: { contactId: kim.id, body: 'Almost' } })
    const query = { memberId: await memberIdOf(eve) }
    const work = async (more: object) =>
      (await t.as(t.acme.ann).call(memberWork, { query: { ...query, ...more } })).body
    expect(await work({})).toMatchObject({ conversations: 3, waitingTexts: 0 })
    expect(await work({ role: 'agent', groupIds: [nights] })).toMatchObject({ conversations: 2 })
    expect(await work({ role: 'author' })).toMatchObject({ conversations: 3 })
    expect(await work({ role: 'admin', groupIds: [nights] })).toMatchObject({ conversations: 0 })
    const watching = await t.connectClient(t.acme.gus)
    await change(eve, { groupIds: [nights], reassignTo: max.id })
    expect([await assigneeOf(bob), await assigneeOf(kim), await assigneeOf(lou)]).toEqual([eve.id, max.id, max.id])
    await watching.next<DraftUpdated>('draft-updated', ({ contactId, body }) => contactId === kim.id && body === null)
    expect((await threadOf(kim)).drafts).toEqual([])
    await change(eve, { role: 'author' })
    expect(await assigneeOf(bob)).toBeUndefined()
  })

  test('tells the screens of the team, and reconnects the sockets of the member in every process', async () => {
    const eve = await newMember('agent')
    const [here, there] = [await connect(t.process, eve), await connect(second, eve)]
    const gus = await connect(second, t.acme.gus)
    await expectClosed([here, there].map(closing), () => change(eve, { groupIds: [nights] }))
    for (const client of [here, there]) {
      expect(client.all('access-changed')).toHaveLength(1)
      expect(client.all('session-revoked')).toEqual([])
    }
    await gus.next('team-updated')
    expect(gus.socket.connected).toBe(true)
    // The reconnected socket receives nothing of contacts outside the groups.
    const again = await connect(second, eve)
    const [bob, cat] = [await assignedTo(t.acme.gus, t.acme.bob), await assignedTo(t.acme.gus, t.acme.cat)]
    await again.next<ConversationUpdated>('conversation-updated', (event) => event.contactId === bob.id)
    await t.as(t.acme.ann).call(archiveConversation, { query: { id: bob.id }, body: { archived: true } })
    await again.next<ConversationUpdated>('conversation-updated', (event) => event.archived)
    expect((again.all('conversation-updated') as ConversationUpdated[]).map((event) => event.contactId)).not.toContain(
      cat.id,
    )
  })
})

describe('removing a member', () => {
  test('ends their sessions and sockets in every process, before the recheck, and only in this organization', async () => {
    const eve = await newMember()
    const elsewhere = await makeUser(t.process.kernel, t.beta.id, { firstname: 'Eve', lastname: 'Beta', role: 'agent' })
    await sql`update session set user_id = ${eve.id} where user_id = ${elsewhere.id}`.execute(system())
    await sql`update member set user_id = ${eve.id} where user_id = ${elsewhere.id}`.execute(system())
    const [here, there] = [await connect(t.process, eve), await connect(second, eve)]
    const other = await connect(second, { ...eve, token: elsewhere.token })
    const gus = await connect(t.process, t.acme.gus)
    await expectClosed([here, there].map(closing), () => remove(eve))
    for (const client of [here, there]) expect(client.all('session-revoked')).toHaveLength(1)
    for (const { address } of [t.process, second])
      expect(await callApi(address, eve.token, me, {})).toMatchObject({
        ...{ http: 403, body: { status: 'ERROR', code: 'session_invalid' } },
      })
    await expect(listen(second.address, eve.token)).rejects.toThrow('session_invalid')
    await gus.next('team-updated')
    expect(other.socket.connected).toBe(true)
    const stillThere = t.as({ ...eve, token: elsewhere.token })
    expect((await stillThere.call(me)).body.organizations.map(({ name }) => name)).toEqual(['Beta'])
    expect((await stillThere.call(sessions)).body.data.map((row) => row.organizationName)).toEqual(['Beta'])
    expect(await rowOf(eve)).toBeUndefined()
    const { members } = (await t.as(t.acme.ann).call(inboxMembers)).body
    expect(members.map((member) => member.userId)).not.toContain(eve.id)
  })

  test('hands conversations to the chosen teammate, and those they cannot see to no one', async () => {
    const [eve, max] = [await newMember(), await newMember('agent', 'Max')]
    await limitTo(t.process.kernel, max, [nights])
    const [bob, kim, old] = [await assignedTo(eve, t.acme.bob), await assignedTo(eve), await assignedTo(eve)]
    await t.as(t.acme.ann).call(archiveConversation, { query: { id: bob.id }, body: { archived: false } })
    await t.as(t.acme.ann).call(archiveConversation, { query: { id: old.id }, body: { archived: true } })
    const removed = await remove(eve, { reassignTo: max.id })
    expect(removed.body).toMatchObject({ conversations: 2, waitingTexts: 0 })
    expect([await assigneeOf(bob), await assigneeOf(kim), await assigneeOf(old)]).toEqual([
      max.id,
      undefined,
      undefined,
    ])
    expect((await eventsOf(bob)).at(-1)).toBe('assigned')
    expect((await eventsOf(kim)).at(-1)).toBe('unassigned')
    expect((await eventsOf(old)).at(-1)).toBe('archived')
    expect(await auditsOf(await memberIdOf(eve))).toMatchObject([
      {
        ...{ action: 'member.removed', actor_id: t.acme.ann.id },
        detail: { userId: eve.id, role: 'agent', reassignTo: max.id, conversations: 2, waitingTexts: 0, cancelled: 0 },
      },
    ])
  })

  test('sends or cancels their waiting texts as chosen, but not those of others', async () => {
    const [eve, max, ida] = [await newMember(), await newMember('agent', 'Max'), await newMember('agent', 'Ida')]
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const scheduled = async (user: TestUser) =>
      (await send(user, await newContact(), { scheduledAt: at(30) })).body.message.id
    const held = (await send(eve, await newContact(), { undoSeconds: 10 })).body.message.id
    const [kept, mine, others] = [await scheduled(max), await scheduled(eve), await scheduled(ida)]
    const query = { memberId: await memberIdOf(eve) }
    expect((await t.as(t.acme.ann).call(memberWork, { query })).body).toMatchObject({ waitingTexts: 2 })
    await remove(max)
    expect(await stateOf(kept)).toBe('scheduled')
    expect((await remove(eve, { waitingTexts: 'cancel' })).body).toMatchObject({ waitingTexts: 2 })
    expect([await stateOf(held), await stateOf(mine)]).toEqual(['cancelled', 'cancelled'])
    expect(await stateOf(others)).toBe('scheduled')
    expect(await auditsOf(mine)).toMatchObject([{}, { action: 'message.cancelled', detail: { by: 'removal' } }])
  })

  test('continues with more conversations than one request can change, also when the remover leaves', async () => {
    const [eve, max, admin] = [await newMember(), await newMember('agent', 'Max'), await newMember('admin')]
    await sql`
      with made as (
        insert into contact (org_id, id, firstname, lastname, sort_name, source, created_at, updated_at)
        select ${t.acme.id}::uuid, gen_random_uuid(), 'Many', n::text, 'many ' || n, 'manual', now(), now() from generate_series(1, 1100) n
        returning id)
      insert into conversation (org_id, contact_id, last_at, assignee_id, archived)
      select ${t.acme.id}::uuid, id, now(), ${eve.id}::uuid, row_number() over () > 900 from made`.execute(org())
    const left = async (user: TestUser) =>
      (
        await sql<{ n: number }>`select count(*)::int as n from conversation where assignee_id = ${user.id}`.execute(
          org(),
        )
      ).rows[0]?.n
    expect((await remove(eve, { reassignTo: max.id }, admin)).body).toMatchObject({ conversations: 900 })
    expect(await left(eve)).toBe(600)
    await remove(admin)
    const client = await t.connectClient(max)
    while (await takeRunStep(t.process.kernel, handOverRun));
    expect([await left(eve), await left(max)]).toEqual([0, 900])
    await client.next<string>('inapp-notification', (json) => json.includes('900 conversations assigned to you'))
  })

  test('is complete when the member is assigned a conversation at the same moment', async () => {
    for (let round = 0; round < 8; round++) {
      const eve = await newMember()
      const contacts = await Promise.all(Array.from({ length: 4 }, () => assignedTo(t.acme.gus)))
      await Promise.all([
        ...contacts.map((contact) =>
          t.as(t.acme.ann).call(assignConversation, { query: { id: contact.id }, body: { assigneeId: eve.id } }),
        ),
        remove(eve),
      ])
      for (const contact of contacts) expect([t.acme.gus.id, undefined]).toContain(await assigneeOf(contact))
    }
  })

  test('deletes what names contacts from their notification list', async () => {
    const eve = await newMember()
    const kim = await assignedTo(eve)
    await followUntilNow(t, 'notifications', notifyMembers)
    const list = async () =>
      (await sql`select from member_update where user_id = ${eve.id}`.execute(system())).rows.length
    expect(await list()).toBe(1)
    await remove(eve)
    await followUntilNow(t, 'notifications', notifyMembers)
    expect(await list()).toBe(0)
    expect(await assigneeOf(kim)).toBeUndefined()
  })

  test('needs a recent proof of identity', async () => {
    const [eve, admin] = [await newMember(), await newMember('admin')]
    await sql`update session set proved_at = now() - interval '11 minutes' where user_id = ${admin.id}`.execute(
      system(),
    )
    expect((await remove(eve, {}, admin)).body.code).toBe('proof_needed')
    expect((await change(eve, { role: 'viewer' }, admin)).body.code).toBe('proof_needed')
    expect(await rowOf(eve)).toMatchObject({ role: 'agent' })
  })
})

describe('the last owner', () => {
  test('cannot be changed or removed by anyone, also not by themselves', async () => {
    const admin = await newMember('admin')
    await sql`update member set role = 'agent' where org_id = ${t.acme.id} and role = 'owner' and user_id <> ${t.acme.ann.id}`.execute(
      system(),
    )
    expect((await change(t.acme.ann, { role: 'admin' })).body.code).toBe('last_owner')
    expect((await remove(t.acme.ann)).body.code).toBe('last_owner')
    expect((await remove(t.acme.ann, {}, admin)).body.code).toBe('role_too_high')
    const other = await newMember('owner')
    expect((await change(t.acme.ann, { role: 'admin' })).body.code).toBe('own_membership')
    expect((await change(other, { role: 'admin' })).http).toBe(200)
  })

  test('remains when owners demote or remove each other at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const owners = await Promise.all(Array.from({ length: 3 }, () => newMember('owner')))
      await sql`update member set role = 'agent' where org_id = ${t.acme.id} and role = 'owner' and user_id <> all(${owners.map(({ id }) => id)}::uuid[])`.execute(
        system(),
      )
      const answers = await Promise.all(
        owners.flatMap((by, nth) =>
          owners
            .filter((target) => target !== by)
            .map((target) => (nth % 2 === 0 ? change(target, { role: 'viewer' }, by) : remove(target, {}, by))),
        ),
      )
      for (const { http } of answers) expect([200, 403, 404, 422]).toContain(http)
      const left = await sql<{ n: number }>`
        select count(*)::int as n from member where org_id = ${t.acme.id} and role = 'owner' and status = 'active'`.execute(
        system(),
      )
      expect(left.rows[0]?.n).toBe(1)
    }
    await sql`update member set role = 'owner' where user_id = ${t.acme.ann.id}`.execute(system())
  })
})

describe('hostile requests', () => {
  test('find neither members nor teammates nor groups of another organization', async () => {
    const eve = await newMember()
    const [own, foreign] = [await memberIdOf(eve), await memberIdOf(t.beta.gus)]
    const ann = t.as(t.acme.ann)
    const unknown = t.process.kernel.world.id()
    for (const memberId of [foreign, unknown, eve.id]) {
      expect((await ann.call(changeMember, { query: { memberId }, body: { role: 'viewer' } })).http).toBe(404)
      expect((await ann.call(removeMember, { query: { memberId }, body: {} })).http).toBe(404)
      expect((await ann.call(memberWork, { query: { memberId } })).http).toBe(404)
    }
    for (const reassignTo of [t.beta.gus.id, unknown, eve.id])
      expect((await ann.call(removeMember, { query: { memberId: own }, body: { reassignTo } })).http).toBe(404)
    for (const groupIds of [[foreignGroup], [nights, unknown]])
      expect((await ann.call(changeMember, { query: { memberId: own }, body: { groupIds } })).http).toBe(404)
    expect(await rowOf(eve)).toMatchObject({ role: 'agent', scope: 'all' })
    expect((await t.as(t.beta.ann).call(team, { query: { id: foreign } })).body.total).toBe(1)
  })

  test.each([
    [{ role: 'god' }],
    [{ role: null }],
    [{ groupIds: 'all' }],
    [{ groupIds: ['x'] }],
    [{ reassignTo: '' }],
    [{ status: 'active' }],
    [{ waitingTexts: 'keep' }],
  ])('with the body %j are refused next to the field', async (body) => {
    const eve = await newMember()
    expect(await change(eve, body as Change)).toMatchObject({ http: 400, body: { code: 'invalid' } })
    expect(await rowOf(eve)).toMatchObject({ role: 'agent' })
  })

  test('without a body remove a member, and a second time find none', async () => {
    const eve = await newMember()
    const query = { memberId: await memberIdOf(eve) }
    expect((await t.as(t.acme.ann).call(removeMember, { query })).http).toBe(200)
    expect((await t.as(t.acme.ann).call(removeMember, { query })).http).toBe(404)
    expect((await t.as(t.acme.ann).call(changeMember, { query, body: { role: 'admin' } })).http).toBe(404)
  })
})

describe('an invitation', () => {
  test('can be withdrawn by those who may grant its role, and its link stops working', async () => {
    const { id } = await invite('una@test.example')
    const link = await linkTo('una@test.example')
    const see = () => t.as(null).call(readInvitation, { body: { token: link } })
    expect((await see()).http).toBe(200)
    const watching = await t.connectClient(t.acme.gus)
    const answer = await t.as(t.acme.ann).call(removeMember, { query: { memberId: id } })
    expect(answer.http).toBe(200)
    await watching.next('team-updated')
    expect((await see()).body.code).toBe('link_invalid')
    expect((await t.as(t.acme.ann).call(removeMember, { query: { memberId: id } })).http).toBe(404)
    expect((await auditsOf(id)).map((entry) => entry.action)).toEqual(['invitation.sent', 'invitation.withdrawn'])
    const admin = await newMember('admin')
    const ownersOnly = (
      await t.as(t.acme.ann).call(inviteMember, { body: { email: 'uno@test.example', role: 'owner' } })
    ).body.invitation.id
    const refused = await t.as(admin).call(removeMember, { query: { memberId: ownersOnly } })
    expect(refused.body.code).toBe('role_too_high')
  })

  test('shows as expired once its sender is removed, because its link does not work either', async () => {
    const admin = await newMember('admin')
    const { id } = await invite('ugo@test.example', admin)
    await remove(admin)
    const [row] = (await t.as(t.acme.ann).call(team, { query: { id } })).body.data
    expect(row).toMatchObject({ status: 'expired' })
    expect((await t.as(null).call(readInvitation, { body: { token: await linkTo('ugo@test.example') } })).http).toBe(
      422,
    )
  })

  test('lets a removed member return with a new password; their old sessions stay dead', async () => {
    const eve = await newMember('manager')
    await remove(eve)
    expect((await t.as(null).call(login, { body: { email: eve.email, password: PASSWORD } })).http).toBe(422)
    await invite(eve.email)
    const token = await linkTo(eve.email)
    const seen = await t.as(null).call(readInvitation, { body: { token } })
    expect(seen.body).toMatchObject({ hasAccount: false, email: eve.email })
    const accept = (body: object) => t.as(null).call(acceptInvitation, { body: { token, ...body } })
    expect((await accept({})).http).toBe(400)
    const joined = await accept({ firstname: 'Eva', lastname: 'New', password: 'another plain sentence' })
    expect(joined.body).toMatchObject({ user: { id: eve.id, firstname: 'Eva', role: 'agent' } })
    expect((await t.as(eve).call(me)).http).toBe(403)
    expect((await t.as({ ...eve, token: joined.body.token as string }).call(me)).http).toBe(200)
    expect((await t.as(null).call(login, { body: { email: eve.email, password: PASSWORD } })).http).toBe(422)
    const again = { email: eve.email, password: 'another plain sentence' }
    expect((await t.as(null).call(login, { body: again })).http).toBe(200)
  })

  test('keeps the second step of a member who returns', async () => {
    const eve = await newMember()
    await sql`update user_account set mfa_method = 'totp' where id = ${eve.id}`.execute(system())
    await remove(eve)
    await invite(eve.email)
    const joined = await t.as(null).call(acceptInvitation, {
      body: { token: await linkTo(eve.email), firstname: 'Eve', password: 'another plain sentence' },
    })
    expect(joined.body).toMatchObject({ mfaRequired: true, method: 'totp' })
    expect(joined.body.token).toBeUndefined()
    expect(await rowOf(eve)).toMatchObject({ role: 'agent', mfa: true })
  })
})
