import { conversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import type { IncomingMessage, MessageStatus } from '@crewline/contract/events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, makeUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('delivers a message, updates its status, and shows it to every teammate', async () => {
  const gus = await t.connectClient(t.acme.gus)
  const stranger = await t.connectClient(t.beta.ann)
  const sent = await t.as(t.acme.ann).call(sendMessage, {
    body: { contactId: t.acme.bob.id, body: 'Can you come at 6?', clientMessageId: t.process.kernel.world.id() },
  })
  expect(sent).toMatchObject({
    http: 200,
    body: {
      status: 'OK',
      message: { holdReason: null, dueAt: null, segments: 1, encoding: 'GSM-7', sender: { firstname: 'Ann' } },
    },
  })
  const { id } = sent.body.message
  await gus.next('outgoing-message', { message: { id, body: 'Can you come at 6?' } })
  await gus.next<MessageStatus>('message-status', (event) =>
    event.items.some((item) => item.messageId === id && item.state === 'delivered'),
  )
  await t.drain()
  expect((await t.carrier.sent()).filter((message) => message.reference === id)).toEqual([
    expect.objectContaining({ from: t.acme.line.phone, to: t.acme.bob.phone, body: 'Can you come at 6?' }),
  ])
  expect(stranger.all('outgoing-message')).toEqual([])
})

test('receives a reply once, as unread, live, and reopens an archived conversation', async () => {
  const ann = await t.connectClient(t.acme.ann)
  await t.carrier.texts(t.acme.bob.phone, 'Yes, on my way', t.acme.line.phone)
  const event = await ann.next<IncomingMessage>('message', { contactId: t.acme.bob.id })
  expect(event).toMatchObject({
    contactId: t.acme.bob.id,
    body: 'Yes, on my way',
    contact: { firstname: 'Bob' },
  })
  const thread = await t.as(t.acme.gus).call(conversation, { params: { id: t.acme.bob.id } })
  expect(thread.body.messages.at(-1)).toMatchObject({ direction: 'in', state: 'received', body: 'Yes, on my way' })
  expect(thread.body.conversation).toMatchObject({
    unreadCount: 1,
    archived: false,
    lastMessage: { direction: 'in', preview: 'Yes, on my way' },
  })
})

test('returns the same message for a repeated key, and refuses other content under it', async () => {
  const clientMessageId = t.process.kernel.world.id()
  const body = { contactId: t.acme.dan.id, body: 'Only once', clientMessageId }
  const answers = await Promise.all(Array.from({ length: 8 }, () => t.as(t.acme.ann).call(sendMessage, { body })))
  expect(new Set(answers.map((answer) => answer.body.message.id)).size).toBe(1)
  expect(answers.filter((answer) => answer.body.deduplicated).length).toBe(7)
  const differentBody = await t.as(t.acme.ann).call(sendMessage, { body: { ...body, body: 'Other words' } })
  expect(differentBody).toMatchObject({ http: 409, body: { code: 'key_reused' } })
  await t.drain()
  expect((await t.carrier.sent()).filter((message) => message.body === 'Only once')).toHaveLength(1)
})

test('does not tell a limited member that a key belongs to a message they cannot see', async () => {
  const clientMessageId = t.process.kernel.world.id()
  await t.as(t.acme.ann).call(sendMessage, { body: { contactId: t.acme.dan.id, body: 'Secret', clientMessageId } })
  const group = await makeGroup(t.process.kernel, t.acme.id, 'Bob only', [t.acme.bob.id])
  const lim = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Lim', lastname: 'Acme', role: 'agent' })
  await limitTo(t.process.kernel, lim, [group])
  const guess = { contactId: t.acme.bob.id, body: 'Guess', clientMessageId }
  expect(await t.as(lim).call(sendMessage, { body: guess })).toMatchObject({ http: 404, body: { code: 'not_found' } })
  expect((await t.as(t.acme.ann).call(sendMessage, { body: guess })).body.code).toBe('key_reused')
})

