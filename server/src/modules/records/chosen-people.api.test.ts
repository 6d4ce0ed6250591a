import { auditEntries } from '@crewline/contract/audit'
import { createCustomField } from '@crewline/contract/fields'
import { editContact } from '@crewline/contract/contacts'
import { createRole } from '@crewline/contract/roles'
import { changeMember } from '@crewline/contract/team'
import { createRecordExport, recordExportLink, recordExports } from '@crewline/contract/records'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unzip } from '../../../test/kit/archives.ts'
import { makeContact, makeGroup, makeUser, type TestContact, type TestUser } from '../../../test/kit/cast.ts'
import { addOldText, daysAgo } from '../../../test/kit/old-data.ts'
import { hoursNow, makeShift } from '../../../test/kit/shifts.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { deleteExpired, passExports } from './index.ts'

let t: TestApp
let ana: TestContact
let bo: TestContact
let cy: TestContact
let plantId: string
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  const contact = (name: string, phone: string) => makeContact(t.process.kernel, t.acme.id, name, phone)
  ana = await contact('Ana', '+14155557301')
  bo = await contact('Bo', '+14155557302')
  cy = await contact('Cy', '+14155557303')
  for (const one of [ana, bo, cy]) await addOldText(t, one, { at: daysAgo(t, 9), body: `Hello from ${one.firstname}` })
  await sql`update contact set location = 'Plant 2' where id = any(${[ana.id, bo.id]}::uuid[])`.execute(db())
  await sql`update contact set archived_at = now() where id = ${bo.id}`.execute(db())
  plantId = await makeGroup(t.process.kernel, t.acme.id, 'Night crew', [cy.id])
  await ann().call(createCustomField, { body: { name: 'Badge', type: 'text' } })
  await ann().call(createCustomField, { body: { name: 'Clinic', type: 'text', sensitive: true } })
  const customFields = { badge: 'A7', clinic: 'North' }
  await ann().call(editContact, { query: { id: ana.id }, body: { customFields } })
})
afterAll(() => t.close())
beforeEach(async () => {
  const system = t.process.kernel.database.asSystem('tests prove identities and lift limits')
  await sql`update session set proved_at = now()`.execute(system)
  await sql`delete from rate_limit`.execute(system)
})

const db = () => t.process.kernel.database.ofOrg(t.acme.id)
const ann = () => t.as(t.acme.ann)
const rule = (field: string, cmp: string, value?: unknown) => ({ field, cmp, ...(value !== undefined && { value }) })
const all = (...children: object[]) => ({ op: 'and', children })
const ask = (user: TestUser, body: object) =>
  t.as(user).call(createRecordExport, { body: { title: 'Export', covers: 'filter', ...body } as never })
async function begin(body: object): Promise<string> {
  const answer = await ask(t.acme.ann, body)
  expect({ http: answer.http, fieldErrors: answer.body.fieldErrors }).toEqual({ http: 200, fieldErrors: undefined })
  return answer.body.export.id
}
const listed = async (user: TestUser, id: string) =>
  (await t.as(user).call(recordExports)).body.exports.find((one) => one.id === id)
/** Adds a member who may export records, but not read sensitive fields. */
async function makeClerk(firstname: string, limit: { groupIds?: string[] }): Promise<TestUser> {
  const user = await makeUser(t.process.kernel, t.acme.id, { firstname, lastname: 'C', role: 'agent' })
  const permissions = ['team.read' as const, 'contacts.read' as const, 'records.manage' as const]
  const { role } = (await ann().call(createRole, { body: { name: `Clerk ${firstname}`, permissions } })).body
  const system = t.process.kernel.database.asSystem('tests give roles and prove identities')
  const found = await sql<{ id: string }>`select id from member where user_id = ${user.id}`.execute(system)
  const query = { memberId: found.rows[0]?.id ?? '' }
  expect((await ann().call(changeMember, { query, body: { role: role.id, ...limit } })).http).toBe(200)
  await sql`update session set proved_at = now() where user_id = ${user.id}`.execute(system)
  return user
}
async function written(id: string): Promise<{ manifest: Record<string, unknown>; texts: string[] }> {
  while (await passExports(t.process.kernel, { isImmediate: true }));
  const { body } = await ann().call(recordExportLink, { params: { id } })
  const answer = await fetch(new URL(body.url, t.process.address))
  const files = await unzip(Buffer.from(await answer.arrayBuffer()))
  return {
    manifest: JSON.parse(String(files.find(({ path }) => path === 'manifest.json')?.content)),
    texts: files.filter(({ path }) => path.endsWith('.txt')).map(({ content }) => content.toString()),
  }
}

