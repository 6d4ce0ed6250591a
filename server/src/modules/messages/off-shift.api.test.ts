import { editScheduled, sendScheduledNow } from '@crewline/contract/later'
import { retryMessage, sendMessage } from '@crewline/contract/messages'
import { editOrganization } from '@crewline/contract/organizations'
import { setContactShift } from '@crewline/contract/shifts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeContact, makeUser, type TestContact, type TestUser } from '../../../test/kit/cast.ts'
import { guard, hoursLater, hoursNow, makeShift } from '../../../test/kit/shifts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { withOffShiftNote } from './off-shift.ts'

let t: TestApp
let shiftIds: { now: string; later: string }
beforeAll(async () => {
  t = await testApp()
  shiftIds = { now: await makeShift(t, 'Now', hoursNow()), later: await makeShift(t, 'Later', hoursLater()) }
})
afterAll(() => t.close())
beforeEach(() => guard(t, 'hold'))

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
let nth = 0
/** Adds a contact with one of the shifts. */
async function someone(shift: keyof typeof shiftIds): Promise<TestContact> {
  const contact = await makeContact(
    t.process.kernel,
    t.acme.id,
    'Nia',
    `+14155559${String((nth += 1)).padStart(3, '0')}`,
  )
  const choice = { kind: 'shift' as const, shiftId: shiftIds[shift] }
  await t.as(t.acme.ann).call(setContactShift, { query: { contactId: contact.id }, body: { choice } })
  return contact
}
const send = (contact: TestContact, body: string, more: object = {}) =>
  t.as(t.acme.ann).call(sendMessage, { body: { contactId: contact.id, body, ...more } })
const hoursUntil = (at: string | null) => (new Date(at as string).getTime() - Date.now()) / 3_600_000
const auditOf = async (id: string) =>
  (await sql<{ detail: object }>`select detail from audit_entry where target = ${id}`.execute(db())).rows[0]?.detail

test('holds a text until the shift of the contact starts, and sends to people on shift', async () => {
  const { message } = (await send(await someone('later'), 'Bring your badge')).body
  expect(message).toMatchObject({ state: 'scheduled', holdReason: 'off_shift' })
  expect(hoursUntil(message.dueAt)).toBeGreaterThan(2.9)
  expect(hoursUntil(message.dueAt)).toBeLessThan(3.1)
  expect(await auditOf(message.id)).toMatchObject({ waits: 'off_shift' })
  expect((await send(await someone('now'), 'Bring your badge')).body.message.holdReason).toBeNull()
})

test('sends at once for a reason, which is recorded, or to someone who just wrote', async () => {
  const urgent = await send(await someone('later'), 'Gas leak', { quietOverride: { reason: 'Safety' } })
  expect(urgent.body.message.holdReason).toBeNull()
  expect(await auditOf(urgent.body.message.id)).toMatchObject({ quietOverride: 'Safety' })
  const awake = await someone('later')
  await t.carrier.texts(awake.phone, 'Is my shift on?', t.acme.line.phone)
  const arrived = () => sql`select from message where contact_id = ${awake.id} and direction = 'in'`.execute(db())
  await t.until(async () => (await arrived()).rows.length === 1)
  expect((await send(awake, 'Yes, at six')).body.message.holdReason).toBeNull()
})

test('asks first where the guard warns, and takes the start of the shift as an answer', async () => {
  await guard(t, 'warn')
  const nia = await someone('later')
  expect(await send(nia, 'Hello')).toMatchObject({ http: 422, body: { code: 'off_shift_now' } })
  const scheduledAt = new Date(Date.now() + 4 * 3_600_000).toISOString()
  expect((await send(nia, 'Hello', { scheduledAt })).body.message.holdReason).toBe('scheduled')
  expect((await send(nia, 'Now', { quietOverride: { reason: 'Asked me to' } })).http).toBe(200)
})

