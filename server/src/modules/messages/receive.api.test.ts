import { readContact } from '@crewline/contract/contacts'
import { conversation } from '@crewline/contract/inbox'
import { judgeOptOut, sendMessage } from '@crewline/contract/messages'
import type { MessageChanged } from '@crewline/contract/events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeGroup, limitTo, makePerson, makeWorker, type Worker } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { verifyChain } from '../consent/index.ts'

let t: House
beforeAll(async () => {
  t = await house()
})
afterAll(() => t.close())

let nth = 0
const worker = () => makeWorker(t.process.kernel, t.acme.id, 'Rex', `+141555570${String(nth++).padStart(2, '0')}`)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const threadOf = async (one: Worker) =>
  (await t.as(t.acme.ann).call(conversation, { params: { id: one.id }, query: { limit: 200 } })).body
const reachOf = async (one: Worker) =>
  (await t.as(t.acme.ann).call(readContact, { query: { id: one.id } })).body.contact.reach
const textsOf = async (one: Worker) =>
  (await threadOf(one)).messages.filter((message) => message.direction !== 'within')
const wordsOf = async (one: Worker) => (await threadOf(one)).messages.map((message) => message.body)
const eventsOf = async (one: Worker) =>
  (await threadOf(one)).messages.flatMap(({ event }) => (event && !/assigned/.test(event.what) ? [event.what] : []))
const sentTo = async (one: { phone: string }) =>
  (await t.carrier.sent()).filter((sent) => sent.to === one.phone).map((sent) => sent.body)

