import { noteConsent, optOuts } from '@crewline/contract/consent'
import { createContact, editContact, readContact } from '@crewline/contract/contacts'
import { sendMessage } from '@crewline/contract/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorker, type Worker } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { attestMany, noticeFor, standingOf } from './index.ts'

// An opt-out belongs to the number. Whatever becomes of the contact, it stands until the worker says START.

let t: House
beforeAll(async () => {
  t = await house()
})
afterAll(() => t.close())

let nth = 0
const worker = () => makeWorker(t.process.kernel, t.acme.id, 'Wes', `+141555509${String(nth++).padStart(2, '0')}`)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const ann = () => t.as(t.acme.ann)
const add = (body: { firstname: string; phone: string; sharesPhone?: boolean }) => ann().call(createContact, { body })
const edit = (id: string, body: object) => ann().call(editContact, { query: { id }, body })
const sentTo = async (phone: string) =>
  (await t.carrier.sent()).filter((sent) => sent.to === phone).map((sent) => sent.body)

async function says(one: Worker, body: string): Promise<void> {
  const id = `txt_${t.process.kernel.world.id()}`
  const call = nativeCall(t.acme.line, { type: 'inbound', id, from: one.phone, to: t.acme.line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}

/** Somebody who opted out. */
async function silent(): Promise<Worker> {
  const one = await worker()
  await says(one, 'STOP')
  return one
}

/** The contact shows as opted out and a text to it is refused; the number itself stands as opted out. */
async function expectSilent(id: string, phone: string): Promise<void> {
  const { contact } = (await ann().call(readContact, { query: { id } })).body
  expect(contact).toMatchObject({ phone, reach: 'opted_out', optedOutAt: expect.any(String) as string })
  const sent = await ann().call(sendMessage, { body: { contactId: id, body: 'Hello' } })
  expect(sent.body.code).toBe('recipient_opted_out')
  expect((await standingOf(db(), [phone])).get(phone)?.optedOut).toBe(true)
}

test('through archiving and being added again as somebody new', async () => {
  const one = await silent()
  await edit(one.id, { archived: true })
  const again = (await add({ firstname: 'Again', phone: one.phone })).body.contact
  await expectSilent(again.id, one.phone)
})

test('through the number being given to another contact, and back', async () => {
  const one = await silent()
  const other = await worker()
  const free = other.phone
  await edit(one.id, { phone: '' })
  await edit(other.id, { phone: one.phone })
  await expectSilent(other.id, one.phone)
  // The old number of the other was never opted out, and is not now that somebody silent has it.
  await edit(one.id, { phone: free })
  expect((await ann().call(readContact, { query: { id: one.id } })).body.contact.reach).toBe('can_text')
})

test('through a household: who shares the number is silent with it, whoever it was that opted out', async () => {
  const one = await silent()
  const child = (await add({ firstname: 'Child', phone: one.phone, sharesPhone: true })).body.contact
  await expectSilent(child.id, one.phone)
  await edit(one.id, { archived: true })
  await expectSilent(child.id, one.phone)
})

test('through an import that says that these people agreed', async () => {
  const one = await silent()
  await systemScope(t.process.kernel, t.acme).tx((tx) =>
    attestMany(tx, [one.phone], { method: 'import_attestation', words: 'These people agreed to get texts from us' }),
  )
  await expectSilent(one.id, one.phone)
})

test('through the row of the contact being gone for good: the list still has the number', async () => {
  const one = await silent()
  await t.drain()
  await sql`update contact set firstname = '', lastname = '', sort_name = '', phone = null, archived_at = now(), erased_at = now()
    where id = ${one.id}`.execute(db())
  const { data } = (await ann().call(optOuts, { query: { search: one.phone.slice(-7) } })).body
  expect(data).toMatchObject([{ phone: one.phone, contact: null, method: 'keyword', words: 'STOP' }])
  const again = (await add({ firstname: 'Again', phone: one.phone })).body.contact
  await expectSilent(again.id, one.phone)
})

test('through whatever a member says for the worker', async () => {
  const one = await silent()
  for (const method of ['paper', 'verbal', 'email', 'member'] as const) {
    const body = { contactId: one.id, action: 'attest', method, words: 'They agreed again' } as const
    expect((await ann().call(noteConsent, { body })).body.code).toBe('opt_out_stays')
  }
  await expectSilent(one.id, one.phone)
})

test('until the worker says START; and STOP told many times in one moment is confirmed once', async () => {
  const one = await worker()
  await Promise.all(Array.from({ length: 6 }, (_, n) => says(one, n % 2 ? 'STOP' : 'Stop.')))
  await t.drain()
  expect(await sentTo(one.phone)).toEqual([expect.stringContaining('opted out')])
  await expectSilent(one.id, one.phone)
  await says(one, 'START')
  expect((await ann().call(sendMessage, { body: { contactId: one.id, body: 'Welcome back' } })).http).toBe(200)
})

test('a household is told once who texts, what it costs, HELP and STOP', async () => {
  await sql`update organization set settings = settings || '{"firstContactNotice": true}'::jsonb where id = ${t.acme.id}`.execute(
    t.process.kernel.database.asSystem('tests turn notices on'),
  )
  const one = await worker()
  const child = (await add({ firstname: 'Child', phone: one.phone, sharesPhone: true })).body.contact
  for (const [nth, id] of [one.id, child.id, one.id].entries())
    expect((await ann().call(sendMessage, { body: { contactId: id, body: `Text ${nth}` } })).http).toBe(200)
  await t.drain()
  const got = await sentTo(one.phone)
  expect(got).toHaveLength(4)
  expect(got.filter((body) => body === noticeFor('Acme', 'en'))).toHaveLength(1)
})
