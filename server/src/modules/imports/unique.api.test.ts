import { createCustomField } from '@crewline/contract/fields'
import { correctImport, importRows, matchImport, readImport, type ImportRow } from '@crewline/contract/imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { asMatched, runImports, readContacts } from '../../../test/kit/people-files.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

/** Builds a file with one contact per row from row 2, with badges in some rows. */
function fileOf(contactCount: number, badges: Record<number, string>): string {
  const lines = Array.from({ length: contactCount }, (_, n) => {
    const line = n + 2
    return `Person${line},Worker,+1415556${String(line).padStart(4, '0')},${badges[line] ?? `B-${line}`}`
  })
  return `First name,Last name,Cell,Locker badge\n${lines.join('\n')}\n`
}

const summarizeRows = (rows: ImportRow[]) =>
  rows.map((row) => [
    row.row,
    row.kind,
    row.problems.map((rowProblem) => [rowProblem.column, rowProblem.code, rowProblem.words, rowProblem.otherRow]),
  ])

test('finds repeated values of a unique field across the whole file and again after a correction', async () => {
  const { ann } = t.acme
  const api = t.as(ann)
  expect((await api.call(createCustomField, { body: { name: 'Locker badge', type: 'text', unique: true } })).http).toBe(
    200,
  )
  // The rows are further apart than one check batch; case does not distinguish values.
  const importRecord = await readContacts(t, ann, fileOf(1300, { 5: 'x-1', 9: 'X-1', 1250: 'X-1' }))
  const params = { id: importRecord.id }
  expect((await api.call(matchImport, { params, body: { columns: asMatched(importRecord), options: {} } })).http).toBe(
    200,
  )
  await runImports(t)
  const counts = async () => (await api.call(readImport, { params })).body.import.counts
  const problems = async () =>
    summarizeRows((await api.call(importRows, { params, query: { show: 'problems' } })).body.rows)
  expect(await counts()).toMatchObject({ new: 1298, invalid: 2, duplicate: 0 })
  const sameAs5 = 'Locker badge X-1 is in row 5 (Person5 Worker) as well. Check which is right.'
  expect(await problems()).toEqual([
    [9, 'invalid', [[3, 'custom_taken', sameAs5, 5]]],
    [1250, 'invalid', [[3, 'custom_taken', sameAs5, 5]]],
  ])

  // The first row gets its own badge: now the second row is first, and the third refers to it.
  const fixed = await api.call(correctImport, { params, body: { edits: [{ row: 5, values: { 3: 'Y-1' } }] } })
  const sameAs9 = 'Locker badge X-1 is in row 9 (Person9 Worker) as well. Check which is right.'
  expect(summarizeRows(fixed.body.rows)).toEqual([
    [5, 'new', []],
    [9, 'new', []],
    [1250, 'invalid', [[3, 'custom_taken', sameAs9, 9]]],
  ])
  expect(await counts()).toMatchObject({ new: 1299, invalid: 1 })

  // A row takes the badge of a later row, which then reports the conflict.
  const corrected = await api.call(correctImport, { params, body: { edits: [{ row: 3, values: { 3: 'b-1301' } }] } })
  expect(summarizeRows(corrected.body.rows)).toEqual([
    [3, 'new', []],
    [
      1301,
      'invalid',
      [[3, 'custom_taken', 'Locker badge B-1301 is in row 3 (Person3 Worker) as well. Check which is right.', 3]],
    ],
  ])
})
