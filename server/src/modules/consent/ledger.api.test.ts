import type { ConsentMethod } from '@crewline/contract/consent'
import { consentEvidence, consentHistory, recordConsent } from '@crewline/contract/consent'
import type { ContactUpdated } from '@crewline/contract/events'
import { conversation } from '@crewline/contract/inbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, makeContact, type TestUser, type TestContact } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { pagesOf } from '../../../test/kit/pdf-words.ts'
import type { Tx } from '../../kernel/scope.ts'
import { attestNumbers, hashOfEntry, optOutNumbers, readConsentStatuses, verifyChain, verifyEvery } from './index.ts'

let t: TestApp
/** A manager who can see only Bob's group. */
let max: TestUser
beforeAll(async () => {
  t = await testApp()
  max = await makeUser(t.process.kernel, t.acme.id, { firstname: 'Max', lastname: 'Acme', role: 'manager' })
  await limitTo(t.process.kernel, max, [await makeGroup(t.process.kernel, t.acme.id, 'Mine', [t.acme.bob.id])])
})
afterAll(() => t.close())

let nth = 0
const newContact = (firstname = 'Wes') =>
  makeContact(t.process.kernel, t.acme.id, firstname, `+1415555060${String(nth++)}`)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const history = async (contact: TestContact, user = t.acme.ann) =>
  (await t.as(user).call(consentHistory, { query: { contactId: contact.id } })).body
type Note = { action: 'attest' | 'opt_out'; method: 'paper' | 'verbal' | 'email' | 'member'; wording: string }
const note = (contact: TestContact, body: Note, user = t.acme.ann) =>
  t.as(user).call(recordConsent, { body: { contactId: contact.id, ...body } })
const attestation = { action: 'attest', method: 'paper', wording: 'Signed the form of 3 March' } as const

