import { verbatim } from '@crewline/contract/words'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { addLine, pauseLine, resumeLine } from '../lines/index.ts'
import { announceLines } from './announce.ts'

let t: TestApp
let second: { id: string; phone: string }
beforeAll(async () => {
  t = await testApp()
  const { kernel } = t.process
  second = { id: kernel.world.id(), phone: '+13125550155' }
  const secret = kernel.world.bytes(16).toString('hex')
  const system = kernel.database.asSystem('tests add a line')
  const credentials = { account: 'test', key: kernel.world.bytes(16).toString('hex'), secret }
  const line = { ...second, orgId: t.acme.id, label: 'Second', carrier: 'simulated', textsPerSecond: 100, credentials }
  await addLine(system, kernel.encryption, line, kernel.world.now())
  await announceLines(kernel)
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const sendText = async (contact: TestContact, body: string, more: object = {}) =>
  (await t.as(t.acme.ann).call(sendMessage, { body: { contactId: contact.id, body, ...more } })).body.message
const sentAs = (body: string) =>
  t.until(async () => (await t.carrier.sent()).find((message) => message.body === body)?.from)

test('keeps the number of a conversation while it works, then uses the default one', async () => {
  const eve = await makeContact(t.process.kernel, t.acme.id, 'Eve', '+14155556001')
  await sendText(eve, 'First')
  expect(await sentAs('First')).toBe(t.acme.line.phone)
  await t.carrier.texts(eve.phone, 'I wrote elsewhere', second.phone)
  const arrived = () => sql`select from message where contact_id = ${eve.id} and direction = 'in'`.execute(db())
  await t.until(async () => (await arrived()).rows.length === 1)
  await sendText(eve, 'Answer')
  expect(await sentAs('Answer')).toBe(second.phone)
  const scope = systemScope(t.process.kernel, t.acme)
  await scope.tx((tx) => pauseLine(tx, second.id, verbatim('Tests pause it')))
  await sendText(eve, 'From the other')
  expect(await sentAs('From the other')).toBe(t.acme.line.phone)
  await scope.tx((tx) => resumeLine(tx, second.id))
})

test('sends messages queued on a released number from its replacement', async () => {
  const dov = await makeContact(t.process.kernel, t.acme.id, 'Dov', '+14155556002')
  await t.carrier.texts(dov.phone, 'Hello', second.phone)
  await t.until(
    async () => (await sql`select from conversation where contact_id = ${dov.id}`.execute(db())).rows.length === 1,
  )
  const later = await sendText(dov, 'At its time', { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() })
  expect(later.from).toBe(second.phone)
  await sql`update line set state = 'released' where id = ${second.id}`.execute(db())
  await sql`update message set due_at = now() where id = ${later.id}`.execute(db())
  await sql`update outgoing_chunk set due_at = now() where id = ${later.id}`.execute(db())
  t.process.kernel.signals.wakeUp('texts')
  expect(await sentAs('At its time')).toBe(t.acme.line.phone)
})

test('leaves the queue of the last number alone once it is released, and sends it from the next number', async () => {
  const { kernel } = t.process
  const system = kernel.database.asSystem('tests read leases and change the line of another organization')
  const epoch = async () =>
    (await sql<{ epoch: string }>`select epoch from line_lease where line_id = ${t.beta.line.id}`.execute(system)).rows
  const setLine = (state: string) => sql`update line set state = ${state} where id = ${t.beta.line.id}`.execute(system)
  await setLine('paused')
  const text = { body: { contactId: t.beta.bob.id, body: 'Without a number' } }
  expect((await t.as(t.beta.ann).call(sendMessage, text)).http).toBe(200)
  const before = await epoch()
  await setLine('released')
  // The sender has looked for work meanwhile.
  await sendText(t.acme.bob, 'Of another organization')
  await sentAs('Of another organization')
  expect(await epoch()).toEqual(before)
  const next = { ...second, id: kernel.world.id(), phone: '+13125550177' }
  const credentials = { account: 'test', key: kernel.world.bytes(16).toString('hex'), secret: 'hook' }
  const line = { ...next, orgId: t.beta.id, label: 'Next', carrier: 'simulated', textsPerSecond: 100, credentials }
  await addLine(system, kernel.encryption, line, kernel.world.now())
  await announceLines(kernel)
  expect(await sentAs('Without a number')).toBe(next.phone)
})
