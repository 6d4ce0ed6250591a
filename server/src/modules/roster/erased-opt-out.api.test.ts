import { consentEvidence, consentHistory, importOptOuts, noteConsent, optOuts } from '@crewline/contract/consent'
import { createContact, editContact, readContact } from '@crewline/contract/contacts'
import { sendMessage } from '@crewline/contract/messages'
import { eraseContact } from '@crewline/contract/roster'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitTo, makeGroup, makePerson, makeWorker } from '../../../test/kit/cast.ts'
import { nativeCall } from '../../../test/kit/hooks.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { pagesOf } from '../../../test/kit/pdf-words.ts'
import { systemScope } from '../../../test/kit/scopes.ts'
import { lockStanding, verifyEvery } from '../consent/index.ts'
import { bringIn, bringUp } from '../contacts/index.ts'
import { LANE, markSubmitting, queue } from '../messages/index.ts'

// Of somebody erased who had opted out nothing tells the number any more, and still nobody texts it.

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web' })
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const system = () => t.process.kernel.database.asSystem('tests look everywhere')
const acme = () => systemScope(t.process.kernel, t.acme)
const markOf = (phone: string, orgId = t.acme.id) =>
  `~${t.process.kernel.seal.mark(`consent|${orgId}`, phone).toString('hex')}`
const newId = () => t.process.kernel.world.id()
const ann = () => t.as(t.acme.ann)
let nth = 0
const newPhone = () => `+1415556${String((nth += 1)).padStart(4, '0')}`
const add = async (phone: string, more: object = {}) =>
  (await ann().call(createContact, { body: { firstname: 'Someone', phone, ...more } })).body.contact
const read = async (id: string) => (await ann().call(readContact, { query: { id } })).body.contact
const erase = async (contactId: string, person = t.acme.ann) => {
  const body = { contactId, reason: 'Asked for it', confirm: true } as const
  expect((await t.as(person).call(eraseContact, { body })).http).toBe(200)
}
const listed = async (search: string) => (await ann().call(optOuts, { query: { search } })).body
const holderOf = async (phone: string) =>
  (await sql<{ id: string }>`select id from contact where phone = ${phone} and archived_at is null`.execute(db()))
    .rows[0]?.id

