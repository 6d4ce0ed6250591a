import { createContact, editContact, readContact } from '@crewline/contract/contacts'
import type { ContactUpdated } from '@crewline/contract/events'
import { groupContacts } from '@crewline/contract/audience'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const create = (body: Parameters<typeof draft>[0]) => t.as(t.acme.ann).call(createContact, { body: draft(body) })
const draft = (body: { firstname?: string; lastname?: string; phone?: string; [field: string]: unknown }) => ({
  firstname: 'Eve',
  ...body,
})
const edit = (id: string, body: Record<string, unknown>) => t.as(t.acme.ann).call(editContact, { query: { id }, body })

test('adds a contact with a number in any format and notifies every browser', async () => {
  const gus = await t.connectClient(t.acme.gus)
  const made = await create({
    firstname: ' Eva ',
    lastname: 'García',
    phone: '(415) 555-0141',
    jobTitle: 'Picker',
    location: 'Dock 4',
    language: 'es',
  })
  expect(made).toMatchObject({
    http: 200,
    body: {
      contact: {
        ...{
          firstname: 'Eva',
          lastname: 'García',
          phone: '+14155550141',
          phoneDisplay: '(415) 555-0141',
          reach: 'can_text',
        },
        ...{ jobTitle: 'Picker', location: 'Dock 4', language: 'es', source: 'manual', archived: false, groups: [] },
        ...{ optedOutAt: null, lastMessageAt: null },
      },
    },
  })
  await gus.next<ContactUpdated>('contact-updated', (event) => event.contact.id === made.body.contact.id)
  expect((await t.as(t.acme.gus).call(readContact, { query: { id: made.body.contact.id } })).body.contact).toEqual(
    made.body.contact,
  )
  const upper = await t.as(t.acme.gus).call(readContact, { query: { id: made.body.contact.id.toUpperCase() } })
  expect(upper.body.contact).toEqual(made.body.contact)
})

test.each([
  ['415-555-0151', '+14155550151'],
  ['+1 415 555 0152', '+14155550152'],
  ['1.415.555.0153', '+14155550153'],
  ['  (415)5550154  ', '+14155550154'],
  ['\uff0b14155550156', '+14155550156'],
  ['+52 55 1234 5678', '+525512345678'],
  ['+49 1512 3456789', '+4915123456789'],
])('stores %s as %s', async (phone, e164) => {
  expect((await create({ phone })).body.contact?.phone).toBe(e164)
})

test.each([
  'abc',
  '12',
  '555-0101',
  '911',
  '+1900555',
  '+1 900 555 0101',
  '00000000000',
  '+4491234',
  '1'.repeat(40),
  '+',
  'not a number 4155550142',
])('rejects %s next to the field as not textable', async (phone) => {
  const refused = await create({ phone })
  expect(refused).toMatchObject({
    http: 422,
    body: { code: 'phone_invalid', fieldErrors: { phone: expect.any(String) as string } },
  })
  expect(refused.body.notification).toBeUndefined()
})

test('reports the number of digits of a number that is too short', async () => {
  expect((await create({ phone: '555-0101' })).body.fieldErrors?.['phone']).toContain('7 digits')
})

test('refuses a taken number in any format with the name of its owner, and allows it in another organization', async () => {
  const refused = await create({ phone: t.acme.bob.phone.replace('+1', '1 ') })
  expect(refused).toMatchObject({
    http: 409,
    body: {
      code: 'phone_taken',
      notification: { message: 'This number belongs to Bob Worker.' },
      fieldErrors: { phone: 'This number belongs to Bob Worker.', phoneOwnerId: t.acme.bob.id },
    },
  })
  const there = await t.as(t.beta.ann).call(createContact, { body: { firstname: 'Bob', phone: t.acme.bob.phone } })
  expect(there.http).toBe(200)
})

test('creates one contact when the same number is added concurrently', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => create({ firstname: `Twin ${n}`, phone: '4155550161' })),
  )
  expect(answers.map((answer) => answer.http).sort((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)])
})

test('gives a number to one of two contacts at once and refuses the other with an explanation', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, (_, n) => create({ firstname: `Race ${n}` })))
  const answers = await Promise.all(made.map((answer) => edit(answer.body.contact.id, { phone: '4155550162' })))
  expect(answers.map((answer) => answer.http).sort((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(409)])
  for (const refused of answers.filter((answer) => answer.http === 409)) expect(refused.body.code).toBe('phone_taken')
})

test('distinguishes landlines and missing numbers from textable ones and refuses to text them', async () => {
  const landline = await create({ phone: '+44 20 7183 8750' })
  expect(landline.body.contact).toMatchObject({ reach: 'landline', country: 'GB', phoneDisplay: '+44 20 7183 8750' })
  const withoutNumber = await create({ phone: '' })
  expect(withoutNumber.body.contact).toMatchObject({
    phone: null,
    phoneDisplay: null,
    reach: 'no_mobile',
    country: null,
  })
  for (const [created, code] of [
    [landline, 'recipient_landline'],
    [withoutNumber, 'recipient_no_mobile'],
  ] as const)
    expect(
      await t.as(t.acme.ann).call(sendMessage, { body: { contactId: created.body.contact.id, body: 'Hi' } }),
    ).toMatchObject({ http: 422, body: { code } })
})

