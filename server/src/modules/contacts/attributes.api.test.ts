import { archiveContact, createContact, editContact, readContact } from '@crewline/contract/contacts'
import { createCustomField } from '@crewline/contract/fields'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

import { ContactChanged } from './events.ts'

let t: TestApp
/** A manager, who cannot see sensitive fields. */
let max: TestUser
beforeAll(async () => {
  t = await testApp()
  max = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Max', lastname: 'Acme', role: 'manager' })
  const add = (body: Body) => t.as(t.acme.ann).call(createCustomField, { body: body as never })
  await add({ name: 'Badge', type: 'text', unique: true })
  await add({ name: 'Diet', type: 'text', sensitive: true })
  await add({ name: 'Start', type: 'date' })
  await add({
    ...{ name: 'Languages', type: 'multiselect' },
    options: [
      { id: 'es', label: 'Spanish' },
      { id: 'vi', label: 'Vietnamese' },
    ],
  })
})
afterAll(() => t.close())

type Body = Record<string, unknown>
const create = (body: Body, user: TestUser = t.acme.ann) =>
  t.as(user).call(createContact, { body: { firstname: 'Eve', ...body } })
const edit = (id: string, body: Body, user: TestUser = t.acme.ann) =>
  t.as(user).call(editContact, { query: { id }, body })
const read = async (id: string, user: TestUser = t.acme.ann) =>
  (await t.as(user).call(readContact, { query: { id } })).body.contact
