import type { ConversationRead, Notifications } from '@crewline/contract/events'
import {
  conversation,
  conversations,
  muteConversation,
  readAllConversations,
  readConversation,
} from '@crewline/contract/inbox'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  limitTo,
  makeGroup,
  makeOrg,
  makeUser,
  type Org,
  type TestUser,
  type TestContact,
} from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../delivery/scope.ts'
import { receive } from '../messages/index.ts'

let t: TestApp
let crew: Org
/** An agent who sees Bob only. */
let sam: TestUser
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  crew = await makeOrg(t.process.kernel, 'Crew', 3)
  sam = await makeUser(t.process.kernel, crew.id, { firstname: 'Sam', lastname: 'Crew', role: 'agent' })
  await limitTo(t.process.kernel, sam, [await makeGroup(t.process.kernel, crew.id, 'Nights', [crew.bob.id])])
})
afterAll(() => t.close())

async function receiveMessages(contacts: TestContact[]): Promise<void> {
  const { scope, name } = await systemScope(t.process.kernel, crew.id, 'test')
  const { id, phone } = crew.line
  await scope.tx((tx) =>
    receive(
      tx,
      name,
      contacts.map((contact) => ({
        ...{ eventKey: tx.world.id(), lineId: id, linePhone: phone, from: contact.phone, body: 'Hello' },
      })),
    ),
  )
}

const list = (user: TestUser) => t.as(user).call(conversations, { query: { status: 'all', pageSize: 200 } })
const unreadList = async (user: TestUser) =>
  (await t.as(user).call(conversations, { query: { status: 'unread' } })).body.data.map((row) => row.id)
const read = (user: TestUser, contact: TestContact, unread = false) =>
  t.as(user).call(readConversation, { query: { id: contact.id }, body: { unread } })
const threadOf = async (user: TestUser, contact: TestContact) =>
  (await t.as(user).call(conversation, { params: { id: contact.id } })).body

test('counts for each member the messages since they last read, for any order of arrivals and reads', async () => {
  const contacts = [crew.bob, crew.cat, crew.dan]
  const users = [crew.ann, crew.vic, sam]
  const canSee = (userIndex: number, contactIndex: number) => userIndex < 2 || contactIndex === 0
  const anyUser = fc.nat({ max: 2 })
  const anyContact = fc.nat({ max: 2 })
  const step = fc.oneof(
    fc.record({ do: fc.constant('in' as const), workers: fc.array(anyContact, { minLength: 1, maxLength: 4 }) }),
    fc.record({ do: fc.constant('read' as const), who: anyUser, what: anyContact, unread: fc.boolean() }),
    fc.record({ do: fc.constant('all' as const), who: anyUser }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const user of users) await t.as(user).call(readAllConversations)
      await receiveMessages(contacts)
      let counts: number[][] = users.map((_, p) => contacts.map((__, w) => (canSee(p, w) ? 1 : 0)))
      for (const currentStep of steps) {
        if (currentStep.do === 'in') {
          await receiveMessages(currentStep.workers.map((n) => contacts[n] as TestContact))
          counts = counts.map((row, p) =>
            row.map((count, w) => count + (canSee(p, w) ? currentStep.workers.filter((n) => n === w).length : 0)),
          )
          continue
        }
        const row = counts[currentStep.who] as number[]
        const user = users[currentStep.who] as TestUser
        if (currentStep.do === 'all') {
          await t.as(user).call(readAllConversations)
          row.fill(0)
          continue
        }
        const answer = await read(user, contacts[currentStep.what] as TestContact, currentStep.unread)
        expect(answer.http).toBe(canSee(currentStep.who, currentStep.what) ? 200 : 404)
        if (canSee(currentStep.who, currentStep.what))
          row[currentStep.what] = currentStep.unread ? Math.max(row[currentStep.what] ?? 0, 1) : 0
      }
      for (const [p, user] of users.entries()) {
        const page = (await list(user)).body
        const unreadCounts = contacts.map((contact) => page.data.find((row) => row.id === contact.id)?.unreadCount ?? 0)
        expect(unreadCounts).toEqual(counts[p])
        expect(page.unreadTotal).toBe(counts[p]?.filter((n) => n > 0).length)
        expect((await unreadList(user)).sort()).toEqual(
          contacts
            .filter((_, w) => (counts[p]?.[w] ?? 0) > 0)
            .map((contact) => contact.id)
            .sort(),
        )
      }
    }),
    { numRuns: 12 },
  )
})

test('concurrent messages of many contacts and concurrent reads never deadlock', async () => {
  for (const user of [crew.ann, crew.vic, sam]) await t.as(user).call(readAllConversations)
  const contacts = [crew.bob, crew.cat, crew.dan]
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => [
      receiveMessages(n % 2 === 0 ? contacts : contacts.toReversed()),
      t.as(n % 3 === 0 ? crew.vic : sam).call(readAllConversations),
    ]).flat(),
  )
  const page = (await list(crew.ann)).body
  expect(page.data.map((conversationRow) => conversationRow.unreadCount)).toEqual([12, 12, 12])
})

