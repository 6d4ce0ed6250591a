import { contactDuplicates, dismissDuplicate, archiveContact, createContact } from '@crewline/contract/contacts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limitTo, makeGroup, makeUser, type TestUser } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())
beforeEach(async () => {
  await sql`update contact set archived_at = now()`.execute(t.process.kernel.database.ofOrg(t.acme.id))
})

type PairAttributes = Partial<{
  phone: string
  email: string
  employeeId: string
  location: string
  sharesPhone: boolean
}>
async function add(firstname: string, lastname: string, attributes: PairAttributes = {}): Promise<string> {
  const { body } = await t.as(t.acme.ann).call(createContact, { body: { firstname, lastname, ...attributes } })
  return body.contact.id
}
async function pairs(id?: string, user: TestUser = t.acme.ann) {
  const { body } = await t.as(user).call(contactDuplicates, { query: id === undefined ? {} : { id } })
  return body.duplicates.map((duplicate) => ({
    ids: duplicate.contacts.map((contact) => contact.id),
    because: duplicate.because,
  }))
}
const pair = (a: string, b: string) => [a, b].sort()

test('finds contacts with the same email, number or name, most certain first', async () => {
  const ana = await add('Ana', 'Ruíz', { phone: '+14155552601', email: 'Ana@acme.test' })
  const twin = await add('ana', 'Ruiz', { email: 'ana@acme.test' })
  const leo = await add('Leo', 'Park', { phone: '+14155552602' })
  const son = await add('Max', 'Park', { phone: '+14155552602', sharesPhone: true })
  expect(await pairs()).toEqual([
    { ids: pair(ana, twin), because: ['email', 'name'] },
    { ids: pair(leo, son), because: ['phone'] },
  ])
  expect(await pairs(leo)).toEqual([{ ids: pair(leo, son), because: ['phone'] }])
  expect(await pairs(twin)).toHaveLength(1)
})

test('treats contacts with the same name and different numbers as two people unless a date or a location matches', async () => {
  await add('Kim', 'Le', { phone: '+14155552611' })
  await add('Kim', 'Le', { phone: '+14155552612' })
  const first = await add('Jo', 'Day', { phone: '+14155552613', location: 'Dock 4' })
  const second = await add('Jo', 'Day', { phone: '+14155552614', location: 'Dock 4' })
  expect(await pairs()).toEqual([{ ids: pair(first, second), because: ['name'] }])
})

test('hides dismissed pairs and archived contacts', async () => {
  const first = await add('Ida', 'Low')
  const second = await add('Ida', 'Low')
  const call = () => t.as(t.acme.ann).call(dismissDuplicate, { body: { contactId: second, otherId: first } })
  expect((await call()).http).toBe(200)
  expect((await call()).http).toBe(200)
  expect(await pairs()).toEqual([])
  const third = await add('Ida', 'Low')
  expect(await pairs()).toHaveLength(2)
  await t.as(t.acme.ann).call(archiveContact, { query: { id: third } })
  expect(await pairs()).toEqual([])
})

test('hides pairs of which the member cannot see both, and those of other organizations', async () => {
  const first = await add('Eve', 'Orr')
  const second = await add('Eve', 'Orr')
  const { kernel } = t.process
  const sam = await makeUser(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
  await limitTo(kernel, sam, [await makeGroup(kernel, t.acme.id, 'Some', [first])])
  expect(await pairs(undefined, sam)).toEqual([])
  const body = { contactId: first, otherId: second }
  expect((await t.as(sam).call(dismissDuplicate, { body })).http).toBe(404)
  expect((await t.as(sam).call(contactDuplicates, { query: { id: second } })).http).toBe(404)
  expect((await t.as(t.beta.ann).call(dismissDuplicate, { body })).http).toBe(404)
  expect(await pairs(undefined, t.beta.ann)).toEqual([])
  expect((await t.as(t.acme.ann).call(dismissDuplicate, { body: { contactId: first, otherId: first } })).http).toBe(400)
})
