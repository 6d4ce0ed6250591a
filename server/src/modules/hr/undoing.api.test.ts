import { readContact } from '@crewline/contract/contacts'
import { undoHrSync } from '@crewline/contract/hr'
import { mergeContacts, undoMerge } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeContact, makeOrg, type Org } from '../../../test/kit/cast.ts'
import { employeeOf, finchOf, type TestFinch } from '../../../test/kit/finch.ts'
import { hrOf } from '../../../test/kit/hr.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let finch: TestFinch
let nth = 70
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  finch = finchOf(t.process.address)
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at contacts')

async function company(size: number) {
  const org = await makeOrg(t.process.kernel, `Undone ${nth}`, nth)
  const id = `${String(nth++).padStart(8, '0')}-b22b-4000-8000-000000000000`
  await prove(t, org.ann)
  const employees = Array.from({ length: size }, (_, at) => employeeOf(at + 1))
  await finch.company({ id, name: org.name, provider: 'gusto', employees })
  return { org, id, hr: hrOf(t, finch, org) }
}

async function contactOf(org: Org, externalId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select contact_id as id from hr_person where org_id = ${org.id} and external_id = ${externalId}`.execute(system())
  return rows[0]?.id ?? ''
}

const statusOf = async (org: Org, id: string) =>
  (await t.as(org.ann).call(readContact, { query: { id } })).body.contact.work

test('a leaver whose merge is undone can be hired again', async () => {
  const { org, id, hr } = await company(12)
  await hr.connect(id, { onLeave: 'archive' })
  await hr.apply()
  const employee = employeeOf(1)
  const left = await contactOf(org, employee.id)
  await finch.change(id, [{ kind: 'leave', id: employee.id }])
  await hr.sync()
  const twin = await makeContact(t.process.kernel, org.id, 'Twin', '+14155579900')
  expect((await t.as(org.ann).call(mergeContacts, { body: { keepId: twin.id, otherId: left } })).http).toBe(200)
  const merge = await sql<{ id: string }>`
    select id from contact_merge where org_id = ${org.id} order by at desc limit 1`.execute(system())
  expect((await t.as(org.ann).call(undoMerge, { params: { id: merge.rows[0]?.id ?? '' } })).http).toBe(200)
  await finch.change(id, [{ kind: 'change', id: employee.id, to: { status: 'active' } }])
  expect(await hr.sync()).toMatchObject({ state: 'done', counts: { rehire: 1 } })
  expect(await statusOf(org, left)).toBe('active')
})

test('an undo unlocks fields of contacts that existed before, and leaves earlier locks', async () => {
  const { org, id, hr } = await company(3)
  const { first_name: first, personal_phone: phone } = employeeOf(1)
  const known = await makeContact(t.process.kernel, org.id, first, phone ?? '')
  await finch.change(id, [{ kind: 'change', id: employeeOf(1).id, to: { last_name: 'Worker' } }])
  const locked = async () => {
    const { rows } = await sql<{ n: string }>`
      select k as n from contact c, jsonb_object_keys(c.locked) k where c.id = ${known.id} order by k`.execute(system())
    return rows.map(({ n }) => n)
  }
  await hr.connect(id)
  const sync = await hr.apply()
  expect(await locked()).toContain('department')
  const undone = async (syncId: string) => {
    expect((await t.as(org.ann).call(undoHrSync, { params: { id: syncId }, body: {} })).http).toBe(200)
    await hr.finish()
  }
  await undone(sync.id)
  expect(await locked()).toEqual([])
  await hr.sync()
  await hr.apply()
  const before = await locked()
  await finch.change(id, [{ kind: 'change', id: employeeOf(1).id, to: { title: '', department: 'Shipping' } }])
  await hr.sync()
  const second = await hr.apply()
  expect(await locked()).not.toEqual(before)
  await undone(second.id)
  expect(await locked()).toEqual(before)
})
