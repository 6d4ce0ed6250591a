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
import { limitTo, makeGroup, makeOrg, makePerson, type Org, type Person, type Worker } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { systemScope } from '../delivery/scope.ts'
import { receive } from '../messages/index.ts'

let t: House
let crew: Org
/** An agent who sees Bob only. */
let sam: Person
beforeAll(async () => {
  t = await house({ roles: 'web' })
  crew = await makeOrg(t.process.kernel, 'Crew', 3)
  sam = await makePerson(t.process.kernel, crew.id, { firstname: 'Sam', lastname: 'Crew', role: 'agent' })
  await limitTo(t.process.kernel, sam, [await makeGroup(t.process.kernel, crew.id, 'Nights', [crew.bob.id])])
})
afterAll(() => t.close())

async function hear(workers: Worker[]): Promise<void> {
  const { scope, name } = await systemScope(t.process.kernel, crew.id, 'test')
  const { id, phone } = crew.line
  await scope.tx((tx) =>
    receive(
      tx,
      name,
      workers.map((worker) => ({
        ...{ eventKey: tx.world.id(), lineId: id, linePhone: phone, from: worker.phone, body: 'Hello' },
      })),
    ),
  )
}

const list = (person: Person) => t.as(person).call(conversations, { query: { status: 'all', pageSize: 200 } })
const unreadList = async (person: Person) =>
  (await t.as(person).call(conversations, { query: { status: 'unread' } })).body.data.map((one) => one.id)
const read = (person: Person, worker: Worker, unread = false) =>
  t.as(person).call(readConversation, { query: { id: worker.id }, body: { unread } })
const threadOf = async (person: Person, worker: Worker) =>
  (await t.as(person).call(conversation, { params: { id: worker.id } })).body

test('whatever comes in and whoever reads, each member has what came in since they last read what they see', async () => {
  const workers = [crew.bob, crew.cat, crew.dan]
  const people = [crew.ann, crew.vic, sam]
  const sees = (person: number, worker: number) => person < 2 || worker === 0
  const who = fc.nat({ max: 2 })
  const what = fc.nat({ max: 2 })
  const step = fc.oneof(
    fc.record({ do: fc.constant('in' as const), workers: fc.array(what, { minLength: 1, maxLength: 4 }) }),
    fc.record({ do: fc.constant('read' as const), who, what, unread: fc.boolean() }),
    fc.record({ do: fc.constant('all' as const), who }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const person of people) await t.as(person).call(readAllConversations)
      await hear(workers)
      let counts: number[][] = people.map((_, p) => workers.map((__, w) => (sees(p, w) ? 1 : 0)))
      for (const one of steps) {
        if (one.do === 'in') {
          await hear(one.workers.map((n) => workers[n] as Worker))
          counts = counts.map((row, p) =>
            row.map((count, w) => count + (sees(p, w) ? one.workers.filter((n) => n === w).length : 0)),
          )
          continue
        }
        const row = counts[one.who] as number[]
        const person = people[one.who] as Person
        if (one.do === 'all') {
          await t.as(person).call(readAllConversations)
          row.fill(0)
          continue
        }
        const answer = await read(person, workers[one.what] as Worker, one.unread)
        expect(answer.http).toBe(sees(one.who, one.what) ? 200 : 404)
        if (sees(one.who, one.what)) row[one.what] = one.unread ? Math.max(row[one.what] ?? 0, 1) : 0
      }
      for (const [p, person] of people.entries()) {
        const page = (await list(person)).body
        const shown = workers.map((worker) => page.data.find((row) => row.id === worker.id)?.unreadCount ?? 0)
        expect(shown).toEqual(counts[p])
        expect(page.unreadTotal).toBe(counts[p]?.filter((n) => n > 0).length)
        expect((await unreadList(person)).sort()).toEqual(
          workers
            .filter((_, w) => (counts[p]?.[w] ?? 0) > 0)
            .map((worker) => worker.id)
            .sort(),
        )
      }
    }),
    { numRuns: 12 },
  )
})

