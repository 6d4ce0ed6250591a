import type { ConversationRead, ConversationUpdated } from '@crewline/contract/events'
import type { QueryInput } from '@crewline/contract/endpoint'
import { archiveConversation, conversation, conversations, readConversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrg, makeWorker, type Org, type Worker } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { receive } from '../messages/index.ts'
import { systemScope } from '../delivery/scope.ts'

let t: House
let crew: Org
const workers: Worker[] = []
const groups = { night: '', day: '', empty: '' }

/** A worker's text, as if it came at this moment. */
async function hear(worker: Worker, body: string, at?: Date): Promise<void> {
  const { scope, name } = await systemScope(t.process.kernel, crew.id, 'test')
  await scope.tx((tx) =>
    receive(at ? { ...tx, world: { ...tx.world, now: () => at } } : tx, name, [
      { eventKey: tx.world.id(), lineId: crew.line.id, linePhone: crew.line.phone, from: worker.phone, body },
    ]),
  )
}

beforeAll(async () => {
  t = await house({ roles: 'web' })
  crew = await makeOrg(t.process.kernel, 'Crew', 3)
  const { world, database } = t.process.kernel
  for (let n = 0; n < 30; n++)
    workers.push(await makeWorker(t.process.kernel, crew.id, `Worker${n}`, `+1415555${String(n + 1000)}`))
  for (const [name, members] of [
    ['night', workers.slice(0, 20)],
    ['day', workers.slice(10)],
    ['empty', []],
  ] as const) {
    groups[name] = world.id()
    const db = database.ofOrg(crew.id)
    await sql`insert into contact_group (org_id, id, name, created_at) values (${crew.id}, ${groups[name]}, ${name}, now())`.execute(
      db,
    )
    for (const worker of members)
      await sql`insert into group_member (org_id, group_id, contact_id) values (${crew.id}, ${groups[name]}, ${worker.id})`.execute(
        db,
      )
  }
  // Every third moment is shared by several, so that the order must be settled by something else.
  const start = Date.now() - 3_600_000
  for (const [n, worker] of workers.entries())
    await hear(worker, `Hello from ${n}`, new Date(start + Math.floor(n / 3) * 1_000))
})
afterAll(() => t.close())

type Query = QueryInput<typeof conversations>
const list = (query: Query = {}) => t.as(crew.ann).call(conversations, { query })
const idsOf = (answer: Awaited<ReturnType<typeof list>>) => answer.body.data.map((one) => one.id)
const read = (id: string, unread = false) => t.as(crew.ann).call(readConversation, { query: { id }, body: { unread } })
const archive = (id: string, body: { archived?: boolean } = {}) =>
  t.as(crew.gus).call(archiveConversation, { query: { id }, body })

async function walk(query: Query): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await list({ ...query, ...(cursor ? { cursor } : {}) })
    seen.push(...idsOf(page))
    cursor = page.body.nextCursor
  } while (cursor)
  return seen
}

