import type { ConversationRead, ConversationUpdated } from '@crewline/contract/events'
import type { QueryInput } from '@crewline/contract/endpoint'
import { archiveConversation, conversation, conversations, readConversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrg, makeContact, type Org, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { receive } from '../messages/index.ts'
import { systemScope } from '../delivery/scope.ts'

let t: TestApp
let crew: Org
const contacts: TestContact[] = []
const groups = { night: '', day: '', empty: '' }

/** Inserts a message from a contact with a given arrival time. */
async function receiveMessage(contact: TestContact, body: string, at?: Date): Promise<void> {
  const { scope, name } = await systemScope(t.process.kernel, crew.id, 'test')
  await scope.tx((tx) =>
    receive(at ? { ...tx, world: { ...tx.world, now: () => at } } : tx, name, [
      { eventKey: tx.world.id(), lineId: crew.line.id, linePhone: crew.line.phone, from: contact.phone, body },
    ]),
  )
}

beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  crew = await makeOrg(t.process.kernel, 'Crew', 3)
  const { world, database } = t.process.kernel
  for (let n = 0; n < 30; n++)
    contacts.push(await makeContact(t.process.kernel, crew.id, `Worker${n}`, `+1415555${String(n + 1000)}`))
  for (const [name, members] of [
    ['night', contacts.slice(0, 20)],
    ['day', contacts.slice(10)],
    ['empty', []],
  ] as const) {
    groups[name] = world.id()
    const db = database.ofOrg(crew.id)
    await sql`insert into contact_group (org_id, id, name, created_at) values (${crew.id}, ${groups[name]}, ${name}, now())`.execute(
      db,
    )
    for (const contact of members)
      await sql`insert into group_member (org_id, group_id, contact_id) values (${crew.id}, ${groups[name]}, ${contact.id})`.execute(
        db,
      )
  }
  // Several contacts share a time, so that another key must break the ties.
  const start = Date.now() - 3_600_000
  for (const [n, contact] of contacts.entries())
    await receiveMessage(contact, `Hello from ${n}`, new Date(start + Math.floor(n / 3) * 1_000))
})
afterAll(() => t.close())

type Query = QueryInput<typeof conversations>
const list = (query: Query = {}) => t.as(crew.ann).call(conversations, { query })
const idsOf = (answer: Awaited<ReturnType<typeof list>>) => answer.body.data.map((row) => row.id)
const read = (id: string, unread = false) => t.as(crew.ann).call(readConversation, { query: { id }, body: { unread } })
const archive = (id: string, body: { archived?: boolean } = {}) =>
  t.as(crew.gus).call(archiveConversation, { query: { id }, body })

async function walk(query: Query): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await list({ ...query, ...(cursor ? { cursor } : {}) })
    ids.push(...idsOf(page))
    cursor = page.body.nextCursor
  } while (cursor)
  return ids
}

