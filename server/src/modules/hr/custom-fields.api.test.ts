import { readContact, editContact } from '@crewline/contract/contacts'
import { createCustomField } from '@crewline/contract/fields'
import { connectHr, readHr, undoHrSync, type HrSettings } from '@crewline/contract/hr'
import { connectHrFiles, createHrKey } from '@crewline/contract/hr-files'
import { HR_SCIM_PATH } from '@crewline/contract/hr-limits'
import { connectHrScim, createHrScimKey } from '@crewline/contract/hr-scim'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { oktaUser } from '../../../test/kit/dialects.ts'
import { employeeOf, finchOf, type TestFinch } from '../../../test/kit/finch.ts'
import { hrOf, type TestHr } from '../../../test/kit/hr.ts'
import { callScim } from '../../../test/kit/scim.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { DEFAULT_SETTINGS } from './settings-rules.ts'
import { beginDueSyncs } from './jobs.ts'

let t: TestApp
let finch: TestFinch
let org: Org
let hr: TestHr
let nth = 300
let companyId = ''
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0', TRUSTED_PROXIES: '1' } })
  finch = finchOf(t.process.address)
})
afterAll(() => t.close())

const ann = () => t.as(org.ann)

beforeEach(async () => {
  nth += 1
  companyId = `${String(nth).padStart(8, '0')}-c057-4000-8000-000000000000`
  org = await makeOrg(t.process.kernel, `Custom ${nth}`, nth)
  hr = hrOf(t, finch, org)
  await prove(t, org.ann)
  const options = [
    { id: 'm', label: 'Medium' },
    { id: 'l', label: 'Large' },
  ]
  await ann().call(createCustomField, { body: { name: 'Shirt', type: 'select', options } })
  await ann().call(createCustomField, { body: { name: 'Badge', type: 'text', unique: true } })
  await ann().call(createCustomField, { body: { name: 'Permit until', type: 'date' } })
})

const CUSTOM: HrSettings['custom'] = [
  { key: 'shirt', from: 'T-shirt size', authority: 'hr' },
  { key: 'badge', from: 'Badge no.', authority: 'newest' },
  { key: 'permit_until', from: 'Permit', authority: 'app' },
]

const fieldsOf = (values: Record<string, unknown>) => Object.entries(values).map(([name, value]) => ({ name, value }))
const person = (at: number, values: Record<string, unknown>) => employeeOf(at, { custom_fields: fieldsOf(values) })

async function contacts() {
  const { rows } = await sql<{ id: string; custom: object; locked: Record<string, string> }>`
    select id, custom, locked from contact
    where org_id = ${org.id} and source = 'hris' and archived_at is null order by employee_id, id`.execute(
    t.process.kernel.database.asSystem('tests look at contacts'),
  )
  return rows
}

async function follow(...employees: ReturnType<typeof person>[]): Promise<void> {
  await finch.company({ id: companyId, name: `Custom ${nth}`, provider: 'gusto', employees })
  await hr.connect(companyId, { custom: CUSTOM })
}

const change = (at: number, values: Record<string, unknown>) =>
  finch.change(companyId, [{ kind: 'change', id: employeeOf(at).id, to: { custom_fields: fieldsOf(values) } }])