describe('an export of who matches a filter', () => {
  test('has the conversations of those who match, archived contacts included, and says so in the manifest', async () => {
    const filter = all(rule('location', 'is', 'Plant 2'))
    const id = await begin({ title: 'Plant 2', filter })
    expect((await listed(t.acme.ann, id))?.chosen).toEqual({ covers: 'filter', groups: [], hold: null, filter })
    const { manifest, texts } = await written(id)
    expect(texts).toHaveLength(2)
    expect(texts.join()).toContain('Hello from Ana')
    expect(texts.join()).toContain('Hello from Bo')
    expect(manifest['people']).toEqual({ covers: 'filter', filter, fields: [], contacts: 2 })
    expect(manifest['options']).toEqual({ from: null, to: null, includeNotes: true, includeFiles: true })
    const { body } = await ann().call(auditEntries, { query: { objectId: id, action: 'record-export.begun' } })
    expect(JSON.stringify(body.data)).toContain('Plant 2')
  })

  test('names groups and fields of the filter in the manifest as they were when it began', async () => {
    const filter = {
      op: 'or',
      children: [rule('group', 'member_of', [plantId]), all(rule('custom.badge', 'is', 'A7'))],
    }
    const { manifest, texts } = await written(await begin({ filter }))
    expect(texts).toHaveLength(2)
    expect(manifest['people']).toEqual({
      covers: 'filter',
      filter,
      groups: [{ id: plantId, name: 'Night crew' }],
      fields: [{ name: 'custom.badge', label: 'Badge', options: [] }],
      contacts: 2,
    })
  })

  test('names shifts and files of imports that the filter names, in the manifest only', async () => {
    const shiftId = await makeShift(t, 'Nights', hoursNow())
    const importId = t.process.kernel.world.id()
    await sql`
      insert into import (org_id, id, user_id, file_name, bytes, state, created_at)
      values (${t.acme.id}, ${importId}, ${t.acme.ann.id}, 'crew.xlsx', 1, 'done', now())`.execute(db())
    await sql`update contact set import_id = ${importId} where id = ${cy.id}`.execute(db())
    const filter = {
      op: 'or',
      children: [rule('import', 'in', [importId.toUpperCase(), 'x']), rule('shift', 'in', [shiftId])],
    }
    const id = await begin({ filter })
    const { manifest } = await written(id)
    expect(manifest['people']).toMatchObject({
      shifts: [{ id: shiftId, name: 'Nights' }],
      imports: [{ id: importId, name: 'crew.xlsx' }],
      contacts: 1,
    })
    expect((await listed(t.acme.ann, id))?.chosen).toEqual({ covers: 'filter', groups: [], hold: null, filter })
  })

  test('keeps no value of its filter once it has expired', async () => {
    const id = await begin({ filter: all(rule('firstname', 'is', 'Ana')) })
    await sql`update record_export set expires_at = now() - interval '1 minute' where id = ${id}`.execute(db())
    await deleteExpired(t.process.kernel)
    expect((await listed(t.acme.ann, id))?.chosen).toMatchObject({ covers: 'filter', filter: null })
  })

  test.each<[what: string, filter: object | undefined, at: string, text: string]>([
    ['nothing', undefined, 'filter', 'Add at least one condition.'],
    ['no condition', all(), 'filter', 'Add at least one condition.'],
    ['only an empty part', all(all()), 'filter', 'Add at least one condition.'],
    [
      'a field that does not exist',
      all(rule('salary', 'is', '1')),
      'filter.children.0.field',
      'There is no such field. Choose another one.',
    ],
    [
      'a field of the prototype',
      all(rule('constructor', 'is', '1')),
      'filter.children.0.field',
      'There is no such field. Choose another one.',
    ],
    [
      'a comparison that does not fit',
      all(rule('location', 'gt', 4)),
      'filter.children.0.cmp',
      "This field can't be compared this way.",
    ],
    [
      'a group that is no id',
      all(rule('group', 'member_of', ["x') or true --"])),
      'filter.children.0.value',
      'Choose one or more groups.',
    ],
    [
      'too many conditions',
      all(...Array.from({ length: 51 }, () => rule('location', 'is', 'x'))),
      'filter.children',
      'Use 50 or less.',
    ],
    [
      'a value that is too long',
      all(rule('location', 'is', 'x'.repeat(201))),
      'filter.children.0.value',
      'Use 200 characters or fewer.',
    ],
  ])('refuses %s with a sentence at its place', async (_, filter, at, text) => {
    const { http, body } = await ask(t.acme.ann, { filter })
    expect({ http, fieldErrors: body.fieldErrors }).toEqual({ http: 400, fieldErrors: { [at]: text } })
  })

  test('refuses a field that was deleted', async () => {
    const { body } = await ann().call(createCustomField, { body: { name: 'Locker', type: 'text' } })
    const filter = all(rule('custom.locker', 'not_empty'))
    await sql`update custom_field set deleted_at = now() where id = ${body.customField.id}`.execute(db())
    expect((await ask(t.acme.ann, { filter })).body.fieldErrors).toEqual({
      'filter.children.0.field': 'There is no such field. Choose another one.',
    })
  })

  test('says when no one who matches has a conversation', async () => {
    const { body } = await ask(t.acme.ann, { filter: all(rule('location', 'is', 'Nowhere')) })
    expect(body.fieldErrors).toEqual({ covers: 'There are no conversations with these people.' })
  })

  test('shows a filter by a sensitive field, and who matched, only to those who may read the field', async () => {
    const clerk = await makeClerk('Cleo', {})
    const filter = all(rule('custom.clinic', 'is', 'North'))
    expect((await ask(clerk, { filter })).body.fieldErrors).toEqual({
      'filter.children.0.field': 'There is no such field. Choose another one.',
    })
    const id = await begin({ filter })
    expect((await written(id)).texts).toHaveLength(1)
    expect((await listed(t.acme.ann, id))?.chosen).toMatchObject({ filter })
    expect((await listed(clerk, id))?.chosen).toEqual({ covers: 'filter', groups: [], hold: null, filter: null })
    expect((await t.as(clerk).call(recordExportLink, { params: { id } })).body.code).toBe('not_permitted')
    const { body } = await ann().call(auditEntries, { query: { objectId: id, action: 'record-export.begun' } })
    expect(JSON.stringify(body.data)).toContain('custom.clinic')
    expect(JSON.stringify(body.data)).not.toContain('North')
    // One that reads nothing sensitive is theirs too.
    expect((await ask(clerk, { filter: all(rule('custom.badge', 'is', 'A7')) })).http).toBe(200)
  })

  test('is refused to a member who sees some groups only, and so is every other choice', async () => {
    const clerk = await makeClerk('Gil', { groupIds: [plantId] })
    for (const body of [{ filter: all(rule('location', 'is', 'Plant 2')) }, { covers: 'everyone' }])
      expect((await ask(clerk, body)).body.code).toBe('not_permitted')
    expect((await t.as(clerk).call(recordExports)).body.code).toBe('not_permitted')
  })
})

test('the manifest says how people were chosen, whatever the choice', async () => {
  expect((await written(await begin({ covers: 'everyone' }))).manifest['people']).toEqual({
    covers: 'everyone',
    contacts: 3,
  })
  expect((await written(await begin({ covers: 'contacts', contactIds: [cy.id] }))).manifest['people']).toEqual({
    covers: 'contacts',
    contacts: 1,
  })
  expect((await written(await begin({ covers: 'groups', groupIds: [plantId] }))).manifest['people']).toEqual({
    covers: 'groups',
    groups: [{ id: plantId, name: 'Night crew' }],
    contacts: 1,
  })
})
