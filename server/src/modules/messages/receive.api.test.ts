import { readContact } from '@crewline/contract/contacts'
import { conversation } from '@crewline/contract/inbox'
import { judgeOptOut, sendMessage } from '@crewline/contract/messages'
import type { MessageChanged } from '@crewline/contract/events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGroup, limitTo, makeUser, makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { verifyChain } from '../consent/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

let nth = 0
const makeSender = () => makeContact(t.process.kernel, t.acme.id, 'Rex', `+141555570${String(nth++).padStart(2, '0')}`)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const threadOf = async (contact: TestContact) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: contact.id }, query: { limit: 200 } })).body
const reachOf = async (contact: TestContact) =>
  (await t.as(t.acme.ann).call(readContact, { query: { id: contact.id } })).body.contact.reach
const textsOf = async (contact: TestContact) =>
  (await threadOf(contact)).messages.filter((message) => message.direction !== 'internal')
const bodiesOf = async (contact: TestContact) => (await threadOf(contact)).messages.map((message) => message.body)
const eventsOf = async (contact: TestContact) =>
  (await threadOf(contact)).messages.flatMap(({ event }) => (event && !/assigned/.test(event.what) ? [event.what] : []))
const sentTo = async (contact: { phone: string }) =>
  (await t.carrier.sent()).filter((sent) => sent.to === contact.phone).map((sent) => sent.body)

