import type { QueryInput } from '@crewline/contract/endpoint'
import {
  archiveConversation,
  assignConversation,
  conversation,
  conversations,
  snoozeConversation,
  tagConversation,
} from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { createTag } from '@crewline/contract/tags'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  limitTo,
  makeGroup,
  makeOrg,
  makeUser,
  makeContact,
  type Org,
  type TestUser,
  type TestContact,
} from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../delivery/scope.ts'
import { receive } from '../messages/index.ts'

let t: TestApp
let crew: Org
let sam: TestUser
let group: string
const contacts: TestContact[] = []
const tags = { urgent: '', later: '' }

/** Inserts a message from a number with a given arrival time. */
async function receiveMessage(from: string, at: Date): Promise<void> {
  const { scope, name } = await systemScope(t.process.kernel, crew.id, 'test')
  await scope.tx((tx) =>
    receive({ ...tx, world: { ...tx.world, now: () => at } }, name, [
      { eventKey: tx.world.id(), lineId: crew.line.id, linePhone: crew.line.phone, from, body: 'Hello' },
    ]),
  )
}

type Query = QueryInput<typeof conversations>
const start = Date.now() - 3_600_000
const db = () => t.process.kernel.database.ofOrg(crew.id)
const list = (query: Query, user = crew.ann) => t.as(user).call(conversations, { query })
/** Returns the numbers of the contacts in a view in its order, read by cursor in small pages. */
async function listContactNumbers(query: Query, user = crew.ann): Promise<number[]> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const { body } = await list({ ...query, pageSize: 3, ...(cursor ? { cursor } : {}) }, user)
    ids.push(...body.data.map((row) => row.id))
    cursor = body.nextCursor
  } while (cursor)
  const fullList = await list({ ...query, pageSize: 200 }, user)
  expect(fullList.body.data.map((row) => row.id)).toEqual(ids)
  return ids.map((id) => contacts.findIndex((contact) => contact.id === id))
}
const ann = () => t.as(crew.ann)
const idOf = (n: number) => (contacts[n] as TestContact).id

beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  const { kernel } = t.process
  crew = await makeOrg(kernel, 'Crew', 3)
  for (let n = 0; n < 10; n++)
    contacts.push(await makeContact(kernel, crew.id, `Worker${n}`, `+1415555${String(n + 1000)}`))
  for (const [n, contact] of contacts.entries()) await receiveMessage(contact.phone, new Date(start + n * 1_000))
  group = await makeGroup(kernel, crew.id, 'Nights', [1, 3, 5, 7].map(idOf))
  await sql`update group_member g set last_at = v.last_at from conversation v where v.contact_id = g.contact_id`.execute(
    db(),
  )
  sam = await makeUser(kernel, crew.id, { firstname: 'Sam', lastname: 'Crew', role: 'agent' })
  await limitTo(kernel, sam, [group])
  for (const name of ['urgent', 'later'] as const)
    tags[name] = (await ann().call(createTag, { body: { name } })).body.tag.id
  await ann().call(archiveConversation, { query: { id: idOf(0) }, body: { archived: true } })
  await ann().call(archiveConversation, { query: { id: idOf(1) }, body: { archived: true } })
  const [soon, late] = [Date.now() + 3_600_000, Date.now() + 7_200_000].map((at) => new Date(at).toISOString())
  await ann().call(snoozeConversation, { query: { id: idOf(2) }, body: { until: late as string } })
  await ann().call(snoozeConversation, { query: { id: idOf(3) }, body: { until: soon as string } })
  for (const n of [4, 5])
    await ann().call(assignConversation, { query: { id: idOf(n) }, body: { assigneeId: crew.ann.id } })
  await ann().call(assignConversation, { query: { id: idOf(6) }, body: { assigneeId: crew.gus.id } })
  await ann().call(sendMessage, { body: { contactId: idOf(9), body: 'Hello to you' } })
  for (const n of [5, 8]) await ann().call(tagConversation, { query: { id: idOf(n) }, body: { add: [tags.urgent] } })
  for (const n of [0, 5, 7]) await ann().call(tagConversation, { query: { id: idOf(n) }, body: { add: [tags.later] } })
  await sql`update conversation set failed = true where contact_id = any(${[7, 8].map(idOf)}::uuid[])`.execute(db())
  await sql`update conversation set unheard_voicemails = 2 where contact_id = any(${[1, 4].map(idOf)}::uuid[])`.execute(
    db(),
  )
  for (const [n, hours] of [
    [5, 3],
    [6, 2],
    [7, 4],
  ] as const)
    await sql`update conversation set next_due_at = date_trunc('second', now()) + ${hours} * interval '1 hour' where contact_id = ${idOf(n)}`.execute(
      db(),
    )
})
afterAll(() => t.close())