test('changes only the given fields, resets the state of a new number and removes an empty one', async () => {
  const { id } = (await create({ lastname: 'Before', phone: '+44 20 7183 8751', jobTitle: 'Cook' })).body.contact
  expect((await edit(id, { lastname: 'After' })).body.contact).toMatchObject({
    firstname: 'Eve',
    lastname: 'After',
    reach: 'landline',
    jobTitle: 'Cook',
  })
  expect((await edit(id, { phone: '4155550163' })).body.contact).toMatchObject({
    phone: '+14155550163',
    reach: 'can_text',
  })
  expect((await edit(id, {})).body.contact).toMatchObject({ phone: '+14155550163', lastname: 'After' })
  expect((await edit(id, { phone: '' })).body.contact).toMatchObject({ phone: null, reach: 'no_mobile' })
  expect((await edit(id, { firstname: '  ' })).http).toBe(400)
})

test('hides an archived contact, frees its number and restores it only while the number is free', async () => {
  const first = (await create({ firstname: 'Old', phone: '4155550164' })).body.contact
  expect((await edit(first.id, { archived: true })).body.contact.archived).toBe(true)
  const list = (query: object) => t.as(t.acme.ann).call(groupContacts, { query: { search: '4155550164', ...query } })
  expect((await list({})).body.data).toEqual([])
  expect((await list({ reach: 'archived' })).body.data.map((contact) => contact.id)).toEqual([first.id])
  const second = (await create({ firstname: 'New', phone: '4155550164' })).body.contact
  expect(await edit(first.id, { archived: false })).toMatchObject({
    http: 409,
    body: { code: 'phone_taken', fieldErrors: { phoneOwnerId: second.id } },
  })
  expect((await edit(first.id, { archived: false, phone: '' })).body.contact).toMatchObject({
    archived: false,
    phone: null,
  })
  expect((await edit(first.id, { archived: true })).http).toBe(200)
  expect((await edit(first.id, { archived: true })).http).toBe(200)
})

test('stores names of every script normalized, up to 60 letters', async () => {
  for (const firstname of [
    'Zoë',
    'Nguyễn Thị',
    'محمد',
    '王小明',
    "O'Brien",
    'Jean-Luc',
    'Łukasz',
    'ñ'.repeat(60),
    '王'.repeat(60),
    '👷🏽‍♀️ Ana',
  ])
    expect((await create({ firstname })).body.contact?.firstname).toBe(firstname)
  expect((await create({ firstname: 'Jose\u0301' })).body.contact.firstname).toBe('José')
  expect(await create({ firstname: 'a'.repeat(61) })).toMatchObject({
    http: 400,
    body: { fieldErrors: { firstname: 'Use 60 characters or fewer.' } },
  })
  expect((await create({ lastname: 'a'.repeat(61) })).http).toBe(400)
})

test('removes line breaks and control characters from a name', async () => {
  const made = await create({ firstname: 'Ann\r\n\u0007a\tB', lastname: '\u0085x\u202e' })
  expect(made.body.contact.firstname).toMatch(/^Ann a B$/)
})

test('stores, sorts and pages names with letters that expand to many', async () => {
  // Each of these letters expands to eighteen in the search index.
  const long = Array.from({ length: 60 }, (_, n) => String.fromCodePoint(0xfdfa, 0xfdfb)[n % 2]).join('')
  for (let n = 0; n < 3; n++) expect((await create({ firstname: long, lastname: long })).http).toBe(200)
  const first = await t.as(t.acme.ann).call(groupContacts, { query: { search: long.slice(0, 10), pageSize: 1 } })
  expect(first.body.total).toBe(3)
  const next = await t
    .as(t.acme.ann)
    .call(groupContacts, { query: { search: long.slice(0, 10), pageSize: 1, cursor: first.body.nextCursor } })
  expect(next.http).toBe(200)
})

test('records changes in the audit log without the values', async () => {
  const { id } = (await create({ firstname: 'Rec', phone: '4155550165' })).body.contact
  await edit(id, { lastname: 'Ord', location: 'Dock' })
  const rows = await sql<{ action: string; actor_id: string; detail: object }>`
    select action, actor_id, detail from audit_entry where target = ${id} order by id`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect(rows.rows).toEqual([
    { action: 'contact.created', actor_id: t.acme.ann.id, detail: {} },
    { action: 'contact.changed', actor_id: t.acme.ann.id, detail: { fields: ['lastname', 'location'] } },
  ])
})
