import { broadcastNames, readBroadcast } from '@crewline/contract/broadcasts'
import { bulkConversations } from '@crewline/contract/bulk'
import {
  archiveConversation,
  conversation,
  conversations,
  waitingReplies,
  type InboxStatus,
} from '@crewline/contract/inbox'
import { cancelScheduled } from '@crewline/contract/later'
import { sendMessage } from '@crewline/contract/messages'
import { waitingQueue } from '@crewline/contract/shift-notes'
import { mergeContacts } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { draft, launch, sendOut } from '../../../test/kit/broadcasts.ts'
import { limitTo, makeContact, makeGroup, makeUser, type TestContact, type TestUser } from '../../../test/kit/cast.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { receive } from '../messages/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
beforeEach(() => sql`update conversation set waiting_since = null, reply_batch_id = null`.execute(db()))

let nth = 0
const person = (name = 'Eve') =>
  makeContact(t.process.kernel, t.acme.id, name, `+14155554${String((nth += 1)).padStart(3, '0')}`)

/** Sends a broadcast to these contacts and returns its ids. */
async function sendTo(contacts: TestContact[], name = 'Payday') {
  const broadcast = await draft(
    t,
    contacts.map(({ id }) => id),
    { name },
  )
  await launch(t, broadcast)
  await sendOut(t)
  const { body } = await t.as(t.acme.ann).call(readBroadcast, { params: { id: broadcast.id } })
  return { broadcastId: broadcast.id, runId: body.broadcast.run?.id ?? '' }
}

/** Stores a text of a contact, some days ahead of now. */
const reply = ({ phone }: TestContact, body = 'Thanks, when exactly?', days = 0) =>
  systemScope(t.process.kernel, t.acme).tx((tx) =>
    receive({ ...tx, world: { ...tx.world, now: () => new Date(Date.now() + days * 86_400_000) } }, t.acme.name, [
      { eventKey: tx.world.id(), lineId: t.acme.line.id, linePhone: t.acme.line.phone, from: phone, body },
    ]),
  )

const idsIn = async (status: InboxStatus, repliesTo: string | undefined, user: TestUser = t.acme.ann) => {
  const query = { status, pageSize: 200, ...(repliesTo === undefined ? {} : { repliesTo }) }
  return (await t.as(user).call(conversations, { query })).body.data.map(({ id }) => id)
}
const repliesOf = async (user: TestUser = t.acme.ann) => {
  const { total, replies } = (await t.as(user).call(waitingReplies, {})).body
  return { total, replies }
}
const answer = (contactId: string, more: { undoSeconds?: 10 } = {}) =>
  t.as(t.acme.ann).call(sendMessage, { body: { contactId, body: 'At noon.', undoSeconds: 0, ...more } })
const threadOf = async ({ id }: TestContact, user: TestUser = t.acme.ann) =>
  (await t.as(user).call(conversation, { params: { id } })).body