const attributesOf = async (id: string) =>
  (
    await sql<{ payload: { fields?: string[] } }>`
      select payload from event_log where name = 'contact.changed' and payload -> 'contactIds' ? ${id} order by seq`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows.map((row) => row.payload.fields)

test('stores every field as given and reports changes by field name', async () => {
  const all = {
    ...{ firstname: 'Ana', lastname: 'Ruiz', preferredName: 'Anita', email: 'ana@example.com', employeeId: 'E-17' },
    ...{ jobTitle: 'Picker', department: 'Inbound', location: 'Dock 4', language: 'es', timezone: 'America/Denver' },
    ...{ hireDate: '2024-02-29', birthday: '1990-04-23', work: 'on_leave' },
    customFields: { badge: 'B7', diet: 'None', start: '2026-01-05', languages: ['es'] },
  }
  const made = (await create({ ...all, phone: '4155550301' })).body.contact
  expect(made).toMatchObject({ ...all, phone: '+14155550301', sharesPhone: false, suspectSince: null, locked: {} })
  await edit(made.id, {
    ...{ department: 'Outbound', work: 'active', birthday: '04-23', lastname: 'Ruiz', phone: '4155550302' },
    customFields: { diet: null, languages: ['es', 'vi'] },
  })
  expect(await read(made.id)).toMatchObject({
    ...{ department: 'Outbound', work: 'active', birthday: '04-23', employeeId: 'E-17' },
    customFields: { badge: 'B7', start: '2026-01-05', languages: ['es', 'vi'] },
  })
  const [created, changed] = await attributesOf(made.id)
  expect(created).toBeUndefined()
  expect(changed?.toSorted()).toEqual([
    ...['birthday', 'custom.diet', 'custom.languages', 'department', 'phone', 'reach', 'status'],
  ])
  await edit(made.id, { department: 'Outbound', lastname: 'Ruiz' })
  expect(await attributesOf(made.id)).toHaveLength(2)
})

test.each<[string, Body, string]>([
  ['a birthday that does not exist', { birthday: '02-30' }, 'birthday'],
  ['a birthday to come', { birthday: '2090-01-01' }, 'birthday'],
  ['a birthday of long ago', { birthday: '1801-01-01' }, 'birthday'],
  ['a hire date far ahead', { hireDate: '2090-01-01' }, 'hireDate'],
  ['a date that is none', { customFields: { start: 'soon' } }, 'custom.start'],
  ['a choice that is not offered', { customFields: { languages: ['fr'] } }, 'custom.languages'],
  ['a field there is not', { customFields: { shoe: 'x' } }, 'custom.shoe'],
  ['a field by the name of an object’s own', { customFields: { constructor: 'x' } }, 'custom.constructor'],
  ['an invalid email', { email: 'ana@' }, 'email'],
])('rejects %s next to the field', async (_, body, field) => {
  for (const answer of [await create(body), await edit(t.acme.cat.id, body)]) {
    expect(answer.http).toBe(400)
    expect(Object.keys(answer.body.fieldErrors ?? {})).toEqual([field])
  }
})

describe('unique values', () => {
  test('refuses a taken employee id with the name of its owner, and frees it when they are archived', async () => {
    const owner = (await create({ firstname: 'Ida', employeeId: '0042' })).body.contact
    const answer = await create({ employeeId: '0042' })
    expect(answer).toMatchObject({
      http: 409,
      body: {
        code: 'employee_id_taken',
        fieldErrors: { employeeId: 'This employee ID belongs to Ida.', employeeIdOwnerId: owner.id },
      },
    })
    expect((await edit(t.acme.cat.id, { employeeId: '0042' })).http).toBe(409)
    expect((await edit(owner.id, { employeeId: '0042', jobTitle: 'Lead' })).http).toBe(200)
    await t.as(t.acme.ann).call(archiveContact, { query: { id: owner.id } })
    expect((await edit(t.acme.cat.id, { employeeId: '0042' })).http).toBe(200)
    expect((await edit(owner.id, { archived: false })).body.code).toBe('employee_id_taken')
  })

  test('gives a value to only one of two concurrent requests', async () => {
    const pair = (body: Body) => Promise.all([create(body), create(body), edit(t.acme.dan.id, body)])
    const ids = await pair({ employeeId: 'RACE' })
    expect(ids.map((answer) => answer.http).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const badges = await pair({ customFields: { badge: 'race' } })
    expect(badges.map((answer) => answer.http).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  test('refuses a taken value in any case with the name of its owner', async () => {
    await create({ firstname: 'Bea', customFields: { badge: 'x99' } })
    const answer = await create({ customFields: { badge: 'X99' } })
    expect(answer.body.fieldErrors).toEqual({ 'custom.badge': 'Badge X99 belongs to Bea.' })
  })

  test('does not reveal the owner to a manager with group scope', async () => {
    const sam = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
    await limitTo(t.process.kernel, sam, [await makeGroup(t.process.kernel, t.acme.id, 'Sams', [t.acme.bob.id])])
    const owner = (await create({ firstname: 'Zelda', employeeId: 'Z1', customFields: { badge: 'Z1' } })).body.contact
    for (const body of [{ employeeId: 'Z1' }, { customFields: { badge: 'Z1' } }]) {
      const text = JSON.stringify((await edit(t.acme.bob.id, body, sam)).body)
      expect(text).toContain('someone else')
      expect(text).not.toContain('Zelda')
      expect(text).not.toContain(owner.id)
    }
    expect((await edit(owner.id, { lastname: 'Seen' }, sam)).http).toBe(404)
    expect((await t.as(sam).call(archiveContact, { query: { id: owner.id } })).http).toBe(404)
  })
})

test('hides sensitive fields from members without access and refuses their changes', async () => {
  const { id } = (await create({ birthday: '1980-12-31', customFields: { diet: 'Vegan', start: '2026-01-05' } })).body
    .contact
  const visible = await read(id, max)
  expect(visible).toMatchObject({ birthday: '12-31', customFields: { start: '2026-01-05' } })
  expect(Object.keys(visible.customFields)).toEqual(['start'])
  expect((await edit(id, { customFields: { diet: 'None' } }, max)).body.fieldErrors).toHaveProperty(['custom.diet'])
  // Saving the visible fields keeps the hidden values.
  await edit(id, { birthday: '12-31', customFields: { start: '2026-02-05' } }, max)
  expect(await read(id)).toMatchObject({ birthday: '1980-12-31', customFields: { diet: 'Vegan', start: '2026-02-05' } })
})

test('refuses changes to fields that another system manages', async () => {
  const { id } = (await create({ department: 'Inbound', work: 'active', customFields: { start: '2026-01-05' } })).body
    .contact
  await sql`update contact set locked = '{"department": "ADP", "work": "ADP", "custom.start": "ADP"}' where id = ${id}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect((await read(id)).locked).toEqual({ department: 'ADP', work: 'ADP', 'custom.start': 'ADP' })
  for (const [body, field] of [
    [{ department: 'Out' }, 'department'],
    [{ work: 'terminated' }, 'work'],
    [{ customFields: { start: null } }, 'custom.start'],
  ] as const) {
    expect((await edit(id, body)).body).toMatchObject({
      ...{ code: 'managed_elsewhere', notification: { message: 'From ADP. Edit it there.' } },
      fieldErrors: { [field]: 'From ADP. Edit it there.' },
    })
  }
  // A form that submits unchanged managed fields is accepted.
  expect((await edit(id, { department: 'Inbound', work: 'active', jobTitle: 'Lead' })).http).toBe(200)
})

test.each([
  ['blocked', 'recipient_blocked'],
  ['terminated', 'recipient_terminated'],
])('sends no texts to a %s contact until that changes', async (work, code) => {
  const { id } = (await create({ phone: work === 'blocked' ? '4155550381' : '4155550382', work })).body.contact
  const send = () => t.as(t.acme.ann).call(sendMessage, { body: { contactId: id, body: 'Hello' } })
  expect((await send()).body.code).toBe(code)
  await edit(id, { work: 'active' })
  expect((await send()).http).toBe(200)
})

test('does not send a queued message to a contact who was terminated meanwhile', async () => {
  const { id } = (await create({ phone: '4155550383' })).body.contact
  const sent = await t.as(t.acme.ann).call(sendMessage, { body: { contactId: id, body: 'Later', undoSeconds: 10 } })
  await edit(id, { work: 'terminated' })
  const system = t.process.kernel.database.ofOrg(t.acme.id)
  await sql`update message set due_at = now() where id = ${sent.body.message.id}`.execute(system)
  await sql`update outgoing_chunk set due_at = now() where id = ${sent.body.message.id}`.execute(system)
  const state = await t.until(async () => {
    const result = await sql<{ state: string; code: string }>`
      select state, error_code as code from message where id = ${sent.body.message.id} and error_code is not null`.execute(
      system,
    )
    return result.rows[0]
  })
  expect(state).toEqual({ state: 'suppressed', code: 'terminated' })
})

test('sends browsers one event for many changed contacts and an event per contact for few', async () => {
  const listener = await t.connectClient(t.acme.ann)
  const made: string[] = []
  made.push((await create({ firstname: 'First' })).body.contact.id)
  // Before the others are created: events that are read together count together.
  await listener.next('contact-updated', { contact: { id: made[0] } })
  for (let n = 0; n < 100; n += 1) made.push((await create({ firstname: `Many ${n}` })).body.contact.id)
  await listener.catchUp()
  await systemScope(t.process.kernel, t.acme).tx(async (tx) => tx.publish(ContactChanged, { contactIds: made }))
  expect(await listener.next('contacts-updated')).toEqual({})
})