async function deliverInbound(contact: TestContact, body: string): Promise<void> {
  const id = `txt_${t.process.kernel.world.id()}`
  const call = nativeCall(t.acme.line, { type: 'inbound', id, from: contact.phone, to: t.acme.line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}

const acting = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => systemScope(t.process.kernel, t.acme).tx(work)

async function evidence(contact: TestContact, user = t.acme.ann, language = 'en') {
  const answer = await fetch(`${t.process.address}/api${consentEvidence.path}?contactId=${contact.id}`, {
    headers: { authorization: `Bearer ${user.token}`, 'accept-language': language },
  })
  return { http: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('returns an empty history for a contact without entries or without a number', async () => {
  const contact = await newContact()
  expect(await history(contact)).toMatchObject({
    phone: contact.phone,
    optedOut: false,
    since: null,
    isSound: true,
    events: [],
  })
  await sql`update contact set phone = null where id = ${contact.id}`.execute(db())
  expect(await history(contact)).toMatchObject({ phone: null, isSound: true, events: [] })
  expect((await note(contact, attestation)).body).toMatchObject({ code: 'recipient_no_mobile' })
  expect((await evidence(contact)).http).toBe(422)
})

test('records attested consent with its wording, method and author, newest first', async () => {
  const contact = await newContact()
  for (const method of ['paper', 'verbal', 'email', 'member'] as const)
    expect((await note(contact, { ...attestation, method, wording: `By ${method}` })).body.contact).toMatchObject({
      id: contact.id,
      reach: 'can_text',
    })
  const { events, isSound, optedOut, since } = await history(contact)
  expect({ isSound, optedOut, since }).toEqual({ isSound: true, optedOut: false, since: events[0]?.at })
  expect(events.map((event) => [event.method, event.wording])).toEqual(
    ['member', 'email', 'verbal', 'paper'].map((method) => [method, `By ${method}`]),
  )
  expect(events[0]).toMatchObject({ action: 'attest', by: 'Ann Acme', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const auditRows = await sql<{ detail: object }>`
    select detail from audit_entry where action = 'consent.noted' and target = ${contact.id} order by id desc limit 1`.execute(
    t.process.kernel.database.asSystem('tests read the audit trail'),
  )
  expect(auditRows.rows[0]?.detail).toEqual({ action: 'attest', method: 'member' })
})

test('applies an opt-out by a member at once in every browser, and no member can revert it', async () => {
  const contact = await newContact()
  const listener = await t.connectClient(t.acme.gus)
  const out = await note(contact, { action: 'opt_out', method: 'verbal', wording: 'Asked me in the break room' })
  expect(out.body.contact.reach).toBe('opted_out')
  await listener.next<ContactUpdated>(
    'contact-updated',
    (event) => event.contact.id === contact.id && event.contact.reach === 'opted_out',
  )
  expect((await note(contact, attestation)).body).toMatchObject({
    code: 'opt_out_stays',
    message: expect.stringContaining('START') as string,
  })
  const { messages } = (await t.as(t.acme.gus).call(conversation, { params: { id: contact.id } })).body
  expect(messages).toMatchObject([
    { direction: 'internal', event: { what: 'opted_out' }, sender: { firstname: 'Ann' }, body: '' },
  ])
  // A repeated opt-out changes nothing but is recorded.
  await note(contact, { action: 'opt_out', method: 'email', wording: 'And by email' })
  const after = await history(contact)
  expect(after).toMatchObject({ optedOut: true, isSound: true, since: expect.any(String) as string })
  expect(after.events.map((event) => event.wording)).toEqual(['And by email', 'Asked me in the break room'])
  await deliverInbound(contact, 'START')
  expect(await history(contact)).toMatchObject({
    optedOut: false,
    events: { 0: { action: 'opt_in', method: 'keyword', by: null } },
  })
})

test('requires edit permission, a visible contact and a wording', async () => {
  const contact = await newContact()
  expect((await note(contact, attestation, t.acme.gus)).body.code).toBe('not_permitted')
  expect((await note(contact, attestation, max)).http).toBe(404)
  expect((await note(contact, attestation, t.beta.ann)).http).toBe(404)
  expect((await history(contact, max)).code).toBe('not_found')
  expect((await evidence(contact, max)).http).toBe(404)
  expect((await evidence(contact, t.acme.gus)).http).toBe(422)
  expect((await note(contact, { ...attestation, wording: ' ' })).http).toBe(400)
  expect((await note(t.acme.bob, attestation, max)).http).toBe(200)
  expect((await history(t.acme.bob, max)).events).toMatchObject([{ by: 'Max Acme' }])
})

test('attests and opts out thousands of numbers in bulk, each with its own chain', async () => {
  const phones = Array.from({ length: 3000 }, (_, n) => `+1416555${String(n).padStart(4, '0')}`)
  await acting((tx) => optOutNumbers(tx, phones.slice(0, 10), { method: 'member', wording: 'Old list' }))
  const import1 = { method: 'import_attestation', wording: 'These people agreed', userId: t.acme.ann.id } as const
  await acting((tx) => attestNumbers(tx, [...phones, ...phones.slice(0, 5)], import1))
  await acting((tx) => attestNumbers(tx, phones, { ...import1, wording: 'They agreed again' }))
  const states = await readConsentStatuses(db(), [...phones, '+14165559999'])
  expect([...states.values()].filter((state) => state.optedOut)).toHaveLength(10)
  expect(states.get(phones[0] as string)).toEqual({ optedOut: true, since: expect.any(Date) as Date })
  expect(states.get(phones[10] as string)).toEqual({ optedOut: false, since: null })
  expect(states.has('+14165559999')).toBe(false)
  const changed = await acting((tx) => optOutNumbers(tx, phones.slice(5, 15), { wording: 'New list' }))
  expect(changed).toEqual(phones.slice(10, 15))
  const written = await sql<{ n: number }>`
    select count(*)::int as n from consent_event where phone like '+1416555%' and action = 'attest'`.execute(db())
  expect(written.rows[0]?.n).toBe(6000)
  const every = await verifyEvery(db())
  expect(every.broken).toEqual([])
  expect(every.numbers).toBeGreaterThanOrEqual(3000)
})

test.each(['web', 'qr', 'kiosk', 'hris_attestation', 'import_attestation', 'voicemail'] satisfies ConsentMethod[])(
  'records an attestation by %s in the history',
  async (method) => {
    const contact = await makeContact(t.process.kernel, t.acme.id, 'Wes', `+1415555070${String(nth++ % 10)}`)
    await acting((tx) => attestNumbers(tx, [contact.phone], { method, wording: 'Agreed' }))
    expect((await history(contact)).events[0]).toMatchObject({ action: 'attest', method, by: null })
    await sql`update contact set phone = null where id = ${contact.id}`.execute(db())
  },
)

test('serializes concurrent notes about one number and keeps the chain intact', async () => {
  const contact = await newContact()
  const notes = await Promise.all(
    Array.from({ length: 8 }, (_, n) => note(contact, { ...attestation, wording: `Note ${n}` })),
  )
  expect(notes.map((answer) => answer.http)).toEqual(Array(8).fill(200))
  expect(await history(contact)).toMatchObject({ isSound: true, events: { length: 8 } })
})

test('reveals a tampered entry on screen, in the evidence and to the operator', async () => {
  const contact = await newContact()
  await note(contact, attestation)
  await deliverInbound(contact, 'STOP')
  // No database role of the product may change an entry, but a database administrator can.
  await expect(
    sql`update consent_event set wording = 'x' where phone = ${contact.phone}`.execute(db()),
  ).rejects.toThrow('permission denied')
  await sql`update consent set last_hash = sha256('x') where phone = ${contact.phone}`.execute(db())
  expect(await verifyChain(db(), contact.phone)).toBe(false)
  expect((await verifyEvery(db())).broken).toEqual([contact.phone])
  expect((await history(contact)).isSound).toBe(false)
  expect((await pagesOf((await evidence(contact)).bytes)).join('\n')).toContain('CHANGED after it was recorded')
})

test('writes evidence in the language of the member and quotes the contact unchanged', async () => {
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Eva', '+14155550698')
  await deliverInbound(contact, 'STOP please')
  const file = await evidence(contact, t.acme.ann, 'es-MX')
  expect(file.headers.get('content-disposition')).toContain('pruebas-de-consentimiento-14155550698.pdf')
  const text = (await pagesOf(file.bytes)).join('\n')
  for (const part of [
    'Pruebas de consentimiento',
    'De baja: no se le puede escribir.',
    'Palabras exactas',
    'STOP please',
  ])
    expect(text).toContain(part)
  expect(text).not.toMatch(/Opted out|Noted by|Organization/)
})

test('includes who, what, when, how, the wording and the chain status in the evidence', async () => {
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Đặng 王伟', '+14155550650')
  await note(contact, { ...attestation, wording: 'Signed «form 7» in ink' })
  await deliverInbound(contact, 'Arrêt')
  await deliverInbound(contact, 'STOP please')
  const file = await evidence(contact)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('content-disposition')).toContain('consent-evidence-14155550650.pdf')
  const pages = await pagesOf(file.bytes)
  const text = pages.join('\n')
  const { events } = await history(contact)
  for (const event of events) expect(text.replaceAll('\n', '')).toContain(event.hash)
  for (const part of [
    ...['Organization', 'Acme', '+14155550650', '(415) 555-0650', 'Đặng 王伟 Worker', 'Opted out: must not be texted'],
    ...['Agreed, recorded by a teammate, on paper', 'Signed «form 7» in ink', 'Ann Acme'],
    ...[
      'Opted out, by a keyword in a text',
      'Arrêt',
      'STOP please',
      'The contact, directly',
      'Unchanged since it was recorded',
    ],
    ...['America/Chicago', 'None: the first entry of its chain', `1 / ${pages.length}`],
  ])
    expect(text).toContain(part)
  // Times are in the organization's time zone and in UTC.
  expect(text).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[56]:00 \(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\)/)
  const message = await sql<{
    id: string
  }>`select id from message where contact_id = ${contact.id} and body = 'Arrêt'`.execute(db())
  expect(text).toContain(message.rows[0]?.id)
  const auditRows = await sql<{ detail: object }>`
    select detail from audit_entry where action = 'consent.evidence_taken' and target = ${contact.id}`.execute(
    t.process.kernel.database.asSystem('tests read the audit trail'),
  )
  expect(auditRows.rows[0]?.detail).toEqual({ entries: 3, isSound: true })
})

test('allows anyone to recompute a hash from its entry, in any script', async () => {
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Wes', '+14155550651')
  for (const wording of ['Signed', 'Ja | nein || 12', '同意 👩‍👩‍👧 \u{1f69c}', 'نعم «»'])
    await note(contact, { ...attestation, wording })
  const rows = await sql<{ id: string; wording: string; at: Date; hash: string; before: string | null; by: string }>`
    select id, wording, at, encode(hash, 'hex') as hash, encode(prev_hash, 'hex') as before, user_id as by
    from consent_event where phone = ${contact.phone}`.execute(db())
  const more = { orgId: t.acme.id, phone: contact.phone, action: 'attest', method: 'paper', messageId: null }
  for (const { hash, before, by, ...entry } of rows.rows)
    expect(hashOfEntry({ ...entry, ...more, userId: by }, before)).toBe(hash)
})