describe('every view shows its conversations in its order at any page size', () => {
  test.each<[NonNullable<Query>['status'], number[], number[]]>([
    ['open', [9, 8, 7, 6, 5, 4], [7, 5]],
    ['unanswered', [4, 5, 6, 7, 8], [5, 7]],
    ['mine', [9, 5, 4], []],
    ['unassigned', [8, 7], [7]],
    ['snoozed', [3, 2], [3]],
    ['scheduled', [6, 5, 7], [5, 7]],
    ['failed', [8, 7], [7]],
    ['voicemail', [4, 1], [1]],
    ['archived', [1, 0], [1]],
    ['all', [9, 8, 7, 6, 5, 4, 3, 2, 1, 0], [7, 5, 3, 1]],
  ])('%s', async (status, allNumbers, groupNumbers) => {
    expect(await listContactNumbers({ status })).toEqual(allNumbers)
    expect(await listContactNumbers({ status }, sam)).toEqual(groupNumbers)
    const inGroup = allNumbers.filter((n) => [1, 3, 5, 7].includes(n))
    expect(await listContactNumbers({ status, groupIds: [group] })).toEqual(inGroup)
    expect(await listContactNumbers({ status, tagIds: [tags.later] })).toEqual(
      allNumbers.filter((n) => [0, 5, 7].includes(n)),
    )
    expect(await listContactNumbers({ status, tagIds: [tags.later, tags.urgent], groupIds: [group] })).toEqual(
      inGroup.filter((n) => [5, 7].includes(n)),
    )
    expect(await listContactNumbers({ status, search: 'worker7' })).toEqual(allNumbers.filter((n) => n === 7))
    expect(await listContactNumbers({ status, assigneeId: crew.ann.id })).toEqual(
      allNumbers.filter((n) => [4, 5, 9].includes(n)),
    )
    for (const n of [0, 3, 5, 9])
      expect(await listContactNumbers({ status, id: idOf(n) })).toEqual(allNumbers.filter((number) => number === n))
  })

  test('new: unnamed numbers that sent a message, newest first', async () => {
    for (const [n, phone] of ['+14155559001', '+14155559002'].entries())
      await receiveMessage(phone, new Date(start + 90_000 + n))
    const phones = async (user = crew.ann) =>
      (await list({ status: 'new' }, user)).body.data.map((row) => row.contact.phone)
    expect(await phones()).toEqual(['+14155559002', '+14155559001'])
    expect(await phones(sam)).toEqual([])
    const [first] = (await list({ status: 'new', pageSize: 1 })).body.data
    await ann().call(archiveConversation, { query: { id: first?.id ?? '' }, body: { archived: true } })
    expect(await phones()).toEqual(['+14155559001'])
  })

  test('a new message moves a tagged conversation up, also in the view of its tag', async () => {
    await receiveMessage((contacts[5] as TestContact).phone, new Date())
    expect(await listContactNumbers({ tagIds: [tags.later] })).toEqual([5, 7])
    expect(await listContactNumbers({ tagIds: [tags.urgent] })).toEqual([5, 8])
  })

  test('refuses a page number beyond the offset limit and an invalid cursor', async () => {
    expect((await list({ page: 900, pageSize: 200 })).http).toBe(400)
    for (const cursor of ['x', 'e30', Buffer.from('{"key":"x","id":"y"}').toString('base64url')])
      expect((await list({ cursor })).http).toBe(400)
  })
})

describe('a thread', () => {
  test('can be read before, after and around a message without gaps', async () => {
    const [contact] = contacts as [TestContact]
    for (let n = 1; n <= 12; n++) await receiveMessage(contact.phone, new Date())
    const read = async (query: object) => {
      const { body } = await ann().call(conversation, { params: { id: contact.id }, query: { limit: 4, ...query } })
      const { hasMore, hasNewer } = body
      return { ids: body.messages.map((message) => message.id), hasMore, hasNewer }
    }
    const all = (await ann().call(conversation, { params: { id: contact.id } })).body.messages.map(
      (message) => message.id,
    )
    const mid = all[6] as string
    expect(await read({})).toEqual({ ids: all.slice(-4), hasMore: true, hasNewer: false })
    expect(await read({ before: mid })).toEqual({ ids: all.slice(2, 6), hasMore: true, hasNewer: true })
    expect(await read({ after: mid })).toEqual({ ids: all.slice(7, 11), hasMore: true, hasNewer: true })
    expect(await read({ around: mid })).toEqual({ ids: all.slice(4, 8), hasMore: true, hasNewer: true })
    expect(await read({ around: all[0] })).toEqual({ ids: all.slice(0, 2), hasMore: false, hasNewer: true })
    expect(await read({ after: all.at(-1) })).toEqual({ ids: [], hasMore: true, hasNewer: false })
    expect(await read({ before: all[0] })).toEqual({ ids: [], hasMore: false, hasNewer: true })
    expect(await read({ before: all[2] })).toMatchObject({ ids: all.slice(0, 2), hasMore: false })
  })
})
