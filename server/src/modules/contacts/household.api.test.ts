import { archiveContact, createContact, editContact, readContact } from '@crewline/contract/contacts'
import { conversation } from '@crewline/contract/inbox'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

type Body = Record<string, unknown>
const create = (body: Body, user: TestUser = t.acme.ann) =>
  t.as(user).call(createContact, { body: { firstname: 'Eve', ...body } })
const edit = (id: string, body: Body, user: TestUser = t.acme.ann) =>
  t.as(user).call(editContact, { query: { id }, body })
const read = async (id: string) => (await t.as(t.acme.ann).call(readContact, { query: { id } })).body.contact

let last = 200
const number = () => `+1415555${String((last += 1)).padStart(4, '0')}`

/** Creates the owner of a number and two contacts who share it. */
async function household() {
  const phone = number()
  const owner = (await create({ firstname: 'Olga', phone })).body.contact
  const first = (await create({ firstname: 'Finn', phone, sharesPhone: true })).body.contact
  const second = (await create({ firstname: 'Sue', phone, sharesPhone: true })).body.contact
  return { phone, owner, first, second }
}

test('texts both contacts of a shared number and assigns its replies to the owner', async () => {
  const { phone, owner, first } = await household()
  expect(first).toMatchObject({ phone, sharesPhone: true, reach: 'can_text' })
  const sent = await t.as(t.acme.ann).call(sendMessage, { body: { contactId: first.id, body: 'Hello Finn' } })
  expect(sent.http).toBe(200)
  await t.drain()
  expect((await t.carrier.onPhone(phone)).map((message) => message.body)).toContain('Hello Finn')
  await t.carrier.texts(phone, 'Thanks', t.acme.line.phone)
  const thread = (id: string) => t.as(t.acme.ann).call(conversation, { params: { id } })
  await t.until(
    async () => (await thread(owner.id)).body.messages?.some((message) => message.body === 'Thanks') || undefined,
  )
  const texts = (await thread(first.id)).body.messages.filter((message) => message.direction !== 'internal')
  expect(texts.map((message) => message.body)).toEqual(['Hello Finn'])
})

test('applies an opt-out to every contact that shares the number', async () => {
  const { phone, owner, second } = await household()
  await t.carrier.texts(phone, 'STOP', t.acme.line.phone)
  await t.until(async () => (await read(owner.id)).reach === 'opted_out' || undefined)
  expect((await read(second.id)).reach).toBe('opted_out')
})

test.each<[string, (owner: string) => Promise<unknown>]>([
  ['is archived', (owner) => t.as(t.acme.ann).call(archiveContact, { query: { id: owner } })],
  ['has another number', (owner) => edit(owner, { phone: number() })],
  ['has none any more', (owner) => edit(owner, { phone: '' })],
])('passes ownership to the longest sharer when the owner %s', async (_, leave) => {
  const { phone, owner, first, second } = await household()
  const listener = await t.connectClient(t.acme.gus)
  await leave(owner.id)
  expect(await read(first.id)).toMatchObject({ phone, sharesPhone: false })
  expect(await read(second.id)).toMatchObject({ phone, sharesPhone: true })
  await listener.next<{ contact: { id: string } }>('contact-updated', (event) => event.contact.id === first.id)
  const back = await edit(owner.id, { archived: false, phone })
  expect(back.body).toMatchObject({ code: 'phone_taken', fieldErrors: { phoneOwnerId: first.id } })
})

test('refuses to share a number without an owner, and requires a free number to stop sharing', async () => {
  expect((await create({ phone: number(), sharesPhone: true })).body).toMatchObject({
    code: 'invalid',
    fieldErrors: { sharesPhone: 'No other contact has this number.' },
  })
  const { owner, first } = await household()
  expect((await edit(first.id, { sharesPhone: false })).body).toMatchObject({
    code: 'phone_taken',
    fieldErrors: { phone: 'This number belongs to Olga.', phoneOwnerId: owner.id },
  })
  expect((await edit(owner.id, { sharesPhone: true })).body.fieldErrors).toMatchObject({
    sharesPhone: 'No other contact has this number.',
  })
  await edit(owner.id, { phone: '' })
  const ownNumber = number()
  expect((await edit(first.id, { phone: ownNumber })).body.contact).toMatchObject({
    phone: ownNumber,
    sharesPhone: false,
  })
})

test('restores an archived contact as sharing its number, or as its owner when there is none', async () => {
  const { owner, first, second } = await household()
  for (const contact of [second, first, owner]) await edit(contact.id, { archived: true })
  expect((await edit(first.id, { archived: false })).body.contact?.sharesPhone).toBe(false)
  expect((await edit(second.id, { archived: false })).body.contact?.sharesPhone).toBe(true)
})

test('leaves a number with an owner when the owner leaves while a contact starts to share it', async () => {
  for (let round = 0; round < 8; round++) {
    const phone = number()
    const owner = (await create({ firstname: 'Olga', phone })).body.contact
    const [shared] = await Promise.all([
      create({ firstname: 'Finn', phone, sharesPhone: true }),
      t.as(t.acme.ann).call(archiveContact, { query: { id: owner.id } }),
    ])
    const owners = await sql<{ shares: boolean }>`
      select shares_phone as shares from contact where phone = ${phone} and archived_at is null`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
    expect(owners.rows).toEqual(shared.http === 200 ? [{ shares: false }] : [])
  }
})

test('lets a manager with group scope share only visible numbers and reveals no other names', async () => {
  const sam = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
  const { phone, owner } = await household()
  await limitTo(t.process.kernel, sam, [await makeGroup(t.process.kernel, t.acme.id, 'Sam’s', [t.acme.bob.id])])
  for (const more of [{}, { sharesPhone: true }]) {
    const { body } = await create({ phone, ...more }, sam)
    expect(body).toMatchObject({ code: 'phone_taken', fieldErrors: { phone: 'This number belongs to someone else.' } })
    expect(JSON.stringify(body)).not.toContain('Olga')
    expect(JSON.stringify(body)).not.toContain(owner.id)
  }
  expect((await create({ phone: t.acme.bob.phone, sharesPhone: true }, sam)).body.contact).toMatchObject({
    sharesPhone: true,
    groups: [{ name: 'Sam’s' }],
  })
})

test('assigns a text from the number of a merged contact to the kept contact', async () => {
  const phone = number()
  const keptContact = (await create({ firstname: 'Kim', phone: number() })).body.contact
  const mergedContact = (await create({ firstname: 'Kimberly', phone })).body.contact
  await sql`update contact set archived_at = now(), merged_into = ${keptContact.id} where id = ${mergedContact.id}`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  await t.carrier.texts(phone, 'New phone', t.acme.line.phone)
  const texts = await t.until(async () => {
    const { messages } = (await t.as(t.acme.ann).call(conversation, { params: { id: keptContact.id } })).body
    return messages?.some((message) => message.body === 'New phone') || undefined
  })
  expect(texts).toBe(true)
  expect((await edit(mergedContact.id, { archived: false })).http).toBe(404)
})
