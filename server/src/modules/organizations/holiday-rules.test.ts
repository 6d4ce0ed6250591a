import { describe, expect, test } from 'vitest'
import { areSameDays, holidayOn, inOrder, lengthOf, nextSpan, type StoredHoliday } from './holiday-rules.ts'

const holiday = (name: string, from: string, to = from, yearly = false): StoredHoliday => ({
  id: name,
  name,
  from,
  to,
  yearly,
})

describe('the days of a holiday', () => {
  test.each([
    // [first day, last day, yearly, day to check, whether it is a holiday]
    ['2026-12-25', '2026-12-25', false, '2026-12-25', true],
    ['2026-12-25', '2026-12-25', false, '2026-12-24', false],
    ['2026-12-25', '2026-12-25', false, '2027-12-25', false],
    ['2026-12-25', '2026-12-25', true, '2027-12-25', true],
    ['2026-12-25', '2026-12-25', true, '2099-12-25', true],
    // It counts from its first year on.
    ['2026-12-25', '2026-12-25', true, '2025-12-25', false],
    ['2026-07-20', '2026-08-07', false, '2026-08-01', true],
    ['2026-07-20', '2026-08-07', false, '2026-08-08', false],
    // Across the end of the year, in the first and in later years.
    ['2026-12-24', '2027-01-02', true, '2027-01-02', true],
    ['2026-12-24', '2027-01-02', true, '2026-01-01', false],
    ['2026-12-24', '2027-01-02', true, '2030-12-31', true],
    ['2026-12-24', '2027-01-02', true, '2031-01-02', true],
    ['2026-12-24', '2027-01-02', true, '2031-01-03', false],
    ['2026-12-24', '2027-01-02', false, '2028-01-01', false],
    // February 29 becomes the 28th in other years, as a first and as a last day.
    ['2028-02-29', '2028-02-29', true, '2028-02-28', false],
    ['2028-02-29', '2028-02-29', true, '2028-02-29', true],
    ['2028-02-29', '2028-02-29', true, '2029-02-28', true],
    ['2028-02-29', '2028-02-29', true, '2029-03-01', false],
    ['2028-02-29', '2028-02-29', true, '2032-02-28', false],
    ['2028-02-29', '2028-02-29', true, '2032-02-29', true],
    ['2028-02-25', '2028-02-29', true, '2029-02-28', true],
    ['2027-02-25', '2027-03-01', true, '2028-02-29', true],
  ])('from %s to %s, yearly %s, checked on %s', (...row) => {
    const [from, to, yearly, day, isOne] = row
    expect(holidayOn([holiday('One', from, to, yearly)], day) !== undefined).toBe(isOne)
  })

  test('uses the name of the shortest of several holidays', () => {
    const both = [
      holiday('Shutdown', '2026-12-20', '2027-01-03'),
      holiday('Christmas', '2026-12-25', '2026-12-25', true),
    ]
    expect(holidayOn(both, '2026-12-25')?.name).toBe('Christmas')
    expect(holidayOn([...both].reverse(), '2026-12-25')?.name).toBe('Christmas')
    expect(holidayOn(both, '2026-12-26')?.name).toBe('Shutdown')
    expect(holidayOn([], '2026-12-26')).toBeUndefined()
  })

  test('returns the current or next days', () => {
    const turn = holiday('Turn', '2026-12-24', '2027-01-02', true)
    expect(nextSpan(turn, '2026-11-22')).toEqual({ from: '2026-12-24', to: '2027-01-02' })
    expect(nextSpan(turn, '2027-01-02')).toEqual({ from: '2026-12-24', to: '2027-01-02' })
    expect(nextSpan(turn, '2027-01-03')).toEqual({ from: '2027-12-24', to: '2028-01-02' })
    expect(nextSpan(turn, '2020-05-01')).toEqual({ from: '2026-12-24', to: '2027-01-02' })
    const early = holiday('New Year', '2026-01-01', '2026-01-01', true)
    expect(nextSpan(early, '2026-01-02')).toEqual({ from: '2027-01-01', to: '2027-01-01' })
    expect(nextSpan(holiday('Once', '2026-01-01'), '2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-01-01' })
    expect(nextSpan(holiday('Once', '2026-01-01'), '2026-01-02')).toBeUndefined()
    expect(nextSpan(holiday('Leap', '2028-02-29', '2028-02-29', true), '2028-03-01')).toEqual({
      from: '2029-02-28',
      to: '2029-02-28',
    })
  })

  test('counts the first and the last day', () => {
    expect(lengthOf({ from: '2026-12-25', to: '2026-12-25' })).toBe(1)
    expect(lengthOf({ from: '2026-02-27', to: '2026-03-02' })).toBe(4)
    expect(lengthOf({ from: '2028-02-27', to: '2028-03-02' })).toBe(5)
  })

  test('compares holidays in the first year both have', () => {
    const yearly = holiday('Christmas', '2026-12-25', '2026-12-25', true)
    expect(areSameDays(yearly, holiday('Again', '2028-12-25'))).toBe(true)
    expect(areSameDays(holiday('Again', '2028-12-25'), yearly)).toBe(true)
    expect(areSameDays(holiday('Before', '2025-12-25'), yearly)).toBe(false)
    expect(areSameDays(holiday('Before', '2025-12-25', '2025-12-25', true), yearly)).toBe(true)
    expect(areSameDays(yearly, holiday('Longer', '2026-12-25', '2026-12-26'))).toBe(false)
    expect(areSameDays(holiday('Once', '2026-12-25'), holiday('Next', '2027-12-25'))).toBe(false)
  })
})

test('sorts the next holiday first and past ones last', () => {
  const all = [
    holiday('Long over', '2024-05-01'),
    holiday('Just over', '2026-11-21'),
    holiday('New Year', '2026-01-01', '2026-01-01', true),
    holiday('Christmas', '2020-12-25', '2020-12-25', true),
    holiday('Now', '2026-11-20', '2026-11-23'),
    holiday('Another', '2026-12-25', '2026-12-26'),
  ]
  expect(inOrder(all, '2026-11-22').map(({ name, next }) => [name, next?.from])).toEqual([
    ['Now', '2026-11-20'],
    ['Another', '2026-12-25'],
    ['Christmas', '2026-12-25'],
    ['New Year', '2027-01-01'],
    ['Just over', undefined],
    ['Long over', undefined],
  ])
})
