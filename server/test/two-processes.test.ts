import { logout } from '@crewline/contract/accounts'
import type { ConversationUpdated, IncomingMessage, MessageStatus, OutgoingMessage } from '@crewline/contract/events'
import { archiveConversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeScope } from '../src/kernel/scope.ts'
import type { CrewlineProcess } from '../src/main/process.ts'
import { LANE, queue } from '../src/modules/messages/index.ts'
import type { TestUser, TestContact } from './kit/cast.ts'
import { callApi, testApp, type TestApp } from './kit/test-app.ts'

let t: TestApp
let firstProcess: CrewlineProcess
let secondProcess: CrewlineProcess
beforeAll(async () => {
  t = await testApp()
  firstProcess = t.process
  secondProcess = await t.another()
})
afterAll(() => t.close())

const connectClient = (process: CrewlineProcess, user: TestUser) => t.connectClient(user, process.address)
const post = (process: CrewlineProcess, contact: TestContact, body: string) =>
  callApi(process.address, t.acme.ann.token, sendMessage, {
    body: { contactId: contact.id, body, clientMessageId: firstProcess.kernel.world.id() },
  })
const countSent = async (body: string) => (await t.carrier.sent()).filter((text) => text.body === body).length

test('delivers events of either process to browsers at both', async () => {
  const here = await connectClient(firstProcess, t.acme.gus)
  const there = await connectClient(secondProcess, t.acme.gus)
  for (const [process, body] of [
    [firstProcess, 'sent at the first'],
    [secondProcess, 'sent at the second'],
  ] as const) {
    const sent = await post(process, t.acme.bob, body)
    expect(sent.http).toBe(200)
    const { id } = sent.body.message
    for (const client of [here, there]) {
      await client.next<OutgoingMessage>('outgoing-message', (event) => event.message.id === id)
      await client.next<MessageStatus>('message-status', (event) =>
        event.items.some((item) => item.messageId === id && item.state === 'delivered'),
      )
    }
  }
  await t.carrier.texts(t.acme.cat.phone, 'Heard everywhere?', t.acme.line.phone)
  for (const client of [here, there])
    await client.next<IncomingMessage>('message', (event) => event.body === 'Heard everywhere?')
  for (const [process, archived] of [
    [firstProcess, true],
    [secondProcess, false],
  ] as const) {
    const input = { query: { id: t.acme.cat.id }, body: { archived } }
    expect((await callApi(process.address, t.acme.ann.token, archiveConversation, input)).http).toBe(200)
    for (const client of [here, there])
      await client.next<ConversationUpdated>(
        'conversation-updated',
        (event) => event.contactId === t.acme.cat.id && event.archived === archived,
      )
  }
})

test('closes the socket at the other process after a log-out, before the recheck', async () => {
  const client = await connectClient(secondProcess, t.acme.vic)
  const closed = new Promise<number>((resolve) => client.socket.once('disconnect', () => resolve(performance.now())))
  const startedAt = performance.now()
  expect((await callApi(firstProcess.address, t.acme.vic.token, logout, {})).http).toBe(200)
  expect((await closed) - startedAt).toBeLessThan(10_000)
  expect(client.all('session-revoked')).toHaveLength(1)
})

test('hands off texts sent at both processes at the same time once each', async () => {
  const bodies = Array.from({ length: 40 }, (_, n) => `both at once ${n}`)
  // Texts to one person are written one after the other, and a call waits at most 15 s for its turn.
  const contacts = [t.acme.bob, t.acme.cat, t.acme.dan]
  const answers = await Promise.all(
    bodies.map((body, n) =>
      callApi(
        n % 2 ? firstProcess.address : secondProcess.address,
        (n % 4 < 2 ? t.acme.ann : t.acme.gus).token,
        sendMessage,
        {
          body: { contactId: contacts[n % 3]!.id, body, clientMessageId: firstProcess.kernel.world.id() },
        },
      ),
    ),
  )
  expect(answers.every((answer) => answer.http === 200)).toBe(true)
  await t.drain()
  for (const body of bodies) expect(await countSent(body)).toBe(1)
})

test('creates one text for one key sent to both processes at the same time', async () => {
  const body = { contactId: t.acme.dan.id, body: 'one key', clientMessageId: firstProcess.kernel.world.id() }
  const answers = await Promise.all(
    [firstProcess, secondProcess, firstProcess, secondProcess].map((process) =>
      callApi(process.address, t.acme.ann.token, sendMessage, { body }),
    ),
  )
  expect(new Set(answers.map((answer) => answer.body.message.id)).size).toBe(1)
  await t.drain()
  expect(await countSent('one key')).toBe(1)
})

test('hands the line of a stopping process to the next, which sends the rest', async () => {
  const app2 = await testApp({ roles: 'web' })
  const { acme, carrier, process } = app2
  const first = await app2.another('sender')
  const bodies = Array.from({ length: 200 }, (_, n) => `handed on ${n}`)
  const countAccepted = async () => (await carrier.sent()).length
  // No receipts: each process gets callbacks at its own address, and one of them will be gone.
  await carrier.behaves({ receiptDelayMs: 3_600_000 })
  const org = { id: acme.id, country: 'US', timezone: 'America/Chicago', status: 'active' as const }
  const scope = makeScope(process.kernel, org, { kind: 'system', reason: 'test' }, 'test')
  const setSpeed = (perSecond: number) =>
    sql`update line set texts_per_second = ${perSecond} where id = ${acme.line.id}`.execute(
      process.kernel.database.asSystem('the test makes a line slow'),
    )
  // A slow line, so that work is left when its owner stops, however long the other process needs to start.
  await setSpeed(8)
  const drafts = bodies.map((body, n) => {
    const contact = [acme.bob, acme.cat, acme.dan][n % 3]!
    const { id: contactId, phone: to } = contact
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
  await app2.until(async () => (await countAccepted()) > 10)
  await app2.another('sender')
  // A sender reads the speed when it takes the line: the first one stays slow, and the next one is fast from the beginning.
  await setSpeed(200)
  await first.stop()
  expect(await countAccepted()).toBeLessThan(180)
  await app2.until(async () => (await sql`select from outgoing_chunk`.execute(scope.db)).rows.length === 0)
  expect((await carrier.sent()).map((text) => text.body).toSorted()).toEqual(bodies.toSorted())
  await app2.close()
})
