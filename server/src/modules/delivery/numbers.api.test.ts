import { verbatim } from '@crewline/contract/words'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorker, type Worker } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { addLine, pauseLine, resumeLine } from '../lines/index.ts'
import { announceLines } from './announce.ts'

let t: House
let second: { id: string; phone: string }
beforeAll(async () => {
  t = await house()
  const { kernel } = t.process
  second = { id: kernel.world.id(), phone: '+13125550155' }
  const secret = kernel.world.bytes(16).toString('hex')
  const system = kernel.database.asSystem('tests add a line')
  const credentials = { account: 'test', key: kernel.world.bytes(16).toString('hex'), secret }
  const line = { ...second, orgId: t.acme.id, label: 'Second', carrier: 'simulated', textsPerSecond: 100, credentials }
  await addLine(system, kernel.seal, line, kernel.world.now())
  await announceLines(kernel)
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const say = async (worker: Worker, body: string, more: object = {}) =>
  (await t.as(t.acme.ann).call(sendMessage, { body: { contactId: worker.id, body, ...more } })).body.message
const sentAs = (body: string) => t.until(async () => (await t.carrier.sent()).find((one) => one.body === body)?.from)

test('a conversation keeps to its number while that works, then goes on from the default one', async () => {
  const eve = await makeWorker(t.process.kernel, t.acme.id, 'Eve', '+14155556001')
  await say(eve, 'First')
  expect(await sentAs('First')).toBe(t.acme.line.phone)
  await t.carrier.texts(eve.phone, 'I wrote elsewhere', second.phone)
  const arrived = () => sql`select from message where contact_id = ${eve.id} and direction = 'in'`.execute(db())
  await t.until(async () => (await arrived()).rows.length === 1)
  await say(eve, 'Answer')
  expect(await sentAs('Answer')).toBe(second.phone)
  const scope = systemScope(t.process.kernel, t.acme)
  await scope.tx((tx) => pauseLine(tx, second.id, verbatim('Tests pause it')))
  await say(eve, 'From the other')
  expect(await sentAs('From the other')).toBe(t.acme.line.phone)
  await scope.tx((tx) => resumeLine(tx, second.id))
})

test('what waits on a number that is given up goes from the one that took its place', async () => {
  const dov = await makeWorker(t.process.kernel, t.acme.id, 'Dov', '+14155556002')
  await t.carrier.texts(dov.phone, 'Hello', second.phone)
  await t.until(
    async () => (await sql`select from conversation where contact_id = ${dov.id}`.execute(db())).rows.length === 1,
  )
  const later = await say(dov, 'At its time', { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() })
  expect(later.from).toBe(second.phone)
  await sql`update line set state = 'released' where id = ${second.id}`.execute(db())
  await sql`update message set due_at = now() where id = ${later.id}`.execute(db())
  await sql`update outgoing_chunk set due_at = now() where id = ${later.id}`.execute(db())
  t.process.kernel.bell.ring('texts')
  expect(await sentAs('At its time')).toBe(t.acme.line.phone)
})
