import { conversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { noticeFor } from '../consent/index.ts'
import { LANE, queue } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(() => notices(true))

const system = () => t.process.kernel.database.asSystem('tests change what no member may')
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const notices = async (isOn: boolean) =>
  sql`update organization set settings = settings || ${JSON.stringify({ firstContactNotice: isOn, autoAssign: 'off' })}::jsonb
    where id = ${t.acme.id}`.execute(system())
let nth = 0
const someone = (language = 'en') =>
  makeContact(t.process.kernel, t.acme.id, 'Eve', `+14155558${String((nth += 1)).padStart(3, '0')}`).then(
    async (contact) => {
      await sql`update contact set language = ${language} where id = ${contact.id}`.execute(db())
      return contact
    },
  )
const send = async (contact: TestContact, body: string, more: object = {}) =>
  (await t.as(t.acme.ann).call(sendMessage, { body: { contactId: contact.id, body, ...more } })).body
/** Delivers a message from a contact directly: the simulated carrier would reply to this text itself. */
const receiveText = async (contact: TestContact, body: string) => {
  const id = `txt_${t.process.kernel.world.id()}`
  const call = nativeCall(t.acme.line, { type: 'inbound', id, from: contact.phone, to: t.acme.line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}
const gotBy = async (sentBodies: TestContact) => {
  await t.drain()
  return (await t.carrier.sent()).filter((message) => message.to === sentBodies.phone).map((message) => message.body)
}

test('follows the first message to a number once with the notice: sender, cost, HELP and STOP', async () => {
  const eve = await someone()
  await send(eve, 'Welcome to the crew')
  expect(await gotBy(eve)).toEqual(['Welcome to the crew', noticeFor('Acme', 'en')])
  await send(eve, 'See you at six')
  expect((await gotBy(eve)).slice(2)).toEqual(['See you at six'])
  const { messages } = (await t.as(t.acme.ann).call(conversation, { params: { id: eve.id } })).body
  expect(messages.map(({ kind, sender }) => ({ kind, by: sender?.firstname }))).toEqual([
    { kind: 'text', by: 'Ann' },
    { kind: 'auto_reply', by: undefined },
    { kind: 'text', by: 'Ann' },
  ])
})

test.each(['es', 'ht', 'zh', 'ar'])(
  'sends the first-contact notice in the language of the contact: %s',
  async (language) => {
    const eve = await someone(language)
    await send(eve, 'Hola')
    expect((await gotBy(eve))[1]).toBe(noticeFor('Acme', language))
  },
)

test('sends one notice for many simultaneous first messages', async () => {
  const eve = await someone()
  const scope = systemScope(t.process.kernel, t.acme)
  const draft = (body: string, kind: 'text' | 'broadcast') => ({
    ...{ id: t.process.kernel.world.id(), contactId: eve.id, lineId: t.acme.line.id, from: t.acme.line.phone },
    ...{ to: eve.phone, body, kind, senderId: null },
  })
  const otherProcess = await t.another('sender')
  await Promise.all([
    ...Array.from({ length: 8 }, (_, n) => send(eve, `Hello ${n}`, { clientMessageId: t.process.kernel.world.id() })),
    ...Array.from({ length: 4 }, (_, n) =>
      scope.tx((tx) =>
        queue(tx, LANE.broadcast, [draft(`All ${n}`, 'broadcast'), draft(`Once more ${n}`, 'broadcast')]),
      ),
    ),
  ])
  const got = await gotBy(eve)
  expect(got).toHaveLength(8 + 8 + 1)
  expect(got.filter((body) => body === noticeFor('Acme', 'en'))).toHaveLength(1)
  await otherProcess.stop()
})

test('sends no second notice to a number, for a new contact or a returning one', async () => {
  const eve = await someone()
  await send(eve, 'First')
  await gotBy(eve)
  await sql`update contact set archived_at = now() where id = ${eve.id}`.execute(db())
  const secondContact = await makeContact(t.process.kernel, t.acme.id, 'Eve again', eve.phone)
  await send(secondContact, 'Welcome back')
  expect((await gotBy(secondContact)).at(-1)).toBe('Welcome back')
})

test('follows the first reply by a member to an inbound contact, but no automatic reply', async () => {
  const eve = await someone()
  await receiveText(eve, 'HELP')
  await t.until(async () => (await gotBy(eve)).length === 1)
  await send(eve, 'Hi, how can we help?')
  expect((await gotBy(eve)).slice(1)).toEqual(['Hi, how can we help?', noticeFor('Acme', 'en')])
})

test('follows a scheduled message when it is sent; an opted-out contact gets none', async () => {
  const eve = await someone()
  const due = new Date(Date.now() + 3_600_000).toISOString()
  const { message } = await send(eve, 'Tomorrow', { scheduledAt: due })
  expect(await gotBy(eve)).toEqual([])
  await sql`update message set due_at = now() where id = ${message.id}`.execute(db())
  await sql`update outgoing_chunk set due_at = now() where id = ${message.id}`.execute(db())
  t.process.kernel.signals.wakeUp('texts')
  expect(await gotBy(eve)).toEqual(['Tomorrow', noticeFor('Acme', 'en')])
  const dan = await someone()
  await receiveText(dan, 'STOP')
  await t.until(async () => (await gotBy(dan)).length === 1)
  expect((await send(dan, 'Hello')).code).toBe('recipient_opted_out')
  expect(await gotBy(dan)).toHaveLength(1)
})

test('sends no notice when the organization turned it off', async () => {
  await notices(false)
  const eve = await someone()
  await send(eve, 'Just this')
  expect(await gotBy(eve)).toEqual(['Just this'])
})
