import { consentHistory, recordConsent, undoOptOut } from '@crewline/contract/consent'
import { conversation } from '@crewline/contract/inbox'
import { judgeOptOut, sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, makeUser, type TestContact, type TestUser } from '../../../test/kit/cast.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { optOutByCarrier, optOutNumbers } from './index.ts'

let t: TestApp
/** Another member who may record consent. */
let max: TestUser
beforeAll(async () => {
  t = await testApp()
  max = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Max', lastname: 'Acme', role: 'manager' })
})
afterAll(() => t.close())

let nth = 0
const newContact = () => makeContact(t.process.kernel, t.acme.id, 'Mia', `+1415555280${String(nth++)}`)
const ann = () => t.as(t.acme.ann)
const optOut = (contact: TestContact, user = t.acme.ann) =>
  t.as(user).call(recordConsent, {
    body: { contactId: contact.id, action: 'opt_out', method: 'verbal', wording: 'Asked me to stop' },
  })
const undo = (contact: TestContact, user = t.acme.ann) =>
  t.as(user).call(undoOptOut, { body: { contactId: contact.id } })
const history = async (contact: TestContact) =>
  (await ann().call(consentHistory, { query: { contactId: contact.id } })).body
const thread = async (contact: TestContact) =>
  (await ann().call(conversation, { params: { id: contact.id } })).body.messages
const eventsIn = async (contact: TestContact) => (await thread(contact)).flatMap(({ event }) => event?.what ?? [])
const schedule = async (contact: TestContact) => {
  const scheduledAt = new Date(Date.now() + 20 * 3_600_000).toISOString()
  return (await ann().call(sendMessage, { body: { contactId: contact.id, body: 'Monday', scheduledAt } })).body.message
}
const stateIn = async (contact: TestContact, id: string) =>
  (await thread(contact)).find((message) => message.id === id)?.state
const moveEnd = ({ phone }: TestContact, seconds: number) =>
  sql`update consent set undo_until = undo_until + ${seconds} * interval '1 second' where phone = ${phone}`.execute(
    t.process.kernel.database.asSystem('tests turn clocks'),
  )
/** Lets the time to undo the opt-out of a contact pass. */
const letPass = (contact: TestContact) => moveEnd(contact, -16)
/** Keeps that time from passing: a busy machine needs longer. */
const keepOpen = (contact: TestContact) => moveEnd(contact, 3_600)

test('a member undoes their opt-out in time: the contact can be texted, and both stay in the unbroken history', async () => {
  const contact = await newContact()
  const text = await schedule(contact)
  expect((await optOut(contact)).body.undo).toEqual({ stopped: 1 })
  await keepOpen(contact)
  const refused = await ann().call(sendMessage, { body: { contactId: contact.id, body: 'Are you in?' } })
  expect(refused.body.code).toBe('recipient_opted_out')
  expect((await undo(contact)).body.contact).toMatchObject({ id: contact.id, reach: 'can_text' })
  expect(await history(contact)).toMatchObject({
    optedOut: false,
    isSound: true,
    events: [
      { action: 'opt_out_undone', by: 'Ann Acme' },
      { action: 'opt_out', by: 'Ann Acme' },
    ],
  })
  expect(await eventsIn(contact)).toEqual(expect.arrayContaining(['opted_out', 'opt_out_undone']))
  // The text that the opt-out stopped stays stopped.
  expect(await stateIn(contact, text.id)).toBe('suppressed')
  expect((await ann().call(sendMessage, { body: { contactId: contact.id, body: 'Are you in?' } })).http).toBe(200)
  expect((await undo(contact)).body.code).toBe('opt_out_stays')
})

test('the opt-out of a member is final when the time is over', async () => {
  const contact = await newContact()
  await optOut(contact)
  await letPass(contact)
  expect(await undo(contact)).toMatchObject({
    http: 422,
    body: { code: 'opt_out_stays', message: expect.stringContaining('10 seconds') as string },
  })
  expect((await history(contact)).optedOut).toBe(true)
})

test('only the member who recorded an opt-out can undo it, and no other organization finds the contact', async () => {
  const contact = await newContact()
  await optOut(contact)
  await keepOpen(contact)
  expect(await undo(contact, max)).toMatchObject({ http: 422, body: { code: 'opt_out_stays' } })
  expect((await undo(contact, t.beta.ann)).http).toBe(404)
  // A repeated opt-out is only recorded.
  expect((await optOut(contact, max)).body.undo).toBeUndefined()
  expect((await undo(contact)).body.code).toBe('opt_out_stays')
  expect((await undo(contact, max)).body.code).toBe('opt_out_stays')
})

test.each([
  ['STOP', 'STOP'],
  ['what may be a request to stop', 'remove me'],
])('an opt-out stays when the contact texts %s meanwhile', async (_what, words) => {
  const contact = await newContact()
  await optOut(contact)
  await keepOpen(contact)
  await t.carrier.texts(contact.phone, words, t.acme.line.phone)
  await t.until(async () => (await thread(contact)).some(({ body }) => body === words))
  expect(await undo(contact)).toMatchObject({ http: 422, body: { code: 'opt_out_stays' } })
  expect((await history(contact)).optedOut).toBe(true)
})

test('an opt-out stays when the carrier reports it or a list contains it meanwhile', async () => {
  const [refused, listed] = [await newContact(), await newContact()]
  for (const contact of [refused, listed]) {
    await optOut(contact)
    await keepOpen(contact)
  }
  await systemScope(t.process.kernel, t.acme).tx(async (tx) => {
    await optOutByCarrier(tx, [refused.phone], '21610')
    await optOutNumbers(tx, [listed.phone], { wording: 'Old list' })
  })
  for (const contact of [refused, listed]) expect((await undo(contact)).body.code).toBe('opt_out_stays')
})

test('undoing the opt-out that a message suggested asks about the message again', async () => {
  const contact = await newContact()
  await t.carrier.texts(contact.phone, 'remove me', t.acme.line.phone)
  await t.until(async () => (await thread(contact)).some((message) => message.possibleOptOut))
  const message = (await thread(contact)).find(({ possibleOptOut }) => possibleOptOut)
  const judged = await ann().call(judgeOptOut, { params: { id: message?.id ?? '' }, body: { optOut: true } })
  expect(judged.body.message.possibleOptOut).toBe(false)
  await keepOpen(contact)
  expect((await undo(contact)).body.contact.reach).toBe('can_text')
  expect((await thread(contact)).find(({ id }) => id === message?.id)?.possibleOptOut).toBe(true)
})
