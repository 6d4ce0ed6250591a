import { expect, test } from 'vitest'
import { formatCalendarDate } from './date-words.ts'

test('formats a date or a birthday in the language of the page', () => {
  expect(formatCalendarDate('04-03', 'en')).toBe('Apr 3')
  expect(formatCalendarDate('1990-04-03', 'en')).toBe('Apr 3, 1990')
  expect(formatCalendarDate('soon', 'en')).toBe('soon')
})