describe('the list', () => {
  test('shows the latest first, with preview, count and who it is', async () => {
    const answer = await list({ pageSize: 200 })
    const times = answer.body.data.map((one) => one.lastAt)
    expect(times).toEqual([...times].sort().reverse())
    expect(answer.body.data).toHaveLength(30)
    const last = answer.body.data.find((one) => one.id === workers[29]?.id)
    expect(last).toMatchObject({
      contact: { firstname: 'Worker29', reach: 'can_text', phoneDisplay: '(415) 555-1029' },
      ...{ archived: false, unreadCount: 1 },
      lastMessage: { preview: 'Hello from 29', direction: 'in', state: 'received' },
    })
    expect(answer.body.unreadTotal).toBe(30)
  })

  test.each([1, 4, 25, 200])('pages of %i by cursor and by number show everyone once', async (pageSize) => {
    const all = idsOf(await list({ pageSize: 200 }))
    expect(await walk({ pageSize })).toEqual(all)
    const seen: string[] = []
    for (let page = 1; page <= Math.ceil(30 / pageSize); page++) seen.push(...idsOf(await list({ page, pageSize })))
    expect(seen).toEqual(all)
  })

  test('of one group, and of several that overlap, shows everyone of them once and nobody else', async () => {
    const all = idsOf(await list({ pageSize: 200 }))
    const expected = (people: Worker[]) => all.filter((id) => people.some((one) => one.id === id))
    for (const pageSize of [3, 200]) {
      expect(await walk({ pageSize, groupIds: [groups.night] })).toEqual(expected(workers.slice(0, 20)))
      expect(await walk({ pageSize, groupIds: [groups.night, groups.day] })).toEqual(all)
      expect(await walk({ pageSize, groupIds: [groups.day, groups.day, groups.empty] })).toEqual(
        expected(workers.slice(10)),
      )
      expect(await walk({ pageSize, groupIds: [groups.empty, t.process.kernel.world.id()] })).toEqual([])
      expect(await walk({ pageSize, groupIds: [groups.night], search: 'worker1' })).toEqual(
        expected(workers.slice(0, 20).filter((one) => one.firstname.startsWith('Worker1'))),
      )
    }
    expect(idsOf(await list({ groupIds: [groups.night, groups.day], page: 3, pageSize: 10 }))).toEqual(all.slice(20))
  })

  test('of one contact shows that one, also together with groups', async () => {
    const [one] = workers as [Worker]
    expect(idsOf(await list({ id: one.id }))).toEqual([one.id])
    expect(idsOf(await list({ id: one.id, groupIds: [groups.night] }))).toEqual([one.id])
    expect(idsOf(await list({ id: one.id, groupIds: [groups.day] }))).toEqual([])
  })

  test.each([
    ['worker7', ['Worker7']],
    ['WORKER 29', ['Worker29']],
    ['(415) 555-1005', ['Worker5']],
    ['1005', ['Worker5']],
    ['%', []],
    ['nobody', []],
  ])('searched for %s shows %j', async (search, names) => {
    expect((await list({ search })).body.data.map((one) => one.contact.firstname)).toEqual(names)
  })

  test('by status: open, unread, archived and all', async () => {
    const [a, b, c] = workers as [Worker, Worker, Worker]
    await read(a.id)
    await archive(b.id, { archived: true })
    await read(c.id)
    await archive(c.id, { archived: true })
    const shown = async (status: NonNullable<Query>['status'], query: Query = {}) =>
      new Set(idsOf(await list({ status, pageSize: 200, ...query })))
    for (const query of [{}, { groupIds: [groups.night, groups.day] }]) {
      const [open, unread, archived, all] = [
        await shown('open', query),
        await shown('unread', query),
        await shown('archived', query),
        await shown('all', query),
      ]
      expect([open.size, unread.size, archived.size, all.size]).toEqual([28, 28, 2, 30])
      expect([open.has(a.id), unread.has(a.id), unread.has(b.id), open.has(b.id)]).toEqual([true, false, true, false])
      expect([...archived].sort()).toEqual([b.id, c.id].sort())
    }
    expect((await list()).body.unreadTotal).toBe(28)
    await archive(b.id)
    await archive(c.id)
    for (const one of [a, c]) await read(one.id, true)
    expect((await list()).body.unreadTotal).toBe(30)
  })

  test('counts no more unread ones than a badge shows', async () => {
    const db = t.process.kernel.database.ofOrg(t.beta.id)
    for (let n = 0; n < 120; n++) {
      const worker = await makeWorker(t.process.kernel, t.beta.id, `W${n}`, `+1415556${String(n + 1000)}`)
      await sql`insert into conversation (org_id, contact_id, last_at) values (${t.beta.id}, ${worker.id}, now())`.execute(
        db,
      )
      await sql`insert into unread (org_id, person_id, contact_id, count, last_at) values (${t.beta.id}, ${t.beta.ann.id}, ${worker.id}, 1, now())`.execute(
        db,
      )
    }
    expect((await t.as(t.beta.ann).call(conversations)).body.unreadTotal).toBe(100)
    expect((await list()).body.unreadTotal).toBe(30)
  })
})

