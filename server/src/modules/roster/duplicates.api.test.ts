import { contactDuplicates, dismissDuplicate } from '@crewline/contract/roster'
import { archiveContact, createContact } from '@crewline/contract/contacts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limitTo, makeGroup, makePerson, type Person } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web' })
})
afterAll(() => t.close())
beforeEach(async () => {
  await sql`update contact set archived_at = now()`.execute(t.process.kernel.database.ofOrg(t.acme.id))
})

type Facts = Partial<{ phone: string; email: string; employeeId: string; location: string; sharesPhone: boolean }>
async function add(firstname: string, lastname: string, facts: Facts = {}): Promise<string> {
  const { body } = await t.as(t.acme.ann).call(createContact, { body: { firstname, lastname, ...facts } })
  return body.contact.id
}
async function pairs(id?: string, person: Person = t.acme.ann) {
  const { body } = await t.as(person).call(contactDuplicates, { query: id === undefined ? {} : { id } })
  return body.duplicates.map((one) => ({ ids: one.contacts.map((contact) => contact.id), because: one.because }))
}
const pair = (one: string, other: string) => [one, other].sort()

test('who has the same e-mail, number or name is shown, the surest first', async () => {
  const ana = await add('Ana', 'Ruíz', { phone: '+14155552601', email: 'Ana@acme.test' })
  const again = await add('ana', 'Ruiz', { email: 'ana@acme.test' })
  const leo = await add('Leo', 'Park', { phone: '+14155552602' })
  const son = await add('Max', 'Park', { phone: '+14155552602', sharesPhone: true })
  expect(await pairs()).toEqual([
    { ids: pair(ana, again), because: ['email', 'name'] },
    { ids: pair(leo, son), because: ['phone'] },
  ])
  expect(await pairs(leo)).toEqual([{ ids: pair(leo, son), because: ['phone'] }])
  expect(await pairs(again)).toHaveLength(1)
})

test('namesakes with numbers of their own are two people unless a day or a place says otherwise', async () => {
  await add('Kim', 'Le', { phone: '+14155552611' })
  await add('Kim', 'Le', { phone: '+14155552612' })
  const one = await add('Jo', 'Day', { phone: '+14155552613', location: 'Dock 4' })
  const other = await add('Jo', 'Day', { phone: '+14155552614', location: 'Dock 4' })
  expect(await pairs()).toEqual([{ ids: pair(one, other), because: ['name'] }])
})

test('a pair that somebody called two people is not shown again, and archived ones never are', async () => {
  const one = await add('Ida', 'Low')
  const other = await add('Ida', 'Low')
  const call = () => t.as(t.acme.ann).call(dismissDuplicate, { body: { contactId: other, otherId: one } })
  expect((await call()).http).toBe(200)
  expect((await call()).http).toBe(200)
  expect(await pairs()).toEqual([])
  const third = await add('Ida', 'Low')
  expect(await pairs()).toHaveLength(2)
  await t.as(t.acme.ann).call(archiveContact, { query: { id: third } })
  expect(await pairs()).toEqual([])
})

test('nobody learns of a pair of which they do not see both, nor of another organization', async () => {
  const one = await add('Eve', 'Orr')
  const other = await add('Eve', 'Orr')
  const { kernel } = t.process
  const sam = await makePerson(kernel, t.acme.id, { firstname: 'Sam', lastname: 'Acme', role: 'manager' })
  await limitTo(kernel, sam, [await makeGroup(kernel, t.acme.id, 'Some', [one])])
  expect(await pairs(undefined, sam)).toEqual([])
  const body = { contactId: one, otherId: other }
  expect((await t.as(sam).call(dismissDuplicate, { body })).http).toBe(404)
  expect((await t.as(sam).call(contactDuplicates, { query: { id: other } })).http).toBe(404)
  expect((await t.as(t.beta.ann).call(dismissDuplicate, { body })).http).toBe(404)
  expect(await pairs(undefined, t.beta.ann)).toEqual([])
  expect((await t.as(t.acme.ann).call(dismissDuplicate, { body: { contactId: one, otherId: one } })).http).toBe(400)
})
