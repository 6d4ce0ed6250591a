import { recordConsent, optOuts } from '@crewline/contract/consent'
import { createContact, editContact, readContact } from '@crewline/contract/contacts'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { attestNumbers, noticeFor, readConsentStatuses } from './index.ts'

// An opt-out belongs to the number. It stays until the contact sends START, whatever happens to the contact record.

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

let nth = 0
const newContact = () => makeContact(t.process.kernel, t.acme.id, 'Wes', `+141555509${String(nth++).padStart(2, '0')}`)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const ann = () => t.as(t.acme.ann)
const add = (body: { firstname: string; phone: string; sharesPhone?: boolean }) => ann().call(createContact, { body })
const edit = (id: string, body: object) => ann().call(editContact, { query: { id }, body })
const sentTo = async (phone: string) =>
  (await t.carrier.sent()).filter((sent) => sent.to === phone).map((sent) => sent.body)

async function deliverInbound(contact: TestContact, body: string): Promise<void> {
  const id = `txt_${t.process.kernel.world.id()}`
  const call = nativeCall(t.acme.line, { type: 'inbound', id, from: contact.phone, to: t.acme.line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}

/** Creates a contact who opted out. */
async function newOptedOutContact(): Promise<TestContact> {
  const contact = await newContact()
  await deliverInbound(contact, 'STOP')
  return contact
}

/** Expects that the contact is opted out, a message to it is refused, and its number is opted out. */
async function expectOptedOut(id: string, phone: string): Promise<void> {
  const { contact } = (await ann().call(readContact, { query: { id } })).body
  expect(contact).toMatchObject({ phone, reach: 'opted_out', optedOutAt: expect.any(String) as string })
  const sent = await ann().call(sendMessage, { body: { contactId: id, body: 'Hello' } })
  expect(sent.body.code).toBe('recipient_opted_out')
  expect((await readConsentStatuses(db(), [phone])).get(phone)?.optedOut).toBe(true)
}

test('keeps an opt-out when the contact is archived and added again', async () => {
  const contact = await newOptedOutContact()
  await edit(contact.id, { archived: true })
  const recreated = (await add({ firstname: 'Again', phone: contact.phone })).body.contact
  await expectOptedOut(recreated.id, contact.phone)
})

test('keeps an opt-out when the number moves to another contact, and allows texts to a different number', async () => {
  const contact = await newOptedOutContact()
  const otherContact = await newContact()
  const free = otherContact.phone
  await edit(contact.id, { phone: '' })
  await edit(otherContact.id, { phone: contact.phone })
  await expectOptedOut(otherContact.id, contact.phone)
  // The other contact's old number was never opted out and stays textable for an opted-out contact.
  await edit(contact.id, { phone: free })
  expect((await ann().call(readContact, { query: { id: contact.id } })).body.contact.reach).toBe('can_text')
})

test('keeps an opt-out for every contact that shares the number', async () => {
  const contact = await newOptedOutContact()
  const child = (await add({ firstname: 'Child', phone: contact.phone, sharesPhone: true })).body.contact
  await expectOptedOut(child.id, contact.phone)
  await edit(contact.id, { archived: true })
  await expectOptedOut(child.id, contact.phone)
})

test('keeps an opt-out when an import attests consent', async () => {
  const contact = await newOptedOutContact()
  await systemScope(t.process.kernel, t.acme).tx((tx) =>
    attestNumbers(tx, [contact.phone], {
      method: 'import_attestation',
      wording: 'These people agreed to get texts from us',
    }),
  )
  await expectOptedOut(contact.id, contact.phone)
})

test('keeps an opt-out on the list after the contact is erased', async () => {
  const contact = await newOptedOutContact()
  await t.drain()
  await sql`update contact set firstname = '', lastname = '', sort_name = '', phone = null, archived_at = now(), erased_at = now()
    where id = ${contact.id}`.execute(db())
  const { data } = (await ann().call(optOuts, { query: { search: contact.phone.slice(-7) } })).body
  expect(data).toMatchObject([{ phone: contact.phone, contact: null, method: 'keyword', wording: 'STOP' }])
  const recreated = (await add({ firstname: 'Again', phone: contact.phone })).body.contact
  await expectOptedOut(recreated.id, contact.phone)
})

test('keeps an opt-out when a member records consent', async () => {
  const contact = await newOptedOutContact()
  for (const method of ['paper', 'verbal', 'email', 'member'] as const) {
    const body = { contactId: contact.id, action: 'attest', method, wording: 'They agreed again' } as const
    expect((await ann().call(recordConsent, { body })).body.code).toBe('opt_out_stays')
  }
  await expectOptedOut(contact.id, contact.phone)
})

test('ends an opt-out on START and confirms simultaneous STOP messages once', async () => {
  const contact = await newContact()
  await Promise.all(Array.from({ length: 6 }, (_, n) => deliverInbound(contact, n % 2 ? 'STOP' : 'Stop.')))
  await t.drain()
  expect(await sentTo(contact.phone)).toEqual([expect.stringContaining('opted out')])
  await expectOptedOut(contact.id, contact.phone)
  await deliverInbound(contact, 'START')
  expect((await ann().call(sendMessage, { body: { contactId: contact.id, body: 'Welcome back' } })).http).toBe(200)
})

test('sends the first-contact notice once to a shared number', async () => {
  await sql`update organization set settings = settings || '{"firstContactNotice": true}'::jsonb where id = ${t.acme.id}`.execute(
    t.process.kernel.database.asSystem('tests turn notices on'),
  )
  const contact = await newContact()
  const child = (await add({ firstname: 'Child', phone: contact.phone, sharesPhone: true })).body.contact
  for (const [nth, id] of [contact.id, child.id, contact.id].entries())
    expect((await ann().call(sendMessage, { body: { contactId: id, body: `Text ${nth}` } })).http).toBe(200)
  await t.drain()
  const got = await sentTo(contact.phone)
  expect(got).toHaveLength(4)
  expect(got.filter((body) => body === noticeFor('Acme', 'en'))).toHaveLength(1)
})