test('applies STOP immediately with one reply, and START undoes it', async () => {
  const { cat, ann, line } = t.acme
  await t.carrier.texts(cat.phone, 'Stop!', line.phone)
  await t.until(async () =>
    (await t.carrier.sent()).some((message) => message.to === cat.phone && message.body.includes('opted out')),
  )
  const refused = await t.as(ann).call(sendMessage, { body: { contactId: cat.id, body: 'Hello?' } })
  expect(refused).toMatchObject({
    http: 422,
    body: {
      code: 'recipient_opted_out',
      notification: { message: 'Cat opted out. Only Cat can undo this, by texting START.' },
    },
  })
  await t.carrier.texts(cat.phone, 'STOP', line.phone)
  await t.drain()
  expect((await t.carrier.sent()).filter((message) => message.to === cat.phone)).toHaveLength(1)
  await t.carrier.texts(cat.phone, 'start', line.phone)
  await t.until(async () =>
    (await t.carrier.sent()).some((message) => message.to === cat.phone && message.body.includes('You are back')),
  )
  expect((await t.as(ann).call(sendMessage, { body: { contactId: cat.id, body: 'Welcome back' } })).http).toBe(200)
})

test('creates a contact for an unknown number and applies its STOP', async () => {
  const ann = await t.connectClient(t.acme.ann)
  await t.carrier.texts('+14155550177', 'stop', t.acme.line.phone)
  const event = await ann.next<IncomingMessage>('message', (message) => message.body === 'stop')
  expect(event.contact).toMatchObject({ firstname: 'Unknown', lastname: '(…0177)', phone: '+14155550177' })
  const refused = await t
    .as(t.acme.ann)
    .call(sendMessage, { body: { contactId: event.contactId, body: 'Who is this?' } })
  expect(refused.body.code).toBe('recipient_opted_out')
})

test('refuses empty, too long and foreign messages with an explanation', async () => {
  const call = (body: object) => t.as(t.acme.ann).call(sendMessage, { body: body as never })
  expect(await call({ contactId: t.acme.bob.id, body: '  \n ' })).toMatchObject({
    http: 422,
    body: { code: 'message_empty', fieldErrors: { body: expect.any(String) } },
  })
  expect(await call({ contactId: t.acme.bob.id, body: '😀'.repeat(700) })).toMatchObject({
    http: 422,
    body: { code: 'message_too_long' },
  })
  expect(await call({ contactId: t.beta.bob.id, body: 'Hello' })).toMatchObject({
    http: 404,
    body: { code: 'not_found' },
  })
  expect(await call({ contactId: t.acme.bob.id, body: 'Hello', organizationId: t.beta.id })).toMatchObject({
    http: 409,
    body: { code: 'wrong_organization' },
  })
  expect(await t.as(t.acme.vic).call(sendMessage, { body: { contactId: t.acme.bob.id, body: 'Hello' } })).toMatchObject(
    { http: 422, body: { code: 'not_permitted' } },
  )
})

test('stores and bills text in Unicode normal form with single-character line breaks', async () => {
  const sent = await t.as(t.acme.ann).call(sendMessage, {
    body: { contactId: t.acme.dan.id, body: `${'e\u0301'.repeat(80)}\r\n${'a'.repeat(79)}  \n` },
  })
  expect(sent.body.message).toMatchObject({
    encoding: 'GSM-7',
    segments: 1,
    body: `${'é'.repeat(80)}\n${'a'.repeat(79)}`,
  })
  await t.drain()
  expect((await t.carrier.sent()).at(-1)?.body).toBe(sent.body.message.body)
})

test('merges identical messages without a key within two seconds, only for the same text, sender and contact', async () => {
  const send = (user = t.acme.ann, contact = t.acme.dan, body = 'Double click') =>
    t.as(user).call(sendMessage, { body: { contactId: contact.id, body } })
  // A busy machine may need more than two seconds for two calls.
  const { first, repeated } = await t.until(async () => {
    const calls = { first: await send(), repeated: await send() }
    return calls.repeated.body.deduplicated && calls
  })
  expect(repeated.body.message.id).toBe(first.body.message.id)
  for (const response of [
    await send(t.acme.gus),
    await send(t.acme.ann, t.acme.bob),
    await send(t.acme.ann, t.acme.dan, 'Double clicks'),
  ])
    expect(response.body.deduplicated).toBeUndefined()
})