test('the thread marks the first unread message; reading to the end moves the mark', async () => {
  await t.as(crew.gus).call(readAllConversations)
  await receiveMessages([crew.bob])
  await receiveMessages([crew.bob])
  const before = await threadOf(crew.gus, crew.bob)
  const [first, second] = before.messages.slice(-2)
  expect(before.firstUnreadId).toBe(first?.id)
  await read(crew.gus, crew.bob)
  expect((await threadOf(crew.gus, crew.bob)).firstUnreadId).toBeNull()
  await read(crew.gus, crew.bob, true)
  expect((await threadOf(crew.gus, crew.bob)).firstUnreadId).toBe(second?.id)
})

test('marking all as read sends the new total to all tabs of that member only', async () => {
  await receiveMessages([crew.bob, crew.cat])
  const [tab, otherTab, deaf] = [
    await t.connectClient(crew.ann),
    await t.connectClient(crew.ann),
    await t.connectClient(crew.vic),
  ]
  expect((await t.as(crew.ann).call(readAllConversations)).http).toBe(200)
  for (const client of [tab, otherTab])
    expect(await client.next('notifications', { total: 0 })).toEqual({ items: [], total: 0, siblings: [] })
  expect(deaf.all('notifications')).toEqual([])
  expect((await list(crew.vic)).body.unreadTotal).toBeGreaterThan(0)
})

test('a member with a group scope reads only visible conversations; the rest stays unread for others', async () => {
  await receiveMessages([crew.bob, crew.cat])
  const limitedClient = await t.connectClient(sam)
  expect((await list(sam)).body).toMatchObject({ unreadTotal: 1, data: [{ id: crew.bob.id }] })
  await t.as(sam).call(readAllConversations)
  await limitedClient.next('notifications', { total: 0 })
  expect((await read(sam, crew.cat)).http).toBe(404)
  const rows = await sql<{ n: number }>`select count(*)::int as n from unread where user_id = ${sam.id}`.execute(
    t.process.kernel.database.ofOrg(crew.id),
  )
  expect(rows.rows).toEqual([{ n: 0 }])
})

test('muting applies to one member, keeps the unread count, and updates all their tabs', async () => {
  await receiveMessages([crew.cat])
  const mute = (user: TestUser, muted: boolean, id = crew.cat.id) =>
    t.as(user).call(muteConversation, { query: { id }, body: { muted } })
  const client = await t.connectClient(crew.vic)
  const { unreadCount: before, lastMessage } = (await threadOf(crew.vic, crew.cat)).conversation
  expect((await mute(crew.vic, true)).body.conversation).toMatchObject({ muted: true, unreadCount: before })
  expect(await client.next<ConversationRead>('conversation-read', { contactId: crew.cat.id })).toEqual({
    ...{ contactId: crew.cat.id, unreadCount: before, unreadAt: expect.any(String), muted: true },
    // Pages compare it with what they have heard, and count no message twice.
    lastSortKey: lastMessage?.sortKey,
  })
  expect((await mute(crew.vic, true)).body.conversation.muted).toBe(true)
  expect(client.all('conversation-read')).toHaveLength(1)
  expect((await threadOf(crew.ann, crew.cat)).conversation.muted).toBe(false)
  expect((await mute(crew.vic, false)).body.conversation.muted).toBe(false)
  expect((await mute(sam, true)).http).toBe(404)
  expect((await mute(crew.vic, true, t.beta.bob.id)).http).toBe(404)
})

test('a new member starts with nothing unread, and a former member gains no unread rows', async () => {
  const { kernel } = t.process
  await receiveMessages([crew.dan])
  const kim = await makeUser(kernel, crew.id, { firstname: 'Kim', lastname: 'Crew', role: 'agent' })
  const author = await makeUser(kernel, crew.id, { firstname: 'Art', lastname: 'Crew', role: 'author' })
  expect((await list(kim)).body.unreadTotal).toBe(0)
  await receiveMessages([crew.dan])
  expect((await list(kim)).body.unreadTotal).toBe(1)
  await sql`update member set status = 'deactivated' where user_id = ${kim.id}`.execute(
    kernel.database.asSystem('tests end memberships'),
  )
  await receiveMessages([crew.dan])
  const rows = await sql<{ id: string; count: number }>`
    select user_id as id, count from unread where contact_id = ${crew.dan.id} and user_id = any(${[kim.id, author.id]}::uuid[])`.execute(
    kernel.database.ofOrg(crew.id),
  )
  expect(rows.rows).toEqual([{ id: kim.id, count: 1 }])
})

