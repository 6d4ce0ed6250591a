import { expect, test } from 'vitest'
import { dateWords } from './date-words.ts'

test('a date or a birthday is said in words of the page', () => {
  expect(dateWords('04-03', 'en')).toBe('Apr 3')
  expect(dateWords('1990-04-03', 'en')).toBe('Apr 3, 1990')
  expect(dateWords('soon', 'en')).toBe('soon')
})
