import { expect, test } from 'vitest'
import { findUnprovedSentences } from './check-conformance.ts'
import { onPlanted } from './planted.ts'

const TABLE_HEADER = '| sentence | proof |\n|---|---|\n'
const tests = { 'a.test.ts': "test('it\\'s so, whatever happens', () => {})" }
const page = (rows: string) => ({ ...tests, 'docs/conformance.md': `# Conformance\n\n${TABLE_HEADER}${rows}` })

test('accepts a row whose tests exist, also by the beginning of a title', async () => {
  expect(await onPlanted(page('| All is well. | `a.test.ts`: it’s so |\n'), findUnprovedSentences)).toEqual([])
})

test.each([
  ['a title that is gone', '| All is well. | `a.test.ts`: it was so |\n', /has no test "it was so"/],
  ['a file that is gone', '| All is well. | `b.test.ts`: it |\n', /does not exist/],
  ['no proof', '| All is well. | trust us |\n', /no test proves/],
  ['one of two gone', '| All is well. | `a.test.ts`: it’s so; `a.test.ts`: gone |\n', /"gone"/],
  ['no rows', '', /no rows/],
])('reports %s', async (_description, rows, message) => {
  expect((await onPlanted(page(rows), findUnprovedSentences)).join('\n')).toMatch(message)
})

test('reports a missing page', async () => {
  expect((await onPlanted(tests, findUnprovedSentences)).join('\n')).toMatch(/is missing/)
})
