import { createKeyword } from '@crewline/contract/keywords'
import { setGreeting } from '@crewline/contract/voicemail'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { callHandler } from '../carriers/index.ts'
import { noticeFor } from '../consent/index.ts'
import { lineById } from '../lines/index.ts'
import { LANE, markSubmitting, queue, recordOutcomes } from './index.ts'

let t: TestApp
beforeAll(async () => {
  // No sender runs: the test itself hands over waiting messages.
  t = await testApp({ roles: 'web' })
  const settings = { awayReply: 'Nobody is here now.', businessHours: {}, firstContactNotice: true }
  await sql`update organization set settings = settings || ${JSON.stringify(settings)}::jsonb where id = ${t.acme.id}`.execute(
    t.process.kernel.database.asSystem('tests change a setting'),
  )
  const ann = t.as(t.acme.ann)
  await ann.call(createKeyword, { body: { word: 'menu', match: 'only', reply: 'Soup today.' } })
  await ann.call(setGreeting, { body: { words: '', fileId: null, missedCallText: 'Sorry we missed you.' } })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const acme = () => systemScope(t.process.kernel, t.acme)
let nth = 0
const someone = async (work: string) => {
  const contact = await makeContact(
    t.process.kernel,
    t.acme.id,
    'Eve',
    `+14155557${String((nth += 1)).padStart(3, '0')}`,
  )
  await becomes(contact, work)
  return contact
}
const becomes = (contact: TestContact, work: string) =>
  sql`update contact set work = ${work} where id = ${contact.id}`.execute(db())
/**
 * Sends a message from a contact and waits until it is in the thread, because two messages sent in parallel may arrive
 * in any order.
 */
const sendFromContact = async (contact: TestContact, body: string) => {
  const before = await texts(contact, 'in')
  await t.carrier.texts(contact.phone, body, t.acme.line.phone)
  await received(contact, before.length + 1)
}
const received = (contact: TestContact, count: number) =>
  t.until(async () => (await texts(contact, 'in')).length === count && (await texts(contact, 'in')))
const texts = async (contact: TestContact, direction: 'in' | 'out') =>
  (
    await sql<{ id: string; body: string; state: string; error: string | null }>`
      select id, body, state, error_code as error from message where contact_id = ${contact.id} and direction = ${direction} order by id`.execute(
      db(),
    )
  ).rows
const outcomesOf = async (contact: TestContact) => {
  const ids = (await texts(contact, 'out')).map((message) => message.id)
  await acme().tx((tx) => markSubmitting(tx, ids))
  return (await texts(contact, 'out')).map(({ body, state, error }) => ({ body, state, error }))
}
const calls = async (contact: TestContact) => {
  const line = await lineById(db(), t.process.kernel.encryption, t.acme.line.id)
  await callHandler.get().missed(t.process.kernel, line!, { callId: `CA-${contact.id}`, from: contact.phone })
}
const handOff = async (contact: TestContact, body: string) => {
  const id = t.process.kernel.world.id()
  const { id: lineId, phone: from } = t.acme.line
  await acme().tx((tx) =>
    queue(tx, LANE.reply, [
      { id, contactId: contact.id, lineId, from, to: contact.phone, body, kind: 'text', senderId: null },
    ]),
  )
  await acme().tx((tx) => markSubmitting(tx, [id]))
  return () =>
    acme().tx((tx) =>
      recordOutcomes(tx, [{ id, attempt: 1, state: 'submitted', carrierId: `c-${id}`, errorCode: null }]),
    )
}

describe.each(['blocked', 'terminated'])('a contact who is %s', (work) => {
  test('gets no keyword reply and no away reply, but their messages arrive', async () => {
    const eve = await someone(work)
    await sendFromContact(eve, 'menu')
    await sendFromContact(eve, 'Is anybody there?')
    expect(await received(eve, 2)).toMatchObject([{ body: 'menu' }, { body: 'Is anybody there?' }])
    expect(await texts(eve, 'out')).toEqual([])
  })

  test('gets no text after a missed call', async () => {
    const eve = await someone(work)
    await calls(eve)
    expect(await texts(eve, 'out')).toEqual([])
  })

  test('gets the STOP confirmation and the HELP text only, and no welcome after START', async () => {
    const eve = await someone(work)
    for (const body of ['HELP', 'STOP', 'START']) await sendFromContact(eve, body)
    await received(eve, 3)
    expect(await outcomesOf(eve)).toEqual([
      { body: expect.stringContaining('STOP') as string, state: 'submitting', error: null },
      { body: expect.stringContaining('opted out') as string, state: 'submitting', error: null },
    ])
  })

  test('gets no first-contact notice until the first message after returning', async () => {
    const eve = await someone('active')
    const took = await handOff(eve, 'Welcome')
    await becomes(eve, work)
    await took()
    expect((await texts(eve, 'out')).map((message) => message.body)).toEqual(['Welcome'])
    await becomes(eve, 'active')
    await (
      await handOff(eve, 'Welcome back')
    )()
    expect((await texts(eve, 'out')).map((message) => message.body)).toEqual([
      'Welcome',
      'Welcome back',
      noticeFor('Acme', 'en'),
    ])
  })

  test('gets no automatic reply that was already waiting, except the STOP confirmation', async () => {
    const eve = await someone('active')
    await sendFromContact(eve, 'menu')
    await sendFromContact(eve, 'STOP')
    await sendFromContact(eve, 'START')
    await received(eve, 3)
    await calls(eve)
    await becomes(eve, work)
    expect(await outcomesOf(eve)).toEqual([
      { body: 'Soup today.', state: 'suppressed', error: work },
      { body: expect.stringContaining('opted out') as string, state: 'submitting', error: null },
      { body: expect.any(String) as string, state: 'suppressed', error: work },
      { body: 'Sorry we missed you.', state: 'suppressed', error: work },
    ])
  })
})

test('a contact on leave gets all automatic replies', async () => {
  const eve = await someone('on_leave')
  await sendFromContact(eve, 'menu')
  await received(eve, 1)
  await calls(eve)
  expect((await outcomesOf(eve)).map(({ body, state }) => [body, state])).toEqual([
    ['Soup today.', 'submitting'],
    ['Sorry we missed you.', 'submitting'],
  ])
})
