import { expect, test } from 'vitest'
import { FAILURES_ES } from './failures-es.ts'
import { FAILURES, type FailureCode } from './failures.ts'

test.each(Object.keys(FAILURES) as FailureCode[])('%s is said in Spanish, in words of its own', (code) => {
  expect(Object.keys(FAILURES_ES[code])).toEqual(['title', 'words'])
  if (code !== 'past_due') expect(FAILURES_ES[code].words).not.toBe(FAILURES[code].words)
  expect(FAILURES_ES[code].title).not.toBe(FAILURES[code].title)
})

test('the past-due word stays what clients look for, in every language', () => {
  expect(FAILURES_ES.past_due.words).toBe('past_due')
  expect(Object.keys(FAILURES_ES).toSorted()).toEqual(Object.keys(FAILURES).toSorted())
})
