import { expect, test } from 'vitest'
import { FAILURE_TITLES } from './failure-titles.ts'
import { FAILURES } from './failures.ts'
import { verbatim } from './words.ts'

test('keeps past_due untranslated, because clients match it', () => {
  expect(FAILURES.past_due.text).toEqual(verbatim('past_due'))
})

test('has a title for each refusal', () => {
  expect(Object.keys(FAILURE_TITLES)).toEqual(Object.keys(FAILURES))
})
