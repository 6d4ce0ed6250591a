import type { ContactUpdated, MessageStatus } from '@crewline/contract/events'
import { editContact, readContact, createContact } from '@crewline/contract/contacts'
import { conversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

let nth = 0
const newContact = (firstname = 'Wes') =>
  makeContact(t.process.kernel, t.acme.id, firstname, `+141555503${String(nth++).padStart(2, '0')}`)
const text = (to: TestContact, body = 'Hello') =>
  t.as(t.acme.ann).call(sendMessage, { body: { contactId: to.id, body } })
const reachOf = async (contact: TestContact) =>
  (await t.as(t.acme.ann).call(readContact, { query: { id: contact.id } })).body.contact.reach
const sentTo = async (contact: TestContact) =>
  (await t.carrier.sent()).filter((sent) => sent.to === contact.phone).map((sent) => sent.body)
const historyOf = async (contact: TestContact) =>
  (
    await sql<{
      action: string
      method: string
      wording: string
    }>`select action, method, wording from consent_event where phone = ${contact.phone} order by id`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows

/** Delivers an inbound message and returns when the webhook is answered. From then on the message must take effect. */
async function deliverInbound(contact: TestContact, body: string): Promise<void> {
  const id = `txt_${t.process.kernel.world.id()}`
  const call = nativeCall(t.acme.line, { type: 'inbound', id, from: contact.phone, to: t.acme.line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}

test('applies STOP before its webhook is answered, without a delay or job', async () => {
  const contact = await newContact()
  const listener = await t.connectClient(t.acme.gus)
  await deliverInbound(contact, 'stop!')
  expect(await reachOf(contact)).toBe('opted_out')
  expect(await text(contact)).toMatchObject({ http: 422, body: { code: 'recipient_opted_out' } })
  await listener.next<ContactUpdated>(
    'contact-updated',
    (event) => event.contact.id === contact.id && event.contact.reach === 'opted_out',
  )
  await t.drain()
  expect(await sentTo(contact)).toEqual([expect.stringContaining('opted out')])
  expect(await historyOf(contact)).toEqual([{ action: 'opt_out', method: 'keyword', wording: 'stop!' }])
})

test('applies STOP followed by the contact name but leaves another name to a member', async () => {
  const [rita, otherRita] = [await newContact('Rita'), await newContact('Rita')]
  await deliverInbound(rita, 'STOP Rita')
  expect(await reachOf(rita)).toBe('opted_out')
  await deliverInbound(otherRita, 'STOP Maria')
  expect(await reachOf(otherRita)).toBe('can_text')
  const thread = await t.as(t.acme.ann).call(conversation, { params: { id: otherRita.id }, query: {} })
  expect(thread.body.messages.at(-1)).toMatchObject({ body: 'STOP Maria', possibleOptOut: true })
  // A possible opt-out gets no automatic answer.
  await t.drain()
  expect([(await sentTo(rita)).length, (await sentTo(otherRita)).length]).toEqual([1, 0])
})

test('accepts the preferred name as a signature after STOP', async () => {
  const contact = await newContact('Guadalupe')
  await t.as(t.acme.ann).call(editContact, { query: { id: contact.id }, body: { preferredName: 'Lupita' } })
  await deliverInbound(contact, 'alto - lupita')
  expect(await reachOf(contact)).toBe('opted_out')
})

test('records a second STOP without an answer, and answers START only once', async () => {
  const contact = await newContact()
  for (const body of ['STOP', 'STOP', 'Stop', 'arrêt']) await deliverInbound(contact, body)
  for (const body of ['start', 'START']) await deliverInbound(contact, body)
  await t.drain()
  expect((await sentTo(contact)).map((body) => (body.includes('opted out') ? 'bye' : 'back'))).toEqual(['bye', 'back'])
  expect(await historyOf(contact)).toHaveLength(6)
  expect(await reachOf(contact)).toBe('can_text')
})

test('confirms a second STOP and a second START within seconds', async () => {
  const contact = await newContact()
  for (const body of ['STOP', 'START', 'STOP', 'START', 'STOP']) {
    await deliverInbound(contact, body)
    await t.drain()
  }
  const kinds = (await sentTo(contact)).map((body) => (body.includes('opted out') ? 'bye' : 'back'))
  expect(kinds).toEqual(['bye', 'back', 'bye', 'back', 'bye'])
})

test('answers HELP each time, but not a machine that asks again and again', async () => {
  const contact = await newContact()
  await deliverInbound(contact, 'HELP')
  await deliverInbound(contact, 'help?')
  await t.drain()
  expect(await sentTo(contact)).toHaveLength(2)
  for (let n = 0; n < 6; n += 1) await deliverInbound(contact, 'HELP')
  await t.drain()
  expect(await sentTo(contact)).toHaveLength(5)
})

test('applies STOP and START in the order they arrived', async () => {
  const contact = await newContact()
  for (const body of ['STOP', 'START', 'STOP']) await deliverInbound(contact, body)
  expect(await reachOf(contact)).toBe('opted_out')
})

test('does not send messages that were queued when STOP arrived', async () => {
  const contact = await newContact()
  const setLine = (state: 'paused' | 'active') =>
    sql`update line set state = ${state} where id = ${t.acme.line.id}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  await setLine('paused')
  const waiting = await text(contact, 'Too late')
  expect(waiting.http).toBe(200)
  await deliverInbound(contact, 'STOP')
  await setLine('active')
  const listener = await t.connectClient(t.acme.ann)
  await t.until(async () => {
    const thread = await t.as(t.acme.ann).call(conversation, { params: { id: contact.id } })
    return thread.body.messages.find((message) => message.id === waiting.body.message.id)?.state === 'suppressed'
  })
  await t.drain()
  expect(await sentTo(contact)).toEqual([expect.stringContaining('opted out')])
  const thread = await t.as(t.acme.ann).call(conversation, { params: { id: contact.id } })
  expect(thread.body.messages.find((message) => message.id === waiting.body.message.id)).toMatchObject({
    state: 'suppressed',
    errorCode: 'opted_out',
    reason: expect.stringContaining('opted out') as string,
  })
  listener.close()
})

test('keeps an opt-out after the contact is renamed, archived or created again', async () => {
  const contact = await newContact()
  await deliverInbound(contact, 'STOP')
  await t.as(t.acme.ann).call(editContact, { query: { id: contact.id }, body: { firstname: 'Other', archived: true } })
  const recreated = await t
    .as(t.acme.ann)
    .call(createContact, { body: { firstname: 'Brand new', phone: contact.phone } })
  expect(recreated.body.contact).toMatchObject({ reach: 'opted_out', optedOutAt: expect.any(String) as string })
  expect((await text({ ...contact, id: recreated.body.contact.id })).body.code).toBe('recipient_opted_out')
})

test('applies STOP to one organization only', async () => {
  const contact = await newContact()
  const there = await makeContact(t.process.kernel, t.beta.id, 'Wes', contact.phone)
  await deliverInbound(contact, 'STOP')
  expect((await t.as(t.beta.ann).call(sendMessage, { body: { contactId: there.id, body: 'Hello' } })).http).toBe(200)
})

test('opts out a contact when the carrier refuses with 21610', async () => {
  const contact = await newContact()
  const listener = await t.connectClient(t.acme.ann)
  await t.carrier.texts(contact.phone, 'Hi', t.acme.line.phone)
  await t.carrier.phone(contact.phone, { delivery: 'opted_out' })
  const sent = await text(contact)
  expect(sent.http).toBe(200)
  const isFailed = ({ messageId, state }: MessageStatus['items'][number]) =>
    messageId === sent.body.message.id && state === 'failed'
  const event = await listener.next<MessageStatus>('message-status', ({ items }) => items.some(isFailed))
  expect(event.items.find(isFailed)).toMatchObject({
    errorCode: '21610',
    reason: expect.stringContaining('opted out') as string,
  })
  await listener.next<ContactUpdated>(
    'contact-updated',
    (update) => update.contact.id === contact.id && update.contact.reach === 'opted_out',
  )
  expect((await text(contact, 'And now?')).body.code).toBe('recipient_opted_out')
  expect(await historyOf(contact)).toEqual([{ action: 'opt_out', method: 'carrier', wording: '21610' }])
})

test('answers HELP without opting in or out, and only records a possible opt-out', async () => {
  const contact = await newContact()
  await deliverInbound(contact, 'Help?')
  await deliverInbound(contact, 'Don\u2019t text me when I sleep')
  expect(await reachOf(contact)).toBe('can_text')
  await t.drain()
  expect(await sentTo(contact)).toEqual([expect.stringContaining('Reply STOP')])
  expect((await historyOf(contact)).map((event) => event.action)).toEqual(['help', 'possible_opt_out'])
})

test('stops all remaining messages when STOP arrives in the middle of many sends', async () => {
  const contact = await newContact()
  await t.carrier.behaves({ latencyMs: 20 })
  const sends = Array.from({ length: 12 }, (_, n) =>
    t.as(t.acme.gus).call(sendMessage, { body: { contactId: contact.id, body: `Race ${n}` } }),
  )
  await t.until(async () => (await sentTo(contact)).length > 1)
  await deliverInbound(contact, 'STOP')
  const before = (await sentTo(contact)).length
  await Promise.all(sends)
  await t.carrier.behaves({ latencyMs: 0 })
  await t.drain()
  const after = await sentTo(contact)
  const states = (
    await t.as(t.acme.ann).call(conversation, { params: { id: contact.id }, query: { limit: 200 } })
  ).body.messages
    .filter((message) => message.direction === 'out' && message.kind === 'text')
    .map((message) => message.state)
  // Messages marked as submitting before STOP committed may still arrive; all others are suppressed, and every one is
  // accounted for.
  expect(after.filter((body) => body.startsWith('Race')).length).toBe(
    states.filter((state) => state === 'delivered').length,
  )
  expect(states.every((state) => state === 'delivered' || state === 'suppressed')).toBe(true)
  expect(after.filter((body) => body.includes('opted out'))).toHaveLength(1)
  expect(before).toBeGreaterThan(1)
})
