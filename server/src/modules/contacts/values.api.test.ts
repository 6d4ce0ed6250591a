import { archiveContact, contactValues, createContact } from '@crewline/contract/contacts'
import { CONTACT_VALUES_MAX } from '@crewline/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let ids: string[]
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
  ids = []
  for (const body of [
    { firstname: 'A', location: 'Plant 2', department: 'Packing', jobTitle: 'Line lead' },
    { firstname: 'B', location: 'Plant 2', department: 'Weld_ing', jobTitle: 'Welder' },
    { firstname: 'C', location: 'North plant', department: '100% hands' },
    { firstname: 'D', location: 'Été' },
  ])
    ids.push((await t.as(t.acme.ann).call(createContact, { body })).body.contact.id)
})
afterAll(() => t.close())

type Field = 'location' | 'department' | 'jobTitle'
const values = async (field: Field, typed = '', user: TestUser = t.acme.ann) =>
  (await t.as(user).call(contactValues, { query: { field, typed } })).body.values

test('returns values with counts, most frequent first, and nothing when there are none', async () => {
  expect(await values('location')).toEqual([
    { value: 'Plant 2', count: 2 },
    { value: 'North plant', count: 1 },
    { value: 'Été', count: 1 },
  ])
  expect(await values('jobTitle', 'x')).toEqual([])
})

test('matches the typed text literally at the start of a word, in any case', async () => {
  expect((await values('location', 'PLA')).map((item) => item.value)).toEqual(['Plant 2', 'North plant'])
  expect((await values('location', 'lant')).map((item) => item.value)).toEqual([])
  expect((await values('jobTitle', 'lead')).map((item) => item.value)).toEqual(['Line lead'])
  expect((await values('department', 'weld_')).map((item) => item.value)).toEqual(['Weld_ing'])
  expect((await values('department', '100%')).map((item) => item.value)).toEqual(['100% hands'])
  expect(await values('department', '_')).toEqual([])
  expect((await values('location', 'ét')).map((item) => item.value)).toEqual(['Été'])
})

test('does not reveal values of contacts that are not visible, archived or in another organization', async () => {
  const { kernel } = t.process
  const sam = await makeUser(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'agent' })
  await limitTo(kernel, sam, [await makeGroup(kernel, t.acme.id, 'Sees', [ids[0] as string])])
  expect(await values('location', '', sam)).toEqual([{ value: 'Plant 2', count: 1 }])
  expect(await values('department', 'w', sam)).toEqual([])
  expect(await values('location', '', t.beta.ann)).toEqual([])
  await t.as(t.acme.ann).call(archiveContact, { query: { id: ids[3] as string } })
  expect((await values('location')).map((item) => item.value)).toEqual(['Plant 2', 'North plant'])
})

test('refuses other fields and limits the list', async () => {
  const query = { field: 'phone' as Field, typed: '' }
  expect((await t.as(t.acme.ann).call(contactValues, { query })).http).toBe(400)
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, location, source, created_at, updated_at)
    select ${t.acme.id}::uuid, gen_random_uuid(), 'Many', '', 'many', 'Site ' || n, 'manual', now(), now() from generate_series(1, 60) n`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect(await values('location', 'site')).toHaveLength(CONTACT_VALUES_MAX)
})