describe('the list', () => {
  test('shows the latest first, with preview, unread count and contact', async () => {
    const answer = await list({ pageSize: 200 })
    const times = answer.body.data.map((row) => row.lastAt)
    expect(times).toEqual([...times].sort().reverse())
    expect(answer.body.data).toHaveLength(30)
    const last = answer.body.data.find((row) => row.id === contacts[29]?.id)
    expect(last).toMatchObject({
      contact: { firstname: 'Worker29', reach: 'can_text', phoneDisplay: '(415) 555-1029' },
      ...{ archived: false, unreadCount: 1 },
      lastMessage: { preview: 'Hello from 29', direction: 'in', state: 'received' },
    })
    expect(answer.body.unreadTotal).toBe(30)
  })

  test.each([1, 4, 25, 200])('pages of %i by cursor and by number show each conversation once', async (pageSize) => {
    const all = idsOf(await list({ pageSize: 200 }))
    expect(await walk({ pageSize })).toEqual(all)
    const ids: string[] = []
    for (let page = 1; page <= Math.ceil(30 / pageSize); page++) ids.push(...idsOf(await list({ page, pageSize })))
    expect(ids).toEqual(all)
  })

  test('of one group or overlapping groups shows exactly their contacts, each once', async () => {
    const all = idsOf(await list({ pageSize: 200 }))
    const expected = (members: TestContact[]) => all.filter((id) => members.some((contact) => contact.id === id))
    for (const pageSize of [3, 200]) {
      expect(await walk({ pageSize, groupIds: [groups.night] })).toEqual(expected(contacts.slice(0, 20)))
      expect(await walk({ pageSize, groupIds: [groups.night, groups.day] })).toEqual(all)
      expect(await walk({ pageSize, groupIds: [groups.day, groups.day, groups.empty] })).toEqual(
        expected(contacts.slice(10)),
      )
      expect(await walk({ pageSize, groupIds: [groups.empty, t.process.kernel.world.id()] })).toEqual([])
      expect(await walk({ pageSize, groupIds: [groups.night], search: 'worker1' })).toEqual(
        expected(contacts.slice(0, 20).filter((contact) => contact.firstname.startsWith('Worker1'))),
      )
    }
    expect(idsOf(await list({ groupIds: [groups.night, groups.day], page: 3, pageSize: 10 }))).toEqual(all.slice(20))
  })

  test('of one contact shows only that conversation, also combined with groups', async () => {
    const [contact] = contacts as [TestContact]
    expect(idsOf(await list({ id: contact.id }))).toEqual([contact.id])
    expect(idsOf(await list({ id: contact.id, groupIds: [groups.night] }))).toEqual([contact.id])
    expect(idsOf(await list({ id: contact.id, groupIds: [groups.day] }))).toEqual([])
  })

  test.each([
    ['worker7', ['Worker7']],
    ['WORKER 29', ['Worker29']],
    ['(415) 555-1005', ['Worker5']],
    ['1005', ['Worker5']],
    ['%', []],
    ['nobody', []],
  ])('shows the matches when searching for %s: %j', async (search, names) => {
    expect((await list({ search })).body.data.map((row) => row.contact.firstname)).toEqual(names)
  })

  test('filters by status: open, unread, archived and all', async () => {
    const [a, b, c] = contacts as [TestContact, TestContact, TestContact]
    await read(a.id)
    await archive(b.id, { archived: true })
    await read(c.id)
    await archive(c.id, { archived: true })
    const idsWithStatus = async (status: NonNullable<Query>['status'], query: Query = {}) =>
      new Set(idsOf(await list({ status, pageSize: 200, ...query })))
    for (const query of [{}, { groupIds: [groups.night, groups.day] }]) {
      const [open, unread, archived, all] = [
        await idsWithStatus('open', query),
        await idsWithStatus('unread', query),
        await idsWithStatus('archived', query),
        await idsWithStatus('all', query),
      ]
      expect([open.size, unread.size, archived.size, all.size]).toEqual([28, 28, 2, 30])
      expect([open.has(a.id), unread.has(a.id), unread.has(b.id), open.has(b.id)]).toEqual([true, false, true, false])
      expect([...archived].sort()).toEqual([b.id, c.id].sort())
    }
    expect((await list()).body.unreadTotal).toBe(28)
    await archive(b.id)
    await archive(c.id)
    for (const contact of [a, c]) await read(contact.id, true)
    expect((await list()).body.unreadTotal).toBe(30)
  })

  test('caps the unread count at what the badge shows', async () => {
    const db = t.process.kernel.database.ofOrg(t.beta.id)
    for (let n = 0; n < 120; n++) {
      const contact = await makeContact(t.process.kernel, t.beta.id, `W${n}`, `+1415556${String(n + 1000)}`)
      await sql`insert into conversation (org_id, contact_id, last_at) values (${t.beta.id}, ${contact.id}, now())`.execute(
        db,
      )
      await sql`insert into unread (org_id, user_id, contact_id, count, last_at) values (${t.beta.id}, ${t.beta.ann.id}, ${contact.id}, 1, now())`.execute(
        db,
      )
    }
    expect((await t.as(t.beta.ann).call(conversations)).body.unreadTotal).toBe(100)
    expect((await list()).body.unreadTotal).toBe(30)
  })
})

