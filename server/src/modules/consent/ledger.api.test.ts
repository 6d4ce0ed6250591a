import type { ConsentMethod } from '@crewline/contract/consent'
import { consentEvidence, consentHistory, noteConsent } from '@crewline/contract/consent'
import type { ContactUpdated } from '@crewline/contract/events'
import { conversation } from '@crewline/contract/inbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makePerson, makeWorker, type Person, type Worker } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { pagesOf } from '../../../test/kit/pdf-words.ts'
import type { Tx } from '../../kernel/scope.ts'
import { attestMany, hashOfEntry, optOutMany, standingOf, verifyChain, verifyEvery } from './index.ts'

let t: House
/** A manager who sees Bob's group only. */
let max: Person
beforeAll(async () => {
  t = await house()
  max = await makePerson(t.process.kernel, t.acme.id, { firstname: 'Max', lastname: 'Acme', role: 'manager' })
  await limitTo(t.process.kernel, max, [await makeGroup(t.process.kernel, t.acme.id, 'Mine', [t.acme.bob.id])])
})
afterAll(() => t.close())

let nth = 0
const worker = (firstname = 'Wes') => makeWorker(t.process.kernel, t.acme.id, firstname, `+1415555060${String(nth++)}`)
const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const history = async (one: Worker, person = t.acme.ann) =>
  (await t.as(person).call(consentHistory, { query: { contactId: one.id } })).body
type Note = { action: 'attest' | 'opt_out'; method: 'paper' | 'verbal' | 'email' | 'member'; words: string }
const note = (one: Worker, body: Note, person = t.acme.ann) =>
  t.as(person).call(noteConsent, { body: { contactId: one.id, ...body } })
const said = { action: 'attest', method: 'paper', words: 'Signed the form of 3 March' } as const

async function says(one: Worker, body: string): Promise<void> {
  const id = `txt_${t.process.kernel.world.id()}`
  const call = nativeCall(t.acme.line, { type: 'inbound', id, from: one.phone, to: t.acme.line.phone, body })
  const answer = await fetch(`${t.process.address}/hooks/simulated/${t.acme.line.id}`, { method: 'POST', ...call })
  expect(answer.status).toBe(200)
}

const acting = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => systemScope(t.process.kernel, t.acme).tx(work)

