import { consentEvidence, consentHistory, importOptOuts, recordConsent, optOuts } from '@crewline/contract/consent'
import { createContact, editContact, readContact } from '@crewline/contract/contacts'
import { sendMessage } from '@crewline/contract/messages'
import { eraseContact } from '@crewline/contract/privacy'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, makeContact } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { pagesOf } from '../../../test/kit/pdf-words.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { lockConsentRows, verifyEvery } from '../consent/index.ts'
import { insertRows, updateRows } from '../contacts/index.ts'
import { LANE, markSubmitting, queue } from '../messages/index.ts'

// When an erased contact had opted out, no stored data reveals the number, but it still cannot be messaged.

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const system = () => t.process.kernel.database.asSystem('tests look everywhere')
const acme = () => systemScope(t.process.kernel, t.acme)
const fingerprintOf = (phone: string, orgId = t.acme.id) =>
  `~${t.process.kernel.encryption.fingerprint(`consent|${orgId}`, phone).toString('hex')}`
const newId = () => t.process.kernel.world.id()
const ann = () => t.as(t.acme.ann)
let nth = 0
const newPhone = () => `+1415556${String((nth += 1)).padStart(4, '0')}`
const add = async (phone: string, more: object = {}) =>
  (await ann().call(createContact, { body: { firstname: 'Someone', phone, ...more } })).body.contact
const read = async (id: string) => (await ann().call(readContact, { query: { id } })).body.contact
const erase = async (contactId: string, user = t.acme.ann) => {
  const body = { contactId, reason: 'Asked for it', confirm: true } as const
  expect((await t.as(user).call(eraseContact, { body })).http).toBe(200)
}
const listed = async (search: string) => (await ann().call(optOuts, { query: { search } })).body
const contactIdOf = async (phone: string) =>
  (await sql<{ id: string }>`select id from contact where phone = ${phone} and archived_at is null`.execute(db()))
    .rows[0]?.id

async function receiveText(phone: string, body: string): Promise<void> {
  const call = nativeCall(t.acme.line, {
    type: 'inbound',
    id: `txt_${newId()}`,
    from: phone,
    to: t.acme.line.phone,
    body,
  })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}

/** Returns a number whose contact sent these messages and was erased. */
async function erased(bodies = ['Maria here, STOP']): Promise<string> {
  const phone = newPhone()
  const { id } = await add(phone)
  for (const body of bodies) await receiveText(phone, body)
  await ann().call(recordConsent, {
    body: { contactId: id, action: 'opt_out', method: 'verbal', wording: 'Maria told me at the gate' },
  })
  await erase(id)
  return phone
}

