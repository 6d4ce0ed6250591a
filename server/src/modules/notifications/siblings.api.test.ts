import type { Notifications, SiblingNotifications } from '@crewline/contract/events'
import { readAllConversations, readConversation } from '@crewline/contract/inbox'
import type { Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unreadMessages } from '../conversations/index.ts'
import type { Org, TestUser, TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { addSession } from '../accounts/store/sessions.ts'
import type { SocketClient } from '../../../test/kit/sockets.ts'

let t: TestApp
let elsewhere: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  elsewhere = (await t.another('web')).address
})
afterAll(() => t.close())

/** Adds a user to a second organization. */
async function joins(user: TestUser, org: Org, role: Role, scope: 'all' | 'groups' = 'all'): Promise<void> {
  const { kernel } = t.process
  await sql`insert into member (org_id, id, user_id, role, scope, created_at)
    values (${org.id}, ${kernel.world.id()}, ${user.id}, ${role}, ${scope}, now())`.execute(
    kernel.database.asSystem('tests make members'),
  )
}
/** Signs the same user in to their other organization. */
async function signedInTo(user: TestUser, org: Org): Promise<TestUser> {
  const { kernel } = t.process
  const token = makeToken(kernel.world)
  await addSession(kernel.database.asSystem('tests sign people in'), {
    id: kernel.world.id(),
    tokenHash: tokenHash(token),
    userId: user.id,
    organizationId: org.id,
    now: kernel.world.now(),
  })
  return { ...user, orgId: org.id, token }
}
const texts = (contact: TestContact, org: Org, body: string) => t.carrier.texts(contact.phone, body, org.line.phone)
const siblingEvents = (client: SocketClient) => client.all('sibling-notifications') as SiblingNotifications[]
async function requestNotifications(client: SocketClient): Promise<Notifications> {
  return client.ask<Notifications>('getNotificationsv2', { user: 'anybody' }, 'notifications')
}

test('sends the number of waiting contacts to a member signed in elsewhere, in any process, and to no other user', async () => {
  const { acme, beta } = t
  await joins(acme.ann, beta, 'agent')
  await joins(acme.gus, beta, 'author')
  const [here, there] = [await t.connectClient(acme.ann), await t.connectClient(acme.ann, elsewhere)]
  // An author of the other organization, a user who is not a member of it, and one of its own members.
  const deaf = [await t.connectClient(acme.gus), await t.connectClient(acme.vic), await t.connectClient(beta.ann)]
  expect((await requestNotifications(here)).siblings).toEqual([{ organizationId: beta.id, count: 0 }])
  expect((await requestNotifications(deaf[0] as SocketClient)).siblings).toEqual([])

  await texts(beta.bob, beta, 'First')
  for (const client of [here, there]) await client.next('sibling-notifications', { organizationId: beta.id, count: 1 })
  await texts(beta.bob, beta, 'Second of the same')
  // Stored before Bob is read below: a carrier reports texts in any order.
  await t.until(async () => {
    const found = sql`select from message where body = 'Second of the same'`
    return (await found.execute(t.process.kernel.database.ofOrg(beta.id))).rows.length === 1
  })
  await texts(beta.cat, beta, 'Another')
  await here.next<SiblingNotifications>('sibling-notifications', (event) => event.count === 2)
  await there.next<SiblingNotifications>('sibling-notifications', (event) => event.count === 2)
  // A teammate's reads there do not change this member's count.
  await t.as(beta.ann).call(readAllConversations)
  const annThere = t.as(await signedInTo(acme.ann, beta))
  await annThere.call(readConversation, { query: { id: beta.bob.id }, body: {} })
  await here.next<SiblingNotifications>('sibling-notifications', (event) => event.count === 1)
  expect((await requestNotifications(here)).siblings).toEqual([{ organizationId: beta.id, count: 1 }])
  await annThere.call(readAllConversations)
  await here.next<SiblingNotifications>('sibling-notifications', (event) => event.count === 0)
  for (const client of deaf) expect(siblingEvents(client)).toEqual([])
  there.close()
})

test('throttles a burst to one event per second and always sends the last value', async () => {
  const { acme, beta } = t
  const here = await t.connectClient(acme.ann)
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => texts([beta.bob, beta.cat, beta.dan][n % 3] as TestContact, beta, `Nr ${n}`)),
  )
  await here.next<SiblingNotifications>('sibling-notifications', (event) => event.count === 3)
  const seconds = (performance.now() - startedAt) / 1000
  expect(siblingEvents(here).length).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  // Waits until all messages of the burst are stored before another member joins.
  await t.until(async () => {
    const sum = await sql<{
      n: number
    }>`select sum(${unreadMessages})::int as n from unread u join conversation v on v.contact_id = u.contact_id
      where u.user_id = ${beta.ann.id}`.execute(t.process.kernel.database.ofOrg(beta.id))
    return sum.rows[0]?.n === 30
  })
})

test('sends nothing to a former member whose socket is still open', async () => {
  const { acme, beta } = t
  const [revoked, remaining] = [await t.connectClient(acme.vic), await t.connectClient(acme.ann)]
  await joins(acme.vic, beta, 'viewer')
  const reconnected = await t.connectClient(acme.vic)
  await sql`update member set status = 'deactivated' where org_id = ${beta.id} and user_id = ${acme.vic.id}`.execute(
    t.process.kernel.database.asSystem('tests end memberships'),
  )
  await t.as(await signedInTo(acme.ann, beta)).call(readConversation, { query: { id: beta.bob.id }, body: {} })
  await remaining.next<SiblingNotifications>('sibling-notifications', (event) => event.count === 2)
  for (const client of [revoked, reconnected]) expect(siblingEvents(client)).toEqual([])
})

test('counts only visible contacts for a member limited to some groups', async () => {
  const { acme, beta } = t
  const { kernel } = t.process
  const system = kernel.database.asSystem('tests make groups')
  await sql`update member set status = 'active', scope = 'groups' where org_id = ${beta.id} and user_id = ${acme.vic.id}`.execute(
    system,
  )
  const groupId = kernel.world.id()
  const betaDb = kernel.database.ofOrg(beta.id)
  await sql`insert into contact_group (org_id, id, name, contact_count, created_at) values (${beta.id}, ${groupId}, 'Nights', 1, now())`.execute(
    betaDb,
  )
  await sql`insert into group_member (org_id, group_id, contact_id) values (${beta.id}, ${groupId}, ${beta.dan.id})`.execute(
    betaDb,
  )
  await sql`insert into member_group (org_id, member_id, group_id)
    select org_id, id, ${groupId} from member where org_id = ${beta.id} and user_id = ${acme.vic.id}`.execute(system)
  const [scoped, wide] = [await t.connectClient(acme.vic), await t.connectClient(acme.ann)]
  expect((await requestNotifications(scoped)).siblings).toEqual([{ organizationId: beta.id, count: 0 }])
  expect((await requestNotifications(wide)).siblings).toEqual([{ organizationId: beta.id, count: 2 }])
  await texts(beta.dan, beta, 'Theirs')
  await scoped.next<SiblingNotifications>('sibling-notifications', (event) => event.count === 1)
  await texts(beta.bob, beta, 'Not theirs')
  await wide.next<SiblingNotifications>('sibling-notifications', (event) => event.count === 3)
  expect(new Set(siblingEvents(scoped).map((event) => event.count))).toEqual(new Set([1]))
})
