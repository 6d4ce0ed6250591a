import { conversation } from '@crewline/contract/inbox'
import { editScheduled, sendScheduledNow } from '@crewline/contract/later'
import { retryMessage, sendMessage } from '@crewline/contract/messages'
import { editOrganization } from '@crewline/contract/organizations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handOff, report } from '../../../test/kit/broadcast-texts.ts'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

// Texts that failed, and that a member sent again at night: they wait for the morning as they were.
let t: TestApp
beforeAll(async () => {
  // Without a sender: the test does its part.
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const ann = () => t.as(t.acme.ann)
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const clock = (hours: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Chicago', hour: '2-digit', minute: '2-digit' }).format(
    inHours(hours),
  )
const decide = async (mode: 'off' | 'hold') => {
  const settings = { quietHours: { mode, start: clock(-1), end: clock(3) } }
  expect((await ann().call(editOrganization, { body: { settings } })).http).toBe(200)
}
let nth = 0
const someone = () => makeContact(t.process.kernel, t.acme.id, 'Nia', `+14155557${String((nth += 1)).padStart(3, '0')}`)
const send = async (contact: TestContact, body: string) =>
  (await ann().call(sendMessage, { body: { contactId: contact.id, body } })).body.message
/** The texts of a thread in their order, without events, and the summary of the conversation. */
const thread = async ({ id }: TestContact) => {
  const { messages, conversation: summary } = (await ann().call(conversation, { params: { id } })).body
  return { texts: messages.filter(({ direction }) => direction === 'out'), summary }
}
const find = async (contact: TestContact, id: string) =>
  (await thread(contact)).texts.find((message) => message.id === id)!
const queryFor = (contact: TestContact, id: string) => ({ message_id: id, conversation_id: contact.id })

/** A text that failed at its last try, another text after it, and the night, in which a member sends the first again. */
const sendAgainAtNight = async () => {
  await decide('off')
  const contact = await someone()
  const { id } = await send(contact, 'The gate is open')
  await handOff(t, [id])
  await sql`update message set retries = 9, attempts = 10, carrier_id = ${`${id}-10`} where id = ${id}`.execute(db())
  await report(t, id, 'undelivered', 10)
  const later = await send(contact, 'Bring your badge')
  await handOff(t, [later.id])
  await decide('hold')
  const { body } = await ann().call(retryMessage, { params: { id } })
  expect(body.message).toMatchObject({ state: 'scheduled', holdReason: 'quiet_hours' })
  const { sortKey } = await find(contact, id)
  return { contact, id, sortKey, laterId: later.id }
}

const WAITS = { state: 'scheduled', body: 'The gate is open' }

test('a text that was tried keeps its words while it waits for the morning, and only its time can change', async () => {
  const { contact, id } = await sendAgainAtNight()
  const edit = (body: object) => ann().call(editScheduled, { query: queryFor(contact, id), body })
  const before = await find(contact, id)
  expect(before.errorCode).toBe('30003')
  const scheduledAt = inHours(5).toISOString()
  expect(await edit({ body: 'The gate is closed', scheduledAt })).toMatchObject({
    http: 409,
    body: { code: 'already_tried' },
  })
  expect(await find(contact, id)).toEqual(before)
  // A page that sends the words along with the time does not change them.
  expect((await edit({ body: WAITS.body, scheduledAt })).body.message).toMatchObject({ ...WAITS, dueAt: scheduledAt })
  expect((await edit({ body: 'The gate is closed' })).body.code).toBe('already_tried')
})

test('a text that was tried stays at its place in the thread when it is sent now', async () => {
  const { contact, id, sortKey, laterId } = await sendAgainAtNight()
  const sent = await ann().call(sendScheduledNow, { query: queryFor(contact, id) })
  expect(sent).toMatchObject({ http: 200, body: { message: { body: WAITS.body, sortKey, to: contact.phone } } })
  expect(await handOff(t, [id])).toBe(1)
  const { texts, summary } = await thread(contact)
  expect(texts.map((message) => message.id)).toEqual([id, laterId])
  expect(summary.lastMessage).toMatchObject({ id: laterId })
})

test('a text that was tried stays at its place in the thread when it leaves in the morning', async () => {
  const { contact, id, laterId } = await sendAgainAtNight()
  await decide('off')
  await sql`update message set due_at = now() - interval '1 second' where id = ${id}`.execute(db())
  expect(await handOff(t, [id])).toBe(1)
  const { texts, summary } = await thread(contact)
  expect(texts.map((message) => [message.id, message.dueAt])).toEqual([
    [id, null],
    [laterId, null],
  ])
  expect(summary).toMatchObject({ lastMessage: { id: laterId }, shared: { nextScheduledAt: null } })
})

test('a text that was tried is not sent to a number that its contact no longer has, nor to the new one', async () => {
  const { contact, id } = await sendAgainAtNight()
  await sql`update contact set phone = '+14155557990' where id = ${contact.id}`.execute(db())
  const refused = await ann().call(sendScheduledNow, { query: queryFor(contact, id) })
  expect(refused).toMatchObject({ http: 409, body: { code: 'number_changed' } })
  expect(await find(contact, id)).toMatchObject({ ...WAITS, to: contact.phone })
  // So is one that waits for another try by itself.
  const automatic = await send(contact, 'Are you there?')
  await sql`update message set state = 'scheduled', hold_reason = 'retry', due_at = ${inHours(1)}, retries = 1, attempts = 1,
    phone_to = ${contact.phone} where id = ${automatic.id}`.execute(db())
  const again = await ann().call(sendScheduledNow, { query: queryFor(contact, automatic.id) })
  expect(again.body.code).toBe('number_changed')
})