async function evidence(query: string, token = t.acme.ann.token) {
  const answer = await fetch(`${t.process.address}/api${consentEvidence.path}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { http: answer.status, bytes, name: answer.headers.get('content-disposition') ?? '' }
}

async function expectOptedOut(contactId: string): Promise<void> {
  expect(await read(contactId)).toMatchObject({ reach: 'opted_out', optedOutAt: expect.any(String) as string })
  const sent = await ann().call(sendMessage, { body: { contactId, body: 'Hello' } })
  expect(sent.body.code).toBe('recipient_opted_out')
}

test('keeps when and how the opt-out happened in an intact chain, without the number or the words', async () => {
  const phone = await erased()
  for (const table of ['consent', 'consent_event'])
    expect((await sql`select from ${sql.table(table)} where phone = ${phone}`.execute(system())).rows).toEqual([])
  const stored = await sql<{ phone: string; action: string; method: string; wording: string; message: string | null }>`
    select e.phone, e.action, e.method, e.wording, e.message_id as message from consent_event e
    join consent k on k.org_id = e.org_id and k.phone = e.phone and k.opted_out where k.phone like '~%' order by e.at, e.id`.execute(
    db(),
  )
  const [first, second] = stored.rows.slice(-2)
  expect(first).toMatchObject({ phone: expect.stringMatching(/^~[0-9a-f]{64}$/) as string, wording: '', message: null })
  expect([first?.action, second?.action]).toEqual(['possible_opt_out', 'opt_out'])
  expect([first?.method, second?.method]).toEqual(['natural_language', 'verbal'])
  expect((await verifyEvery(db())).broken).toEqual([])
  // The same number has a different fingerprint in another organization.
  expect(fingerprintOf(phone)).not.toBe(fingerprintOf(phone, t.beta.id))
})

describe('an erased and opted-out number stays opted out', () => {
  test('when it is added to a new or an existing contact', async () => {
    const phone = await erased()
    const added = await add(phone)
    await expectOptedOut(added.id)
    const otherContact = await add(newPhone())
    const second = await erased()
    await ann().call(editContact, { query: { id: otherContact.id }, body: { phone: second } })
    await expectOptedOut(otherContact.id)
    expect((await verifyEvery(db())).broken).toEqual([])
  })

  test('when an import adds it to a new contact, a known one, or a household', async () => {
    const phone = await erased()
    const row = (id: string, draft: object) =>
      sql`select 2 as row, ${id}::uuid as id, ${JSON.stringify(draft)}::jsonb as draft`
    const attributes = { firstname: 'Filed', sortName: 'filed', phoneKind: 'mobile' }
    const newContactId = newId()
    await acme().tx((tx) => insertRows(tx, { importId: newId() }, row(newContactId, { ...attributes, phone })))
    await expectOptedOut(newContactId)
    const child = await add(phone, { sharesPhone: true })
    await expectOptedOut(child.id)
    const existing = await add(newPhone())
    const second = await erased()
    await acme().tx((tx) => updateRows(tx, row(existing.id, { phone: second, phoneKind: 'mobile' })))
    await expectOptedOut(existing.id)
  })

  test('when it texts anything but START, as an unknown contact', async () => {
    const phone = await erased()
    await receiveText(phone, 'Hello, who is this?')
    await expectOptedOut((await contactIdOf(phone)) as string)
  })

  test('at the hand-off, when the erasure happens while a message is on its way', async () => {
    const phone = await erased()
    const contact = await makeContact(t.process.kernel, t.acme.id, 'Raced', phone)
    const id = newId()
    const { id: lineId, phone: from } = t.acme.line
    await acme().tx((tx) =>
      queue(tx, LANE.reply, [
        { id, contactId: contact.id, lineId, from, to: phone, body: 'Hi', kind: 'text', senderId: null },
      ]),
    )
    await acme().tx((tx) => markSubmitting(tx, [id]))
    const states = await sql<{ state: string }>`select state from message where id = ${id}`.execute(db())
    expect(states.rows).toEqual([{ state: 'suppressed' }])
    const erasedPhone = await erased()
    expect(await acme().tx((tx) => lockConsentRows(tx, [erasedPhone]))).toEqual(new Set([erasedPhone]))
  })

  test('when an opt-out import contains it, and when its next contact is erased', async () => {
    const phone = await erased()
    const imported = await fetch(`${t.process.address}/api${importOptOuts.path}?note=Old`, {
      method: 'POST',
      headers: { authorization: `Bearer ${t.acme.ann.token}`, 'content-type': 'application/octet-stream' },
      body: phone,
    })
    expect(await imported.json()).toMatchObject({ added: 0, already: 1 })
    const { id } = await add(phone)
    await erase(id)
    expect((await sql`select from consent where phone = ${phone}`.execute(db())).rows).toEqual([])
    await expectOptedOut((await add(phone)).id)
    expect((await verifyEvery(db())).broken).toEqual([])
  })
})

test('ends the opt-out on START, also after the next contact is erased', async () => {
  const phone = await erased()
  await receiveText(phone, 'START')
  const id = (await contactIdOf(phone)) as string
  expect((await read(id)).reach).toBe('can_text')
  expect((await ann().call(sendMessage, { body: { contactId: id, body: 'Welcome' } })).http).toBe(200)
  await erase(id)
  expect((await read((await add(phone)).id)).reach).toBe('can_text')
  const remaining = sql`select from consent_event where phone = ${fingerprintOf(phone)}`
  expect((await remaining.execute(db())).rows).toEqual([])
})

test('counts erased opt-outs in the list and shows one only for its full number', async () => {
  const phone = await erased()
  const all = await listed('')
  expect(all.erased).toBeGreaterThan(0)
  expect(all.data.some((entry) => entry.isErased || entry.phone === phone || entry.phone.startsWith('~'))).toBe(false)
  expect((await listed(phone)).data).toMatchObject([
    { phone, contact: null, isErased: true, method: expect.any(String) as string, wording: '' },
  ])
  expect((await listed(phone.slice(-7))).data).toEqual([])
  expect((await t.as(t.beta.ann).call(optOuts, { query: { search: phone } })).body).toMatchObject({
    data: [],
    erased: 0,
  })
})

test('includes an erased opt-out in the evidence for an entered number, before and after it is added again', async () => {
  const phone = await erased()
  const typed = `(415) ${phone.slice(5, 8)}-${phone.slice(8)}`
  const file = await evidence(`phone=${encodeURIComponent(typed)}`)
  expect(file.http).toBe(200)
  const text = (await pagesOf(file.bytes)).join('\n')
  for (const part of [
    phone,
    'Opted out: must not be texted',
    'No one',
    'Removed when the contact was erased',
    'Unchanged since',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Maria')
  const { id } = await add(phone)
  const { events, isSound, optedOut } = (await ann().call(consentHistory, { query: { contactId: id } })).body
  expect({ isSound, optedOut, erased: events.map((event) => event.isErased) }).toEqual({
    ...{ isSound: true, optedOut: true },
    erased: [false, true, true],
  })
  expect(events.every((event) => event.phone === phone)).toBe(true)
  expect((await pagesOf((await evidence(`contactId=${id}`)).bytes)).join('\n')).toContain('Removed when the contact')
  const audited =
    await sql`select from audit_entry where detail::text like ${`%${phone.slice(1)}%`} or target like ${`%${phone.slice(1)}%`}`.execute(
      system(),
    )
  expect(audited.rows).toEqual([])
})

test('requires one subject, a valid number with history, and unrestricted access for evidence on a number', async () => {
  const { kernel } = t.process
  const ada = await makeUser(kernel, t.acme.id, { firstname: 'Ada', lastname: 'Acme', role: 'manager' })
  await limitTo(kernel, ada, [await makeGroup(kernel, t.acme.id, 'Hers', [t.acme.bob.id])])
  const phone = encodeURIComponent(await erased())
  expect((await evidence('')).http).toBe(400)
  expect((await evidence(`phone=${phone}&contactId=${t.acme.bob.id}`)).http).toBe(400)
  expect((await evidence('phone=call%20me')).http).toBe(422)
  expect((await evidence(`phone=${encodeURIComponent(newPhone())}`)).http).toBe(404)
  expect((await evidence(`phone=${phone}`, ada.token)).http).toBe(422)
  expect((await evidence(`phone=${phone}`, t.acme.gus.token)).http).toBe(422)
  expect((await evidence(`phone=${phone}`, t.beta.ann.token)).http).toBe(404)
})

test('keeps reporting a tampered consent history after an erasure', async () => {
  const phone = newPhone()
  const { id } = await add(phone)
  await receiveText(phone, 'STOP')
  await sql`update consent set last_hash = sha256('x') where phone = ${phone}`.execute(db())
  await erase(id)
  const fingerprint = fingerprintOf(phone)
  expect((await verifyEvery(db())).broken).toEqual([fingerprint])
  const added = await add(phone)
  await expectOptedOut(added.id)
  expect((await ann().call(consentHistory, { query: { contactId: added.id } })).body.isSound).toBe(false)
  await erase(added.id)
  expect((await verifyEvery(db())).broken).toEqual([fingerprint])
  // Cleans up, because other tests of this file check that no chain is broken.
  await receiveText(phone, 'START')
  await erase((await contactIdOf(phone)) as string)
  expect((await verifyEvery(db())).broken).toEqual([])
})

test('keeps a number opted out exactly when its last keyword was STOP, for any order of steps', async () => {
  const step = fc.constantFrom('STOP', 'START', 'Hello', 'erase', 'add', 'archive', 'brought')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      const phone = newPhone()
      // Erasures are limited per member and minute, so each run uses its own admin.
      const more = { firstname: 'Ada', lastname: 'Acme', role: 'admin' } as const
      const ada = await makeUser(t.process.kernel, t.acme.id, more)
      let isOut = false
      for (const action of [...steps, 'add']) {
        const contactId = await contactIdOf(phone)
        if (action === 'STOP' || action === 'START' || action === 'Hello') await receiveText(phone, action)
        if (action === 'STOP') isOut = true
        if (action === 'START') isOut = false
        if (action === 'erase' && contactId) await erase(contactId, ada)
        if (action === 'add' && !contactId) await add(phone)
        if (action === 'archive' && contactId)
          await ann().call(editContact, { query: { id: contactId }, body: { archived: true } })
        if (action === 'brought' && !contactId)
          await acme().tx((tx) =>
            insertRows(
              tx,
              { importId: newId() },
              sql`select 2 as row, ${newId()}::uuid as id, ${JSON.stringify({ firstname: 'B', sortName: 'b', phone })}::jsonb as draft`,
            ),
          )
        const now = await contactIdOf(phone)
        if (now) expect((await read(now)).reach).toBe(isOut ? 'opted_out' : 'can_text')
      }
      expect((await verifyEvery(db())).broken).toEqual([])
    }),
    { numRuns: 12 },
  )
})