test('moves a scheduled text that would arrive off shift, when it is written and when it is due', async () => {
  const nia = await someone('now')
  const scheduledAt = new Date(Date.now() + 8 * 3_600_000).toISOString()
  const { message } = (await send(nia, 'After work', { scheduledAt })).body
  expect(message.holdReason).toBe('off_shift')
  expect(hoursUntil(message.dueAt)).toBeGreaterThan(20)
  const within = new Date(Date.now() + 3_600_000).toISOString()
  const moved = await t.as(t.acme.ann).call(editScheduled, {
    query: { message_id: message.id, conversation_id: nia.id },
    body: { scheduledAt: within },
  })
  expect(moved.body.message).toMatchObject({ holdReason: 'scheduled', dueAt: within })
  // The shift changes before the time comes.
  const choice = { kind: 'shift' as const, shiftId: shiftIds.later }
  await t.as(t.acme.ann).call(setContactShift, { query: { contactId: nia.id }, body: { choice } })
  await sql`update message set due_at = now() where id = ${message.id}`.execute(db())
  await sql`update outgoing_chunk set due_at = now() where id = ${message.id}`.execute(db())
  t.process.kernel.signals.wakeUp('texts')
  await t.until(async () => {
    const found = await sql<{ hold_reason: string }>`select hold_reason from message where id = ${message.id}`.execute(
      db(),
    )
    return found.rows[0]?.hold_reason === 'off_shift'
  })
})

test('does not hold texts at night for people who are on shift then', async () => {
  const quietHours = { mode: 'hold' as const, start: '00:00', end: '23:59' }
  await t.as(t.acme.ann).call(editOrganization, { body: { settings: { quietHours } } })
  expect((await send(await someone('now'), 'Break is over')).body.message.holdReason).toBeNull()
  await guard(t, 'off')
  const { message } = (await send(await someone('now'), 'Break is over')).body
  // A minute before midnight is the only time without quiet hours.
  expect(['quiet_hours', null]).toContain(message.holdReason)
  await t.as(t.acme.ann).call(editOrganization, { body: { settings: { quietHours: { ...quietHours, mode: 'off' } } } })
})

const override = (more: object = {}) => ({ quietOverride: { reason: 'The gate is locked', ...more } })
const bodyOf = async (id: string) =>
  (await sql<{ body: string; segments: number }>`select body, segments from message where id = ${id}`.execute(db()))
    .rows[0]

test('adds that no reply is needed before the shift, in the language of the contact, unless the member says no', async () => {
  const nia = await someone('later')
  await sql`update contact set language = 'es-MX' where id = ${nia.id}`.execute(db())
  const { message } = (await send(nia, 'Trae tus guantes', override())).body
  expect(message.body).toBe('Trae tus guantes\nNo hace falta responder antes de tu turno.')
  const urgent = await send(nia, 'Responde si estás bien', override({ replyCanWait: false }))
  expect(urgent.body.message.body).toBe('Responde si estás bien')
  const awake = await someone('now')
  expect((await send(awake, 'Hello', override())).body.message.body).toBe('Hello')
})

test('lets only members with the permission text people off shift anyway, now and by sending a waiting text', async () => {
  const nia = await someone('later')
  const agent = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Abe', lastname: 'Agent', role: 'agent' })
  const asAgent = (more: object) =>
    t.as(agent).call(sendMessage, { body: { contactId: nia.id, body: 'Hello', ...more } })
  expect(await asAgent(override())).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
  const waiting = (await asAgent({})).body.message
  expect(waiting).toMatchObject({ state: 'scheduled', holdReason: 'off_shift' })
  const query = { message_id: waiting.id, conversation_id: nia.id }
  expect(await t.as(agent).call(sendScheduledNow, { query })).toMatchObject({ body: { code: 'not_permitted' } })
  expect((await t.as(t.acme.ann).call(sendScheduledNow, { query })).http).toBe(200)
  expect(await bodyOf(waiting.id)).toEqual({ body: 'Hello\nNo reply needed before your shift.', segments: 1 })
  const busy = await someone('now')
  const atWork = await t.as(agent).call(sendMessage, { body: { contactId: busy.id, body: 'Hi', ...override() } })
  expect(atWork.http).toBe(200)
})

test('answers a contact off shift who has just written, without the permission and without the sentence', async () => {
  const nia = await someone('later')
  const agent = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Amy', lastname: 'Agent', role: 'agent' })
  await t.carrier.texts(nia.phone, 'Where do I park?', t.acme.line.phone)
  await t.until(
    async () =>
      (await sql`select from message where contact_id = ${nia.id} and direction = 'in'`.execute(db())).rows.length > 0,
  )
  const answer = await t.as(agent).call(sendMessage, { body: { contactId: nia.id, body: 'Lot B', ...override() } })
  expect(answer).toMatchObject({ http: 200, body: { message: { body: 'Lot B' } } })
})

