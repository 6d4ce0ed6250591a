import { editOrganization } from '@crewline/contract/organizations'
import { editScheduled, sendMessage, sendScheduledNow } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorker, type Worker } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
beforeAll(async () => {
  t = await house()
  await decide('hold')
})
afterAll(() => t.close())

/** A clock time so many hours from now where this worker is. */
const clock = (hours: number, zone = 'America/Chicago') =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(Date.now() + hours * 3_600_000),
  )
/** It is night now, from an hour ago until three hours from now; or it was. */
const decide = async (mode: 'off' | 'warn' | 'hold', isNight = true) => {
  const night = isNight ? { start: clock(-1), end: clock(3) } : { start: clock(4), end: clock(6) }
  const answer = await t
    .as(t.acme.ann)
    .call(editOrganization, { body: { settings: { quietHours: { mode, ...night } } } })
  expect(answer.http).toBe(200)
}
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
let nth = 0
const someone = () => makeWorker(t.process.kernel, t.acme.id, 'Nia', `+14155554${String((nth += 1)).padStart(3, '0')}`)
const say = (worker: Worker, body: string, more: object = {}) =>
  t.as(t.acme.ann).call(sendMessage, { body: { contactId: worker.id, body, ...more } })
const stateOf = async (id: string) =>
  (
    await sql<{ state: string; hold_reason: string | null; due_at: Date | null }>`
    select state, hold_reason, due_at from message where id = ${id}`.execute(db())
  ).rows[0]

test('at night a text waits for the morning of the worker, and says so', async () => {
  const nia = await someone()
  const { message } = (await say(nia, 'Shift moved')).body
  expect(message).toMatchObject({ state: 'scheduled', holdReason: 'quiet_hours', dueZone: null })
  const wait = new Date(message.dueAt as string).getTime() - Date.now()
  expect(wait).toBeGreaterThan(2 * 3_600_000)
  expect(wait).toBeLessThan(4 * 3_600_000)
})

test('it goes at once where somebody says why, where it is day for the worker, or in answer to who just wrote', async () => {
  const nia = await someone()
  const urgent = await say(nia, 'Plant closed', { quietOverride: { reason: 'Fire' } })
  expect(urgent.body.message).toMatchObject({ state: 'queued' })
  const noted = await sql<{ detail: object }>`
    select detail from audit_entry where action = 'message.sent' and target = ${urgent.body.message.id}`.execute(db())
  expect(noted.rows[0]?.detail).toMatchObject({ quietOverride: 'Fire' })

  const far = await someone()
  await sql`update contact set timezone = 'Asia/Kolkata' where id = ${far.id}`.execute(db())
  expect((await say(far, 'Good day')).body.message.state).toBe('queued')

  const awake = await someone()
  await t.carrier.texts(awake.phone, 'Cannot come', t.acme.line.phone)
  const arrived = () => sql`select from message where contact_id = ${awake.id} and direction = 'in'`.execute(db())
  await t.until(async () => (await arrived()).rows.length === 1)
  expect((await say(awake, 'Get well')).body.message.state).toBe('queued')
})

test('a time chosen in the night becomes the morning; one by day stays as chosen', async () => {
  const nia = await someone()
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const inFive = new Date(Date.now() + 5 * 3_600_000).toISOString()
  expect((await say(nia, 'Night', { scheduledAt: inAnHour })).body.message).toMatchObject({ holdReason: 'quiet_hours' })
  expect((await say(nia, 'Day', { scheduledAt: inFive })).body.message).toMatchObject({
    holdReason: 'scheduled',
    dueAt: inFive,
  })
})

test('moved into the night, a scheduled text goes in the morning', async () => {
  const nia = await someone()
  const { message } = (await say(nia, 'Move me', { scheduledAt: new Date(Date.now() + 5 * 3_600_000).toISOString() }))
    .body
  const moved = await t.as(t.acme.gus).call(editScheduled, {
    query: { message_id: message.id, conversation_id: nia.id },
    body: { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() },
  })
  expect(moved.body.message).toMatchObject({ state: 'scheduled', holdReason: 'quiet_hours' })
})

test('a text whose time comes in what is night by then is put off once more, not sent', async () => {
  const nia = await someone()
  await decide('hold', false)
  const { message } = (await say(nia, 'By day', { scheduledAt: new Date(Date.now() + 7_200_000).toISOString() })).body
  expect(message.holdReason).toBe('scheduled')
  await decide('hold')
  await sql`update message set due_at = now() where id = ${message.id}`.execute(db())
  await sql`update outgoing_chunk set due_at = now() where id = ${message.id}`.execute(db())
  t.process.kernel.bell.ring('texts')
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

test('an organization that wants to be asked is asked; one without quiet hours is not', async () => {
  const nia = await someone()
  await decide('warn')
  expect(await say(nia, 'Awake?')).toMatchObject({ http: 422, body: { code: 'quiet_now' } })
  expect((await say(nia, 'Awake?', { quietOverride: { reason: 'Sent on request' } })).http).toBe(200)
  await decide('off')
  expect((await say(nia, 'Any time')).body.message.state).toBe('queued')
  await decide('hold')
})