async function says(phone: string, body: string): Promise<void> {
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

/** A number whose person said these words and was erased. */
async function erased(words = ['Maria here, STOP']): Promise<string> {
  const phone = newPhone()
  const { id } = await add(phone)
  for (const said of words) await says(phone, said)
  await ann().call(noteConsent, {
    body: { contactId: id, action: 'opt_out', method: 'verbal', words: 'Maria told me at the gate' },
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

async function expectSilent(contactId: string): Promise<void> {
  expect(await read(contactId)).toMatchObject({ reach: 'opted_out', optedOutAt: expect.any(String) as string })
  const sent = await ann().call(sendMessage, { body: { contactId, body: 'Hello' } })
  expect(sent.body.code).toBe('recipient_opted_out')
}

test('nothing tells the number or what was said; what is kept tells when and how, in a chain that is whole', async () => {
  const phone = await erased()
  for (const table of ['consent', 'consent_event'])
    expect((await sql`select from ${sql.table(table)} where phone = ${phone}`.execute(system())).rows).toEqual([])
  const kept = await sql<{ phone: string; action: string; method: string; words: string; message: string | null }>`
    select e.phone, e.action, e.method, e.words, e.message_id as message from consent_event e
    join consent k on k.org_id = e.org_id and k.phone = e.phone and k.opted_out where k.phone like '~%' order by e.at, e.id`.execute(
    db(),
  )
  const [first, second] = kept.rows.slice(-2)
  expect(first).toMatchObject({ phone: expect.stringMatching(/^~[0-9a-f]{64}$/) as string, words: '', message: null })
  expect([first?.action, second?.action]).toEqual(['possible_opt_out', 'opt_out'])
  expect([first?.method, second?.method]).toEqual(['natural_language', 'verbal'])
  expect((await verifyEvery(db())).broken).toEqual([])
  // The same number in another organization has another mark.
  expect(markOf(phone)).not.toBe(markOf(phone, t.beta.id))
})

describe('the number stays silent', () => {
  test('when somebody is added with it, or gets it', async () => {
    const phone = await erased()
    const again = await add(phone)
    await expectSilent(again.id)
    const other = await add(newPhone())
    const second = await erased()
    await ann().call(editContact, { query: { id: other.id }, body: { phone: second } })
    await expectSilent(other.id)
    expect((await verifyEvery(db())).broken).toEqual([])
  })

  test('when a file brings it, to somebody new or known, and in a household', async () => {
    const phone = await erased()
    const row = (id: string, draft: object) =>
      sql`select 2 as row, ${id}::uuid as id, ${JSON.stringify(draft)}::jsonb as draft`
    const facts = { firstname: 'Filed', sortName: 'filed', phoneKind: 'mobile' }
    const fresh = newId()
    await acme().tx((tx) => bringIn(tx, newId(), row(fresh, { ...facts, phone })))
    await expectSilent(fresh)
    const child = await add(phone, { sharesPhone: true })
    await expectSilent(child.id)
    const known = await add(newPhone())
    const second = await erased()
    await acme().tx((tx) => bringUp(tx, row(known.id, { phone: second, phoneKind: 'mobile' })))
    await expectSilent(known.id)
  })

  test('when it writes anything but START: it is a stranger who is opted out', async () => {
    const phone = await erased()
    await says(phone, 'Hello, who is this?')
    await expectSilent((await holderOf(phone)) as string)
  })

  test('at the hand-off, when the opt-out was forgotten while a text was on its way', async () => {
    const phone = await erased()
    const worker = await makeWorker(t.process.kernel, t.acme.id, 'Raced', phone)
    const id = newId()
    const { id: lineId, phone: from } = t.acme.line
    await acme().tx((tx) =>
      queue(tx, LANE.reply, [
        { id, contactId: worker.id, lineId, from, to: phone, body: 'Hi', kind: 'text', senderId: null },
      ]),
    )
    await acme().tx((tx) => markSubmitting(tx, [id]))
    const states = await sql<{ state: string }>`select state from message where id = ${id}`.execute(db())
    expect(states.rows).toEqual([{ state: 'suppressed' }])
    const gone = await erased()
    expect(await acme().tx((tx) => lockStanding(tx, [gone]))).toEqual(new Set([gone]))
  })

  test('when a list of opt-outs names it, and when its next person is erased', async () => {
    const phone = await erased()
    const brought = await fetch(`${t.process.address}/api${importOptOuts.path}?note=Old`, {
      method: 'POST',
      headers: { authorization: `Bearer ${t.acme.ann.token}`, 'content-type': 'application/octet-stream' },
      body: phone,
    })
    expect(await brought.json()).toMatchObject({ added: 0, already: 1 })
    const { id } = await add(phone)
    await erase(id)
    expect((await sql`select from consent where phone = ${phone}`.execute(db())).rows).toEqual([])
    await expectSilent((await add(phone)).id)
    expect((await verifyEvery(db())).broken).toEqual([])
  })
})

test('START ends it, for good: also once that person is erased in turn', async () => {
  const phone = await erased()
  await says(phone, 'START')
  const id = (await holderOf(phone)) as string
  expect((await read(id)).reach).toBe('can_text')
  expect((await ann().call(sendMessage, { body: { contactId: id, body: 'Welcome' } })).http).toBe(200)
  await erase(id)
  expect((await read((await add(phone)).id)).reach).toBe('can_text')
  const left = sql`select from consent_event where phone = ${markOf(phone)}`
  expect((await left.execute(db())).rows).toEqual([])
})

test('the list says how many there are, and shows one to who types its whole number', async () => {
  const phone = await erased()
  const all = await listed('')
  expect(all.erased).toBeGreaterThan(0)
  expect(all.data.some((one) => one.isErased || one.phone === phone || one.phone.startsWith('~'))).toBe(false)
  expect((await listed(phone)).data).toMatchObject([
    { phone, contact: null, isErased: true, method: expect.any(String) as string, words: '' },
  ])
  expect((await listed(phone.slice(-7))).data).toEqual([])
  expect((await t.as(t.beta.ann).call(optOuts, { query: { search: phone } })).body).toMatchObject({
    data: [],
    erased: 0,
  })
})

test('evidence about a number that is typed in tells of it, before and after it came back', async () => {
  const phone = await erased()
  const typed = `(415) ${phone.slice(5, 8)}-${phone.slice(8)}`
  const file = await evidence(`phone=${encodeURIComponent(typed)}`)
  expect(file.http).toBe(200)
  const words = (await pagesOf(file.bytes)).join('\n')
  for (const part of [
    phone,
    'Opted out: must not be texted',
    'Nobody',
    'Removed when the person was erased',
    'Unchanged since',
  ])
    expect(words).toContain(part)
  expect(words).not.toContain('Maria')
  const { id } = await add(phone)
  const { events, isSound, optedOut } = (await ann().call(consentHistory, { query: { contactId: id } })).body
  expect({ isSound, optedOut, erased: events.map((event) => event.isErased) }).toEqual({
    ...{ isSound: true, optedOut: true },
    erased: [false, true, true],
  })
  expect(events.every((event) => event.phone === phone)).toBe(true)
  expect((await pagesOf((await evidence(`contactId=${id}`)).bytes)).join('\n')).toContain('Removed when the person')
  const noted =
    await sql`select from audit_entry where detail::text like ${`%${phone.slice(1)}%`} or target like ${`%${phone.slice(1)}%`}`.execute(
      system(),
    )
  expect(noted.rows).toEqual([])
})

test('evidence about a typed number: one thing is named, the number is one, something was said, and all is seen', async () => {
  const { kernel } = t.process
  const ada = await makePerson(kernel, t.acme.id, { firstname: 'Ada', lastname: 'Acme', role: 'manager' })
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

test('a history that was changed by somebody stays known as changed', async () => {
  const phone = newPhone()
  const { id } = await add(phone)
  await says(phone, 'STOP')
  await sql`update consent set last_hash = sha256('x') where phone = ${phone}`.execute(db())
  await erase(id)
  const mark = markOf(phone)
  expect((await verifyEvery(db())).broken).toEqual([mark])
  const again = await add(phone)
  await expectSilent(again.id)
  expect((await ann().call(consentHistory, { query: { contactId: again.id } })).body.isSound).toBe(false)
  await erase(again.id)
  expect((await verifyEvery(db())).broken).toEqual([mark])
  // Nothing else of this file may stumble over it.
  await says(phone, 'START')
  await erase((await holderOf(phone)) as string)
  expect((await verifyEvery(db())).broken).toEqual([])
})

test('whatever happens in whatever order, a number is silent exactly when its last word was STOP', async () => {
  const step = fc.constantFrom('STOP', 'START', 'Hello', 'erase', 'add', 'archive', 'brought')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      const phone = newPhone()
      // Nobody erases many in a minute.
      const more = { firstname: 'Ada', lastname: 'Acme', role: 'admin' } as const
      const ada = await makePerson(t.process.kernel, t.acme.id, more)
      let isOut = false
      for (const one of [...steps, 'add']) {
        const holder = await holderOf(phone)
        if (one === 'STOP' || one === 'START' || one === 'Hello') await says(phone, one)
        if (one === 'STOP') isOut = true
        if (one === 'START') isOut = false
        if (one === 'erase' && holder) await erase(holder, ada)
        if (one === 'add' && !holder) await add(phone)
        if (one === 'archive' && holder)
          await ann().call(editContact, { query: { id: holder }, body: { archived: true } })
        if (one === 'brought' && !holder)
          await acme().tx((tx) =>
            bringIn(
              tx,
              newId(),
              sql`select 2 as row, ${newId()}::uuid as id, ${JSON.stringify({ firstname: 'B', sortName: 'b', phone })}::jsonb as draft`,
            ),
          )
        const now = await holderOf(phone)
        if (now) expect((await read(now)).reach).toBe(isOut ? 'opted_out' : 'can_text')
      }
      expect((await verifyEvery(db())).broken).toEqual([])
    }),
    { numRuns: 12 },
  )
})