/** Tells a text and answers when it is received. */
async function says(one: { phone: string }, body: string, id = `txt_${t.process.kernel.world.id()}`): Promise<void> {
  const call = nativeCall(t.acme.line, { type: 'inbound', id, from: one.phone, to: t.acme.line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}

describe('reactions', () => {
  test('go onto the text they are about, come off again, and are no text of their own', async () => {
    const one = await worker()
    const sent = await t.as(t.acme.ann).call(sendMessage, { body: { contactId: one.id, body: 'See you at 6, ok?' } })
    const ear = await t.heard(t.acme.ann)
    await says(one, 'Liked “See you at 6, ok?”')
    await ear.next<MessageChanged>('message-changed', (event) => event.message.reactions[0]?.emoji === '👍')
    await says(one, '❤️ to “See you at 6, ok?”')
    await says(one, 'Liked “See you at 6, ok?”')
    const thread = await threadOf(one)
    const texts = await textsOf(one)
    expect(texts).toHaveLength(1)
    expect(texts[0]?.reactions.map((reaction) => reaction.emoji)).toEqual(['❤️', '👍'])
    expect(thread.conversation.unreadCount).toBe(0)
    await says(one, 'Removed a like from “See you at 6, ok?”')
    await says(one, 'Removed a heart from “See you at 6, ok?”')
    expect((await textsOf(one)).map((message) => [message.id, message.reactions])).toEqual([[sent.body.message.id, []]])
    ear.close()
  })

  test('to words we never wrote stay texts; one that quotes STOP opts nobody out', async () => {
    const one = await worker()
    await says(one, 'Liked “Something else”')
    expect(await wordsOf(one)).toEqual(['Liked “Something else”'])
    await t.as(t.acme.ann).call(sendMessage, { body: { contactId: one.id, body: 'STOP' } })
    await says(one, 'Liked “STOP”')
    expect(await reachOf(one)).toBe('can_text')
  })
})

describe('the answer to STOP, START and HELP', () => {
  test('is one, also when ten STOPs arrive at once, and the thread says once what happened', async () => {
    const one = await worker()
    await Promise.all(Array.from({ length: 10 }, () => says(one, 'STOP')))
    await t.drain()
    expect(await sentTo(one)).toHaveLength(1)
    expect(await eventsOf(one)).toEqual(['opted_out'])
    await Promise.all(Array.from({ length: 5 }, () => says(one, 'START')))
    await t.drain()
    expect(await sentTo(one)).toHaveLength(2)
    expect(await eventsOf(one)).toEqual(['opted_out', 'opted_in'])
    expect(await verifyChain(db(), one.phone)).toBe(true)
  })

  test.each([
    ['no quiero recibir más mensajes', 'Ya no te enviaremos textos'],
    ['Arrêtez de m’envoyer des messages', 'vous ne recevrez plus'],
    ['请不要再给我发短信了', '您已退订'],
    ['لا ترسلوا لي رسائل', 'لن تصلك رسائلنا'],
    ['Sispann voye mesaj ban mwen', 'Ou p ap jwenn mesaj'],
  ])('%s is answered in its language', async (words, answer) => {
    const one = await worker()
    await says(one, words)
    await t.drain()
    expect(await sentTo(one)).toEqual([expect.stringContaining(answer)])
    const [event] = (
      await sql<{ method: string }>`select method from consent_event where phone = ${one.phone}`.execute(db())
    ).rows
    expect(event?.method).toBe('natural_language')
  })

  test('is in the language of the worker where that is known', async () => {
    const one = await worker()
    await sql`update contact set language = 'vi' where id = ${one.id}`.execute(db())
    await says(one, 'STOP')
    await t.drain()
    expect(await sentTo(one)).toEqual([expect.stringContaining('Bạn sẽ không nhận tin nữa')])
  })

  test('YES opts in only who had opted out', async () => {
    const one = await worker()
    await says(one, 'Yes')
    await says(one, 'Stop')
    await says(one, 'Sí')
    await t.drain()
    expect(await reachOf(one)).toBe('can_text')
    expect(await eventsOf(one)).toEqual(['opted_out', 'opted_in'])
    expect(await sentTo(one)).toHaveLength(2)
  })

  test('names the way to reach us, and comes once an hour for HELP', async () => {
    const one = await worker()
    await sql`update organization set settings = settings || '{"helpContact": "HR, 312-555-0100"}' where id = ${t.acme.id}`.execute(
      t.process.kernel.database.asSystem('the test names a help contact'),
    )
    for (const words of ['HELP', 'Help?', 'info']) await says(one, words)
    await t.drain()
    expect(await sentTo(one)).toEqual([expect.stringContaining('Questions: HR, 312-555-0100. Msg')])
    await sql`update consent_event set at = at - interval '2 hours' where phone = ${one.phone}`
      .execute(t.process.kernel.database.asSystem('history is written once'))
      .then(
        () => expect.unreachable('the history could be changed'),
        (error: Error) => expect(error.message).toContain('permission denied'),
      )
  })

  test('stops after three in ten minutes, and machines get none', async () => {
    const one = await worker()
    // Each answer goes before the next word comes: the welcome of a START does not go after the next STOP.
    for (const words of ['STOP', 'START', 'STOP', 'START', 'STOP']) {
      await says(one, words)
      await t.drain()
    }
    await says({ phone: '72975' }, 'HELP')
    await says({ phone: 'ACME-HR' }, 'HELP')
    await t.drain()
    expect(await sentTo(one)).toHaveLength(3)
    expect(await reachOf(one)).toBe('opted_out')
    expect([...(await sentTo({ phone: '72975' })), ...(await sentTo({ phone: 'ACME-HR' }))]).toEqual([])
  })
})

test('who says that it is a wrong number is noted in the thread and remembered; people can still answer', async () => {
  const one = await worker()
  await says(one, 'You have the wrong person')
  expect(await eventsOf(one)).toEqual(['wrong_number'])
  const found = await sql<{
    suspect: boolean
  }>`select suspect_since is not null as suspect from contact where id = ${one.id}`.execute(db())
  expect(found.rows).toEqual([{ suspect: true }])
  expect((await t.as(t.acme.ann).call(sendMessage, { body: { contactId: one.id, body: 'Sorry' } })).http).toBe(200)
  const other = await worker()
  await says(other, 'Who is this?')
  expect(await eventsOf(other)).toEqual(['wrong_number'])
  expect(
    (await sql`select from contact where id = ${other.id} and suspect_since is not null`.execute(db())).rows,
  ).toEqual([])
})

describe('a text that may ask for no more texts', () => {
  const flagged = async () => {
    const one = await worker()
    await says(one, 'Don’t text me when I sleep')
    const [message] = (await threadOf(one)).messages
    expect(message).toMatchObject({ possibleOptOut: true })
    return { one, id: message?.id ?? '' }
  }
  const judgeIt = (id: string, optOut: boolean, by = t.acme.gus) =>
    t.as(by).call(judgeOptOut, { params: { id }, body: { optOut } })

  test('opts the worker out when a member says so: told at once, noted, and for nobody but the worker to undo', async () => {
    const { one, id } = await flagged()
    const ear = await t.heard(t.acme.ann)
    const judged = await judgeIt(id, true)
    expect(judged).toMatchObject({ http: 200, body: { message: { id, possibleOptOut: false } } })
    await ear.next<MessageChanged>(
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
    const history = await sql<{ action: string; method: string; person_id: string | null }>`
      select action, method, person_id from consent_event where phone = ${one.phone} order by id`.execute(db())
    expect(history.rows).toContainEqual({ action: 'opt_out', method: 'member', person_id: t.acme.gus.id })
    expect(await verifyChain(db(), one.phone)).toBe(true)
    ear.close()
  })

  test('loses its mark when it asked for something else', async () => {
    const { one, id } = await flagged()
    expect(await judgeIt(id, false)).toMatchObject({ http: 200, body: { message: { possibleOptOut: false } } })
    expect(await reachOf(one)).toBe('can_text')
    expect(await eventsOf(one)).toEqual(['not_opt_out'])
  })

  test('is judged by nobody who cannot see it, and only where it came in', async () => {
    const { one, id } = await flagged()
    expect((await judgeIt(id, true, t.beta.gus)).http).toBe(404)
    const other = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Una', lastname: 'Acme', role: 'agent' })
    await limitTo(t.process.kernel, other, [await makeGroup(t.process.kernel, t.acme.id, `G ${id}`, [])])
    expect((await judgeIt(id, true, other)).http).toBe(404)
    const sent = await t.as(t.acme.ann).call(sendMessage, { body: { contactId: one.id, body: 'Hello' } })
    expect((await judgeIt(sent.body.message.id, true)).http).toBe(404)
    expect(await reachOf(one)).toBe('can_text')
  })
})

test('the history of a number shows when somebody changed it', async () => {
  const one = await worker()
  for (const words of ['STOP', 'START', 'STOP']) await says(one, words)
  expect(await verifyChain(db(), one.phone)).toBe(true)
  const { Client } = (await import('pg')).default
  const owner = new Client({ connectionString: t.process.kernel.config.databaseUrl })
  await owner.connect()
  const last = 'select id from consent_event where phone = $1 order by id desc limit 1'
  const [kept] = (await owner.query(`select * from consent_event where id = (${last})`, [one.phone])).rows as Record<
    string,
    unknown
  >[]
  await owner.query(`update consent_event set words = 'never' where id = (${last})`, [one.phone])
  expect(await verifyChain(db(), one.phone)).toBe(false)
  await owner.query(`update consent_event set words = $2 where id = (${last})`, [one.phone, kept?.['words']])
  expect(await verifyChain(db(), one.phone)).toBe(true)
  await owner.query(`delete from consent_event where id = (${last})`, [one.phone])
  expect(await verifyChain(db(), one.phone)).toBe(false)
  await owner.end()
})
