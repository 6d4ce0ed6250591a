import { editContact } from '@crewline/contract/contacts'
import { addToGroup, createGroup, deleteGroup, removeFromGroup } from '@crewline/contract/groups'
import { sendMessage } from '@crewline/contract/messages'
import { deleteShift, editShift, setContactShift, setGroupShift } from '@crewline/contract/shifts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { guard, hoursBetween, hoursLater, makeShift } from '../../../test/kit/shifts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web,worker,sender' })
  await guard(t, 'hold')
})
afterAll(() => t.close())

let nth = 0
const ann = () => t.as(t.acme.ann)
const set = (contact: TestContact, choice: object) =>
  ann().call(setContactShift, { query: { contactId: contact.id }, body: { choice: choice as never } })

/** Adds a contact with a shift of their own that begins in three hours. */
async function someone(): Promise<{ contact: TestContact; shiftId: string }> {
  nth += 1
  const shiftId = await makeShift(t, `Crew ${nth}`, hoursLater())
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Nia', `+1415555${String(8100 + nth)}`)
  await set(contact, { kind: 'shift', shiftId })
  return { contact, shiftId }
}
const send = async (contact: TestContact, body: string, more: object = {}) =>
  (await ann().call(sendMessage, { body: { contactId: contact.id, body, ...more } })).body.message
const change = (id: string, from: number, to: number) =>
  ann().call(editShift, { query: { id }, body: { hours: hoursBetween(from, to) } })

interface Waits {
  state: string
  reason: string | null
  dueAt: Date | null
  chunkDue: Date | null
}
const read = async (id: string) =>
  (
    await sql<Waits>`
      select m.state, m.hold_reason as reason, m.due_at as "dueAt", c.due_at as "chunkDue"
      from message m left join outgoing_chunk c on c.org_id = m.org_id and c.id = m.id where m.id = ${id}`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows[0] as Waits
const hoursUntil = (at: Date | null) => ((at?.getTime() ?? 0) - Date.now()) / 3_600_000
const isSent = (id: string) => t.until(async () => ['submitted', 'sent', 'delivered'].includes((await read(id)).state))

test('moves a waiting text to the new start of the shift, for the sender too', async () => {
  const { contact, shiftId } = await someone()
  const { id } = await send(contact, 'Bring your badge')
  expect(hoursUntil((await read(id)).dueAt)).toBeGreaterThan(2.9)
  await change(shiftId, 1.5, 6)
  await t.until(async () => hoursUntil((await read(id)).dueAt) < 1.6)
  const { state, reason, dueAt, chunkDue } = await read(id)
  expect({ state, reason, chunkDue }).toEqual({ state: 'scheduled', reason: 'off_shift', chunkDue: dueAt })
})

test('sends a waiting text once the shift has begun by its new hours, was deleted, or is not theirs any more', async () => {
  const [early, deleted, other] = [await someone(), await someone(), await someone()]
  const texts = [
    await send(early.contact, 'Gate 2'),
    await send(deleted.contact, 'Gate 3'),
    await send(other.contact, 'Gate 4'),
  ]
  await change(early.shiftId, -1, 5)
  await ann().call(deleteShift, { query: { id: deleted.shiftId } })
  await set(other.contact, { kind: 'any_time' })
  for (const { id } of texts) await isSent(id)
})

test('keeps the time that a member chose, when the contact works then after all, and sends nothing before it', async () => {
  const { contact, shiftId } = await someone()
  const scheduledAt = new Date(Date.now() + 9 * 3_600_000).toISOString()
  const { id } = await send(contact, 'Good night', { scheduledAt })
  expect(hoursUntil((await read(id)).dueAt)).toBeGreaterThan(20)
  await change(shiftId, -1, 10)
  await t.until(async () => (await read(id)).reason === 'scheduled')
  expect((await read(id)).dueAt?.toISOString()).toBe(scheduledAt)
})

test('holds a text that waits for the morning until the shift, when its contact has one by then', async () => {
  const { contact, shiftId } = await someone()
  const { id } = await send(contact, 'See you')
  await sql`update message set hold_reason = 'quiet_hours' where id = ${id}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  await change(shiftId, 1.5, 6)
  await t.until(async () => hoursUntil((await read(id)).dueAt) < 1.6)
  expect((await read(id)).reason).toBe('off_shift')
})

test('leaves the texts of others, and those that wait for a time of their own, where they are', async () => {
  const [one, bystander] = [await someone(), await someone()]
  const scheduledAt = new Date(Date.now() + 4 * 3_600_000).toISOString()
  const [waits, chosen] = [await send(bystander.contact, 'Hi'), await send(one.contact, 'At noon', { scheduledAt })]
  const moved = await send(one.contact, 'Hello')
  const before = await read(waits.id)
  await change(one.shiftId, -1, 5)
  await isSent(moved.id)
  expect(await read(waits.id)).toEqual(before)
  expect(await read(chosen.id)).toMatchObject({ reason: 'scheduled', dueAt: new Date(scheduledAt) })
})

const groupOf = async (name: string, more: object, from: number) => {
  const { body } = await ann().call(createGroup, { body: { name, ...more } })
  const groupId = body.group.id
  const shiftId = await makeShift(t, `Shift of ${name}`, hoursBetween(from, from + 4))
  await ann().call(setGroupShift, { query: { groupId }, body: { shiftId } })
  return groupId
}

test('moves a waiting text when its contact joins or leaves a group with a shift, and no text of others', async () => {
  const [one, bystander] = await Promise.all(
    ['8190', '8191'].map((digits) => makeContact(t.process.kernel, t.acme.id, 'Ola', `+1415555${digits}`)),
  )
  const contacts = [one!.id, bystander!.id]
  const late = await groupOf('Late', { contacts }, 3)
  const early = await groupOf('Early', {}, 1.5)
  const [text, other] = [await send(one!, 'Bring gloves'), await send(bystander!, 'Bring gloves')]
  const before = await read(other.id)
  await ann().call(addToGroup, { query: { id: early }, body: { contacts: [one!.id] } })
  await t.until(async () => hoursUntil((await read(text.id)).dueAt) < 1.6)
  expect((await read(text.id)).chunkDue).toEqual((await read(text.id)).dueAt)
  await ann().call(removeFromGroup, { query: { id: early }, body: { contacts: [one!.id] } })
  await t.until(async () => hoursUntil((await read(text.id)).dueAt) > 2.5)
  await ann().call(removeFromGroup, { query: { id: late }, body: { contacts: [one!.id] } })
  await isSent(text.id)
  expect(await read(other.id)).toEqual(before)
})

test('moves waiting texts when a rule takes a contact into a group, and when their group is deleted', async () => {
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Uma', '+14155558195')
  const late = await groupOf('Late crew', { contacts: [contact.id] }, 3)
  const filter = { op: 'and', children: [{ field: 'location', cmp: 'is', value: 'Dock 9' }] }
  const early = await groupOf('Dock crew', { type: 'dynamic', filter }, 1.5)
  const { id } = await send(contact, 'Gate 7 is closed')
  await ann().call(editContact, { query: { id: contact.id }, body: { location: 'Dock 9' } })
  await t.until(async () => hoursUntil((await read(id)).dueAt) < 1.6)
  await ann().call(deleteGroup, { query: { id: early } })
  await t.until(async () => hoursUntil((await read(id)).dueAt) > 2.5)
  await ann().call(deleteGroup, { query: { id: late } })
  await isSent(id)
})
