import { conversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeWorker, type Worker } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { noticeFor } from '../consent/index.ts'
import { LANE, queue } from './index.ts'

let t: House
beforeAll(async () => {
  t = await house()
})
afterAll(() => t.close())
beforeEach(() => notices(true))

const system = () => t.process.kernel.database.asSystem('tests change what nobody else may')
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const notices = async (isOn: boolean) =>
  sql`update organization set settings = settings || ${JSON.stringify({ firstContactNotice: isOn, autoAssign: 'off' })}::jsonb
    where id = ${t.acme.id}`.execute(system())
let nth = 0
const someone = (language = 'en') =>
  makeWorker(t.process.kernel, t.acme.id, 'Eve', `+14155558${String((nth += 1)).padStart(3, '0')}`).then(
    async (worker) => {
      await sql`update contact set language = ${language} where id = ${worker.id}`.execute(db())
      return worker
    },
  )
const say = async (worker: Worker, body: string, more: object = {}) =>
  (await t.as(t.acme.ann).call(sendMessage, { body: { contactId: worker.id, body, ...more } })).body
/** A worker's text, told by hand: the simulated carrier would answer these words itself. */
const tells = async (worker: Worker, body: string) => {
  const id = `txt_${t.process.kernel.world.id()}`
  const call = nativeCall(t.acme.line, { type: 'inbound', id, from: worker.phone, to: t.acme.line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}
const gotBy = async (worker: Worker) => {
  await t.drain()
  return (await t.carrier.sent()).filter((one) => one.to === worker.phone).map((one) => one.body)
}

test('the first text to a number is followed once by who texts, what it may cost, HELP and STOP', async () => {
  const eve = await someone()
  await say(eve, 'Welcome to the crew')
  expect(await gotBy(eve)).toEqual(['Welcome to the crew', noticeFor('Acme', 'en')])
  await say(eve, 'See you at six')
  expect((await gotBy(eve)).slice(2)).toEqual(['See you at six'])
  const { messages } = (await t.as(t.acme.ann).call(conversation, { params: { id: eve.id } })).body
  expect(messages.map(({ kind, sender }) => ({ kind, by: sender?.firstname }))).toEqual([
    { kind: 'text', by: 'Ann' },
    { kind: 'auto_reply', by: undefined },
    { kind: 'text', by: 'Ann' },
  ])
})

test.each(['es', 'ht', 'zh', 'ar'])('in the language of the worker: %s', async (language) => {
  const eve = await someone(language)
  await say(eve, 'Hola')
  expect((await gotBy(eve))[1]).toBe(noticeFor('Acme', language))
})

test('many first texts at the same moment, by many ways: one notice', async () => {
  const eve = await someone()
  const scope = systemScope(t.process.kernel, t.acme)
  const draft = (body: string, kind: 'text' | 'broadcast') => ({
    ...{ id: t.process.kernel.world.id(), contactId: eve.id, lineId: t.acme.line.id, from: t.acme.line.phone },
    ...{ to: eve.phone, body, kind, senderId: null },
  })
  const other = await t.another('sender')
  await Promise.all([
    ...Array.from({ length: 8 }, (_, n) => say(eve, `Hello ${n}`, { clientMessageId: t.process.kernel.world.id() })),
    ...Array.from({ length: 4 }, (_, n) =>
      scope.tx((tx) =>
        queue(tx, LANE.broadcast, [draft(`All ${n}`, 'broadcast'), draft(`Once more ${n}`, 'broadcast')]),
      ),
    ),
  ])
  const got = await gotBy(eve)
  expect(got).toHaveLength(8 + 8 + 1)
  expect(got.filter((body) => body === noticeFor('Acme', 'en'))).toHaveLength(1)
  await other.stop()
})

test('the number keeps it: not again for another contact, nor for one who came back', async () => {
  const eve = await someone()
  await say(eve, 'First')
  await gotBy(eve)
  await sql`update contact set archived_at = now() where id = ${eve.id}`.execute(db())
  const again = await makeWorker(t.process.kernel, t.acme.id, 'Eve again', eve.phone)
  await say(again, 'Welcome back')
  expect((await gotBy(again)).at(-1)).toBe('Welcome back')
})

test('who texted us first gets it with our first answer; an automatic answer brings none', async () => {
  const eve = await someone()
  await tells(eve, 'HELP')
  await t.until(async () => (await gotBy(eve)).length === 1)
  await say(eve, 'Hi, how can we help?')
  expect((await gotBy(eve)).slice(1)).toEqual(['Hi, how can we help?', noticeFor('Acme', 'en')])
})

test('a text for later brings it when it goes; one to who opted out meanwhile brings none', async () => {
  const eve = await someone()
  const due = new Date(Date.now() + 3_600_000).toISOString()
  const { message } = await say(eve, 'Tomorrow', { scheduledAt: due })
  expect(await gotBy(eve)).toEqual([])
  await sql`update message set due_at = now() where id = ${message.id}`.execute(db())
  await sql`update outgoing_chunk set due_at = now() where id = ${message.id}`.execute(db())
  t.process.kernel.bell.ring('texts')
  expect(await gotBy(eve)).toEqual(['Tomorrow', noticeFor('Acme', 'en')])
  const dan = await someone()
  await tells(dan, 'STOP')
  await t.until(async () => (await gotBy(dan)).length === 1)
  expect((await say(dan, 'Hello')).code).toBe('recipient_opted_out')
  expect(await gotBy(dan)).toHaveLength(1)
})

test('an organization that wants none sends none', async () => {
  await notices(false)
  const eve = await someone()
  await say(eve, 'Just this')
  expect(await gotBy(eve)).toEqual(['Just this'])
})
