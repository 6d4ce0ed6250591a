import type { ContactUpdated, MessageStatus } from '@crewline/contract/events'
import { editContact, readContact, createContact } from '@crewline/contract/contacts'
import { conversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorker, type Worker } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
beforeAll(async () => {
  t = await house()
})
afterAll(() => t.close())

let nth = 0
const worker = (firstname = 'Wes') =>
  makeWorker(t.process.kernel, t.acme.id, firstname, `+141555503${String(nth++).padStart(2, '0')}`)
const text = (to: Worker, body = 'Hello') => t.as(t.acme.ann).call(sendMessage, { body: { contactId: to.id, body } })
const reachOf = async (one: Worker) =>
  (await t.as(t.acme.ann).call(readContact, { query: { id: one.id } })).body.contact.reach
const sentTo = async (one: Worker) =>
  (await t.carrier.sent()).filter((sent) => sent.to === one.phone).map((sent) => sent.body)
const historyOf = async (one: Worker) =>
  (
    await sql<{
      action: string
      method: string
      words: string
    }>`select action, method, words from consent_event where phone = ${one.phone} order by id`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows

/** Tells a text by hand and answers when the call is answered: from then on it must be honoured. */
async function says(one: Worker, body: string): Promise<void> {
  const id = `txt_${t.process.kernel.world.id()}`
  const call = nativeCall(t.acme.line, { type: 'inbound', id, from: one.phone, to: t.acme.line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}

test('when the call that says STOP is answered, STOP holds: no wait, no job in between', async () => {
  const one = await worker()
  const ear = await t.heard(t.acme.gus)
  await says(one, 'stop!')
  expect(await reachOf(one)).toBe('opted_out')
  expect(await text(one)).toMatchObject({ http: 422, body: { code: 'recipient_opted_out' } })
  await ear.next<ContactUpdated>(
    'contact-updated',
    (event) => event.contact.id === one.id && event.contact.reach === 'opted_out',
  )
  await t.drain()
  expect(await sentTo(one)).toEqual([expect.stringContaining('opted out')])
  expect(await historyOf(one)).toEqual([{ action: 'opt_out', method: 'keyword', words: 'stop!' }])
})

test('STOP with the worker\u2019s own name behind it holds; with another name a person is asked', async () => {
  const [rita, other] = [await worker('Rita'), await worker('Rita')]
  await says(rita, 'STOP Rita')
  expect(await reachOf(rita)).toBe('opted_out')
  await says(other, 'STOP Maria')
  expect(await reachOf(other)).toBe('can_text')
  const thread = await t.as(t.acme.ann).call(conversation, { params: { id: other.id }, query: {} })
  expect(thread.body.messages.at(-1)).toMatchObject({ body: 'STOP Maria', possibleOptOut: true })
  // Nobody is answered who only may have asked for it.
  await t.drain()
  expect([(await sentTo(rita)).length, (await sentTo(other)).length]).toEqual([1, 0])
})

test('who is called by another name than the one on paper signs with that one', async () => {
  const one = await worker('Guadalupe')
  await t.as(t.acme.ann).call(editContact, { query: { id: one.id }, body: { preferredName: 'Lupita' } })
  await says(one, 'alto - lupita')
  expect(await reachOf(one)).toBe('opted_out')
})

test('a second STOP is noted and answered by nothing; START is answered once too', async () => {
  const one = await worker()
  for (const body of ['STOP', 'STOP', 'Stop', 'arrêt']) await says(one, body)
  for (const body of ['start', 'START']) await says(one, body)
  await t.drain()
  expect((await sentTo(one)).map((body) => (body.includes('opted out') ? 'bye' : 'back'))).toEqual(['bye', 'back'])
  expect(await historyOf(one)).toHaveLength(6)
  expect(await reachOf(one)).toBe('can_text')
})

test('STOP and START told in one moment are obeyed in the order they came', async () => {
  const one = await worker()
  for (const body of ['STOP', 'START', 'STOP']) await says(one, body)
  expect(await reachOf(one)).toBe('opted_out')
})

test('what waited when STOP came is not sent', async () => {
  const one = await worker()
  await t.carrier.behaves({ mode: 'busy429' })
  const waiting = await text(one, 'Too late')
  expect(waiting.http).toBe(200)
  await says(one, 'STOP')
  await t.carrier.behaves({ mode: 'ok' })
  const ear = await t.heard(t.acme.ann)
  await t.until(async () => {
    const thread = await t.as(t.acme.ann).call(conversation, { params: { id: one.id } })
    return thread.body.messages.find((message) => message.id === waiting.body.message.id)?.state === 'suppressed'
  })
  await t.drain()
  expect(await sentTo(one)).toEqual([expect.stringContaining('opted out')])
  const thread = await t.as(t.acme.ann).call(conversation, { params: { id: one.id } })
  expect(thread.body.messages.find((message) => message.id === waiting.body.message.id)).toMatchObject({
    state: 'suppressed',
    errorCode: 'opted_out',
    reason: expect.stringContaining('opted out') as string,
  })
  ear.close()
})

test('a person who opted out stays so under another name, after being archived, and as somebody new', async () => {
  const one = await worker()
  await says(one, 'STOP')
  await t.as(t.acme.ann).call(editContact, { query: { id: one.id }, body: { firstname: 'Other', archived: true } })
  const again = await t.as(t.acme.ann).call(createContact, { body: { firstname: 'Brand new', phone: one.phone } })
  expect(again.body.contact).toMatchObject({ reach: 'opted_out', optedOutAt: expect.any(String) as string })
  expect((await text({ ...one, id: again.body.contact.id })).body.code).toBe('recipient_opted_out')
})

test('STOP to one organization leaves the other alone', async () => {
  const one = await worker()
  const there = await makeWorker(t.process.kernel, t.beta.id, 'Wes', one.phone)
  await says(one, 'STOP')
  expect((await t.as(t.beta.ann).call(sendMessage, { body: { contactId: there.id, body: 'Hello' } })).http).toBe(200)
})

test('a carrier that refuses because the person opted out there is believed: 21610', async () => {
  const one = await worker()
  const ear = await t.heard(t.acme.ann)
  await t.carrier.texts(one.phone, 'Hi', t.acme.line.phone)
  await t.carrier.phone(one.phone, { delivery: 'opted_out' })
  const sent = await text(one)
  expect(sent.http).toBe(200)
  const event = await ear.next<MessageStatus>('message-status', (told) =>
    told.items.some((item) => item.messageId === sent.body.message.id && item.state === 'failed'),
  )
  expect(event.items[0]).toMatchObject({ errorCode: '21610', reason: expect.stringContaining('opted out') as string })
  await ear.next<ContactUpdated>(
    'contact-updated',
    (told) => told.contact.id === one.id && told.contact.reach === 'opted_out',
  )
  expect((await text(one, 'And now?')).body.code).toBe('recipient_opted_out')
  expect(await historyOf(one)).toEqual([{ action: 'opt_out', method: 'carrier', words: '21610' }])
})

test('HELP is answered and opts nobody in or out; a plea is noted for people and changes nothing', async () => {
  const one = await worker()
  await says(one, 'Help?')
  await says(one, 'Don\u2019t text me when I sleep')
  expect(await reachOf(one)).toBe('can_text')
  await t.drain()
  expect(await sentTo(one)).toEqual([expect.stringContaining('Reply STOP')])
  expect((await historyOf(one)).map((event) => event.action)).toEqual(['help', 'possible_opt_out'])
})

test('a STOP that comes while many texts are on their way out stops what had not passed, and nothing goes after it', async () => {
  const one = await worker()
  await t.carrier.behaves({ latencyMs: 20 })
  const sends = Array.from({ length: 12 }, (_, n) =>
    t.as(t.acme.gus).call(sendMessage, { body: { contactId: one.id, body: `Race ${n}` } }),
  )
  await t.until(async () => (await sentTo(one)).length > 1)
  await says(one, 'STOP')
  const before = (await sentTo(one)).length
  await Promise.all(sends)
  await t.carrier.behaves({ latencyMs: 0 })
  await t.drain()
  const after = await sentTo(one)
  const states = (
    await t.as(t.acme.ann).call(conversation, { params: { id: one.id }, query: { limit: 200 } })
  ).body.messages
    .filter((message) => message.direction === 'out' && message.kind === 'text')
    .map((message) => message.state)
  // Whatever was marked before STOP committed may still arrive; everything else is suppressed, and all is accounted for.
  expect(after.filter((body) => body.startsWith('Race')).length).toBe(
    states.filter((state) => state === 'delivered').length,
  )
  expect(states.every((state) => state === 'delivered' || state === 'suppressed')).toBe(true)
  expect(after.filter((body) => body.includes('opted out'))).toHaveLength(1)
  expect(before).toBeGreaterThan(1)
})
