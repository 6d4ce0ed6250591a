import { recordConsent } from '@crewline/contract/consent'
import { archiveContact, createContact, editContact } from '@crewline/contract/contacts'
import { contactRepairs } from '@crewline/contract/repairs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, makeUser, type Org } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let crew: Org
const idByName = new Map<string, string>()

const idOf = (name: string) => idByName.get(name) ?? ''
const nameOf = (id: string) => [...idByName].find(([, known]) => known === id)?.[0] ?? 'unknown'

/** Returns the names of the contacts of each problem as a user sees them. */
async function found(user = crew.ann) {
  const { body } = await t.as(user).call(contactRepairs, {})
  return Object.fromEntries(
    body.problems.map(({ kind, count, contacts }) => {
      expect(count).toBe(contacts.length)
      return [kind, contacts.map(({ id }) => nameOf(id))]
    }),
  )
}

beforeAll(async () => {
  t = await testApp()
  crew = await makeOrg(t.process.kernel, 'Crew', 6)
  const db = t.process.kernel.database.ofOrg(crew.id)
  for (const [n, firstname] of [
    'Able',
    'Gone',
    'Land',
    'Other',
    'Plain',
    'Quit',
    'Said',
    'Stopped',
    'Wrote',
  ].entries()) {
    const { body } = await t
      .as(crew.ann)
      .call(createContact, { body: { firstname, phone: firstname === 'Plain' ? '' : `+1312555${String(4000 + n)}` } })
    idByName.set(firstname, body.contact.id)
  }
  for (const name of ['Able', 'Gone', 'Land', 'Other', 'Quit'])
    await t.as(crew.ann).call(recordConsent, {
      body: { contactId: idOf(name), action: 'attest', method: 'paper', wording: 'Signed at hiring.' },
    })
  await t.as(crew.ann).call(recordConsent, {
    body: { contactId: idOf('Stopped'), action: 'opt_out', method: 'verbal', wording: 'No more texts.' },
  })
  await t.as(crew.ann).call(editContact, { query: { id: idOf('Quit') }, body: { work: 'terminated' } })
  await sql`update contact set phone_state = 'not_in_use' where id = any(${[idOf('Gone'), idOf('Quit')]}::uuid[])`.execute(
    db,
  )
  await sql`update contact set phone_state = 'landline' where id = ${idOf('Land')}`.execute(db)
  await sql`update contact set suspect_since = now() where id = ${idOf('Other')}`.execute(db)
  await sql`insert into conversation (org_id, contact_id, arrivals, last_at) values (${crew.id}, ${idOf('Wrote')}, 1, now())`.execute(
    db,
  )
  // The members of the kit are contacts of their own in no organization; what the kit adds is left out by name.
  await sql`update contact set archived_at = now() where not id = any(${[...idByName.values()]}::uuid[])`.execute(db)
})
afterAll(() => t.close())

test('lists each contact under its first problem, and no one who is fine, has left or opted out', async () => {
  expect(await found()).toEqual({
    not_in_use: ['Gone'],
    landline: ['Land'],
    wrong_person: ['Other'],
    no_mobile: ['Plain'],
    no_consent: ['Said'],
  })
})

test('shows a member limited to groups only the contacts of these groups', async () => {
  const group = await makeGroup(t.process.kernel, crew.id, 'Days', [idOf('Gone'), idOf('Able')])
  const sam = await makeUser(t.process.kernel, crew.id, { firstname: 'Sam', lastname: 'Crew', role: 'manager' })
  await limitTo(t.process.kernel, sam, [group])
  expect(await found(sam)).toEqual({ not_in_use: ['Gone'] })
})

test('shows nothing of another organization', async () => {
  const other = await makeOrg(t.process.kernel, 'Other', 7)
  const { body } = await t.as(other.ann).call(contactRepairs, {})
  expect(body.problems.flatMap(({ contacts }) => contacts.map(({ id }) => id))).not.toContain(idOf('Gone'))
})

test('forgets a contact that is fixed or archived', async () => {
  await t.as(crew.ann).call(editContact, { query: { id: idOf('Gone') }, body: { phone: '+13125554990' } })
  await t.as(crew.ann).call(archiveContact, { query: { id: idOf('Land') } })
  await t.as(crew.ann).call(recordConsent, {
    body: { contactId: idOf('Said'), action: 'attest', method: 'verbal', wording: 'Agreed in person.' },
  })
  const now = await found()
  // The new number of Gone has no consent of its own: consent belongs to a number.
  expect(now).toEqual({ wrong_person: ['Other'], no_mobile: ['Plain'], no_consent: ['Gone'] })
})

test('is refused to a member who may not edit contacts', async () => {
  const agent = await makeUser(t.process.kernel, crew.id, { firstname: 'Vi', lastname: 'Ewer', role: 'viewer' })
  expect(await t.as(agent).call(contactRepairs, {})).toMatchObject({ http: 422, body: { code: 'not_permitted' } })
})
