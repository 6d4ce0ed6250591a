import { contactActivity } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeContact, makeOrg, type Org } from '../../../test/kit/cast.ts'
import { employeeOf, finchOf, type TestFinch } from '../../../test/kit/finch.ts'
import { hrOf, type TestHr } from '../../../test/kit/hr.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let finch: TestFinch
let count = 60
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  finch = finchOf(t.process.address)
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at contacts')

const ofOrg = (org: Org) => t.process.kernel.database.ofOrg(org.id)

/** An organization whose first sync of three people waits for a review. */
async function waiting(settings: Parameters<TestHr['connect']>[1] = {}): Promise<{ org: Org; hr: TestHr }> {
  const nth = (count += 1)
  const org = await makeOrg(t.process.kernel, `Org ${nth}`, nth)
  await prove(t, org.ann)
  const id = `${String(nth).padStart(8, '0')}-c0c0-4000-8000-000000000000`
  const employees = [1, 2, 3].map((at) => employeeOf(at, at === 3 ? { department: 'Shipping', site: 'South' } : {}))
  await finch.company({ id, name: `Company ${nth}`, provider: 'adp_run', employees })
  const hr = hrOf(t, finch, org)
  await hr.connect(id, settings)
  return { org, hr }
}

/** Lets a review become old. */
async function age(org: Org): Promise<void> {
  await sql`
    update hr_sync set compared_at = compared_at - interval '1 hour' where org_id = ${org.id} and state = 'review'`.execute(
    ofOrg(org),
  )
}

async function contacts(org: Org) {
  const { rows } = await sql<{ id: string; name: string; source: string; title: string }>`
    select id, firstname as name, source, job_title as title from contact
    where org_id = ${org.id} and firstname like 'First%' order by firstname`.execute(system())
  return rows
}

describe('an old review', () => {
  test('is compared again, and asks again when it would do something else', async () => {
    const { org, hr } = await waiting()
    expect(await hr.latest()).toMatchObject({ state: 'review', counts: { create: 3 } })
    // Meanwhile a member added one of these people.
    await makeContact(t.process.kernel, org.id, 'First1', '+14155551001')
    await sql`update contact set lastname = 'Last1' where org_id = ${org.id} and firstname = 'First1'`.execute(
      ofOrg(org),
    )
    await age(org)
    expect(await hr.apply()).toMatchObject({ state: 'review', counts: { create: 2, update: 1 } })
    expect((await contacts(org)).map((contact) => contact.source)).toEqual(['manual'])
    expect(await hr.apply()).toMatchObject({ state: 'done', counts: { create: 2, update: 1 } })
    expect((await contacts(org)).map((contact) => contact.source)).toEqual(['manual', 'hris', 'hris'])
  })

  test('is applied at once when it would do the same, with the contacts as they are now', async () => {
    const { org, hr } = await waiting({ autoApply: false })
    await hr.apply()
    const [first] = await contacts(org)
    await sql`update contact set job_title = 'Old title' where id = ${first?.id ?? ''}`.execute(ofOrg(org))
    expect(await hr.sync()).toMatchObject({ state: 'review', counts: { update: 1 } })
    await sql`update contact set job_title = 'Older title' where id = ${first?.id ?? ''}`.execute(ofOrg(org))
    await age(org)
    expect(await hr.apply()).toMatchObject({ state: 'done', counts: { update: 1 } })
    const changes = await hr.rows((await hr.latest()).id)
    expect(changes[0]?.changes).toEqual([{ field: 'jobTitle', before: 'Older title', after: 'Packer' }])
    expect((await contacts(org))[0]).toMatchObject({ title: 'Packer' })
  })
})

describe('who becomes a contact', () => {
  test('can be limited by department and location, in any case of the letters', async () => {
    const byDepartment = await waiting({ departments: ['packing'] })
    expect(await byDepartment.hr.latest()).toMatchObject({ counts: { create: 2, skip: 1 } })
    const byLocation = await waiting({ locations: ['SOUTH'] })
    expect(await byLocation.hr.latest()).toMatchObject({ counts: { create: 1, skip: 2 } })
  })

  test('is in the history of the contact, with the system that added them', async () => {
    const { org, hr } = await waiting()
    await hr.apply()
    const [first] = await contacts(org)
    const id = first?.id ?? ''
    const { rows } = await sql<{ action: string; detail: { system?: string } }>`
      select action, detail from audit_entry where org_id = ${org.id} and target = ${id}`.execute(system())
    expect(rows).toMatchObject([{ action: 'contact.created', detail: { system: 'ADP Run' } }])
    const { http, body } = await t.as(org.ann).call(contactActivity, { query: { id } })
    expect([http, body.events.find(({ kind }) => kind === 'created')]).toMatchObject([
      200,
      { detail: 'From the HR system', by: 'ADP Run' },
    ])
  })
})