test('a message in an unread conversation rewrites no row, is counted, and moves it to the top', async () => {
  await receiveMessages([crew.bob])
  const tab = await t.connectClient(crew.vic)
  for (const user of [crew.ann, crew.vic]) await t.as(user).call(readAllConversations)
  // The recount after that sorts the rows; it must not be counted as a write of what follows.
  await tab.next<Notifications>('notifications', ({ total }) => total === 0)
  for (const contact of [crew.bob, crew.cat, crew.dan]) await receiveMessages([contact])
  expect(await unreadList(crew.ann)).toEqual([crew.dan.id, crew.cat.id, crew.bob.id])
  const rowOf = async () =>
    (
      await sql<{ version: string }>`
        select xmin::text as version from unread where user_id = ${crew.vic.id} and contact_id = ${crew.bob.id}`.execute(
        t.process.kernel.database.ofOrg(crew.id),
      )
    ).rows
  const before = await rowOf()
  await receiveMessages([crew.bob])
  await receiveMessages([crew.bob, crew.bob])
  expect(await rowOf()).toEqual(before)
  expect(await unreadList(crew.ann)).toEqual([crew.bob.id, crew.dan.id, crew.cat.id])
  const [first] = (await t.as(crew.ann).call(conversations, { query: { status: 'unread' } })).body.data
  expect(first).toMatchObject({ unreadCount: 4, unreadAt: first?.lastAt })
  // For a member who has not loaded the list, the notifications of the badge and the pages have the same order.
  const client = await t.connectClient(crew.vic)
  const notifications = await client.ask<Notifications>('getNotificationsv2', '', 'notifications')
  expect(notifications.items.map((item) => [item.contact.id, item.messageCount])).toEqual([
    [crew.bob.id, 4],
    [crew.dan.id, 1],
    [crew.cat.id, 1],
  ])
  await receiveMessages([crew.cat])
  const page = async (cursor?: string) =>
    (
      await t.as(crew.vic).call(conversations, {
        query: { status: 'unread', pageSize: 2, ...(cursor === undefined ? {} : { cursor }) },
      })
    ).body
  const top = await page()
  expect(top.data.map((conversationRow) => conversationRow.id)).toEqual([crew.cat.id, crew.bob.id])
  expect((await page(top.nextCursor)).data.map((conversationRow) => conversationRow.id)).toEqual([crew.dan.id])
})

test('reading the unread list writes nothing, and moved conversations are listed once, by their last message', async () => {
  // Nothing else sorts the rows of a member who has just joined and has no socket.
  const pia = await makeUser(t.process.kernel, crew.id, { firstname: 'Pia', lastname: 'Crew', role: 'agent' })
  for (const contact of [crew.bob, crew.cat, crew.dan]) await receiveMessages([contact])
  await receiveMessages([crew.bob])
  const versions = async () =>
    (
      await sql<{ version: string }>`
        select xmin::text as version from unread where user_id = ${pia.id}
        union all select xmin::text from unread_order where user_id = ${pia.id} order by 1`.execute(
        t.process.kernel.database.ofOrg(crew.id),
      )
    ).rows
  const before = await versions()
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const query = { status: 'unread' as const, pageSize: 1, ...(cursor === undefined ? {} : { cursor }) }
    const { body } = await t.as(pia).call(conversations, { query })
    seen.push(...body.data.map((row) => row.id))
    cursor = body.nextCursor
  } while (cursor !== undefined)
  expect(seen).toEqual([crew.bob.id, crew.dan.id, crew.cat.id])
  expect(await versions()).toEqual(before)
})

test('a conversation marked unread by hand gets a first unread message when one arrives', async () => {
  await t.as(crew.ann).call(readAllConversations)
  const db = t.process.kernel.database.ofOrg(crew.id)
  await sql`insert into unread (org_id, user_id, contact_id, count, last_at, arrivals)
    select org_id, ${crew.ann.id}, contact_id, 1, last_at, arrivals from conversation where contact_id = ${crew.dan.id}`.execute(
    db,
  )
  expect((await threadOf(crew.ann, crew.dan)).firstUnreadId).toBeNull()
  await receiveMessages([crew.dan])
  const first = (await threadOf(crew.ann, crew.dan)).messages.at(-1)
  await receiveMessages([crew.dan])
  const { conversation: row, firstUnreadId } = await threadOf(crew.ann, crew.dan)
  expect([row.unreadCount, firstUnreadId]).toEqual([3, first?.id])
})

test('a message that arrives during a read is unread afterwards', async () => {
  await receiveMessages([crew.cat])
  const { database } = t.process.kernel
  let arrival: Promise<void> | undefined
  await database
    .ofOrg(crew.id)
    .transaction()
    .execute(async (tx) => {
      await sql`delete from unread where user_id = ${crew.ann.id} and contact_id = ${crew.cat.id}`.execute(tx)
      arrival = receiveMessages([crew.cat])
      // The arrival waits for the row that the read is deleting.
      const isWaiting = sql`select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and l.locktype = 'transactionid' and a.datname = current_database()`
      await t.until(async () => (await isWaiting.execute(database.asSystem('the test sees who waits'))).rows.length > 0)
    })
  await arrival
  expect((await threadOf(crew.ann, crew.cat)).conversation.unreadCount).toBe(1)
})
