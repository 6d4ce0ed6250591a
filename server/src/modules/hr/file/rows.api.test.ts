import { connectHrFiles, hrFiles, uploadHrFile } from '@crewline/contract/hr-files'
import { eraseContact } from '@crewline/contract/privacy'
import { sql } from 'kysely'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { prove } from '../../../../test/kit/api-keys.ts'
import { makeOrg, type Org } from '../../../../test/kit/cast.ts'
import { finchOf } from '../../../../test/kit/finch.ts'
import { hrOf, type TestHr } from '../../../../test/kit/hr.ts'
import { testApp, type TestApp } from '../../../../test/kit/test-app.ts'
import { systemScope } from '../scope.ts'
import { receiveFile } from './receive.ts'

let t: TestApp
let org: Org
let hr: TestHr
let count = 80
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())
beforeEach(async () => {
  count += 1
  org = await makeOrg(t.process.kernel, `Org ${count}`, count)
  await prove(t, org.ann)
  hr = hrOf(t, finchOf(t.process.address), org)
  await t.as(org.ann).call(connectHrFiles, { body: {} })
})

const HEAD = 'Employee ID,First name,Last name,Mobile,Department\n'
const line = (nth: number, { phone = nth, department = 'Packing' } = {}) =>
  `${nth},First${nth},Last${nth},+1415555${1000 + phone},${department}\n`
const crowd = (size: number) => Array.from({ length: size }, (_, nth) => line(nth + 1))

async function upload(lines: string[]): Promise<void> {
  const answer = await fetch(`${t.process.address}/api${uploadHrFile.path}?name=people.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${org.ann.token}`, 'content-type': 'application/octet-stream' },
    body: HEAD + lines.join(''),
  })
  expect(answer.status).toBe(200)
  await hr.finish()
}
const contacts = async () =>
  (
    await sql<{ id: string; employee_id: string; work: string }>`
      select id, employee_id, work from contact where org_id = ${org.id} and source = 'hris' and erased_at is null`.execute(
      t.process.kernel.database.asSystem('tests look at contacts'),
    )
  ).rows
const erase = async (employeeId: string) => {
  const contactId = (await contacts()).find((contact) => contact.employee_id === employeeId)?.id ?? ''
  const body = { contactId, reason: 'Asked for it', confirm: true as const }
  expect((await t.as(org.ann).call(eraseContact, { body })).http).toBe(200)
}

test('an erasure takes away no row in which the ID stands in another column, or the number is of someone else', async () => {
  await upload([line(1), line(2), line(3)])
  await hr.apply()
  // The third person got the number of the first, who has another one now.
  await upload([line(1, { phone: 50 }), line(2, { department: '1' }), line(3, { phone: 1 })])
  await upload([line(1), line(2, { department: '1' }), line(3)])
  await erase('1')
  expect((await t.as(org.ann).call(hrFiles)).body.files[0]).toMatchObject({ rows: 2 })
  await hr.sync()
  expect(await hr.latest()).toMatchObject({ state: 'done', counts: { leave: 0, problem: 0 } })
  expect((await contacts()).map(({ work }) => work)).toEqual(['active', 'active'])
})

test('a file with gaps is read to its end, each row once', async () => {
  await upload(crowd(25))
  await hr.apply()
  await erase('2')
  await hr.begin()
  await hr.finish({ read: 1, compare: 500, apply: 500 })
  expect(await hr.latest()).toMatchObject({ state: 'done', counts: { leave: 0, problem: 0 } })
})

test('a repeated employee ID is a problem of its row, and does not keep the others from being applied', async () => {
  await upload(crowd(12))
  await hr.apply()
  await upload([...crowd(11), line(2)])
  const sync = await hr.latest()
  expect(sync).toMatchObject({ state: 'done', counts: { leave: 1, problem: 1 } })
  expect((await hr.rows(sync.id, 'problem'))[0]?.problem?.text).toContain('the same employee ID as an earlier row: 2')
})

test('a file whose cells have too many characters is refused, and leaves no rows', async () => {
  const scope = await systemScope(t.process.kernel, org.id)
  const send = (most: number) =>
    receiveFile(
      t.process.kernel,
      scope,
      { name: 'people.csv', body: Readable.from([HEAD + crowd(20).join('')]), via: 'https', userId: null, keyId: null },
      most,
    )
  await expect(send(500)).rejects.toMatchObject({ code: 'hr_file_refused' })
  expect((await t.as(org.ann).call(hrFiles)).body.files[0]).toMatchObject({
    state: 'refused',
    problem: 'The texts in this file are too long. Remove the columns that you do not need.',
  })
  const left = await sql`select from hr_file_row where org_id = ${org.id}`.execute(
    t.process.kernel.database.asSystem('tests look at files'),
  )
  expect(left.rows).toEqual([])
  await send(2_000)
  expect((await t.as(org.ann).call(hrFiles)).body.files[0]).toMatchObject({ state: 'ready', rows: 20 })
})