const moveShift = (contact: TestContact, shift: keyof typeof shiftIds) =>
  t.as(t.acme.ann).call(setContactShift, {
    query: { contactId: contact.id },
    body: { choice: { kind: 'shift' as const, shiftId: shiftIds[shift] } },
  })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('judges a text with a reason again when its time changes', async () => {
  const nia = await someone('now')
  const agent = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Al', lastname: 'Agent', role: 'agent' })
  const { message } = (
    await t.as(agent).call(sendMessage, {
      body: { contactId: nia.id, body: 'Bring it', scheduledAt: inHours(1), ...override() },
    })
  ).body
  expect(message).toMatchObject({ holdReason: 'scheduled', body: 'Bring it' })
  const query = { message_id: message.id, conversation_id: nia.id }
  const scheduledAt = inHours(8)
  expect(await t.as(agent).call(editScheduled, { query, body: { scheduledAt } })).toMatchObject({
    body: { code: 'not_permitted' },
  })
  const edit = async (body: object) => (await t.as(t.acme.ann).call(editScheduled, { query, body })).body.message
  const note = 'No reply needed before your shift.'
  expect(await edit({ scheduledAt })).toMatchObject({ dueAt: scheduledAt, body: `Bring it\n${note}` })
  expect(await edit({ body: 'Bring two' })).toMatchObject({ body: `Bring two\n${note}` })
  expect(await edit({ scheduledAt: inHours(1) })).toMatchObject({ body: 'Bring two' })
})

test('judges a text with a reason again when it is retried', async () => {
  const nia = await someone('now')
  const agent = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Ava', lastname: 'Agent', role: 'agent' })
  const { message } = (await t.as(agent).call(sendMessage, { body: { contactId: nia.id, body: 'Hi', ...override() } }))
    .body
  const fails = async () => {
    await t.drain()
    await sql`update message set state = 'undelivered', error_code = '30008' where id = ${message.id}`.execute(db())
  }
  await t.drain()
  await fails()
  await moveShift(nia, 'later')
  const retry = async (user: TestUser) => (await t.as(user).call(retryMessage, { params: { id: message.id } })).body
  expect(await retry(agent)).toMatchObject({ message: { state: 'scheduled', holdReason: 'off_shift' } })
  await sql`delete from outgoing_chunk where id = ${message.id}`.execute(db())
  await fails()
  await guard(t, 'warn')
  expect(await retry(agent)).toMatchObject({ code: 'not_permitted' })
  expect(await retry(t.acme.ann)).toMatchObject({ message: { holdReason: null } })
})

test('adds no sentence to a waiting text that is sent now when its sender turned it off or a carrier had it', async () => {
  const nia = await someone('later')
  const sendNow = (id: string) =>
    t.as(t.acme.ann).call(sendScheduledNow, { query: { message_id: id, conversation_id: nia.id } })
  const off = (await send(nia, 'Are you safe?', { scheduledAt: inHours(1), ...override({ replyCanWait: false }) })).body
  expect((await sendNow(off.message.id)).body.message.body).toBe('Are you safe?')
  const again = (await send(nia, 'Once more')).body.message
  await sql`update message set retries = 1 where id = ${again.id}`.execute(db())
  expect((await sendNow(again.id)).body.message.body).toBe('Once more')
})

test('adds the sentence only where it changes neither the alphabet nor what can be sent', () => {
  expect(withOffShiftNote('Bring it', 'pt-BR')).toBe('Bring it\nNao é preciso responder antes do seu turno.')
  expect(withOffShiftNote('Não venha', 'pt')).toBe('Não venha\nNão é preciso responder antes do seu turno.')
  expect(withOffShiftNote('Bring it', 'vi')).toBe('Bring it')
  expect(withOffShiftNote('Không', 'vi')).toBe('Không\nKhông cần trả lời trước ca làm việc của bạn.')
  const long = 'x'.repeat(153 * 10 - 5)
  expect(withOffShiftNote(long, 'en')).toBe(long)
})