test('texts of many workers at once, in any order, and people reading meanwhile, never wait for each other in a ring', async () => {
  for (const person of [crew.ann, crew.vic, sam]) await t.as(person).call(readAllConversations)
  const workers = [crew.bob, crew.cat, crew.dan]
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => [
      hear(n % 2 === 0 ? workers : workers.toReversed()),
      t.as(n % 3 === 0 ? crew.vic : sam).call(readAllConversations),
    ]).flat(),
  )
  const page = (await list(crew.ann)).body
  expect(page.data.map((one) => one.unreadCount)).toEqual([12, 12, 12])
})

test('the thread says where reading stopped; reading to the end moves it', async () => {
  await t.as(crew.gus).call(readAllConversations)
  await hear([crew.bob])
  await hear([crew.bob])
  const before = await threadOf(crew.gus, crew.bob)
  const [first, second] = before.messages.slice(-2)
  expect(before.firstUnreadId).toBe(first?.id)
  await read(crew.gus, crew.bob)
  expect((await threadOf(crew.gus, crew.bob)).firstUnreadId).toBeNull()
  await read(crew.gus, crew.bob, true)
  expect((await threadOf(crew.gus, crew.bob)).firstUnreadId).toBe(second?.id)
})

test('reading everything says the whole count afresh to that member in all their tabs, and to nobody else', async () => {
  await hear([crew.bob, crew.cat])
  const [tab, otherTab, deaf] = [await t.heard(crew.ann), await t.heard(crew.ann), await t.heard(crew.vic)]
  expect((await t.as(crew.ann).call(readAllConversations)).http).toBe(200)
  for (const ear of [tab, otherTab])
    expect(await ear.next<Notifications>('notifications')).toEqual({ items: [], total: 0, siblings: [] })
  expect(deaf.all('notifications')).toEqual([])
  expect((await list(crew.vic)).body.unreadTotal).toBeGreaterThan(0)
})

test('a member of some groups reads what they see; the rest stays for who sees it', async () => {
  await hear([crew.bob, crew.cat])
  const narrow = await t.heard(sam)
  expect((await list(sam)).body).toMatchObject({ unreadTotal: 1, data: [{ id: crew.bob.id }] })
  await t.as(sam).call(readAllConversations)
  expect(await narrow.next<Notifications>('notifications')).toMatchObject({ total: 0 })
  expect((await read(sam, crew.cat)).http).toBe(404)
  const rows = await sql<{ n: number }>`select count(*)::int as n from unread where person_id = ${sam.id}`.execute(
    t.process.kernel.database.ofOrg(crew.id),
  )
  expect(rows.rows).toEqual([{ n: 0 }])
})

test('muting is for one member, keeps the count, and says so in all their tabs', async () => {
  await hear([crew.cat])
  const mute = (person: Person, muted: boolean, id = crew.cat.id) =>
    t.as(person).call(muteConversation, { query: { id }, body: { muted } })
  const ear = await t.heard(crew.vic)
  const before = (await threadOf(crew.vic, crew.cat)).conversation.unreadCount
  expect((await mute(crew.vic, true)).body.conversation).toMatchObject({ muted: true, unreadCount: before })
  expect(await ear.next<ConversationRead>('conversation-read')).toEqual({
    ...{ contactId: crew.cat.id, unreadCount: before, unreadAt: expect.any(String), muted: true },
  })
  expect((await mute(crew.vic, true)).body.conversation.muted).toBe(true)
  expect(ear.all('conversation-read')).toHaveLength(1)
  expect((await threadOf(crew.ann, crew.cat)).conversation.muted).toBe(false)
  expect((await mute(crew.vic, false)).body.conversation.muted).toBe(false)
  expect((await mute(sam, true)).http).toBe(404)
  expect((await mute(crew.vic, true, t.beta.bob.id)).http).toBe(404)
})

test('who joins has nothing unread, and who leaves gains nothing more', async () => {
  const { kernel } = t.process
  await hear([crew.dan])
  const kim = await makePerson(kernel, crew.id, { firstname: 'Kim', lastname: 'Crew', role: 'agent' })
  const author = await makePerson(kernel, crew.id, { firstname: 'Art', lastname: 'Crew', role: 'author' })
  expect((await list(kim)).body.unreadTotal).toBe(0)
  await hear([crew.dan])
  expect((await list(kim)).body.unreadTotal).toBe(1)
  await sql`update member set status = 'deactivated' where person_id = ${kim.id}`.execute(
    kernel.database.asSystem('tests end memberships'),
  )
  await hear([crew.dan])
  const rows = await sql<{ id: string; count: number }>`
    select person_id as id, count from unread where contact_id = ${crew.dan.id} and person_id = any(${[kim.id, author.id]}::uuid[])`.execute(
    kernel.database.ofOrg(crew.id),
  )
  expect(rows.rows).toEqual([{ id: kim.id, count: 1 }])
})