describe('a conversation', () => {
  test('is archived and opened by flipping or by saying which, and a text from the worker opens it again', async () => {
    const worker = workers[5] as Worker
    const ear = await t.heard(crew.ann)
    expect((await archive(worker.id)).body.conversation.archived).toBe(true)
    await ear.next<ConversationUpdated>('conversation-updated', (one) => one.contactId === worker.id && one.archived)
    expect((await archive(worker.id)).body.conversation.archived).toBe(false)
    for (const archived of [true, true, false, false, true])
      expect((await archive(worker.id, { archived })).body.conversation.archived).toBe(archived)
    await hear(worker, 'I am back')
    const thread = await t.as(crew.vic).call(conversation, { params: { id: worker.id } })
    expect(thread.body.conversation).toMatchObject({
      archived: false,
      unreadCount: 2,
      lastMessage: { preview: 'I am back' },
    })
  })

  test('a text to an archived worker opens the conversation too', async () => {
    const worker = workers[6] as Worker
    await archive(worker.id, { archived: true })
    await t.as(crew.ann).call(sendMessage, { body: { contactId: worker.id, body: 'Are you there?' } })
    const thread = await t.as(crew.ann).call(conversation, { params: { id: worker.id } })
    expect(thread.body.conversation).toMatchObject({
      archived: false,
      lastMessage: { direction: 'out', state: 'queued', preview: 'Are you there?' },
    })
  })

  test('is read by one member for themselves, heard once in all their tabs, and marked unread again', async () => {
    const worker = workers[7] as Worker
    await hear(worker, 'One more')
    const [ear, otherTab, teammate] = [await t.heard(crew.ann), await t.heard(crew.ann), await t.heard(crew.vic)]
    expect((await read(worker.id)).body.conversation.unreadCount).toBe(0)
    expect((await read(worker.id)).body.conversation.unreadCount).toBe(0)
    for (const one of [ear, otherTab])
      expect(await one.next<ConversationRead>('conversation-read')).toEqual({
        contactId: worker.id,
        unreadCount: 0,
        unreadAt: null,
        muted: false,
      })
    expect((await read(worker.id, true)).body.conversation.unreadCount).toBe(1)
    await ear.next<ConversationRead>('conversation-read', (one) => one.unreadCount === 1)
    expect(ear.all('conversation-read')).toHaveLength(2)
    expect(teammate.all('conversation-read')).toEqual([])
    const theirs = await t.as(crew.vic).call(conversation, { params: { id: worker.id } })
    expect(theirs.body.conversation.unreadCount).toBe(2)
    await hear(worker, 'And more')
    expect((await read(worker.id, true)).body.conversation.unreadCount).toBe(2)
  })

  test('two at once flipping it twice leave it as it was', async () => {
    const worker = workers[8] as Worker
    await Promise.all([archive(worker.id), archive(worker.id)])
    expect((await list({ id: worker.id, status: 'all' })).body.data[0]?.archived).toBe(false)
  })

  test('of a contact nobody wrote with is empty, in no list, and cannot be archived or read', async () => {
    const quiet = await makeWorker(t.process.kernel, crew.id, 'Quiet', '+14155559999')
    const thread = await t.as(crew.vic).call(conversation, { params: { id: quiet.id } })
    expect(thread).toMatchObject({
      http: 200,
      body: {
        messages: [],
        hasMore: false,
        conversation: { id: quiet.id, lastMessage: null, unreadCount: 0, contact: { firstname: 'Quiet' } },
      },
    })
    expect(idsOf(await list({ id: quiet.id, status: 'all' }))).toEqual([])
    expect((await archive(quiet.id)).http).toBe(404)
    expect((await read(quiet.id)).http).toBe(404)
  })
})

describe('a long thread', () => {
  let worker: Worker
  beforeAll(async () => {
    worker = workers[9] as Worker
    for (let n = 1; n <= 24; n++) await hear(worker, `Line ${n}`)
  })

  test.each([1, 5, 12, 24, 25, 200])(
    'comes in pages of %i, oldest last, in time order, without a gap',
    async (limit) => {
      const seen: string[] = []
      let before: string | undefined
      for (;;) {
        const page = await t
          .as(crew.vic)
          .call(conversation, { params: { id: worker.id }, query: { limit, ...(before ? { before } : {}) } })
        const ids = page.body.messages.map((one) => one.id)
        expect(ids).toEqual([...ids].sort())
        seen.unshift(...page.body.messages.map((one) => one.body))
        if (!page.body.hasMore) break
        before = ids[0]
      }
      expect(seen).toEqual(['Hello from 9', ...Array.from({ length: 24 }, (_, n) => `Line ${n + 1}`)])
    },
  )

  test('a text that arrives meanwhile changes no older page', async () => {
    const first = await t.as(crew.vic).call(conversation, { params: { id: worker.id }, query: { limit: 10 } })
    const before = first.body.messages[0]?.id as string
    const older = () => t.as(crew.vic).call(conversation, { params: { id: worker.id }, query: { limit: 10, before } })
    const once = await older()
    await hear(worker, 'Line 25')
    expect((await older()).body.messages).toEqual(once.body.messages)
  })

  test.each([{ limit: 0 }, { limit: 201 }, { limit: 'many' }, { before: 'x' }])('%j is refused', async (query) => {
    expect((await t.as(crew.vic).call(conversation, { params: { id: worker.id }, query })).http).toBe(400)
  })
})

test('a preview is the first 120 characters on one line, and never half an emoji', async () => {
  const worker = workers[20] as Worker
  await hear(worker, `  Two\r\nlines\tand ${'😀'.repeat(150)}`)
  const preview = (await list({ id: worker.id })).body.data[0]?.lastMessage?.preview ?? ''
  expect(preview).toMatch(/^Two lines and 😀+…$/u)
  expect(Array.from(preview)).toHaveLength(120)
  expect(preview.isWellFormed()).toBe(true)
})
