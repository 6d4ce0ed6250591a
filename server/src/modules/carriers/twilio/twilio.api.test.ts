import type { IncomingMessage, MessageStatus } from '@crewline/contract/events'
import { readContact } from '@crewline/contract/contacts'
import { conversation } from '@crewline/contract/inbox'
import { editLine } from '@crewline/contract/lines'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact } from '../../../../test/kit/cast.ts'
import { twilioCall } from '../../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { textHookUrl } from '../../lines/index.ts'
import { carriersOf } from '../registry.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ carrier: 'twilio' })
})
afterAll(() => t.close())

const text = (body: string, contactId = t.acme.bob.id) =>
  t.as(t.acme.ann).call(sendMessage, { body: { contactId, body } })
const thread = async (id = t.acme.bob.id) =>
  (await t.as(t.acme.gus).call(conversation, { params: { id } })).body.messages

test('sends a message through Twilio and processes its receipts', async () => {
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

test('stores an inbound message once, even when Twilio repeats it', async () => {
  const ann = await t.connectClient(t.acme.ann)
  await t.carrier.texts(t.acme.bob.phone, 'Yes & on my way + 😀', t.acme.line.phone)
  await ann.next<IncomingMessage>('message', (event) => event.body === 'Yes & on my way + 😀')
  const url = `${t.process.kernel.config.publicUrl}/hooks/twilio/${t.acme.line.id}`
  const call = twilioCall(t.acme.line, url, {
    MessageSid: `SM${'a'.repeat(32)}`,
    From: t.acme.bob.phone,
    To: t.acme.line.phone,
    Body: 'Again',
  })
  const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(url, { method: 'POST', ...call })))
  expect(answers.map((answer) => answer.status)).toEqual(Array<number>(10).fill(200))
  expect(await answers[0]?.text()).toBe('<Response/>')
  expect(answers[0]?.headers.get('content-type')).toContain('xml')
  expect((await thread()).filter((message) => message.body === 'Again')).toHaveLength(1)
})

test('refuses a webhook signed for another address or with another token', async () => {
  const url = `${t.process.kernel.config.publicUrl}/hooks/twilio/${t.acme.line.id}`
  const form = { MessageSid: 'SM1', From: t.acme.bob.phone, To: t.acme.line.phone, Body: 'Forged' }
  for (const call of [
    twilioCall(t.acme.line, `${url}/x`, form),
    twilioCall(t.beta.line, url, form),
    twilioCall(t.acme.line, url, { ...form, Extra: '1' }),
  ]) {
    const changed = { ...call, body: new URLSearchParams(form).toString() }
    expect((await fetch(url, { method: 'POST', ...changed })).status).toBe(401)
  }
  expect((await thread()).map((message) => message.body)).not.toContain('Forged')
})

test('applies STOP, answers it once, and reverts it on START', async () => {
  const { cat, line } = t.acme
  await t.carrier.texts(cat.phone, 'STOP', line.phone)
  await t.until(async () =>
    (await t.carrier.sent()).some((message) => message.to === cat.phone && message.body.includes('opted out')),
  )
  expect((await text('Hello?', cat.id)).body.code).toBe('recipient_opted_out')
  await t.carrier.texts(cat.phone, 'Start', line.phone)
  await t.until(async () =>
    (await t.carrier.sent()).some((message) => message.to === cat.phone && message.body.includes('You are back')),
  )
  expect((await text('Welcome back', cat.id)).http).toBe(200)
  await t.drain()
})

