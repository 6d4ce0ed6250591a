import { logout } from '@crewline/contract/accounts'
import type { ConversationUpdated, IncomingMessage, MessageStatus, OutgoingMessage } from '@crewline/contract/events'
import { archiveConversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeScope } from '../src/kernel/scope.ts'
import type { CrewlineProcess } from '../src/main/process.ts'
import { LANE, queue } from '../src/modules/messages/index.ts'
import type { Person, Worker } from './kit/cast.ts'
import { callApi, house, type House } from './kit/house.ts'
import { listen, type Ear } from './kit/sockets.ts'

let t: House
let one: CrewlineProcess
let other: CrewlineProcess
const ears: Ear[] = []
beforeAll(async () => {
  t = await house()
  one = t.process
  other = await t.another()
})
afterAll(async () => {
  for (const ear of ears) ear.close()
  await t.close()
})

const hear = async (process: CrewlineProcess, person: Person) => {
  const ear = await listen(process.address, person.token)
  ears.push(ear)
  return ear
}
const post = (process: CrewlineProcess, worker: Worker, body: string) =>
  callApi(process.address, t.acme.ann.token, sendMessage, {
    body: { contactId: worker.id, body, clientMessageId: one.kernel.world.id() },
  })
const taken = async (body: string) => (await t.carrier.sent()).filter((text) => text.body === body).length

test('a browser at either process hears what happens at the other', async () => {
  const here = await hear(one, t.acme.gus)
  const there = await hear(other, t.acme.gus)
  for (const [process, words] of [
    [one, 'sent at the first'],
    [other, 'sent at the second'],
  ] as const) {
    const sent = await post(process, t.acme.bob, words)
    expect(sent.http).toBe(200)
    const { id } = sent.body.message
    for (const ear of [here, there]) {
      await ear.next<OutgoingMessage>('outgoing-message', (event) => event.message.id === id)
      await ear.next<MessageStatus>('message-status', (event) =>
        event.items.some((item) => item.messageId === id && item.state === 'delivered'),
      )
    }
  }
  await t.carrier.texts(t.acme.cat.phone, 'Heard everywhere?', t.acme.line.phone)
  for (const ear of [here, there])
    await ear.next<IncomingMessage>('message', (event) => event.body === 'Heard everywhere?')
  for (const [process, archived] of [
    [one, true],
    [other, false],
  ] as const) {
    const ask = { query: { id: t.acme.cat.id }, body: { archived } }
    expect((await callApi(process.address, t.acme.ann.token, archiveConversation, ask)).http).toBe(200)
    for (const ear of [here, there])
      await ear.next<ConversationUpdated>(
        'conversation-updated',
        (event) => event.contactId === t.acme.cat.id && event.archived === archived,
      )
  }
})

test('a log-out at one process closes the socket at the other within a second', async () => {
  const ear = await hear(other, t.acme.vic)
  const closed = new Promise<number>((resolve) => ear.socket.once('disconnect', () => resolve(performance.now())))
  const askedAt = performance.now()
  expect((await callApi(one.address, t.acme.vic.token, logout, {})).http).toBe(200)
  expect((await closed) - askedAt).toBeLessThan(1_000)
  expect(ear.all('session-revoked')).toHaveLength(1)
})

test('texts sent at both at the same time are handed off once each', async () => {
  const words = Array.from({ length: 40 }, (_, n) => `both at once ${n}`)
  const answers = await Promise.all(
    words.map((body, n) =>
      callApi(n % 2 ? one.address : other.address, (n % 4 < 2 ? t.acme.ann : t.acme.gus).token, sendMessage, {
        body: { contactId: t.acme.dan.id, body, clientMessageId: one.kernel.world.id() },
      }),
    ),
  )
  expect(answers.every((answer) => answer.http === 200)).toBe(true)
  await t.drain()
  for (const body of words) expect(await taken(body)).toBe(1)
})

test('one key sent to both at the same time is one text', async () => {
  const body = { contactId: t.acme.dan.id, body: 'one key', clientMessageId: one.kernel.world.id() }
  const answers = await Promise.all(
    [one, other, one, other].map((process) => callApi(process.address, t.acme.ann.token, sendMessage, { body })),
  )
  expect(new Set(answers.map((answer) => answer.body.message.id)).size).toBe(1)
  await t.drain()
  expect(await taken('one key')).toBe(1)
})

test('a process that stops hands its line to the next, which sends the rest', async () => {
  const house2 = await house({ roles: 'web' })
  const { acme, carrier, process } = house2
  const first = await house2.another('sender')
  const words = Array.from({ length: 200 }, (_, n) => `handed on ${n}`)
  const begun = async () => (await carrier.sent()).length
  // No receipts: here each process is called back at its own address, and one of them will be gone.
  await carrier.behaves({ receiptDelayMs: 3_600_000 })
  const org = { id: acme.id, country: 'US', timezone: 'America/Chicago', standing: 'active' as const }
  const scope = makeScope(process.kernel, org, { kind: 'system', reason: 'test' }, 'test')
  // A slow line, so that work is left when its holder stops.
  await sql`update line set texts_per_second = 60 where id = ${acme.line.id}`.execute(
    process.kernel.database.asSystem('the test makes a line slow'),
  )
  const drafts = words.map((body, n) => {
    const worker = [acme.bob, acme.cat, acme.dan][n % 3]!
    const { id: contactId, phone: to } = worker
    const { id: lineId, phone: from } = acme.line
    return {
      id: process.kernel.world.id(),
      contactId,
      lineId,
      from,
      to,
      body,
      kind: 'broadcast' as const,
      senderId: null,
    }
  })
  await scope.tx((tx) => queue(tx, LANE.broadcast, drafts))
  await house2.until(async () => (await begun()) > 10)
  await house2.another('sender')
  await first.stop()
  expect(await begun()).toBeLessThan(180)
  await house2.until(async () => (await sql`select from outgoing_chunk`.execute(scope.db)).rows.length === 0)
  expect((await carrier.sent()).map((text) => text.body).toSorted()).toEqual(words.toSorted())
  await house2.close()
})
