import { applyHrSync, readHr } from '@crewline/contract/hr'
import { connectHrFiles, hrFiles, saveHrColumns, uploadHrFile, type HrFileColumns } from '@crewline/contract/hr-files'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prove } from '../../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { finchOf } from '../../../../test/kit/finch.ts'
import { hrOf, type TestHr } from '../../../../test/kit/hr.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { passSyncs } from '../index.ts'
import { beginDueSyncs } from '../jobs.ts'

let t: TestApp
let org: Org
let hr: TestHr
let count = 180
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())
beforeEach(async () => {
  count += 1
  org = await makeOrg(t.process.kernel, `Columns ${count}`, count)
  await prove(t, org.ann)
  hr = hrOf(t, finchOf(t.process.address), org)
  await t.as(org.ann).call(connectHrFiles, { body: {} })
  await sendFile('Packing')
})

/** Sends a file of three people as a member does in the browser. */
async function sendFile(department: string): Promise<void> {
  const file = [1, 2, 3].map((nth) => `${nth},First${nth},Last${nth},+1415555${2000 + nth},${department},Lot ${nth}\n`)
  const { ok } = await fetch(`${t.process.address}/api${uploadHrFile.path}?name=people.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${org.ann.token}`, 'content-type': 'application/octet-stream' },
    body: `Employee ID,First name,Last name,Mobile,Department,Zone\n${file.join('')}`,
  })
  if (!ok) throw new Error('the file of people was refused')
}

const SIZES = { read: 1, compare: 1, apply: 1 }
const step = () => passSyncs(t.process.kernel, SIZES, { isImmediate: true })

async function choose(columns: HrFileColumns['columns']): Promise<void> {
  const { columns: saved } = (await t.as(org.ann).call(hrFiles)).body
  const body = { dates: 'mdy' as const, columns: { ...saved?.columns, ...columns } }
  expect((await t.as(org.ann).call(saveHrColumns, { body })).http).toBe(200)
}

async function departments(): Promise<string[]> {
  const { rows } = await sql<{ department: string }>`
    select department from contact where org_id = ${org.id} and source = 'hris' order by firstname`.execute(
    t.process.kernel.database.asSystem('tests look at contacts'),
  )
  return rows.map(({ department }) => department)
}

const states = async () => (await t.as(org.ann).call(readHr)).body.syncs.map(({ state }) => state)

test.each([1, 2, 3, 99])(
  'columns chosen after %i steps of a sync count for what is reviewed and applied',
  async (n) => {
    for (let taken = 0; taken < n && (await step()); taken += 1);
    await choose({ department: 'Zone' })
    await hr.finish(SIZES)
    expect(await states()).toEqual(['review', 'discarded'])
    const rows = await hr.rows((await hr.latest()).id)
    expect(rows[0]?.changes).toContainEqual({ field: 'department', before: '', after: 'Lot 1' })
    await hr.apply()
    expect(await departments()).toEqual(['Lot 1', 'Lot 2', 'Lot 3'])
  },
)

/** Applies the first sync up to the middle. */
async function applyHalf(): Promise<void> {
  await hr.finish()
  const { id, comparedAt } = await hr.latest()
  await t.as(org.ann).call(applyHrSync, { params: { id }, body: { comparedAt: comparedAt ?? '', agreed: true } })
  await step()
}

describe.each(['daily', 'manual'] as const)('with a %s schedule, while a sync is applied', (schedule) => {
  test('columns that are chosen count for a sync that begins by itself', async () => {
    await hr.configure({ schedule })
    await applyHalf()
    await choose({ department: 'Zone' })
    await hr.finish()
    expect(await departments()).toEqual(['Packing', 'Packing', 'Packing'])
    await beginDueSyncs(t.process.kernel)
    await hr.finish()
    expect(await states()).toEqual(['done', 'done'])
    expect(await departments()).toEqual(['Lot 1', 'Lot 2', 'Lot 3'])
  })

  test('a file that a member sends is read by a sync that begins by itself, once', async () => {
    await hr.configure({ schedule })
    await applyHalf()
    await sendFile('Shipping')
    await hr.finish()
    for (let pass = 0; pass < 2; pass += 1) {
      await beginDueSyncs(t.process.kernel)
      await hr.finish()
    }
    expect(await states()).toEqual(['done', 'done'])
    expect(await departments()).toEqual(['Shipping', 'Shipping', 'Shipping'])
  })
})

test('columns that are saved unchanged leave a review as it is', async () => {
  await hr.finish()
  const { id } = await hr.latest()
  await choose({})
  expect(await hr.latest()).toMatchObject({ id, state: 'review' })
})