test('follows what Advanced Opt-Out of Twilio did, and does not answer what Twilio answered', async () => {
  const { kernel } = t.process
  const contact = await makeContact(kernel, t.acme.id, 'Ada', '+14155556100')
  const url = `${kernel.config.publicUrl}/hooks/twilio/${t.acme.line.id}`
  const deliver = async (body: string, OptOutType: string) => {
    const form = { MessageSid: `SM${kernel.world.id()}`, From: contact.phone, To: t.acme.line.phone, Body: body }
    const call = twilioCall(t.acme.line, url, { ...form, OptOutType })
    expect((await fetch(url, { method: 'POST', ...call })).status).toBe(200)
  }
  const contactAs = async () => (await t.as(t.acme.ann).call(readContact, { query: { id: contact.id } })).body.contact
  await deliver('nicht mehr', 'STOP')
  expect((await contactAs()).reach).toBe('opted_out')
  expect((await text('Hello?', contact.id)).body.code).toBe('recipient_opted_out')
  const { messages } = (await t.as(t.acme.gus).call(conversation, { params: { id: contact.id } })).body
  expect(messages.map((message) => message.event?.what ?? message.body)).toEqual(['nicht mehr', 'opted_out'])
  await deliver('wieder', 'START')
  expect((await contactAs()).reach).toBe('can_text')
  await deliver('Hilfe', 'HELP')
  await deliver('help', 'HELP')
  await deliver('STOP', 'STOP')
  expect((await contactAs()).reach).toBe('opted_out')
  await t.drain()
  expect((await t.carrier.sent()).filter((message) => message.to === contact.phone)).toEqual([])
  const { rows } =
    await sql`select action, method from consent_event where phone = ${contact.phone} order by id`.execute(
      kernel.database.ofOrg(t.acme.id),
    )
  expect(rows).toEqual(
    ['opt_out', 'opt_in', 'help', 'help', 'opt_out'].map((action) => ({ action, method: 'carrier' })),
  )
})

test('uses the receipt and never resends when the connection is lost after Twilio accepted a message', async () => {
  await t.carrier.behaves({ mode: 'accept_then_drop' })
  const sent = await text('Only once', t.acme.dan.id)
  await t.until(async () => (await t.carrier.sent()).some((message) => message.body === 'Only once'))
  await t.carrier.behaves({ mode: 'ok' })
  await t.until(
    async () =>
      (await thread(t.acme.dan.id)).find((message) => message.id === sent.body.message.id)?.state === 'delivered',
  )
  await t.drain()
  expect((await t.carrier.sent()).filter((message) => message.body === 'Only once')).toHaveLength(1)
})

test('shows a Twilio refusal with an explanation', async () => {
  const { dan } = t.acme
  await t.carrier.phone(dan.phone, { delivery: 'landline' })
  const sent = await text('To a wall', dan.id)
  const failed = await t.until(async () =>
    (await thread(dan.id)).find((message) => message.id === sent.body.message.id && message.state === 'failed'),
  )
  expect(failed).toMatchObject({ errorCode: '21614', reason: "This is a landline. It can't get texts." })
  expect((await text('Again', dan.id)).body.code).toBe('recipient_landline')
})

test('pauses a number that left its account and keeps every waiting text', async () => {
  const { kernel } = t.process
  const { line } = t.acme
  const carrier = carriersOf(kernel.config, kernel.world).get('twilio')
  const register = (phone: string, account: string, key: string) =>
    carrier?.setUp?.(
      { ...line.credentials, account, key },
      { phone, label: '', inboundUrl: textHookUrl(kernel.config.publicUrl, line) },
    )
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
  const contacts = await Promise.all(
    Array.from({ length: 5 }, (_, n) =>
      makeContact(kernel, t.acme.id, 'Wim', `+14155557${String(n).padStart(3, '0')}`),
    ),
  )
  // The account keeps another number, or the carrier would not know it anymore.
  await register('+13125550777', line.credentials.account, line.credentials.key)
  await register(line.phone, `AC${'9'.repeat(32)}`, 'another-token')
  await Promise.all(contacts.map((contact, n) => text(`Waits ${n}`, contact.id)))
  await t.until(async () => (await stateOfLine())?.state === 'paused')
  expect((await stateOfLine())?.paused_reason).toContain("isn't in your account")
  // One that was being marked when the line paused is marked for another moment, and returns to the queue.
  await t.until(async () =>
    (await states()).every((message) => message.state === 'queued' && message.error_code === null),
  )

  await register(line.phone, line.credentials.account, line.credentials.key)
  await t.as(t.acme.ann).call(editLine, { query: { id: line.id }, body: { paused: false } })
  await t.until(async () => (await states()).every((message) => message.state === 'delivered'))
  expect((await t.carrier.sent()).filter((message) => message.body.startsWith('Waits '))).toHaveLength(5)
})
