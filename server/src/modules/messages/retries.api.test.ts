import type { MessageChanged } from '@crewline/contract/events'
import { conversation } from '@crewline/contract/inbox'
import { cancelScheduled, retryMessage, sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorker, type Org, type Worker } from '../../../test/kit/cast.ts'
import { photo, upload } from '../../../test/kit/files.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
beforeAll(async () => {
  t = await house()
})
afterAll(() => t.close())

interface Row {
  state: string
  carrier_id: string | null
  error_code: string | null
  hold_reason: string | null
  due_at: Date | null
  attempts: number
  retries: number
}
const db = (org: Org) => t.process.kernel.database.ofOrg(org.id)
const row = async (id: string) =>
  (
    await sql<Row>`select state, carrier_id, error_code, hold_reason, due_at, attempts, retries from message where id = ${id}`.execute(
      db(t.acme),
    )
  ).rows[0]
let nth = 0
/** A worker whose receipts the test tells itself. */
const silent = async () => {
  const worker = await makeWorker(t.process.kernel, t.acme.id, 'Sil', `+14155553${String((nth += 1)).padStart(3, '0')}`)
  // A phone is on the network once it was used.
  await t.carrier.texts(worker.phone, 'Hi', t.acme.line.phone)
  await t.carrier.phone(worker.phone, { receipts: 'lost' })
  return worker
}
const submitted = (id: string, before?: string | null) =>
  t.until(async () => {
    const now = await row(id)
    return now?.state === 'submitted' && now.carrier_id !== before && now
  })
