import { expect, test } from 'vitest'
import { FAILURES_ES } from './failures-es.ts'
import { FAILURES, type FailureCode } from './failures.ts'

test.each(Object.keys(FAILURES) as FailureCode[])('has a Spanish message of its own for %s', (code) => {
  expect(Object.keys(FAILURES_ES[code])).toEqual(['title', 'text'])
  if (code !== 'past_due') expect(FAILURES_ES[code].text).not.toBe(FAILURES[code].text)
  expect(FAILURES_ES[code].title).not.toBe(FAILURES[code].title)
})

test('keeps past_due untranslated, because clients match it', () => {
  expect(FAILURES_ES.past_due.text).toBe('past_due')
  expect(Object.keys(FAILURES_ES).toSorted()).toEqual(Object.keys(FAILURES).toSorted())
})