test('a text in a conversation that is unread already writes no row again, counts, and brings it to the top of the list', async () => {
  for (const person of [crew.ann, crew.vic]) await t.as(person).call(readAllConversations)
  for (const worker of [crew.bob, crew.cat, crew.dan]) await hear([worker])
  expect(await unreadList(crew.ann)).toEqual([crew.dan.id, crew.cat.id, crew.bob.id])
  const rowOf = async () =>
    (
      await sql<{ version: string }>`
        select xmin::text as version from unread where person_id = ${crew.vic.id} and contact_id = ${crew.bob.id}`.execute(
        t.process.kernel.database.ofOrg(crew.id),
      )
    ).rows
  const before = await rowOf()
  await hear([crew.bob])
  await hear([crew.bob, crew.bob])
  expect(await rowOf()).toEqual(before)
  expect(await unreadList(crew.ann)).toEqual([crew.bob.id, crew.dan.id, crew.cat.id])
  const [first] = (await t.as(crew.ann).call(conversations, { query: { status: 'unread' } })).body.data
  expect(first).toMatchObject({ unreadCount: 4, unreadAt: first?.lastAt })
  // Who did not look is given the same order by what counts for the badge, and page by page.
  const ear = await t.heard(crew.vic)
  ear.socket.emit('getNotificationsv2', '')
  const told = await ear.next<Notifications>('notifications')
  expect(told.items.map((one) => [one.contact.id, one.messageCount])).toEqual([
    [crew.bob.id, 4],
    [crew.dan.id, 1],
    [crew.cat.id, 1],
  ])
  await hear([crew.cat])
  const page = async (cursor?: string) =>
    (
      await t.as(crew.vic).call(conversations, {
        query: { status: 'unread', pageSize: 2, ...(cursor === undefined ? {} : { cursor }) },
      })
    ).body
  const top = await page()
  expect(top.data.map((one) => one.id)).toEqual([crew.cat.id, crew.bob.id])
  expect((await page(top.nextCursor)).data.map((one) => one.id)).toEqual([crew.dan.id])
})

test('a conversation that was only marked unread says where to read from once a text comes in', async () => {
  await t.as(crew.ann).call(readAllConversations)
  const db = t.process.kernel.database.ofOrg(crew.id)
  await sql`insert into unread (org_id, person_id, contact_id, count, last_at, arrivals)
    select org_id, ${crew.ann.id}, contact_id, 1, last_at, arrivals from conversation where contact_id = ${crew.dan.id}`.execute(
    db,
  )
  expect((await threadOf(crew.ann, crew.dan)).firstUnreadId).toBeNull()
  await hear([crew.dan])
  const first = (await threadOf(crew.ann, crew.dan)).messages.at(-1)
  await hear([crew.dan])
  const { conversation: row, firstUnreadId } = await threadOf(crew.ann, crew.dan)
  expect([row.unreadCount, firstUnreadId]).toEqual([3, first?.id])
})

test('a text that comes in while somebody reads the one before is unread when they are done', async () => {
  await hear([crew.cat])
  const { database } = t.process.kernel
  let arrival: Promise<void> | undefined
  await database
    .ofOrg(crew.id)
    .transaction()
    .execute(async (tx) => {
      await sql`delete from unread where person_id = ${crew.ann.id} and contact_id = ${crew.cat.id}`.execute(tx)
      arrival = hear([crew.cat])
      // It has come as far as the row that is being read away, and waits for it.
      const isWaiting = sql`select from pg_locks where not granted and locktype = 'transactionid'`
      await t.until(async () => (await isWaiting.execute(database.asSystem('the test sees who waits'))).rows.length > 0)
    })
  await arrival
  expect((await threadOf(crew.ann, crew.cat)).conversation.unreadCount).toBe(1)
})