describe('custom fields of the HR system', () => {
  test('fill custom fields, are shown before they are applied, and locked with who keeps them', async () => {
    await follow(person(1, { 'T-shirt size': 'medium', 'Badge no.': 17, Permit: '12/24/2031', Salary: 90_000 }))
    expect((await ann().call(readHr)).body.sourceFields).toEqual(['T-shirt size', 'Badge no.', 'Permit', 'Salary'])
    const { id } = await hr.latest()
    const [row] = await hr.rows(id)
    expect(row?.changes.filter(({ label }) => label)).toEqual([
      { field: 'custom.shirt', label: 'Shirt', before: '', after: 'Medium' },
      { field: 'custom.badge', label: 'Badge', before: '', after: '17' },
      { field: 'custom.permit_until', label: 'Permit until', before: '', after: '2031-12-24' },
    ])
    await hr.apply()
    const [contact] = await contacts()
    expect(contact).toMatchObject({
      custom: { shirt: 'm', badge: '17', permit_until: '2031-12-24' },
      locked: { 'custom.shirt': 'Gusto' },
    })
    expect(contact?.locked).not.toHaveProperty('custom.badge')
    // Nothing is stored of what fills no field.
    const { rows } = await sql`
      select from hr_row where org_id = ${org.id} and employee::text like '%Salary%'`.execute(
      t.process.kernel.database.asSystem('tests look at rows'),
    )
    expect(rows).toEqual([])
    const edited = await ann().call(editContact, {
      query: { id: contact?.id ?? '' },
      body: { customFields: { shirt: 'l' } },
    })
    expect(edited.body.code).toBe('managed_elsewhere')
    expect(JSON.stringify(edited.body)).toContain('Gusto')
  })

  test('with a value that does not fit are said to be so, also where the text is cut within an emoji', async () => {
    await follow(person(1, { Permit: `${'x'.repeat(39)}😀 later` }))
    const sync = await hr.latest()
    expect(sync).toMatchObject({ state: 'review', problem: null })
    const [row] = await hr.rows(sync.id)
    expect(row?.problem?.text).toContain('xxx')
  })

  test('follow the authority of each field, and a second sync that changes nothing writes nothing', async () => {
    await follow(person(1, { 'T-shirt size': 'Medium', 'Badge no.': '17', Permit: '2031-12-24' }), person(2, {}))
    await hr.apply()
    const [contact] = await contacts()
    const body = { customFields: { badge: 'own', permit_until: '2032-01-01' } }
    expect((await ann().call(editContact, { query: { id: contact?.id ?? '' }, body })).http).toBe(200)
    expect(await hr.sync()).toMatchObject({ state: 'done', counts: { update: 0, seen: 0, unchanged: 2 } })
    await change(1, { 'T-shirt size': 'Large', 'Badge no.': '18', Permit: '2033-01-01' })
    const sync = await hr.sync()
    expect(sync).toMatchObject({ state: 'done', counts: { update: 1 } })
    expect((await contacts())[0]?.custom).toEqual({ shirt: 'l', badge: '18', permit_until: '2032-01-01' })
    expect((await ann().call(undoHrSync, { params: { id: sync.id }, body: {} })).http).toBe(200)
    await hr.finish()
    expect((await contacts())[0]).toMatchObject({
      custom: { shirt: 'm', badge: 'own', permit_until: '2032-01-01' },
      locked: { 'custom.shirt': 'Gusto' },
    })
    // An empty value never replaces one.
    await change(1, {})
    expect((await hr.sync()).counts).toMatchObject({ update: 0 })
    expect((await contacts())[0]?.custom).toMatchObject({ shirt: 'm', badge: 'own' })
  })

  test('that fit no choice, or are of another contact, are left out with a reason, and the rest is used', async () => {
    await follow(
      person(1, { 'T-shirt size': 'Gigantic', 'Badge no.': '17' }),
      person(2, { 'T-shirt size': 'Large', 'Badge no.': '17' }),
    )
    const sync = await hr.latest()
    expect(sync.counts).toMatchObject({ create: 2, problem: 2 })
    const texts = (await hr.rows(sync.id)).map(({ problem }) => problem?.text)
    expect(texts).toEqual([
      expect.stringMatching(/^Shirt: “Gigantic” doesn't fit\. Choose one of: Medium, Large\./),
      'Badge: another contact has this value. The rest is used.',
    ])
    await hr.apply()
    expect(await contacts()).toMatchObject([{ custom: { badge: '17' } }, { custom: { shirt: 'l' } }])
    expect(await hr.sync()).toMatchObject({ counts: { update: 0, create: 0 } })
  })

  test('cannot fill a field that does not exist, or one twice', async () => {
    const settings = (custom: object[]) => ({ ...DEFAULT_SETTINGS, custom }) as HrSettings
    const given = { key: 'shirt', from: 'x', authority: 'hr' }
    for (const custom of [[{ ...given, key: 'none' }], [given, given], [{ ...given, authority: 'off' }]]) {
      const { http, body } = await ann().call(connectHr, { body: { settings: settings(custom) } })
      expect([http, body.code]).toEqual([400, 'invalid'])
    }
  })
})

test('further columns of files fill custom fields', async () => {
  await ann().call(connectHrFiles, { body: { name: 'Payroll' } })
  const key = (await ann().call(createHrKey, { body: { name: 'Server' } })).body.secret as string
  await hr.configure({ custom: CUSTOM })
  const answer = await fetch(`${t.process.address}/hr/file?name=people.csv`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    body: 'Employee ID,First name,Last name,Mobile,T-shirt size,Permit\nE-1,Ann,Bee,+14155551001,Large,12/24/2031\n',
  })
  expect(answer.status).toBe(200)
  await beginDueSyncs(t.process.kernel)
  await hr.finish()
  expect((await ann().call(readHr)).body.sourceFields).toEqual(['T-shirt size', 'Permit'])
  await hr.apply()
  const [contact] = await contacts()
  expect(contact).toMatchObject({ custom: { shirt: 'l', permit_until: '2031-12-24' } })
  expect(contact?.locked).toMatchObject({ 'custom.shirt': 'HR file' })
})

test('further attributes that are pushed fill custom fields', async () => {
  await ann().call(connectHrScim, { body: { name: 'Okta' } })
  const token = (await ann().call(createHrScimKey, { body: { name: 'Okta production' } })).body.secret
  await hr.configure({ custom: [{ key: 'shirt', from: 'shirtSize', authority: 'newest' }] })
  const body = oktaUser({ nth: 1, firstname: 'Ada' }, { 'urn:okta:acme:1.0:user:custom': { shirtSize: 'M' } })
  const large = oktaUser({ nth: 1, firstname: 'Ada' }, { 'urn:okta:acme:1.0:user:custom': { shirtSize: 'large' } })
  const push = (method: string, path: string, sent: object) =>
    callScim(t, token, { method, path, body: sent, base: HR_SCIM_PATH })
  const { id } = (await push('POST', '/Users', body)).body
  await hr.sync()
  // A choice is known by its label.
  expect((await hr.rows((await hr.latest()).id))[0]?.problem?.text).toContain('“M”')
  await push('PUT', `/Users/${id}`, large)
  await hr.sync()
  await hr.apply()
  expect((await ann().call(readHr)).body.sourceFields).toContain('shirtSize')
  const [contact] = await contacts()
  const read = await ann().call(readContact, { query: { id: contact?.id ?? '' } })
  expect(read.body.contact.customFields).toEqual({ shirt: 'l' })
})
