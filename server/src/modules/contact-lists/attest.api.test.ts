import { groupContacts } from '@crewline/contract/audience'
import { consentHistory, recordConsent } from '@crewline/contract/consent'
import { bulkContacts, undoContactRun, type ContactAction } from '@crewline/contract/contact-lists'
import { createContact, readContact } from '@crewline/contract/contacts'
import type { BodyInput } from '@crewline/contract/endpoint'
import { contactRepairs } from '@crewline/contract/repairs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, makeUser, type Org, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { runContactActions } from './index.ts'

/** More than one step of a run, so that it continues in the background. */
const MANY = 600

let t: TestApp
let crew: Org
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  crew = await makeOrg(t.process.kernel, 'Crew', 6)
  // What the kit adds is no part of the lists below.
  await sql`update contact set archived_at = now()`.execute(db())
})
afterAll(() => t.close())

const db = () => t.process.kernel.database.ofOrg(crew.id)
const signed: ContactAction = { act: 'attest', method: 'paper', date: '2026-03-02', wording: 'Signed at hiring.' }
const bulk = (body: BodyInput<typeof bulkContacts>, user: TestUser = crew.ann) =>
  t.as(user).call(bulkContacts, { body })
const read = async (id: string) => (await t.as(crew.ann).call(readContact, { query: { id } })).body.contact
const listed = async (reach: 'no_consent' | 'can_text', search = '') =>
  (await t.as(crew.ann).call(groupContacts, { query: { reach, search } })).body

async function add(firstname: string, phone: string): Promise<string> {
  const { body } = await t.as(crew.ann).call(createContact, { body: { firstname, phone } })
  return body.contact.id
}

test('a contact lacks consent until they write or a consent is recorded, in the contact, the list and the check alike', async () => {
  const [silent, writer, none] = [
    await add('Silent', '+13125554001'),
    await add('Writer', '+13125554002'),
    await add('None', ''),
  ]
  await sql`insert into conversation (org_id, contact_id, arrivals, last_at) values (${crew.id}, ${writer}, 1, now())`.execute(
    db(),
  )
  expect(await read(silent)).toMatchObject({ reach: 'can_text', lacksConsent: true })
  expect(await read(writer)).toMatchObject({ reach: 'can_text', lacksConsent: false })
  expect(await read(none)).toMatchObject({ reach: 'no_mobile', lacksConsent: false })
  const check = (await t.as(crew.ann).call(contactRepairs, {})).body.problems.find(({ kind }) => kind === 'no_consent')
  const list = await listed('no_consent')
  expect(list.data.map(({ id }) => id)).toEqual([silent])
  expect(check?.contacts.map(({ id }) => id)).toEqual([silent])
  // The list of those who can be texted still has both.
  expect((await listed('can_text')).total).toBe(2)

  const { body } = await bulk({ contacts: [silent, none, t.beta.bob.id], do: signed })
  expect(body.run).toMatchObject({ changed: 1, undoUntil: null })
  expect(body.run.skipped.toSorted((a, b) => (a.reason < b.reason ? -1 : 1))).toEqual([
    { reason: 'no_mobile', count: 1 },
    { reason: 'not_found', count: 1 },
  ])
  expect(await read(silent)).toMatchObject({ reach: 'can_text', lacksConsent: false })
  expect((await listed('no_consent')).total).toBe(0)
  const history = (await t.as(crew.ann).call(consentHistory, { query: { contactId: silent } })).body
  expect(history.isSound).toBe(true)
  expect(history.events).toMatchObject([
    { action: 'attest', method: 'paper', wording: '2026-03-02: Signed at hiring.', by: 'Ann Crew' },
  ])
})

test('a consent recorded for many never ends an opt-out, continues in the background and is audited', async () => {
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, phone, source, created_at, updated_at)
    select ${crew.id}::uuid, gen_random_uuid(), 'Many', n::text, 'many ' || n, '+1415555' || lpad(n::text, 4, '0'), 'manual', now() - interval '1 hour', now()
    from generate_series(1, ${MANY}::int) n`.execute(db())
  const found = await sql<{ id: string }>`select id from contact where firstname = 'Many' and lastname = '7'`.execute(
    db(),
  )
  const optedOut = found.rows[0]?.id ?? ''
  await t.as(crew.ann).call(recordConsent, {
    body: { contactId: optedOut, action: 'opt_out', method: 'verbal', wording: 'No more texts.' },
  })
  const { body } = await bulk({ selectedAll: true, audience: { search: 'many' }, do: signed })
  expect(body.run).toMatchObject({ state: 'running', total: MANY })
  while (await runContactActions(t.process.kernel));
  const ended = (
    await sql<{
      changed: number
      skipped: unknown
    }>`select changed, skipped from contact_run where id = ${body.run.id}`.execute(db())
  ).rows[0]
  expect(ended).toEqual({ changed: MANY - 1, skipped: { opted_out: 1 } })
  expect((await listed('no_consent', 'many')).total).toBe(0)
  expect(await read(optedOut)).toMatchObject({ reach: 'opted_out' })
  const history = (await t.as(crew.ann).call(consentHistory, { query: { contactId: optedOut } })).body
  expect(history.optedOut).toBe(true)
  expect(history.events.map(({ action }) => action)).toEqual(['opt_out'])

  const audits = await sql<{ detail: Record<string, unknown> }>`
    select detail from audit_entry where action = 'contacts.changed-in-bulk' and target = ${body.run.id}`.execute(
    t.process.kernel.database.asSystem('a test reads the audit trail'),
  )
  expect(audits.rows[0]?.detail).toMatchObject({ act: 'attest', method: 'paper', date: '2026-03-02', contacts: MANY })
  expect(JSON.stringify(audits.rows)).not.toContain('Signed')
  expect(await t.as(crew.ann).call(undoContactRun, { params: { id: body.run.id } })).toMatchObject({
    body: { code: 'undo_over' },
  })
})

test('a consent is refused for a day in the future, without a note, and to a member who may not edit contacts', async () => {
  const id = await add('Later', '+13125554009')
  const future = await bulk({ contacts: [id], do: { ...signed, date: '2999-01-01' } })
  expect([future.http, future.body.fieldErrors]).toEqual([400, { date: 'Choose a day that is not in the future.' }])
  expect((await bulk({ contacts: [id], do: { ...signed, wording: ' ' } })).http).toBe(400)
  const viewer = await makeUser(t.process.kernel, crew.id, { firstname: 'Vi', lastname: 'Crew', role: 'viewer' })
  expect(await bulk({ contacts: [id], do: signed }, viewer)).toMatchObject({ body: { code: 'not_permitted' } })
  expect(await read(id)).toMatchObject({ lacksConsent: true })
})
