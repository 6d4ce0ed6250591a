import { editContact } from '@crewline/contract/contacts'
import { sendMessage } from '@crewline/contract/messages'
import { editOrganization } from '@crewline/contract/organizations'
import { setContactShift } from '@crewline/contract/shifts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { guard, hoursBetween, makeShift } from '../../../test/kit/shifts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

// The organization is in Chicago, where it is night now, for three more hours.
let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web,worker,sender' })
  await quiet('hold')
})
afterAll(() => t.close())

const ann = () => t.as(t.acme.ann)
const clock = (hours: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Chicago', hour: '2-digit', minute: '2-digit' }).format(
    new Date(Date.now() + hours * 3_600_000),
  )
const quiet = async (mode: 'off' | 'warn' | 'hold', [from, to] = [-1, 3] as [number, number]) => {
  const settings = { quietHours: { mode, start: clock(from), end: clock(to) } }
  expect((await ann().call(editOrganization, { body: { settings } })).http).toBe(200)
}
let nth = 0
const someone = () => makeContact(t.process.kernel, t.acme.id, 'Nia', `+14155556${String((nth += 1)).padStart(3, '0')}`)
const send = async (contact: TestContact, more: object = {}) =>
  (await ann().call(sendMessage, { body: { contactId: contact.id, body: 'Gate 2', ...more } })).body.message.id
const moveTo = (contact: TestContact, timezone: string) =>
  ann().call(editContact, { query: { id: contact.id }, body: { timezone } })
const read = async (id: string) =>
  (
    await sql<{ state: string; reason: string | null; dueAt: Date | null; chunkDue: Date | null }>`
      select m.state, m.hold_reason as reason, m.due_at as "dueAt", c.due_at as "chunkDue"
      from message m left join outgoing_chunk c on c.org_id = m.org_id and c.id = m.id where m.id = ${id}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows[0]!
const hoursUntil = (at: Date | null) => ((at?.getTime() ?? 0) - Date.now()) / 3_600_000
const isSent = (id: string) => t.until(async () => ['submitted', 'sent', 'delivered'].includes((await read(id)).state))

/** A text to a contact whose shift begins in three hours by the clock of the organization. */
const sendOffShift = async () => {
  await guard(t, 'hold')
  const contact = await someone()
  const shiftId = await makeShift(t, `Late ${nth}`, hoursBetween(3, 7))
  await ann().call(setContactShift, { query: { contactId: contact.id }, body: { choice: { kind: 'shift', shiftId } } })
  return { contact, text: await send(contact) }
}

test('sends a text that waits for the morning when its contact is in a zone where it is day', async () => {
  const [nia, bystander] = [await someone(), await someone()]
  const [id, other] = [await send(nia), await send(bystander)]
  const before = await read(other)
  expect(before).toMatchObject({ state: 'scheduled', reason: 'quiet_hours' })
  expect((await moveTo(nia, 'Asia/Kolkata')).http).toBe(200)
  await isSent(id)
  expect(await read(other)).toEqual(before)
})

test('moves a text that waits for the morning to the morning of the new zone, for the sender too', async () => {
  const nia = await someone()
  const id = await send(nia)
  // An hour further east the night began and ends an hour earlier.
  await moveTo(nia, 'America/New_York')
  await t.until(async () => hoursUntil((await read(id)).dueAt) < 2.1)
  const { state, reason, dueAt, chunkDue } = await read(id)
  expect({ state, reason, chunkDue }).toEqual({ state: 'scheduled', reason: 'quiet_hours', chunkDue: dueAt })
  await moveTo(nia, 'America/Chicago')
  await t.until(async () => hoursUntil((await read(id)).dueAt) > 2.5)
})

test('moves a text that waits for a shift to its start on the clock of the new zone', async () => {
  const { contact, text } = await sendOffShift()
  expect(hoursUntil((await read(text)).dueAt)).toBeGreaterThan(2.9)
  await moveTo(contact, 'America/New_York')
  await t.until(async () => hoursUntil((await read(text)).dueAt) < 2.1)
  expect(await read(text)).toMatchObject({ state: 'scheduled', reason: 'off_shift' })
})

test('moves texts of contacts without a time zone when the organization gets another one, and only those', async () => {
  const [nia, abroad] = [await someone(), await someone()]
  await moveTo(abroad, 'America/Chicago')
  const [night, other] = [await send(nia), await send(abroad)]
  const { text: shift } = await sendOffShift()
  const before = await read(other)
  expect(hoursUntil((await read(night)).dueAt)).toBeGreaterThan(2.5)
  expect((await ann().call(editOrganization, { body: { timezone: 'America/New_York' } })).http).toBe(200)
  await t.until(async () => hoursUntil((await read(night)).dueAt) < 2.1)
  await t.until(async () => hoursUntil((await read(shift)).dueAt) < 2.1)
  const moved = await read(night)
  expect(moved).toMatchObject({ state: 'scheduled', reason: 'quiet_hours', chunkDue: moved.dueAt })
  expect(await read(shift)).toMatchObject({ state: 'scheduled', reason: 'off_shift' })
  expect(await read(other)).toEqual(before)
  await ann().call(editOrganization, { body: { timezone: 'America/Chicago' } })
  await t.until(async () => hoursUntil((await read(night)).dueAt) > 2.5)
})

test('moves texts that wait for the morning with the quiet hours, and sends them when it is no longer night', async () => {
  const [nia, abroad] = [await someone(), await someone()]
  await moveTo(abroad, 'America/Chicago')
  const ids = [await send(nia), await send(abroad)]
  await quiet('hold', [-2, 5])
  for (const id of ids) {
    await t.until(async () => hoursUntil((await read(id)).dueAt) > 4.5)
    const { state, reason, dueAt, chunkDue } = await read(id)
    expect({ state, reason, chunkDue }).toEqual({ state: 'scheduled', reason: 'quiet_hours', chunkDue: dueAt })
  }
  await quiet('hold', [-2, 1])
  for (const id of ids) await t.until(async () => hoursUntil((await read(id)).dueAt) < 1.1)
  await quiet('hold', [2, 5])
  for (const id of ids) await isSent(id)
  await quiet('hold')
})

test('leaves texts for a moment that a member chose, and those of an organization without quiet hours', async () => {
  const nia = await someone()
  const scheduledAt = new Date(Date.now() + 9 * 3_600_000).toISOString()
  const chosen = await send(nia, { scheduledAt })
  const held = await send(nia)
  const later = await sendOffShift()
  await quiet('off')
  const before = await read(held)
  await moveTo(nia, 'Asia/Kolkata')
  await moveTo(later.contact, 'America/New_York')
  await t.until(async () => hoursUntil((await read(later.text)).dueAt) < 2.1)
  expect(await read(held)).toEqual(before)
  expect(await read(chosen)).toMatchObject({ reason: 'scheduled', dueAt: new Date(scheduledAt) })
})
