import { expect, test } from 'vitest'
import { fileProblem } from './file-rules.ts'
import { readPasted } from './pasted.ts'

test('accepts copied cells with headings as a table, whatever the line endings', () => {
  expect(readPasted('Name\tCell\r\nAna\t5550102233\r\nBen\t5550102244\r\n')).toMatchObject({ rows: 2, columns: 2 })
  expect(readPasted('\n\nName\tCell\rAna\t5550102233')).toMatchObject({ rows: 1, columns: 2 })
  expect(readPasted('Mobile\n5550102233\n5550102244')).toMatchObject({ rows: 2, columns: 1 })
})

test('counts empty cells at the end of the headings as columns', () => {
  expect(readPasted('Name\tCell\tNote\nAna\t\t')).toMatchObject({ rows: 1, columns: 3 })
})

test('does not accept a word, a line or a paragraph as a table', () => {
  const prose = `Dear team,\nthis is a longer letter about the shift of tomorrow, which no one meant to import.`
  for (const text of ['', ' ', 'Ana', 'Name\tCell', prose]) expect(readPasted(text)).toBeUndefined()
})

test.each([
  ['people.csv', 10, undefined],
  ['PEOPLE.XLSX', 10, undefined],
  ['people.tsv', 0, 'empty'],
  ['people.txt', 65 * 1024 * 1024, 'too_large'],
  ['people.xls', 10, 'old_excel'],
  ['people.numbers', 10, 'old_excel'],
  ['people.pdf', 10, 'other_kind'],
  ['people', 10, 'other_kind'],
] as const)('%s of %i bytes: %s', (name, size, problem) => {
  expect(fileProblem({ name, size })).toBe(problem)
})
