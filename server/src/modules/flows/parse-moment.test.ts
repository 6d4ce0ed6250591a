import { FlowStep } from '@crewline/contract/flows'
import { describe, expect, test } from 'vitest'
import { parseAnswer } from './parse-answer.ts'
import { parseClock, parseDay } from './parse-moment.ts'

const today = '2026-03-04'

describe('a date', () => {
  test.each([
    ['12/24/2026', 'US', '2026-12-24'],
    ['24/12/2026', 'US', '2026-12-24'],
    ['3/4/26', 'US', '2026-03-04'],
    ['3/4/26', 'MX', '2026-04-03'],
    ['2026-12-24', 'US', '2026-12-24'],
    ['12-24', 'US', '2025-12-24'],
    ['5.6.', 'MX', undefined],
    ['Dec 24', 'US', '2025-12-24'],
    ['March 9th', 'US', '2026-03-09'],
    ['the 9th of March', 'US', '2026-03-09'],
    ['24 de diciembre de 2026', 'US', '2026-12-24'],
    ['9 mars', 'US', '2026-03-09'],
    ['12月24日', 'US', '2025-12-24'],
    ['2026年12月24日', 'US', '2026-12-24'],
    ['9 Mas', 'US', '2026-03-09'],
    ['today', 'US', '2026-03-04'],
    ['mañana', 'US', '2026-03-05'],
    ['hier', 'US', '2026-03-03'],
    ['2/30/2026', 'US', undefined],
    ['13/13', 'US', undefined],
    ['I saw 12 in December maybe', 'US', undefined],
    ['soon', 'US', undefined],
  ])('written as “%s” in %s is %s', (body, country, day) => {
    expect(parseDay(body, { today, country })).toBe(day)
  })

  test('without a year is the nearest one, across the end of the year', () => {
    expect(parseDay('1/2', { today: '2025-12-31', country: 'US' })).toBe('2026-01-02')
    expect(parseDay('tomorrow', { today: '2025-12-31', country: 'US' })).toBe('2026-01-01')
  })
})

describe('a time of day', () => {
  test.each([
    ['5:30 PM', 'US', '17:30'],
    ['5 pm', 'US', '17:00'],
    ['5pm', 'US', '17:00'],
    ['12 am', 'US', '00:00'],
    ['12:15 p.m.', 'US', '12:15'],
    ['17:30', 'US', '17:30'],
    ['5:30', 'US', undefined],
    ['5:30', 'MX', '05:30'],
    ['17h30', 'US', '17:30'],
    ['5 de la tarde', 'US', '17:00'],
    ['下午5点', 'US', '17:00'],
    ['noon', 'US', '12:00'],
    ['medianoche', 'US', '00:00'],
    ['5', 'US', undefined],
    ['25:00', 'US', undefined],
    ['at lunch', 'US', undefined],
  ])('written as “%s” in %s is %s', (body, country, time) => {
    expect(parseClock(body, country)).toBe(time)
  })
})

test('a phone number and an email are stored in one form, and anything else is unclear', () => {
  const step = (type: FlowStep['type']) => FlowStep.parse({ id: 'q', type, prompt: { en: 'Q?' }, country: 'US' })
  expect(parseAnswer(step('phone'), '(415) 555-0100', 'en')).toMatchObject({ answer: { text: '+14155550100' } })
  expect(parseAnswer(step('phone'), 'later', 'en')).toEqual({ kind: 'unclear' })
  expect(parseAnswer(step('email'), ' rex@example.com ', 'en')).toMatchObject({ answer: { text: 'rex@example.com' } })
  expect(parseAnswer(step('email'), 'rex at example', 'en')).toEqual({ kind: 'unclear' })
})

test('several answers are understood by number and by label, all of them or none', () => {
  const options = ['Saturday', 'Sunday', 'Monday'].map((en, at) => ({ key: String(at + 1), label: { en } }))
  const step = FlowStep.parse({ id: 'q', type: 'choices', prompt: { en: 'Days?' }, options })
  const read = (body: string) => parseAnswer(step, body, 'en')
  for (const body of ['1 3', '3,1', '1 and 3', 'Monday, Saturday', 'saturday + monday'])
    expect(read(body)).toEqual({ kind: 'answer', answer: { text: '1,3' } })
  expect(read('sunday')).toEqual({ kind: 'answer', answer: { text: '2' } })
  for (const body of ['1 9', 'Saturday, maybe', '?', 'none']) expect(read(body)).toEqual({ kind: 'unclear' })
})
