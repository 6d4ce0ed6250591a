import type { IncomingMessage, MessageStatus } from '@crewline/contract/events'
import { readContact } from '@crewline/contract/contacts'
import { conversation } from '@crewline/contract/inbox'
import { editLine } from '@crewline/contract/lines'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact } from '../../../../test/kit/cast.ts'
import { telnyxCall, telnyxMessage } from '../../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { photo } from '../../../../test/kit/files.ts'
import { backfill } from '../../delivery/backfill.ts'
import { fetchPending } from '../../files/index.ts'
import { textHookUrl } from '../../lines/index.ts'
import { carriersOf } from '../registry.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ carrier: 'telnyx' })
})
afterAll(() => t.close())

const text = (body: string, contactId = t.acme.bob.id) =>
  t.as(t.acme.ann).call(sendMessage, { body: { contactId, body } })
const thread = async (id = t.acme.bob.id) =>
  (await t.as(t.acme.gus).call(conversation, { params: { id } })).body.messages
const address = () => textHookUrl(t.process.kernel.config.publicUrl, t.acme.line)
const post = async (call: { body: string; headers: Record<string, string> }, url = address()) =>
  (await fetch(url, { method: 'POST', ...call })).status
const fromBob = (id: string, body: string): Parameters<typeof telnyxMessage>[0] => ({
  id,
  text: [t.acme.bob.phone, t.acme.line.phone, body],
})

test('sends a message through Telnyx and processes its receipts', async () => {
  const gus = await t.connectClient(t.acme.gus)
  const sent = await text('Can you come at 6? ñ😀')
  const { id } = sent.body.message
  await gus.next<MessageStatus>('message-status', (event) =>
    event.items.some((item) => item.messageId === id && item.state === 'delivered'),
  )
  await t.drain()
  expect((await t.carrier.sent()).filter((message) => message.body.startsWith('Can you come'))).toEqual([
    expect.objectContaining({ from: t.acme.line.phone, to: t.acme.bob.phone, body: 'Can you come at 6? ñ😀' }),
  ])
})

test('stores an inbound message once, even when Telnyx repeats it', async () => {
  const ann = await t.connectClient(t.acme.ann)
  await t.carrier.texts(t.acme.bob.phone, 'Yes & on my way + 😀', t.acme.line.phone)
  await ann.next<IncomingMessage>('message', (event) => event.body === 'Yes & on my way + 😀')
  const call = telnyxCall(telnyxMessage(fromBob('11111111-1111-4111-8111-111111111111', 'Again')))
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(call)))
  expect(answers).toEqual(Array<number>(10).fill(200))
  expect((await thread()).filter((message) => message.body === 'Again')).toHaveLength(1)
})

test('refuses webhooks that are forged, stale, changed, unsigned or replayed at another number', async () => {
  const payload = telnyxMessage(fromBob('22222222-2222-4222-8222-222222222222', 'Forged'))
  const call = telnyxCall(payload)
  for (const hostile of [
    telnyxCall(payload, { isForged: true }),
    telnyxCall(payload, { at: Date.now() - 301_000 }),
    telnyxCall(payload, { at: Date.now() + 302_000 }),
    { ...call, body: call.body.replace('Forged', 'forged') },
    { ...call, headers: { 'content-type': 'application/json' } },
  ])
    expect(await post(hostile)).toBe(401)
  // All numbers of an account are signed with the same key: the signature is right, the number is not.
  expect(await post(call, textHookUrl(t.process.kernel.config.publicUrl, t.beta.line))).toBe(401)
  expect(await post(telnyxCall('{"data":1}'))).toBe(400)
  expect((await thread()).map((message) => message.body)).not.toContain('Forged')
})

test('ignores a receipt that is replayed for another message', async () => {
  const sent = await text('Only this one', t.acme.dan.id)
  const { id } = sent.body.message
  await t.until(async () => (await thread(t.acme.dan.id)).some((row) => row.id === id && row.state === 'delivered'))
  const receipt = { id: '33333333-3333-4333-8333-333333333333', state: 'delivery_failed', code: '40300' }
  const call = telnyxCall(telnyxMessage(receipt, { from: { phone_number: t.acme.line.phone } }))
  expect(await post(call, `${address()}/${id}`)).toBe(200)
  expect((await thread(t.acme.dan.id)).find((row) => row.id === id)?.state).toBe('delivered')
  expect((await text('Still fine', t.acme.dan.id)).http).toBe(200)
  await t.drain()
})