test('scopes keys to the organization and compares them without case', async () => {
  const clientMessageId = t.process.kernel.world.id()
  const mine = await t.as(t.acme.ann).call(sendMessage, {
    body: { contactId: t.acme.bob.id, body: 'Keyed', clientMessageId, organizationId: t.acme.id.toUpperCase() },
  })
  const theirs = await t
    .as(t.beta.ann)
    .call(sendMessage, { body: { contactId: t.beta.bob.id, body: 'Keyed', clientMessageId } })
  const capitals = await t.as(t.acme.gus).call(sendMessage, {
    body: { contactId: t.acme.bob.id.toUpperCase(), body: 'Keyed', clientMessageId: clientMessageId.toUpperCase() },
  })
  expect([mine.http, theirs.http, capitals.http]).toEqual([200, 200, 200])
  expect(theirs.body.message.id).not.toBe(mine.body.message.id)
  expect(capitals.body).toMatchObject({ deduplicated: true, message: { id: mine.body.message.id } })
})

test('a resend must reference a message sent to this contact', async () => {
  const { ann, bob, dan } = t.acme
  const first = await t.as(ann).call(sendMessage, { body: { contactId: bob.id, body: 'Did you get this?' } })
  const repeat = (contactId: string, resendOf: string) =>
    t.as(ann).call(sendMessage, { body: { contactId, body: 'Did you get this??', resendOf } })
  expect((await repeat(bob.id, first.body.message.id)).body.message.resendOf).toBe(first.body.message.id)
  expect((await repeat(dan.id, first.body.message.id)).http).toBe(404)
  const incoming = (await t.as(ann).call(conversation, { params: { id: bob.id } })).body.messages.find(
    (message) => message.direction === 'in',
  )
  expect((await repeat(bob.id, incoming?.id as string)).http).toBe(404)
})

test('limits a user to sixty messages per minute', async () => {
  const fast = await makeUser(t.process.kernel, t.beta.id, { firstname: 'Fay', lastname: 'Beta', role: 'agent' })
  // Texts to one person are written one after the other, and a call waits at most 15 s for its turn.
  const contacts = [t.beta.bob, t.beta.cat, t.beta.dan]
  const answers = await Promise.all(
    Array.from({ length: 63 }, (_, n) =>
      t.as(fast).call(sendMessage, { body: { contactId: contacts[n % 3]!.id, body: `Fast ${n}` } }),
    ),
  )
  expect(answers.filter((answer) => answer.http === 200)).toHaveLength(60)
  expect(answers.filter((answer) => answer.http === 429).map((answer) => answer.body.code)).toEqual([
    'slow_down',
    'slow_down',
    'slow_down',
  ])
  expect(
    (await t.as(t.beta.ann).call(sendMessage, { body: { contactId: t.beta.dan.id, body: 'Not fast' } })).http,
  ).toBe(200)
})

test('refuses to send for an organization without a line', async () => {
  const bare = await makeOrg(t.process.kernel, 'Bare', 5)
  await sql`update line set org_id = ${t.beta.id}, is_default = false where id = ${bare.line.id}`.execute(
    t.process.kernel.database.asSystem('tests take a line away'),
  )
  const refused = await t.as(bare.ann).call(sendMessage, { body: { contactId: bare.bob.id, body: 'Hello' } })
  expect(refused).toMatchObject({ http: 422, body: { code: 'no_line' } })
})

test('delivers messages to one contact in the order they were written, however slow the carrier', async () => {
  await t.carrier.behaves({ latencyMs: 15 })
  const bodies = Array.from({ length: 12 }, (_, n) => `Step ${n}`)
  for (const body of bodies) await t.as(t.acme.gus).call(sendMessage, { body: { contactId: t.acme.dan.id, body } })
  await t.drain()
  await t.carrier.behaves({ latencyMs: 0 })
  expect((await t.carrier.sent()).map((message) => message.body).filter((body) => body.startsWith('Step'))).toEqual(
    bodies,
  )
})
