import { editOrganization } from '@crewline/contract/organizations'
import { editScheduled, sendScheduledNow } from '@crewline/contract/later'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await decide('hold')
})
afterAll(() => t.close())

/** Returns the clock time this many hours from now in the zone of the contact. */
const clock = (hours: number, zone = 'America/Chicago') =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(Date.now() + hours * 3_600_000),
  )
/** Sets quiet hours so that it is night now, from an hour ago for three more hours, or so that it is day. */
const decide = async (mode: 'off' | 'warn' | 'hold', isNight = true) => {
  const night = isNight ? { start: clock(-1), end: clock(3) } : { start: clock(4), end: clock(6) }
  const answer = await t
    .as(t.acme.ann)
    .call(editOrganization, { body: { settings: { quietHours: { mode, ...night } } } })
  expect(answer.http).toBe(200)
}
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
let nth = 0
const someone = () => makeContact(t.process.kernel, t.acme.id, 'Nia', `+14155554${String((nth += 1)).padStart(3, '0')}`)
const send = (contact: TestContact, body: string, more: object = {}) =>
  t.as(t.acme.ann).call(sendMessage, { body: { contactId: contact.id, body, ...more } })
/** A message that waits for no time. Its state is not part of this: the sender may be faster than the answer. */
const atOnce = { holdReason: null, dueAt: null }
const stateOf = async (id: string) =>
  (
    await sql<{ state: string; hold_reason: string | null; due_at: Date | null }>`
    select state, hold_reason, due_at from message where id = ${id}`.execute(db())
  ).rows[0]

test('at night, holds a message until the morning of the contact and reports that', async () => {
  const nia = await someone()
  const { message } = (await send(nia, 'Shift moved')).body
  expect(message).toMatchObject({ state: 'scheduled', holdReason: 'quiet_hours', dueZone: null })
  const remainingMs = new Date(message.dueAt as string).getTime() - Date.now()
  expect(remainingMs).toBeGreaterThan(2 * 3_600_000)
  expect(remainingMs).toBeLessThan(4 * 3_600_000)
})

test('sends at once with a reason, by local day, or in reply to a recent message', async () => {
  const nia = await someone()
  const urgent = await send(nia, 'Plant closed', { quietOverride: { reason: 'Fire' } })
  expect(urgent.body.message).toMatchObject(atOnce)
  const audited = await sql<{ detail: object }>`
    select detail from audit_entry where action = 'message.sent' and target = ${urgent.body.message.id}`.execute(db())
  expect(audited.rows[0]?.detail).toMatchObject({ quietOverride: 'Fire' })

  const distant = await someone()
  await sql`update contact set timezone = 'Asia/Kolkata' where id = ${distant.id}`.execute(db())
  expect((await send(distant, 'Good day')).body.message).toMatchObject(atOnce)

  const replying = await someone()
  await t.carrier.texts(replying.phone, 'Cannot come', t.acme.line.phone)
  const arrived = () => sql`select from message where contact_id = ${replying.id} and direction = 'in'`.execute(db())
  await t.until(async () => (await arrived()).rows.length === 1)
  expect((await send(replying, 'Get well')).body.message).toMatchObject(atOnce)
})

test('moves a chosen time in the night to the morning and keeps one by day', async () => {
  const nia = await someone()
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const inFive = new Date(Date.now() + 5 * 3_600_000).toISOString()
  expect((await send(nia, 'Night', { scheduledAt: inAnHour })).body.message).toMatchObject({
    holdReason: 'quiet_hours',
  })
  expect((await send(nia, 'Day', { scheduledAt: inFive })).body.message).toMatchObject({
    holdReason: 'scheduled',
    dueAt: inFive,
  })
})

test('moves a message rescheduled into the night to the morning', async () => {
  const nia = await someone()
  const { message } = (await send(nia, 'Move me', { scheduledAt: new Date(Date.now() + 5 * 3_600_000).toISOString() }))
    .body
  const moved = await t.as(t.acme.gus).call(editScheduled, {
    query: { message_id: message.id, conversation_id: nia.id },
    body: { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() },
  })
  expect(moved.body.message).toMatchObject({ state: 'scheduled', holdReason: 'quiet_hours' })
})

test('postpones a due message again when it is night by then', async () => {
  const nia = await someone()
  await decide('hold', false)
  const { message } = (await send(nia, 'By day', { scheduledAt: new Date(Date.now() + 7_200_000).toISOString() })).body
  expect(message.holdReason).toBe('scheduled')
  await decide('hold')
  await sql`update message set due_at = now() where id = ${message.id}`.execute(db())
  await sql`update outgoing_chunk set due_at = now() where id = ${message.id}`.execute(db())
  t.process.kernel.signals.wakeUp('texts')
  await t.until(async () => (await stateOf(message.id))?.hold_reason === 'quiet_hours')
  const now = await stateOf(message.id)
  expect(now?.state).toBe('scheduled')
  expect(now?.due_at?.getTime()).toBeGreaterThan(Date.now() + 7_200_000)
  const sent = await t
    .as(t.acme.ann)
    .call(sendScheduledNow, { query: { message_id: message.id, conversation_id: nia.id } })
  expect(sent.body.message.holdReason).toBeNull()
  await t.until(async () => (await stateOf(message.id))?.state === 'delivered')
})

test('asks for a reason in warn mode, and never with quiet hours off', async () => {
  const nia = await someone()
  await decide('warn')
  expect(await send(nia, 'Awake?')).toMatchObject({ http: 422, body: { code: 'quiet_now' } })
  expect((await send(nia, 'Awake?', { quietOverride: { reason: 'Sent on request' } })).http).toBe(200)
  await decide('off')
  expect((await send(nia, 'Any time')).body.message).toMatchObject(atOnce)
  await decide('hold')
})