describe('replies to a broadcast', () => {
  test('wait in its queue until a member answers, and the thread names the broadcast of both messages', async () => {
    const [eve, una] = [await person(), await person()]
    const { runId } = await sendTo([eve, una])
    await reply(eve)
    await reply(una)
    expect(await repliesOf()).toEqual({ total: 2, replies: [{ batchId: runId, count: 2 }] })
    expect(await idsIn('unanswered', runId)).toEqual([eve.id, una.id])
    const { messages, conversation: row } = await threadOf(eve)
    expect(messages.map(({ direction, batchId }) => [direction, batchId])).toEqual([
      ['out', runId],
      ['in', runId],
    ])
    expect(row.shared.repliesTo).toBe(runId)
    await answer(eve.id)
    expect(await repliesOf()).toEqual({ total: 1, replies: [{ batchId: runId, count: 1 }] })
    expect(await idsIn('unanswered', runId)).toEqual([una.id])
    expect((await threadOf(eve)).conversation.shared.repliesTo).toBeNull()
    await t.as(t.acme.ann).call(archiveConversation, { query: { id: una.id }, body: { archived: true } })
    expect(await repliesOf()).toEqual({ total: 0, replies: [] })
  })

  test('return to the queue when the answer is canceled', async () => {
    const eve = await person()
    const { runId } = await sendTo([eve])
    await reply(eve)
    const { body } = await answer(eve.id, { undoSeconds: 10 })
    // A busy machine passes the ten seconds.
    for (const table of ['message', 'outgoing_chunk'])
      await sql`update ${sql.table(table)} set due_at = due_at + interval '1 hour' where id = ${body.message.id}`.execute(
        t.process.kernel.database.ofOrg(t.acme.id),
      )
    expect(await idsIn('unanswered', runId)).toEqual([])
    await t.as(t.acme.ann).call(cancelScheduled, { query: { message_id: body.message.id, conversation_id: eve.id } })
    expect(await idsIn('unanswered', runId)).toEqual([eve.id])
  })

  test('stay with the other people when the contact waits with something else, too', async () => {
    const [eve, una] = [await person(), await person()]
    await reply(eve, 'My badge is broken')
    const { runId } = await sendTo([eve, una])
    await reply(eve, 'Ok')
    await reply(una, 'Ok')
    await reply(una, 'I am ill today', 8)
    expect(await idsIn('unanswered', runId)).toEqual([])
    expect((await idsIn('unanswered', 'none')).toSorted()).toEqual([eve.id, una.id].toSorted())
  })

  test('stay in the queue of the broadcast they answer when a later one is sent', async () => {
    const eve = await person()
    const first = await sendTo([eve])
    await reply(eve)
    const second = await sendTo([eve], 'Closing')
    expect(await idsIn('open', first.runId)).toEqual([eve.id])
    await reply(eve, 'Closed all day?')
    expect(await idsIn('open', first.runId)).toEqual([])
    expect(await idsIn('open', second.runId)).toEqual([eve.id])
  })

  test('are counted, listed, left out and changed in bulk by the same filter', async () => {
    const [eve, una, ned] = [await person(), await person(), await person()]
    const { runId } = await sendTo([eve, una])
    const other = await sendTo([ned], 'Closing')
    for (const contact of [eve, una, ned]) await reply(contact)
    const alone = await person('Alone')
    await reply(alone)
    expect(await repliesOf()).toEqual({
      total: 3,
      replies: [
        { batchId: runId, count: 2 },
        { batchId: other.runId, count: 1 },
      ],
    })
    const queue = async (repliesTo: string) =>
      (await t.as(t.acme.ann).call(waitingQueue, { query: { repliesTo } })).body
    for (const [repliesTo, contacts] of [
      [runId, [eve, una]],
      [other.runId, [ned]],
      ['any', [eve, una, ned]],
      ['none', [alone]],
    ] as const) {
      const ids = contacts.map(({ id }) => id)
      expect(await idsIn('unanswered', repliesTo)).toEqual(ids)
      expect(await queue(repliesTo)).toMatchObject({ count: ids.length, nextIds: ids.slice(0, 2) })
    }
    const others = await idsIn('open', 'none')
    expect([eve, una, ned, alone].map(({ id }) => others.includes(id))).toEqual([false, false, false, true])
    const { body } = await t.as(t.acme.ann).call(bulkConversations, {
      body: {
        selectedAll: true,
        filter: { status: 'unanswered', repliesTo: runId },
        do: { act: 'archive', archived: true },
      },
    })
    expect(body.changedIds.toSorted()).toEqual([eve.id, una.id].toSorted())
    expect(await idsIn('unanswered', undefined)).toEqual([ned.id, alone.id])
  })

  test('are those of visible contacts for a member limited to groups, who learns only names they may see', async () => {
    const [eve, una] = [await person(), await person()]
    const { kernel } = t.process
    const nights = await makeGroup(kernel, t.acme.id, 'Nights', [una.id])
    const { broadcastId, runId } = await sendTo([eve, una])
    for (const contact of [eve, una]) await reply(contact)
    const sam = await makeUser(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Night', role: 'agent' })
    await limitTo(kernel, sam, [nights])
    expect(await repliesOf(sam)).toEqual({ total: 1, replies: [{ batchId: runId, count: 1 }] })
    for (const repliesTo of [runId, 'any']) {
      expect(await idsIn('open', repliesTo, sam)).toEqual([una.id])
      expect(await idsIn('unanswered', repliesTo, sam)).toEqual([una.id])
    }
    const namesFor = async (user: TestUser) =>
      (await t.as(user).call(broadcastNames, { query: { runIds: [runId] } })).body.names
    expect(await namesFor(t.acme.ann)).toEqual([{ runId, broadcastId, name: 'Payday' }])
    // Neither a broadcast that went to people outside the groups, nor any without the permission.
    expect((await namesFor(sam)) ?? []).toEqual([])
  })

  test('of another organization are neither counted, listed nor named', async () => {
    const eve = await person()
    const { runId } = await sendTo([eve])
    await reply(eve)
    expect(await repliesOf(t.beta.ann)).toEqual({ total: 0, replies: [] })
    for (const repliesTo of [runId, 'any']) expect(await idsIn('all', repliesTo, t.beta.ann)).toEqual([])
    const { body } = await t.as(t.beta.ann).call(broadcastNames, { query: { runIds: [runId] } })
    expect(body.names).toEqual([])
    const { http } = await t.as(t.acme.ann).call(conversations, { query: { repliesTo: "'; --" } })
    expect(http).toBe(400)
  })
})

describe('what a merged conversation replies to', () => {
  const QUESTION = 'a question of their own'
  const NOTHING = 'nothing'
  test.each([
    { kept: NOTHING, other: NOTHING, merged: NOTHING },
    { kept: NOTHING, other: 'first', merged: 'first' },
    { kept: NOTHING, other: QUESTION, merged: QUESTION },
    { kept: 'first', other: NOTHING, merged: 'first' },
    { kept: 'first', other: 'second', merged: 'first' },
    // A question is never hidden among replies.
    { kept: 'first', other: QUESTION, merged: QUESTION },
    { kept: QUESTION, other: 'first', merged: QUESTION },
    { kept: QUESTION, other: QUESTION, merged: QUESTION },
  ])('waits with $merged when one waits with $kept and the other with $other', async ({ kept, other, merged }) => {
    const runIds = new Map(['first', 'second'].map((name) => [name, t.process.kernel.world.id()]))
    const [keep, twin] = [await person('Keep'), await person('Twin')]
    const waits = async ({ id, phone }: TestContact, what: string) => {
      await reply({ id, phone, firstname: '' }, 'Hi')
      await sql`update conversation set waiting_since = ${what === NOTHING ? null : new Date()}, reply_batch_id = ${runIds.get(what) ?? null}
        where contact_id = ${id}`.execute(db())
    }
    await waits(keep, kept)
    await waits(twin, other)
    const answer = await t.as(t.acme.ann).call(mergeContacts, { body: { keepId: keep.id, otherId: twin.id, take: [] } })
    expect(answer.http).toBe(200)
    const { rows } = await sql<{ is: string | null; waits: boolean }>`
      select reply_batch_id as is, waiting_since is not null as waits from conversation where contact_id = ${keep.id}`.execute(
      db(),
    )
    expect(rows).toEqual([{ is: runIds.get(merged) ?? null, waits: merged !== NOTHING }])
  })
})