/** Sends an inbound message through the webhook and waits until it is accepted. */
async function receiveText(
  contact: { phone: string },
  body: string,
  id = `txt_${t.process.kernel.world.id()}`,
): Promise<void> {
  const call = nativeCall(t.acme.line, { type: 'inbound', id, from: contact.phone, to: t.acme.line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}

describe('reactions', () => {
  test('are added to the message they refer to, can be removed, and do not create a message', async () => {
    const contact = await makeSender()
    const sent = await t
      .as(t.acme.ann)
      .call(sendMessage, { body: { contactId: contact.id, body: 'See you at 6, ok?' } })
    const client = await t.connectClient(t.acme.ann)
    await receiveText(contact, 'Liked “See you at 6, ok?”')
    await client.next<MessageChanged>('message-changed', (event) => event.message.reactions[0]?.emoji === '👍')
    await receiveText(contact, '❤️ to “See you at 6, ok?”')
    await receiveText(contact, 'Liked “See you at 6, ok?”')
    const thread = await threadOf(contact)
    const texts = await textsOf(contact)
    expect(texts).toHaveLength(1)
    expect(texts[0]?.reactions.map((reaction) => reaction.emoji)).toEqual(['❤️', '👍'])
    expect(thread.conversation.unreadCount).toBe(0)
    await receiveText(contact, 'Removed a like from “See you at 6, ok?”')
    await receiveText(contact, 'Removed a heart from “See you at 6, ok?”')
    expect((await textsOf(contact)).map((message) => [message.id, message.reactions])).toEqual([
      [sent.body.message.id, []],
    ])
    client.close()
  })

  test('to unknown text stay messages, and quoting STOP does not opt the contact out', async () => {
    const contact = await makeSender()
    await receiveText(contact, 'Liked “Something else”')
    expect(await bodiesOf(contact)).toEqual(['Liked “Something else”'])
    await t.as(t.acme.ann).call(sendMessage, { body: { contactId: contact.id, body: 'STOP' } })
    await receiveText(contact, 'Liked “STOP”')
    expect(await reachOf(contact)).toBe('can_text')
  })
})

describe('the answer to STOP, START and HELP', () => {
  test('is sent once when ten STOPs arrive at once, with one thread event per change', async () => {
    const contact = await makeSender()
    await Promise.all(Array.from({ length: 10 }, () => receiveText(contact, 'STOP')))
    await t.drain()
    expect(await sentTo(contact)).toHaveLength(1)
    expect(await eventsOf(contact)).toEqual(['opted_out'])
    await Promise.all(Array.from({ length: 5 }, () => receiveText(contact, 'START')))
    await t.drain()
    expect(await sentTo(contact)).toHaveLength(2)
    expect(await eventsOf(contact)).toEqual(['opted_out', 'opted_in'])
    expect(await verifyChain(db(), contact.phone)).toBe(true)
  })

  test.each([
    ['no quiero recibir más mensajes', 'Ya no te enviaremos textos'],
    ['Arrêtez de m’envoyer des messages', 'vous ne recevrez plus'],
    ['请不要再给我发短信了', '您已退订'],
    ['لا ترسلوا لي رسائل', 'لن تصلك رسائلنا'],
    ['Sispann voye mesaj ban mwen', 'Ou p ap jwenn mesaj'],
  ])('replies to %s in its language', async (body, answer) => {
    const contact = await makeSender()
    await receiveText(contact, body)
    await t.drain()
    expect(await sentTo(contact)).toEqual([expect.stringContaining(answer)])
    const [event] = (
      await sql<{ method: string }>`select method from consent_event where phone = ${contact.phone}`.execute(db())
    ).rows
    expect(event?.method).toBe('natural_language')
  })

  test('uses the language of the contact when it is known', async () => {
    const contact = await makeSender()
    await sql`update contact set language = 'vi' where id = ${contact.id}`.execute(db())
    await receiveText(contact, 'STOP')
    await t.drain()
    expect(await sentTo(contact)).toEqual([expect.stringContaining('Bạn sẽ không nhận tin nữa')])
  })

  test('treats YES as an opt-in only after an opt-out', async () => {
    const contact = await makeSender()
    await receiveText(contact, 'Yes')
    await receiveText(contact, 'Stop')
    await receiveText(contact, 'Sí')
    await t.drain()
    expect(await reachOf(contact)).toBe('can_text')
    expect(await eventsOf(contact)).toEqual(['opted_out', 'opted_in'])
    expect(await sentTo(contact)).toHaveLength(2)
  })

  test('names the help contact and is sent five times an hour for HELP', async () => {
    const contact = await makeSender()
    await sql`update organization set settings = settings || '{"helpContact": "HR, 312-555-0100"}' where id = ${t.acme.id}`.execute(
      t.process.kernel.database.asSystem('the test names a help contact'),
    )
    for (const body of ['HELP', 'Help?', 'info', 'HELP', 'HELP', 'HELP', 'HELP']) await receiveText(contact, body)
    await t.drain()
    expect(await sentTo(contact)).toEqual(
      Array.from({ length: 5 }, () => expect.stringContaining('Questions: HR, 312-555-0100. Msg') as string),
    )
    await sql`update consent_event set at = at - interval '2 hours' where phone = ${contact.phone}`
      .execute(t.process.kernel.database.asSystem('history is written once'))
      .then(
        () => expect.unreachable('the history could be changed'),
        (error: Error) => expect(error.message).toContain('permission denied'),
      )
  })

  test('stops after ten in ten minutes and is never sent to short codes or alphanumeric senders', async () => {
    const contact = await makeSender()
    // Drains after each keyword: otherwise the START welcome would not be sent after the next STOP.
    for (const body of Array.from({ length: 13 }, (_, index) => (index % 2 === 0 ? 'STOP' : 'START'))) {
      await receiveText(contact, body)
      await t.drain()
    }
    await receiveText({ phone: '72975' }, 'HELP')
    await receiveText({ phone: 'ACME-HR' }, 'HELP')
    await t.drain()
    expect(await sentTo(contact)).toHaveLength(10)
    expect(await reachOf(contact)).toBe('opted_out')
    expect([...(await sentTo({ phone: '72975' })), ...(await sentTo({ phone: 'ACME-HR' }))]).toEqual([])
  })
})

test('records a wrong-number reply in the thread and on the contact, and members can still reply', async () => {
  const contact = await makeSender()
  await receiveText(contact, 'You have the wrong person')
  expect(await eventsOf(contact)).toEqual(['wrong_number'])
  const result = await sql<{
    suspect: boolean
  }>`select suspect_since is not null as suspect from contact where id = ${contact.id}`.execute(db())
  expect(result.rows).toEqual([{ suspect: true }])
  expect((await t.as(t.acme.ann).call(sendMessage, { body: { contactId: contact.id, body: 'Sorry' } })).http).toBe(200)
  const otherContact = await makeSender()
  await receiveText(otherContact, 'Who is this?')
  expect(await eventsOf(otherContact)).toEqual(['wrong_number'])
  expect(
    (await sql`select from contact where id = ${otherContact.id} and suspect_since is not null`.execute(db())).rows,
  ).toEqual([])
})

describe('a message that may be an opt-out', () => {
  const flagged = async () => {
    const contact = await makeSender()
    await receiveText(contact, 'Don’t text me when I sleep')
    const [message] = (await threadOf(contact)).messages
    expect(message).toMatchObject({ possibleOptOut: true })
    return { one: contact, id: message?.id ?? '' }
  }
  const judgeIt = (id: string, optOut: boolean, by = t.acme.gus) =>
    t.as(by).call(judgeOptOut, { params: { id }, body: { optOut } })

  test('opts the contact out when a member confirms it, records it, notifies members at once, and only the contact can undo it', async () => {
    const { one, id } = await flagged()
    const client = await t.connectClient(t.acme.ann)
    const judged = await judgeIt(id, true)
    expect(judged).toMatchObject({ http: 200, body: { message: { id, possibleOptOut: false } } })
    await client.next<MessageChanged>(
      'message-changed',
      (event) => event.message.id === id && !event.message.possibleOptOut,
    )
    expect(await reachOf(one)).toBe('opted_out')
    expect(await eventsOf(one)).toEqual(['opted_out'])
    expect((await judgeIt(id, true)).http).toBe(200)
    expect((await judgeIt(id, false)).http).toBe(200)
    expect(await reachOf(one)).toBe('opted_out')
    expect(await eventsOf(one)).toEqual(['opted_out'])
    await t.drain()
    expect(await sentTo(one)).toEqual([])
    const history = await sql<{ action: string; method: string; user_id: string | null }>`
      select action, method, user_id from consent_event where phone = ${one.phone} order by id`.execute(db())
    expect(history.rows).toContainEqual({ action: 'opt_out', method: 'member', user_id: t.acme.gus.id })
    expect(await verifyChain(db(), one.phone)).toBe(true)
    client.close()
  })

  test('loses its flag when a member says it asks for something else', async () => {
    const { one, id } = await flagged()
    expect(await judgeIt(id, false)).toMatchObject({ http: 200, body: { message: { possibleOptOut: false } } })
    expect(await reachOf(one)).toBe('can_text')
    expect(await eventsOf(one)).toEqual(['not_opt_out'])
  })

  test('can be judged only by members who can see it, and only if it is inbound', async () => {
    const { one, id } = await flagged()
    expect((await judgeIt(id, true, t.beta.gus)).http).toBe(404)
    const una = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Una', lastname: 'Acme', role: 'agent' })
    await limitTo(t.process.kernel, una, [await makeGroup(t.process.kernel, t.acme.id, `G ${id}`, [])])
    expect((await judgeIt(id, true, una)).http).toBe(404)
    const sent = await t.as(t.acme.ann).call(sendMessage, { body: { contactId: one.id, body: 'Hello' } })
    expect((await judgeIt(sent.body.message.id, true)).http).toBe(404)
    expect(await reachOf(one)).toBe('can_text')
  })
})

test('detects tampering in the consent history of a number', async () => {
  const contact = await makeSender()
  for (const body of ['STOP', 'START', 'STOP']) await receiveText(contact, body)
  expect(await verifyChain(db(), contact.phone)).toBe(true)
  const { Client } = (await import('pg')).default
  const owner = new Client({ connectionString: t.process.kernel.config.databaseUrl })
  await owner.connect()
  const last = 'select id from consent_event where phone = $1 order by id desc limit 1'
  const [stored] = (await owner.query(`select * from consent_event where id = (${last})`, [contact.phone]))
    .rows as Record<string, unknown>[]
  await owner.query(`update consent_event set wording = 'never' where id = (${last})`, [contact.phone])
  expect(await verifyChain(db(), contact.phone)).toBe(false)
  await owner.query(`update consent_event set wording = $2 where id = (${last})`, [contact.phone, stored?.['wording']])
  expect(await verifyChain(db(), contact.phone)).toBe(true)
  await owner.query(`delete from consent_event where id = (${last})`, [contact.phone])
  expect(await verifyChain(db(), contact.phone)).toBe(false)
  await owner.end()
})
