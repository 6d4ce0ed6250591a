import { archiveContact, contactValues, createContact } from '@crewline/contract/contacts'
import { CONTACT_VALUES_SHOWN } from '@crewline/contract/limits'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makePerson, type Person } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
let ids: string[]
beforeAll(async () => {
  t = await house({ roles: 'web' })
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
const values = async (field: Field, typed = '', person: Person = t.acme.ann) =>
  (await t.as(person).call(contactValues, { query: { field, typed } })).body.values

test('what workers have comes with how many, the most first; nothing where nobody has anything', async () => {
  expect(await values('location')).toEqual([
    { value: 'Plant 2', count: 2 },
    { value: 'North plant', count: 1 },
    { value: 'Été', count: 1 },
  ])
  expect(await values('jobTitle', 'x')).toEqual([])
})

test('what is typed begins a word, in any case, and stands for itself', async () => {
  expect((await values('location', 'PLA')).map((one) => one.value)).toEqual(['Plant 2', 'North plant'])
  expect((await values('location', 'lant')).map((one) => one.value)).toEqual([])
  expect((await values('jobTitle', 'lead')).map((one) => one.value)).toEqual(['Line lead'])
  expect((await values('department', 'weld_')).map((one) => one.value)).toEqual(['Weld_ing'])
  expect((await values('department', '100%')).map((one) => one.value)).toEqual(['100% hands'])
  expect(await values('department', '_')).toEqual([])
  expect((await values('location', 'ét')).map((one) => one.value)).toEqual(['Été'])
})

test('nobody learns of workers out of sight, of another organization, or in the archive', async () => {
  const { kernel } = t.process
  const sam = await makePerson(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'agent' })
  await limitTo(kernel, sam, [await makeGroup(kernel, t.acme.id, 'Sees', [ids[0] as string])])
  expect(await values('location', '', sam)).toEqual([{ value: 'Plant 2', count: 1 }])
  expect(await values('department', 'w', sam)).toEqual([])
  expect(await values('location', '', t.beta.ann)).toEqual([])
  await t.as(t.acme.ann).call(archiveContact, { query: { id: ids[3] as string } })
  expect((await values('location')).map((one) => one.value)).toEqual(['Plant 2', 'North plant'])
})

test('there are no other fields, and an end to the list', async () => {
  const asked = { field: 'phone' as Field, typed: '' }
  expect((await t.as(t.acme.ann).call(contactValues, { query: asked })).http).toBe(400)
  await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, location, source, created_at, updated_at)
    select ${t.acme.id}::uuid, gen_random_uuid(), 'Many', '', 'many', 'Site ' || n, 'manual', now(), now() from generate_series(1, 60) n`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect(await values('location', 'site')).toHaveLength(CONTACT_VALUES_SHOWN)
})