async function evidence(one: Worker, person = t.acme.ann, language = 'en') {
  const answer = await fetch(`${t.process.address}/api${consentEvidence.path}?contactId=${one.id}`, {
    headers: { authorization: `Bearer ${person.token}`, 'accept-language': language },
  })
  return { http: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('a worker nobody ever spoke about has an empty history, and so has one without a number', async () => {
  const one = await worker()
  expect(await history(one)).toMatchObject({
    phone: one.phone,
    optedOut: false,
    since: null,
    isSound: true,
    events: [],
  })
  await sql`update contact set phone = null where id = ${one.id}`.execute(db())
  expect(await history(one)).toMatchObject({ phone: null, isSound: true, events: [] })
  expect((await note(one, said)).body).toMatchObject({ code: 'recipient_no_mobile' })
  expect((await evidence(one)).http).toBe(422)
})

test('what a worker said on paper, by voice, by email or to a member is noted with the words and by whom, newest first', async () => {
  const one = await worker()
  for (const method of ['paper', 'verbal', 'email', 'member'] as const)
    expect((await note(one, { ...said, method, words: `By ${method}` })).body.contact).toMatchObject({
      id: one.id,
      reach: 'can_text',
    })
  const { events, isSound, optedOut, since } = await history(one)
  expect({ isSound, optedOut, since }).toEqual({ isSound: true, optedOut: false, since: events[0]?.at })
  expect(events.map((event) => [event.method, event.words])).toEqual(
    ['member', 'email', 'verbal', 'paper'].map((method) => [method, `By ${method}`]),
  )
  expect(events[0]).toMatchObject({ action: 'attest', by: 'Ann Acme', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const noted = await sql<{ detail: object }>`
    select detail from audit_entry where action = 'consent.noted' and target = ${one.id} order by id desc limit 1`.execute(
    t.process.kernel.database.asSystem('tests read the audit trail'),
  )
  expect(noted.rows[0]?.detail).toEqual({ action: 'attest', method: 'member' })
})

test('a member opts somebody out: it holds at once, every browser hears it, and nobody of the team can undo it', async () => {
  const one = await worker()
  const ear = await t.heard(t.acme.gus)
  const out = await note(one, { action: 'opt_out', method: 'verbal', words: 'Asked me in the break room' })
  expect(out.body.contact.reach).toBe('opted_out')
  await ear.next<ContactUpdated>(
    'contact-updated',
    (event) => event.contact.id === one.id && event.contact.reach === 'opted_out',
  )
  expect((await note(one, said)).body).toMatchObject({
    code: 'opt_out_stays',
    message: expect.stringContaining('START') as string,
  })
  const { messages } = (await t.as(t.acme.gus).call(conversation, { params: { id: one.id } })).body
  expect(messages).toMatchObject([
    { direction: 'within', event: { what: 'opted_out' }, sender: { firstname: 'Ann' }, body: '' },
  ])
  // Saying so again changes nothing and is kept.
  await note(one, { action: 'opt_out', method: 'email', words: 'And by email' })
  const after = await history(one)
  expect(after).toMatchObject({ optedOut: true, isSound: true, since: expect.any(String) as string })
  expect(after.events.map((event) => event.words)).toEqual(['And by email', 'Asked me in the break room'])
  await says(one, 'START')
  expect(await history(one)).toMatchObject({
    optedOut: false,
    events: { 0: { action: 'opt_in', method: 'keyword', by: null } },
  })
})

test('who may not edit notes nothing; who is out of sight is not found; words are asked for', async () => {
  const one = await worker()
  expect((await note(one, said, t.acme.gus)).body.code).toBe('not_permitted')
  expect((await note(one, said, max)).http).toBe(404)
  expect((await note(one, said, t.beta.ann)).http).toBe(404)
  expect((await history(one, max)).code).toBe('not_found')
  expect((await evidence(one, max)).http).toBe(404)
  expect((await evidence(one, t.acme.gus)).http).toBe(422)
  expect((await note(one, { ...said, words: ' ' })).http).toBe(400)
  expect((await note(t.acme.bob, said, max)).http).toBe(200)
  expect((await history(t.acme.bob, max)).events).toMatchObject([{ by: 'Max Acme' }])
})

test('thousands of numbers are attested and opted out together, each in a chain of its own', async () => {
  const phones = Array.from({ length: 3000 }, (_, n) => `+1416555${String(n).padStart(4, '0')}`)
  await acting((tx) => optOutMany(tx, phones.slice(0, 10), { method: 'member', words: 'Old list' }))
  const import1 = { method: 'import_attestation', words: 'These people agreed', personId: t.acme.ann.id } as const
  await acting((tx) => attestMany(tx, [...phones, ...phones.slice(0, 5)], import1))
  await acting((tx) => attestMany(tx, phones, { ...import1, words: 'They agreed again' }))
  const standing = await standingOf(db(), [...phones, '+14165559999'])
  expect([...standing.values()].filter((one) => one.optedOut)).toHaveLength(10)
  expect(standing.get(phones[0] as string)).toEqual({ optedOut: true, since: expect.any(Date) as Date })
  expect(standing.get(phones[10] as string)).toEqual({ optedOut: false, since: null })
  expect(standing.has('+14165559999')).toBe(false)
  const changed = await acting((tx) => optOutMany(tx, phones.slice(5, 15), { words: 'New list' }))
  expect(changed).toEqual(phones.slice(10, 15))
  const written = await sql<{ n: number }>`
    select count(*)::int as n from consent_event where phone like '+1416555%' and action = 'attest'`.execute(db())
  expect(written.rows[0]?.n).toBe(6000)
  const every = await verifyEvery(db())
  expect(every.broken).toEqual([])
  expect(every.numbers).toBeGreaterThanOrEqual(3000)
})

test.each(['web', 'qr', 'kiosk', 'hris_attestation', 'import_attestation', 'voicemail'] satisfies ConsentMethod[])(
  'an attestation by %s fits the history',
  async (method) => {
    const one = await makeWorker(t.process.kernel, t.acme.id, 'Wes', `+1415555070${String(nth++ % 10)}`)
    await acting((tx) => attestMany(tx, [one.phone], { method, words: 'Agreed' }))
    expect((await history(one)).events[0]).toMatchObject({ action: 'attest', method, by: null })
    await sql`update contact set phone = null where id = ${one.id}`.execute(db())
  },
)

test('two who note about one number at once wait for each other, and the chain is whole', async () => {
  const one = await worker()
  const notes = await Promise.all(Array.from({ length: 8 }, (_, n) => note(one, { ...said, words: `Note ${n}` })))
  expect(notes.map((answer) => answer.http)).toEqual(Array(8).fill(200))
  expect(await history(one)).toMatchObject({ isSound: true, events: { length: 8 } })
})

test('an entry changed behind our back is seen: on the screen, in the evidence, by the operator', async () => {
  const one = await worker()
  await note(one, said)
  await says(one, 'STOP')
  // No role of the product may change an entry; somebody at the database can.
  await expect(sql`update consent_event set words = 'x' where phone = ${one.phone}`.execute(db())).rejects.toThrow(
    'permission denied',
  )
  await sql`update consent set last_hash = sha256('x') where phone = ${one.phone}`.execute(db())
  expect(await verifyChain(db(), one.phone)).toBe(false)
  expect((await verifyEvery(db())).broken).toEqual([one.phone])
  expect((await history(one)).isSound).toBe(false)
  expect((await pagesOf((await evidence(one)).bytes)).join('\n')).toContain('NOT as it was written')
})

test('evidence is written in the language of who takes it, and quotes the worker as they wrote', async () => {
  const one = await makeWorker(t.process.kernel, t.acme.id, 'Eva', '+14155550698')
  await says(one, 'STOP please')
  const file = await evidence(one, t.acme.ann, 'es-MX')
  expect(file.headers.get('content-disposition')).toContain('pruebas-de-consentimiento-14155550698.pdf')
  const words = (await pagesOf(file.bytes)).join('\n')
  for (const part of [
    'Pruebas de consentimiento',
    'De baja: no se le puede escribir.',
    'Palabras exactas',
    'STOP please',
  ])
    expect(words).toContain(part)
  expect(words).not.toMatch(/Opted out|Noted by|Organization/)
})

test('evidence names everything anybody may ask: who, what, when, how, in which words, and whether it is whole', async () => {
  const one = await makeWorker(t.process.kernel, t.acme.id, 'Đặng 王伟', '+14155550650')
  await note(one, { ...said, words: 'Signed «form 7» in ink' })
  await says(one, 'Arrêt')
  await says(one, 'STOP please')
  const file = await evidence(one)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(file.headers.get('content-disposition')).toContain('consent-evidence-14155550650.pdf')
  const pages = await pagesOf(file.bytes)
  const words = pages.join('\n')
  const { events } = await history(one)
  for (const event of events) expect(words.replaceAll('\n', '')).toContain(event.hash)
  for (const part of [
    ...['Organization', 'Acme', '+14155550650', '(415) 555-0650', 'Đặng 王伟 Worker', 'Opted out: must not be texted'],
    ...['Agreed, as somebody of the team noted, on paper', 'Signed «form 7» in ink', 'Ann Acme'],
    ...[
      'Opted out, by a keyword in a text',
      'Arrêt',
      'STOP please',
      'The worker, directly',
      'Unchanged since it was written',
    ],
    ...['America/Chicago', 'None: the first of its chain', `1 / ${pages.length}`],
  ])
    expect(words).toContain(part)
  // Times stand on the organization's clocks and in UTC.
  expect(words).toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-0[56]:00 \(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\)/)
  const message = await sql<{
    id: string
  }>`select id from message where contact_id = ${one.id} and body = 'Arrêt'`.execute(db())
  expect(words).toContain(message.rows[0]?.id)
  const noted = await sql<{ detail: object }>`
    select detail from audit_entry where action = 'consent.evidence_taken' and target = ${one.id}`.execute(
    t.process.kernel.database.asSystem('tests read the audit trail'),
  )
  expect(noted.rows[0]?.detail).toEqual({ entries: 3, isSound: true })
})

test('anybody can count a hash again from what an entry says, in any script', async () => {
  const one = await makeWorker(t.process.kernel, t.acme.id, 'Wes', '+14155550651')
  for (const words of ['Signed', 'Ja | nein || 12', '同意 👩‍👩‍👧 \u{1f69c}', 'نعم «»']) await note(one, { ...said, words })
  const rows = await sql<{ id: string; words: string; at: Date; hash: string; before: string | null; by: string }>`
    select id, words, at, encode(hash, 'hex') as hash, encode(prev_hash, 'hex') as before, person_id as by
    from consent_event where phone = ${one.phone}`.execute(db())
  const more = { orgId: t.acme.id, phone: one.phone, action: 'attest', method: 'paper', messageId: null }
  for (const { hash, before, by, ...entry } of rows.rows)
    expect(hashOfEntry({ ...entry, ...more, personId: by }, before)).toBe(hash)
})