describe('a conversation', () => {
  test('is archived and reopened by toggle or explicit state and reopened by an inbound message', async () => {
    const contact = contacts[5] as TestContact
    const client = await t.connectClient(crew.ann)
    expect((await archive(contact.id)).body.conversation.archived).toBe(true)
    await client.next<ConversationUpdated>(
      'conversation-updated',
      (update) => update.contactId === contact.id && update.archived,
    )
    expect((await archive(contact.id)).body.conversation.archived).toBe(false)
    for (const archived of [true, true, false, false, true])
      expect((await archive(contact.id, { archived })).body.conversation.archived).toBe(archived)
    await receiveMessage(contact, 'I am back')
    const thread = await t.as(crew.vic).call(conversation, { params: { id: contact.id } })
    expect(thread.body.conversation).toMatchObject({
      archived: false,
      unreadCount: 2,
      lastMessage: { preview: 'I am back' },
    })
  })

  test('is reopened by a message to the contact', async () => {
    const contact = contacts[6] as TestContact
    await archive(contact.id, { archived: true })
    await t.as(crew.ann).call(sendMessage, { body: { contactId: contact.id, body: 'Are you there?' } })
    const thread = await t.as(crew.ann).call(conversation, { params: { id: contact.id } })
    expect(thread.body.conversation).toMatchObject({
      archived: false,
      lastMessage: { direction: 'out', state: 'queued', preview: 'Are you there?' },
    })
  })

  test('is read per member, updates each of their tabs once, and can be marked unread', async () => {
    const contact = contacts[7] as TestContact
    await receiveMessage(contact, 'One more')
    const [client, otherTab, teammate] = [
      await t.connectClient(crew.ann),
      await t.connectClient(crew.ann),
      await t.connectClient(crew.vic),
    ]
    const { unreadCount, lastMessage } = (await read(contact.id)).body.conversation
    expect(unreadCount).toBe(0)
    expect((await read(contact.id)).body.conversation.unreadCount).toBe(0)
    for (const tab of [client, otherTab])
      expect(await tab.next<ConversationRead>('conversation-read', { contactId: contact.id, unreadCount: 0 })).toEqual({
        contactId: contact.id,
        unreadCount: 0,
        unreadAt: null,
        muted: false,
        lastSortKey: lastMessage?.sortKey,
      })
    expect((await read(contact.id, true)).body.conversation.unreadCount).toBe(1)
    await client.next<ConversationRead>('conversation-read', (update) => update.unreadCount === 1)
    expect(client.all('conversation-read')).toHaveLength(2)
    expect(teammate.all('conversation-read')).toEqual([])
    const theirs = await t.as(crew.vic).call(conversation, { params: { id: contact.id } })
    expect(theirs.body.conversation.unreadCount).toBe(2)
    await receiveMessage(contact, 'And more')
    expect((await read(contact.id, true)).body.conversation.unreadCount).toBe(2)
  })

  test('is unchanged after two simultaneous toggles', async () => {
    const contact = contacts[8] as TestContact
    await Promise.all([archive(contact.id), archive(contact.id)])
    expect((await list({ id: contact.id, status: 'all' })).body.data[0]?.archived).toBe(false)
  })

  test('of a contact without messages is empty, unlisted, and cannot be archived or read', async () => {
    const silentContact = await makeContact(t.process.kernel, crew.id, 'Quiet', '+14155559999')
    const thread = await t.as(crew.vic).call(conversation, { params: { id: silentContact.id } })
    expect(thread).toMatchObject({
      http: 200,
      body: {
        messages: [],
        hasMore: false,
        conversation: { id: silentContact.id, lastMessage: null, unreadCount: 0, contact: { firstname: 'Quiet' } },
      },
    })
    expect(idsOf(await list({ id: silentContact.id, status: 'all' }))).toEqual([])
    expect((await archive(silentContact.id)).http).toBe(404)
    expect((await read(silentContact.id)).http).toBe(404)
  })
})

describe('a long thread', () => {
  let contact: TestContact
  beforeAll(async () => {
    contact = contacts[9] as TestContact
    for (let n = 1; n <= 24; n++) await receiveMessage(contact, `Line ${n}`)
  })

  test.each([1, 5, 12, 24, 25, 200])('is returned in pages of %i in time order without gaps', async (limit) => {
    const bodies: string[] = []
    let before: string | undefined
    for (;;) {
      const page = await t
        .as(crew.vic)
        .call(conversation, { params: { id: contact.id }, query: { limit, ...(before ? { before } : {}) } })
      const ids = page.body.messages.map((message) => message.id)
      expect(ids).toEqual([...ids].sort())
      bodies.unshift(...page.body.messages.map((message) => message.body))
      if (!page.body.hasMore) break
      before = ids[0]
    }
    expect(bodies).toEqual(['Hello from 9', ...Array.from({ length: 24 }, (_, n) => `Line ${n + 1}`)])
  })

  test('keeps older pages unchanged when a message arrives', async () => {
    const first = await t.as(crew.vic).call(conversation, { params: { id: contact.id }, query: { limit: 10 } })
    const before = first.body.messages[0]?.id as string
    const older = () => t.as(crew.vic).call(conversation, { params: { id: contact.id }, query: { limit: 10, before } })
    const once = await older()
    await receiveMessage(contact, 'Line 25')
    expect((await older()).body.messages).toEqual(once.body.messages)
  })

  test.each([{ limit: 0 }, { limit: 201 }, { limit: 'many' }, { before: 'x' }])('rejects %j', async (query) => {
    expect((await t.as(crew.vic).call(conversation, { params: { id: contact.id }, query })).http).toBe(400)
  })
})

test('a preview has the first 120 characters on one line and never splits an emoji', async () => {
  const contact = contacts[20] as TestContact
  await receiveMessage(contact, `  Two\r\nlines\tand ${'😀'.repeat(150)}`)
  const preview = (await list({ id: contact.id })).body.data[0]?.lastMessage?.preview ?? ''
  expect(preview).toMatch(/^Two lines and 😀+…$/u)
  expect(Array.from(preview)).toHaveLength(120)
  expect(preview.isWellFormed()).toBe(true)
})