test('applies a receipt that comes to the address of the line, because its own address failed', async () => {
  await t.carrier.phone(t.acme.dan.phone, { receipts: 'lost' })
  const { id } = (await text('Receipt goes astray', t.acme.dan.id)).body.message
  const isIn = (state: string) => async () =>
    (await thread(t.acme.dan.id)).some((row) => row.id === id && row.state === state)
  await t.until(isIn('submitted'))
  await t.carrier.phone(t.acme.dan.phone, { receipts: 'ok' })
  const { rows } = await sql<{ carrier_id: string }>`select carrier_id from message where id = ${id}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  const receipt = telnyxMessage(
    { id: rows[0]?.carrier_id ?? '', state: 'delivered' },
    { from: { phone_number: t.acme.line.phone }, webhook_url: `${address()}/${id}` },
  )
  expect(await post(telnyxCall(receipt))).toBe(200)
  expect(await isIn('delivered')()).toBe(true)
})

test('sends nothing twice when the connection is lost after Telnyx accepted a message', async () => {
  await t.carrier.behaves({ mode: 'accept_then_drop' })
  const sent = await text('Only once', t.acme.dan.id)
  await t.until(async () => (await t.carrier.sent()).some((message) => message.body === 'Only once'))
  await t.carrier.behaves({ mode: 'ok' })
  const { id } = sent.body.message
  await t.until(async () => (await thread(t.acme.dan.id)).find((row) => row.id === id)?.state === 'delivered')
  await t.drain()
  expect((await t.carrier.sent()).filter((message) => message.body === 'Only once')).toHaveLength(1)
})

test('explains a landline that Telnyx reports later, and texts it no more', async () => {
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Lou', '+14155556201')
  await text('Hello', contact.id)
  await t.drain()
  await t.carrier.phone(contact.phone, { delivery: 'landline' })
  const sent = await text('To a wall', contact.id)
  const { id } = sent.body.message
  const failed = await t.until(async () =>
    (await thread(contact.id)).find((row) => row.id === id && row.state === 'undelivered'),
  )
  expect(failed).toMatchObject({ errorCode: '40001', reason: "This number can't get texts. It may be a landline." })
  expect((await text('Again', contact.id)).body.code).toBe('recipient_landline')
})

test('follows an opt-out that only Telnyx knows, and what Telnyx answered itself', async () => {
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Ada', '+14155556202')
  const reach = async () => (await t.as(t.acme.ann).call(readContact, { query: { id: contact.id } })).body.contact.reach
  const keyword = async (body: string, autoresponse_type: string) => {
    const event = {
      id: t.process.kernel.world.id(),
      text: [contact.phone, t.acme.line.phone, body] as [string, string, string],
    }
    expect(await post(telnyxCall(telnyxMessage(event, { autoresponse_type })))).toBe(200)
  }
  await keyword('nicht mehr', 'STOP')
  expect(await reach()).toBe('opted_out')
  await keyword('wieder', 'START')
  expect(await reach()).toBe('can_text')
  await t.drain()
  expect((await t.carrier.sent()).filter((message) => message.to === contact.phone)).toEqual([])
  await text('Welcome back', contact.id)
  await t.drain()
  await t.carrier.phone(contact.phone, { delivery: 'opted_out' })
  await text('Hello?', contact.id)
  await t.until(async () => (await reach()) === 'opted_out')
})

test('receives pictures, and fetches those whose webhook was lost', async () => {
  const file = { bytes: await photo(), mime: 'image/jpeg' }
  await t.carrier.sendsFiles(t.acme.cat.phone, [file], { body: 'Look', to: t.acme.line.phone })
  const withFile = (body: string) => async () =>
    (await thread(t.acme.cat.id)).find(
      (message) => message.body === body && message.media.length === 1 && message.media[0]?.state === 'ready',
    )
  // A fetch that failed is tried again later.
  await t.until(async () => {
    await fetchPending(t.process.kernel)
    return withFile('Look')()
  })
  await t.carrier.behaves({ lostCallbacksPct: 100 })
  await t.carrier.sendsFiles(t.acme.cat.phone, [file], { body: 'Lost picture', to: t.acme.line.phone })
  await t.carrier.behaves({ lostCallbacksPct: 0 })
  // A backfill leaves what it could not list to the next one.
  await t.until(async () => {
    await backfill(t.process.kernel, 3_600_000)
    await fetchPending(t.process.kernel)
    return withFile('Lost picture')()
  })
  expect(await backfill(t.process.kernel, 3_600_000)).toBe(0)
  expect((await thread(t.acme.cat.id)).filter(({ body }) => body === 'Lost picture')).toHaveLength(1)
})

test('pauses a number that left its account and keeps every waiting text', async () => {
  const { kernel } = t.process
  const { line } = t.acme
  const carrier = carriersOf(kernel.config, kernel.world).get('telnyx')
  const register = (phone: string, account: string, key: string) =>
    carrier?.setUp?.({ ...line.credentials, account, key }, { phone, label: '', inboundUrl: address() })
  const states = async () => {
    const { rows } = await sql<{ state: string; error_code: string | null }>`
      select state, error_code from message where body like 'Waits %'`.execute(kernel.database.ofOrg(t.acme.id))
    return rows
  }
  const stateOfLine = async () =>
    (
      await sql<{ state: string; paused_reason: string | null }>`
        select state, paused_reason from line where id = ${line.id}`.execute(kernel.database.ofOrg(t.acme.id))
    ).rows[0]
  // The account keeps another number, or the carrier would not know it anymore.
  await register('+13125550778', line.credentials.account, line.credentials.key)
  await register(line.phone, `KEY${'9'.repeat(32)}`, 'another-key')
  const contacts = await Promise.all(
    Array.from({ length: 5 }, (_, n) => makeContact(kernel, t.acme.id, 'Wim', `+1415555721${n}`)),
  )
  await Promise.all(contacts.map((contact, n) => text(`Waits ${n}`, contact.id)))
  await t.until(async () => (await stateOfLine())?.state === 'paused')
  expect((await stateOfLine())?.paused_reason).toContain("isn't in your account")
  await t.until(async () => (await states()).every((message) => message.state === 'queued'))

  await register(line.phone, line.credentials.account, line.credentials.key)
  await t.as(t.acme.ann).call(editLine, { query: { id: line.id }, body: { paused: false } })
  await t.until(async () => (await states()).every((message) => message.state === 'delivered'))
  expect((await t.carrier.sent()).filter((message) => message.body.startsWith('Waits '))).toHaveLength(5)
})
