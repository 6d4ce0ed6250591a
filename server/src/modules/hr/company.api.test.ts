import { applyHrSync, connectHr, disconnectHr, discardHrSync, finishHrConnection, readHr } from '@crewline/contract/hr'
import { contactActivity } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { employeeOf, finchOf, type TestFinch } from '../../../test/kit/finch.ts'
import { hrOf, type TestHr } from '../../../test/kit/hr.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'

let t: TestApp
let finch: TestFinch
let org: Org
let hr: TestHr
let nth = 420
const idOf = (which: number) => `${String(nth * 10 + which).padStart(8, '0')}-c0de-4000-8000-000000000000`
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  finch = finchOf(t.process.address)
})
afterAll(() => t.close())
beforeEach(async () => {
  nth += 1
  org = await makeOrg(t.process.kernel, `Company ${nth}`, nth)
  hr = hrOf(t, finch, org)
  await prove(t, org.ann)
  const people = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => employeeOf(from + at))
  await finch.company({ id: idOf(1), name: 'Harbor Foods', provider: 'gusto', employees: people(1, 5) })
  await finch.company({ id: idOf(2), name: 'Bay Logistics', provider: 'gusto', employees: people(4, 9) })
  await hr.connect(idOf(1))
  await hr.apply()
})

/** Connects a company again, in place of the one that is connected. */
async function connectAgain(companyId: string): Promise<void> {
  const begun = await t.as(org.ann).call(connectHr, { body: { connect: true } })
  const { code, state } = await finch.allow(begun.body.connectUrl as string, companyId)
  const query = { code, state }
  expect((await t.as(org.ann).call(finishHrConnection, { params: { orgId: org.id }, query })).http).toBe(200)
  await hr.finish()
}

async function works(): Promise<string[]> {
  const { rows } = await sql<{ work: string }>`
    select work from contact where org_id = ${org.id} and source = 'hris' order by employee_id`.execute(
    t.process.kernel.database.asSystem('tests look at contacts'),
  )
  return rows.map(({ work }) => work)
}

test('another company asks which one it was and is, and changes nothing before an answer', async () => {
  await connectAgain(idOf(2))
  const sync = await hr.latest()
  expect(sync).toMatchObject({
    state: 'review',
    counts: { create: 4, leave: 3 },
    brake: { kind: 'company', people: 4, of: 4, companies: { former: 'Harbor Foods', now: 'Bay Logistics' } },
  })
  expect(await works()).toEqual(['active', 'active', 'active', 'active'])
  const body = { comparedAt: sync.comparedAt ?? '', agreed: true }
  const hasty = await t.as(org.ann).call(applyHrSync, { params: { id: sync.id }, body })
  expect(hasty.body.fieldErrors).toHaveProperty('confirmed')
  // Discarding is no answer: the next sync asks again.
  await t.as(org.ann).call(discardHrSync, { params: { id: sync.id }, body: {} })
  expect(await hr.sync()).toMatchObject({ state: 'review', brake: { kind: 'company' } })
  expect(await hr.apply(4)).toMatchObject({ state: 'done' })
  expect((await works()).filter((work) => work === 'terminated')).toHaveLength(3)
  expect(await hr.sync()).toMatchObject({ state: 'done', brake: null, counts: { leave: 0, update: 0 } })
})

test('the same company, and one that is corrected before an answer, ask nothing', async () => {
  await connectAgain(idOf(1))
  expect(await hr.latest()).toMatchObject({ state: 'done', brake: null })
  await connectAgain(idOf(2))
  const wrong = await hr.latest()
  expect(wrong).toMatchObject({ state: 'review', brake: { kind: 'company' } })
  await t.as(org.ann).call(discardHrSync, { params: { id: wrong.id }, body: {} })
  await connectAgain(idOf(1))
  expect(await hr.latest()).toMatchObject({ state: 'done', brake: null, counts: { leave: 0 } })
})

async function locks(): Promise<Record<string, object>> {
  const { rows } = await sql<{ id: string; lastname: string; locked: Record<string, string> }>`
    select employee_id as id, lastname, locked from contact where org_id = ${org.id} and source = 'hris'`.execute(
    t.process.kernel.database.asSystem('tests look at contacts'),
  )
  return Object.fromEntries(
    rows.map(({ id, lastname, locked }) => [id, { lastname, by: [...new Set(Object.values(locked))] }]),
  )
}

test('another HR system takes over what the one before kept, and what it does not list is free', async () => {
  const [, ...others] = await finch.employees(idOf(1))
  const employees = others.map((employee) => ({ ...employee, last_name: 'Renamed' }))
  await finch.company({ id: idOf(3), name: 'Harbor Foods', provider: 'adp_run', employees })
  await connectAgain(idOf(3))
  expect(await hr.latest()).toMatchObject({ state: 'review', brake: { kind: 'company' } })
  expect((await t.as(org.ann).call(readHr)).body.connection).toMatchObject({ formerCompany: 'Harbor Foods' })
  expect(await hr.apply(4)).toMatchObject({ state: 'done', counts: { update: 3, leave: 1 } })
  expect((await t.as(org.ann).call(readHr)).body.connection).toMatchObject({ formerCompany: null, people: 3 })
  const renamed = { lastname: 'Renamed', by: ['ADP Run'] }
  expect(await locks()).toEqual({
    'E-1': { lastname: 'Last1', by: [] },
    'E-2': renamed,
    'E-3': renamed,
    'E-4': renamed,
  })
  expect(await hr.sync()).toMatchObject({ counts: { update: 0, seen: 0, unchanged: 3 } })
  await t.as(org.ann).call(disconnectHr, { query: { keepContacts: 'true' } })
  expect(Object.values(await locks())).toEqual(expect.arrayContaining([{ lastname: 'Renamed', by: [] }]))
})

test('the activity of a contact names the HR system for groups that it keeps, not who started the sync', async () => {
  await hr.configure({ groups: ['department'] })
  expect(await hr.sync()).toMatchObject({ state: 'done' })
  const { rows } = await sql<{ id: string }>`
    select id from contact where org_id = ${org.id} and source = 'hris' limit 1`.execute(
    t.process.kernel.database.asSystem('tests look at contacts'),
  )
  const { events } = (await t.as(org.ann).call(contactActivity, { query: { id: rows[0]?.id ?? '' } })).body
  expect(events).toContainEqual(expect.objectContaining({ kind: 'joined', detail: 'Packing', by: 'Gusto' }))
})
