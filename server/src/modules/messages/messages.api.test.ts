import { conversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import type { IncomingMessage, MessageStatus, OutgoingMessage } from '@crewline/contract/events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, makePerson } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
beforeAll(async () => {
  t = await house()
})
afterAll(() => t.close())

test('a text goes out, its ticks move, and every teammate sees it', async () => {
  const gus = await t.heard(t.acme.gus)
  const stranger = await t.heard(t.beta.ann)
  const sent = await t.as(t.acme.ann).call(sendMessage, {
    body: { contactId: t.acme.bob.id, body: 'Can you come at 6?', clientMessageId: t.process.kernel.world.id() },
  })
  expect(sent).toMatchObject({
    http: 200,
    body: { status: 'OK', message: { state: 'queued', segments: 1, encoding: 'GSM-7', sender: { firstname: 'Ann' } } },
  })
  const { id } = sent.body.message
  const outgoing = await gus.next<OutgoingMessage>('outgoing-message')
  expect(outgoing.message).toMatchObject({ id, body: 'Can you come at 6?' })
  await gus.next<MessageStatus>('message-status', (event) =>
    event.items.some((item) => item.messageId === id && item.state === 'delivered'),
  )
  await t.drain()
  expect((await t.carrier.sent()).filter((one) => one.reference === id)).toEqual([
    expect.objectContaining({ from: t.acme.line.phone, to: t.acme.bob.phone, body: 'Can you come at 6?' }),
  ])
  expect(stranger.all('outgoing-message')).toEqual([])
})

test('a worker answers: the text is received once, unread, live, and an archived conversation comes back', async () => {
  const ann = await t.heard(t.acme.ann)
  await t.carrier.texts(t.acme.bob.phone, 'Yes, on my way', t.acme.line.phone)
  const event = await ann.next<IncomingMessage>('message')
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

test('the same key again, at once or later, is the same message; other words under it are refused', async () => {
  const clientMessageId = t.process.kernel.world.id()
  const body = { contactId: t.acme.dan.id, body: 'Only once', clientMessageId }
  const answers = await Promise.all(Array.from({ length: 8 }, () => t.as(t.acme.ann).call(sendMessage, { body })))
  expect(new Set(answers.map((one) => one.body.message.id)).size).toBe(1)
  expect(answers.filter((one) => one.body.deduplicated).length).toBe(7)
  const other = await t.as(t.acme.ann).call(sendMessage, { body: { ...body, body: 'Other words' } })
  expect(other).toMatchObject({ http: 409, body: { code: 'key_reused' } })
  await t.drain()
  expect((await t.carrier.sent()).filter((one) => one.body === 'Only once')).toHaveLength(1)
})

test('STOP is honoured in the same moment, answered once, and START undoes it', async () => {
  const { cat, ann, line } = t.acme
  await t.carrier.texts(cat.phone, 'Stop!', line.phone)
  await t.until(async () =>
    (await t.carrier.sent()).some((one) => one.to === cat.phone && one.body.includes('opted out')),
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
  expect((await t.carrier.sent()).filter((one) => one.to === cat.phone)).toHaveLength(1)
  await t.carrier.texts(cat.phone, 'start', line.phone)
  await t.until(async () =>
    (await t.carrier.sent()).some((one) => one.to === cat.phone && one.body.includes('You are back')),
  )
  expect((await t.as(ann).call(sendMessage, { body: { contactId: cat.id, body: 'Welcome back' } })).http).toBe(200)
})

test('a stranger who texts becomes a contact, and their STOP counts too', async () => {
  const ann = await t.heard(t.acme.ann)
  await t.carrier.texts('+14155550177', 'stop', t.acme.line.phone)
  const event = await ann.next<IncomingMessage>('message', (one) => one.body === 'stop')
  expect(event.contact).toMatchObject({ firstname: 'Unknown', lastname: '(…0177)', phone: '+14155550177' })
  const refused = await t
    .as(t.acme.ann)
    .call(sendMessage, { body: { contactId: event.contactId, body: 'Who is this?' } })
  expect(refused.body.code).toBe('recipient_opted_out')
})

test('empty, endless and foreign messages are refused in words', async () => {
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

test('a text is stored and billed in one normal form: marks join their letters, breaks are one character', async () => {
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

test('without a key the same words twice within two seconds are one message; other words, people and contacts are not', async () => {
  const say = (person = t.acme.ann, contact = t.acme.dan, body = 'Double click') =>
    t.as(person).call(sendMessage, { body: { contactId: contact.id, body } })
  const first = await say()
  const again = await say()
  expect(again.body).toMatchObject({ deduplicated: true, message: { id: first.body.message.id } })
  for (const other of [
    await say(t.acme.gus),
    await say(t.acme.ann, t.acme.bob),
    await say(t.acme.ann, t.acme.dan, 'Double clicks'),
  ])
    expect(other.body.deduplicated).toBeUndefined()
})

test('a key is an organization of its own: the same one elsewhere, or in capitals, is what it should be', async () => {
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

test('sending again names the text it repeats, which must be one that this worker was sent', async () => {
  const { ann, bob, dan } = t.acme
  const first = await t.as(ann).call(sendMessage, { body: { contactId: bob.id, body: 'Did you get this?' } })
  const repeat = (contactId: string, resendOf: string) =>
    t.as(ann).call(sendMessage, { body: { contactId, body: 'Did you get this??', resendOf } })
  expect((await repeat(bob.id, first.body.message.id)).body.message.resendOf).toBe(first.body.message.id)
  expect((await repeat(dan.id, first.body.message.id)).http).toBe(404)
  const incoming = (await t.as(ann).call(conversation, { params: { id: bob.id } })).body.messages.find(
    (one) => one.direction === 'in',
  )
  expect((await repeat(bob.id, incoming?.id as string)).http).toBe(404)
})

test('one person sends sixty texts a minute and is then told to wait', async () => {
  const fast = await makePerson(t.process.kernel, t.beta.id, { firstname: 'Fay', lastname: 'Beta', role: 'agent' })
  const answers = await Promise.all(
    Array.from({ length: 63 }, (_, n) =>
      t.as(fast).call(sendMessage, { body: { contactId: t.beta.dan.id, body: `Fast ${n}` } }),
    ),
  )
  expect(answers.filter((one) => one.http === 200)).toHaveLength(60)
  expect(answers.filter((one) => one.http === 429).map((one) => one.body.code)).toEqual([
    'slow_down',
    'slow_down',
    'slow_down',
  ])
  expect(
    (await t.as(t.beta.ann).call(sendMessage, { body: { contactId: t.beta.dan.id, body: 'Not fast' } })).http,
  ).toBe(200)
})

test('an organization without a line is told to get one', async () => {
  const bare = await makeOrg(t.process.kernel, 'Bare', 5)
  await sql`update line set org_id = ${t.beta.id}, is_default = false where id = ${bare.line.id}`.execute(
    t.process.kernel.database.asSystem('tests take a line away'),
  )
  const refused = await t.as(bare.ann).call(sendMessage, { body: { contactId: bare.bob.id, body: 'Hello' } })
  expect(refused).toMatchObject({ http: 422, body: { code: 'no_line' } })
})

test('texts to one worker arrive in the order in which they were written, however slow the carrier', async () => {
  await t.carrier.behaves({ latencyMs: 15 })
  const bodies = Array.from({ length: 12 }, (_, n) => `Step ${n}`)
  for (const body of bodies) await t.as(t.acme.gus).call(sendMessage, { body: { contactId: t.acme.dan.id, body } })
  await t.drain()
  await t.carrier.behaves({ latencyMs: 0 })
  expect((await t.carrier.sent()).map((one) => one.body).filter((body) => body.startsWith('Step'))).toEqual(bodies)
})
