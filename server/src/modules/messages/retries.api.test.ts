import type { MessageChanged } from '@crewline/contract/events'
import { conversation } from '@crewline/contract/inbox'
import { cancelScheduled } from '@crewline/contract/later'
import { retryMessage, sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type Org, type TestContact } from '../../../test/kit/cast.ts'
import { photo, upload } from '../../../test/kit/files.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
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
/** A contact whose receipts the test sends itself. */
const makeUnreachable = async () => {
  const contact = await makeContact(
    t.process.kernel,
    t.acme.id,
    'Sil',
    `+14155553${String((nth += 1)).padStart(3, '0')}`,
  )
  // A simulated phone exists on the network after its first message.
  await t.carrier.texts(contact.phone, 'Hi', t.acme.line.phone)
  await t.carrier.phone(contact.phone, { receipts: 'lost' })
  return contact
}
const submitted = (id: string, before?: string | null) =>
  t.until(async () => {
    const now = await row(id)
    return now?.state === 'submitted' && now.carrier_id !== before && now
  })
const send = async (contact: TestContact, body: string) => {
  const { message } = (await t.as(t.acme.ann).call(sendMessage, { body: { contactId: contact.id, body } })).body
  return { id: message.id, carrierId: (await submitted(message.id)).carrier_id as string }
}
const sendReceipt = async (id: string, carrierId: string, status: string, errorCode?: number) => {
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
  t.process.kernel.signals.wakeUp('texts')
}
const isFailed = async (contact: TestContact) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contact.id } })).body.conversation.shared.failed
const sentTo = async (contact: TestContact) =>
  (await t.carrier.sent()).filter((message) => message.to === contact.phone)

test('retries the same message after no signal and shows members when', async () => {
  const contact = await makeUnreachable()
  const gus = await t.connectClient(t.acme.gus)
  const { id, carrierId } = await send(contact, 'Are you there?')
  await sendReceipt(id, carrierId, 'undelivered', 30003)
  const { message } = await gus.next<MessageChanged>('message-changed', (event) => event.message.id === id)
  expect(message).toMatchObject({
    state: 'scheduled',
    holdReason: 'retry',
    dueAt: expect.any(String),
    errorCode: '30003',
  })
  expect(await isFailed(contact)).toBe(false)
  await comes(id)
  const second = await submitted(id, carrierId)
  expect(second).toMatchObject({ attempts: 2, retries: 1, due_at: null })
  expect((await sentTo(contact)).map((text) => text.reference)).toEqual([id, id])
  await sendReceipt(id, second.carrier_id as string, 'delivered')
  expect(await row(id)).toMatchObject({ state: 'delivered', error_code: null })
})

test('ignores a late failure of an earlier attempt, and stops retrying once it is delivered', async () => {
  const contact = await makeUnreachable()
  const { id, carrierId } = await send(contact, 'Twice?')
  await sendReceipt(id, carrierId, 'undelivered', 30008)
  await sendReceipt(id, carrierId, 'failed', 30007)
  expect(await row(id)).toMatchObject({ state: 'scheduled', error_code: '30008' })
  await comes(id)
  await submitted(id, carrierId)
  await sendReceipt(id, carrierId, 'failed', 30005)
  expect((await row(id))?.state).toBe('submitted')
  await sendReceipt(id, carrierId, 'delivered')
  expect((await row(id))?.state).toBe('delivered')

  const delivered = await send(contact, 'It came')
  await sendReceipt(delivered.id, delivered.carrierId, 'undelivered', 30003)
  await sendReceipt(delivered.id, delivered.carrierId, 'delivered')
  expect(await row(delivered.id)).toMatchObject({ state: 'delivered', due_at: null, hold_reason: null })
  await comes(delivered.id)
  await t.drain()
  expect((await sentTo(contact)).filter((message) => message.reference === delivered.id)).toHaveLength(1)
})

test('marks the message undelivered and the conversation failed after the last retry, and a member can retry', async () => {
  const contact = await makeUnreachable()
  const { id, carrierId } = await send(contact, 'Please call')
  await sendReceipt(id, carrierId, 'undelivered', 30008)
  await comes(id)
  const second = (await submitted(id, carrierId)).carrier_id as string
  await sendReceipt(id, second, 'undelivered', 30008)
  expect(await row(id)).toMatchObject({ state: 'undelivered', retries: 1 })
  expect(await isFailed(contact)).toBe(true)
  const repeated = await t.as(t.acme.gus).call(retryMessage, { params: { id } })
  expect(repeated).toMatchObject({ http: 200, body: { message: { id } } })
  // The sender may be faster than the answer.
  expect(['queued', 'submitting', 'submitted']).toContain(repeated.body.message.state)
  expect(await isFailed(contact)).toBe(false)
  const third = (await submitted(id, second)).carrier_id as string
  await sendReceipt(id, third, 'delivered')
  expect(await row(id)).toMatchObject({ state: 'delivered', attempts: 3 })
  expect((await t.as(t.acme.gus).call(retryMessage, { params: { id } })).body.code).toBe('cannot_retry')
})

test('flags the number as suspect after five messages in 30 days given up for no signal', async () => {
  const contact = await makeUnreachable()
  const isSuspect = async () =>
    (await sql`select from contact where id = ${contact.id} and suspect_since is not null`.execute(db(t.acme))).rows
      .length === 1
  for (let n = 1; n <= 6; n += 1) {
    const { id, carrierId } = await send(contact, `Still there? ${n}`)
    // Only the end of the last retry counts.
    await sendReceipt(id, carrierId, 'undelivered', 30003)
    await sql`update message set state = 'submitted', retries = 4, due_at = null, hold_reason = null, earlier_carrier_ids = null where id = ${id}`.execute(
      db(t.acme),
    )
    await sendReceipt(id, carrierId, 'failed', 30003)
    expect(await row(id)).toMatchObject({ state: 'failed' })
    // Moves the first failure out of the 30-day window.
    if (n === 1)
      await sql`update contact set unreachable_at = array[now() - interval '31 days'] where id = ${contact.id}`.execute(
        db(t.acme),
      )
    expect({ n, suspect: await isSuspect() }).toEqual({ n, suspect: n === 6 })
  }
})

