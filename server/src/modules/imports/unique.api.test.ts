import { createCustomField } from '@crewline/contract/fields'
import { correctImport, importRows, matchImport, readImport, type ImportRow } from '@crewline/contract/imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house, type House } from '../../../test/kit/house.ts'
import { asMatched, importsDone, readPeople } from '../../../test/kit/people-files.ts'

let t: House
beforeAll(async () => {
  t = await house()
})
afterAll(() => t.close())

/** A file of so many people, one a line from line 2, with the badges of some lines. */
function fileOf(people: number, badges: Record<number, string>): string {
  const lines = Array.from({ length: people }, (_, n) => {
    const line = n + 2
    return `Person${line},Worker,+1415556${String(line).padStart(4, '0')},${badges[line] ?? `B-${line}`}`
  })
  return `First name,Last name,Cell,Locker badge\n${lines.join('\n')}\n`
}

const told = (rows: ImportRow[]) =>
  rows.map((row) => [row.row, row.kind, row.problems.map((one) => [one.column, one.code, one.words, one.otherRow])])

test('a value one worker only may have is told apart over the whole file, and anew when a row is corrected', async () => {
  const { ann } = t.acme
  const api = t.as(ann)
  expect((await api.call(createCustomField, { body: { name: 'Locker badge', type: 'text', unique: true } })).http).toBe(
    200,
  )
  // Further apart than the rows that are checked at once; capitals make no other value.
  const one = await readPeople(t, ann, fileOf(1300, { 5: 'x-1', 9: 'X-1', 1250: 'X-1' }))
  const params = { id: one.id }
  expect((await api.call(matchImport, { params, body: { columns: asMatched(one), options: {} } })).http).toBe(200)
  await importsDone(t)
  const counts = async () => (await api.call(readImport, { params })).body.import.counts
  const problems = async () => told((await api.call(importRows, { params, query: { show: 'problems' } })).body.rows)
  expect(await counts()).toMatchObject({ new: 1298, invalid: 2, duplicate: 0 })
  const sameAs5 = 'Locker badge X-1 is in row 5 (Person5 Worker) as well. Check which is right.'
  expect(await problems()).toEqual([
    [9, 'invalid', [[3, 'custom_taken', sameAs5, 5]]],
    [1250, 'invalid', [[3, 'custom_taken', sameAs5, 5]]],
  ])

  // The first row gets a badge of its own: the second is the first now, and the third is told from it.
  const fixed = await api.call(correctImport, { params, body: { edits: [{ row: 5, values: { 3: 'Y-1' } }] } })
  const sameAs9 = 'Locker badge X-1 is in row 9 (Person9 Worker) as well. Check which is right.'
  expect(told(fixed.body.rows)).toEqual([
    [5, 'new', []],
    [9, 'new', []],
    [1250, 'invalid', [[3, 'custom_taken', sameAs9, 9]]],
  ])
  expect(await counts()).toMatchObject({ new: 1299, invalid: 1 })

  // A row takes the badge of one below it: the one below is told of it.
  const taken = await api.call(correctImport, { params, body: { edits: [{ row: 3, values: { 3: 'b-1301' } }] } })
  expect(told(taken.body.rows)).toEqual([
    [3, 'new', []],
    [
      1301,
      'invalid',
      [[3, 'custom_taken', 'Locker badge B-1301 is in row 3 (Person3 Worker) as well. Check which is right.', 3]],
    ],
  ])
})