const send = async (worker: Worker, body: string) => {
  const { message } = (await t.as(t.acme.ann).call(sendMessage, { body: { contactId: worker.id, body } })).body
  return { id: message.id, carrierId: (await submitted(message.id)).carrier_id as string }
}
const tell = async (id: string, carrierId: string, status: string, errorCode?: number) => {
  const call = nativeCall(t.acme.line, { type: 'status', id: carrierId, status, ...(errorCode ? { errorCode } : {}) })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}/${id}`, {
    method: 'POST',
    ...call,
  })
  expect(answer.status).toBe(200)
}
const comes = async (id: string) => {
  await sql`update message set due_at = now() where id = ${id} and due_at is not null`.execute(db(t.acme))
  await sql`update outgoing_chunk set due_at = now() where id = ${id}`.execute(db(t.acme))
  t.process.kernel.bell.ring('texts')
}
const isFailed = async (worker: Worker) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: worker.id } })).body.conversation.shared.failed
const sentTo = async (worker: Worker) => (await t.carrier.sent()).filter((one) => one.to === worker.phone)

test('no signal: the same message waits and goes again, and people see when', async () => {
  const worker = await silent()
  const gus = await t.heard(t.acme.gus)
  const { id, carrierId } = await send(worker, 'Are you there?')
  await tell(id, carrierId, 'undelivered', 30003)
  const { message } = await gus.next<MessageChanged>('message-changed', (event) => event.message.id === id)
  expect(message).toMatchObject({
    state: 'scheduled',
    holdReason: 'retry',
    dueAt: expect.any(String),
    errorCode: '30003',
  })
  expect(await isFailed(worker)).toBe(false)
  await comes(id)
  const second = await submitted(id, carrierId)
  expect(second).toMatchObject({ attempts: 2, retries: 1, due_at: null })
  expect((await sentTo(worker)).map((one) => one.reference)).toEqual([id, id])
  await tell(id, second.carrier_id as string, 'delivered')
  expect(await row(id)).toMatchObject({ state: 'delivered', error_code: null })
})

test('late news of the failed attempt does not end the next one; that it arrived after all ends every try', async () => {
  const worker = await silent()
  const { id, carrierId } = await send(worker, 'Twice?')
  await tell(id, carrierId, 'undelivered', 30008)
  await tell(id, carrierId, 'failed', 30007)
  expect(await row(id)).toMatchObject({ state: 'scheduled', error_code: '30008' })
  await comes(id)
  await submitted(id, carrierId)
  await tell(id, carrierId, 'failed', 30005)
  expect((await row(id))?.state).toBe('submitted')
  await tell(id, carrierId, 'delivered')
  expect((await row(id))?.state).toBe('delivered')

  const again = await send(worker, 'It came')
  await tell(again.id, again.carrierId, 'undelivered', 30003)
  await tell(again.id, again.carrierId, 'delivered')
  expect(await row(again.id)).toMatchObject({ state: 'delivered', due_at: null, hold_reason: null })
  await comes(again.id)
  await t.drain()
  expect((await sentTo(worker)).filter((one) => one.reference === again.id)).toHaveLength(1)
})

test('when the tries are used up it is not delivered, the conversation shows so, and a person may try again', async () => {
  const worker = await silent()
  const { id, carrierId } = await send(worker, 'Please call')
  await tell(id, carrierId, 'undelivered', 30008)
  await comes(id)
  const second = (await submitted(id, carrierId)).carrier_id as string
  await tell(id, second, 'undelivered', 30008)
  expect(await row(id)).toMatchObject({ state: 'undelivered', retries: 1 })
  expect(await isFailed(worker)).toBe(true)
  const again = await t.as(t.acme.gus).call(retryMessage, { params: { id } })
  expect(again).toMatchObject({ http: 200, body: { message: { id, state: 'queued' } } })
  expect(await isFailed(worker)).toBe(false)
  const third = (await submitted(id, second)).carrier_id as string
  await tell(id, third, 'delivered')
  expect(await row(id)).toMatchObject({ state: 'delivered', attempts: 3 })
  expect((await t.as(t.acme.gus).call(retryMessage, { params: { id } })).body.code).toBe('cannot_retry')
})

test('five texts in 30 days given up on for want of signal say that the number may be nobody’s any more', async () => {
  const worker = await silent()
  const isSuspect = async () =>
    (await sql`select from contact where id = ${worker.id} and suspect_since is not null`.execute(db(t.acme))).rows
      .length === 1
  for (let n = 1; n <= 6; n += 1) {
    const { id, carrierId } = await send(worker, `Still there? ${n}`)
    // Only the end of the last try counts.
    await tell(id, carrierId, 'undelivered', 30003)
    await sql`update message set state = 'submitted', retries = 4, due_at = null, hold_reason = null, earlier_carrier_ids = null where id = ${id}`.execute(
      db(t.acme),
    )
    await tell(id, carrierId, 'failed', 30003)
    expect(await row(id)).toMatchObject({ state: 'failed' })
    // The first was long ago.
    if (n === 1)
      await sql`update contact set unreachable_at = array[now() - interval '31 days'] where id = ${worker.id}`.execute(
        db(t.acme),
      )
    expect({ n, suspect: await isSuspect() }).toEqual({ n, suspect: n === 6 })
  }
})

test('a phone that cannot show files gets a link in the words, once', async () => {
  const worker = await silent()
  const { file } = (await upload(t, t.acme.ann, await photo(300, 200), 'plan.jpg')).body
  const body = { contactId: worker.id, body: 'The plan', mediaIds: [file.id] }
  const { id } = (await t.as(t.acme.ann).call(sendMessage, { body })).body.message
  const first = (await submitted(id)).carrier_id as string
  await tell(id, first, 'undelivered', 30011)
  const second = (await submitted(id, first)).carrier_id as string
  const [asFile, asLink] = (await sentTo(worker)).filter((one) => one.reference === id)
  expect(asFile?.body).toBe('The plan')
  expect(asLink?.body).toMatch(/^The plan\nhttps?:\/\/\S+\/l\/\w+$/)
  await tell(id, second, 'undelivered', 30011)
  expect(await row(id)).toMatchObject({ state: 'undelivered', retries: 1 })
})

test('the old number of a worker who changed it is not tried again', async () => {
  const worker = await silent()
  const { id, carrierId } = await send(worker, 'Old number?')
  await tell(id, carrierId, 'undelivered', 30003)
  await sql`update contact set phone = '+14155553990' where id = ${worker.id}`.execute(db(t.acme))
  await comes(id)
  await t.until(async () => (await row(id))?.state === 'suppressed')
  expect(await row(id)).toMatchObject({ error_code: 'number_changed', due_at: null })
  expect(await sentTo(worker)).toHaveLength(1)
  expect(await isFailed(worker)).toBe(true)
})

test('a waiting try can be given up: the text stays not delivered, with its reason', async () => {
  const worker = await silent()
  const { id, carrierId } = await send(worker, 'Never mind')
  await tell(id, carrierId, 'undelivered', 30003)
  const answer = await t.as(t.acme.ann).call(cancelScheduled, { query: { message_id: id, conversation_id: worker.id } })
  expect(answer.body.message).toMatchObject({ state: 'undelivered', errorCode: '30003', reason: expect.any(String) })
  expect(await isFailed(worker)).toBe(true)
  await comes(id)
  await t.drain().catch(() => {})
  expect((await sentTo(worker)).length).toBe(1)
})

test('what cannot help is not offered: filtered, opted out, of unknown outcome, received, foreign', async () => {
  const worker = await silent()
  const { id, carrierId } = await send(worker, 'FREE!!! http://a.b')
  await tell(id, carrierId, 'undelivered', 30007)
  const call = (who = t.acme.ann) => t.as(who).call(retryMessage, { params: { id } })
  expect((await call()).body.code).toBe('cannot_retry')
  expect((await call(t.beta.ann)).http).toBe(404)
  expect((await call(t.acme.vic)).body.code).toBe('not_permitted')
})

test('a text that did not arrive marks its conversation until something later does, or is written', async () => {
  const worker = await silent()
  const first = await send(worker, 'One')
  await tell(first.id, first.carrierId, 'undelivered', 30007)
  expect(await isFailed(worker)).toBe(true)
  const second = await send(worker, 'Two')
  expect(await isFailed(worker)).toBe(false)
  await tell(second.id, second.carrierId, 'delivered')
  const third = await send(worker, 'Three')
  const fourth = await send(worker, 'Four')
  await tell(third.id, third.carrierId, 'undelivered', 30007)
  expect(await isFailed(worker)).toBe(false)
  await tell(fourth.id, fourth.carrierId, 'undelivered', 30004)
  expect(await isFailed(worker)).toBe(true)
  await tell(fourth.id, fourth.carrierId, 'delivered')
  expect(await isFailed(worker)).toBe(false)
})

test('a number that is not registered is paused: what waits on it stays, and goes when it is resumed', async () => {
  const worker = await silent()
  const { id, carrierId } = await send(worker, 'Registered?')
  await tell(id, carrierId, 'undelivered', 30034)
  const line = () =>
    sql<{
      state: string
      paused_reason: string
    }>`select state, paused_reason from line where id = ${t.acme.line.id}`.execute(db(t.acme))
  expect((await line()).rows[0]).toMatchObject({ state: 'paused', paused_reason: expect.stringContaining('not ready') })
  const waiting = (await t.as(t.acme.ann).call(sendMessage, { body: { contactId: worker.id, body: 'Waits' } })).body
    .message
  const other = (await t.as(t.beta.ann).call(sendMessage, { body: { contactId: t.beta.bob.id, body: 'Goes' } })).body
    .message
  await t.until(async () => (await t.carrier.sent()).some((one) => one.reference === other.id))
  expect((await row(waiting.id))?.state).toBe('queued')
  await sql`update line set state = 'active', paused_reason = null where id = ${t.acme.line.id}`.execute(db(t.acme))
  t.process.kernel.bell.ring('texts')
  await submitted(waiting.id)
})