test('sends files as a link, once, to a phone that cannot show them', async () => {
  const contact = await makeUnreachable()
  const { file } = (await upload(t, t.acme.ann, await photo(300, 200), 'plan.jpg')).body
  const body = { contactId: contact.id, body: 'The plan', mediaIds: [file.id] }
  const { id } = (await t.as(t.acme.ann).call(sendMessage, { body })).body.message
  const first = (await submitted(id)).carrier_id as string
  await sendReceipt(id, first, 'undelivered', 30011)
  const second = (await submitted(id, first)).carrier_id as string
  const [asFile, asLink] = (await sentTo(contact)).filter((message) => message.reference === id)
  expect(asFile?.body).toBe('The plan')
  expect(asLink?.body).toMatch(/^The plan\nhttps?:\/\/\S+\/l\/\w+$/)
  await sendReceipt(id, second, 'undelivered', 30011)
  expect(await row(id)).toMatchObject({ state: 'undelivered', retries: 1 })
})

test('does not retry the old number of a contact whose number changed', async () => {
  const contact = await makeUnreachable()
  const { id, carrierId } = await send(contact, 'Old number?')
  await sendReceipt(id, carrierId, 'undelivered', 30003)
  await sql`update contact set phone = '+14155553990' where id = ${contact.id}`.execute(db(t.acme))
  await comes(id)
  await t.until(async () => (await row(id))?.state === 'suppressed')
  expect(await row(id)).toMatchObject({ error_code: 'number_changed', due_at: null })
  expect(await sentTo(contact)).toHaveLength(1)
  expect(await isFailed(contact)).toBe(true)
})

test('cancels a waiting retry: the message stays undelivered with its reason', async () => {
  const contact = await makeUnreachable()
  const { id, carrierId } = await send(contact, 'Never mind')
  await sendReceipt(id, carrierId, 'undelivered', 30003)
  const answer = await t
    .as(t.acme.ann)
    .call(cancelScheduled, { query: { message_id: id, conversation_id: contact.id } })
  expect(answer.body.message).toMatchObject({ state: 'undelivered', errorCode: '30003', reason: expect.any(String) })
  expect(await isFailed(contact)).toBe(true)
  await comes(id)
  // Texts leave a line by age: once a later one has left, the sender has passed over this one.
  await send(await makeUnreachable(), 'After it')
  expect((await sentTo(contact)).length).toBe(1)
})

test('refuses a retry that cannot help, is of another organization, or is by a viewer', async () => {
  const contact = await makeUnreachable()
  const { id, carrierId } = await send(contact, 'FREE!!! http://a.b')
  await sendReceipt(id, carrierId, 'undelivered', 30007)
  const call = (user = t.acme.ann) => t.as(user).call(retryMessage, { params: { id } })
  expect((await call()).body.code).toBe('cannot_retry')
  expect((await call(t.beta.ann)).http).toBe(404)
  expect((await call(t.acme.vic)).body.code).toBe('not_permitted')
})

test('marks a conversation failed until a later message is delivered or written', async () => {
  const contact = await makeUnreachable()
  const first = await send(contact, 'One')
  await sendReceipt(first.id, first.carrierId, 'undelivered', 30007)
  expect(await isFailed(contact)).toBe(true)
  const second = await send(contact, 'Two')
  expect(await isFailed(contact)).toBe(false)
  await sendReceipt(second.id, second.carrierId, 'delivered')
  const third = await send(contact, 'Three')
  const fourth = await send(contact, 'Four')
  await sendReceipt(third.id, third.carrierId, 'undelivered', 30007)
  expect(await isFailed(contact)).toBe(false)
  await sendReceipt(fourth.id, fourth.carrierId, 'undelivered', 30004)
  expect(await isFailed(contact)).toBe(true)
  await sendReceipt(fourth.id, fourth.carrierId, 'delivered')
  expect(await isFailed(contact)).toBe(false)
})

test('pauses an unregistered line: its messages wait and are sent when it resumes', async () => {
  const contact = await makeUnreachable()
  const { id, carrierId } = await send(contact, 'Registered?')
  await sendReceipt(id, carrierId, 'undelivered', 30034)
  const line = () =>
    sql<{
      state: string
      paused_reason: string
    }>`select state, paused_reason from line where id = ${t.acme.line.id}`.execute(db(t.acme))
  expect((await line()).rows[0]).toMatchObject({ state: 'paused', paused_reason: expect.stringContaining('not ready') })
  const waiting = (await t.as(t.acme.ann).call(sendMessage, { body: { contactId: contact.id, body: 'Waits' } })).body
    .message
  const foreign = (await t.as(t.beta.ann).call(sendMessage, { body: { contactId: t.beta.bob.id, body: 'Goes' } })).body
    .message
  await t.until(async () => (await t.carrier.sent()).some((message) => message.reference === foreign.id))
  expect((await row(waiting.id))?.state).toBe('queued')
  await sql`update line set state = 'active', paused_reason = null where id = ${t.acme.line.id}`.execute(db(t.acme))
  t.process.kernel.signals.wakeUp('texts')
  await submitted(waiting.id)
})
