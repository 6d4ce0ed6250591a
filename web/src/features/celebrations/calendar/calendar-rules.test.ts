import { describe, expect, it } from 'vitest'
import { dayForKey, dayWithin, monthsBetween, weekFrom, weeksOf } from './calendar-rules.ts'

describe('the months of a calendar', () => {
  it.each([
    ['2027-06-10', '2027-06-20', ['2027-06']],
    ['2026-12-31', '2027-03-01', ['2026-12', '2027-01', '2027-02', '2027-03']],
    ['2027-01-31', '2027-03-31', ['2027-01', '2027-02', '2027-03']],
  ])('from %s to %s are %j', (first, last, months) => {
    expect(monthsBetween(first, last)).toEqual(months)
  })
})

describe('the weeks of a month', () => {
  it('begin on the first day of the week, with gaps for other months', () => {
    const fromSunday = weeksOf('2027-06', 7)
    // June 1, 2027 is a Tuesday.
    expect(fromSunday[0]?.slice(0, 3)).toEqual([null, null, '2027-06-01'])
    expect(weeksOf('2027-06', 1)[0]?.slice(0, 2)).toEqual([null, '2027-06-01'])
    expect(fromSunday.flat().filter((day) => day !== null)).toHaveLength(30)
    expect(fromSunday.every((week) => week.length === 7)).toBe(true)
  })

  it('are exactly four where a month fills them', () => {
    // February 2027 begins on a Monday.
    expect(weeksOf('2027-02', 1)).toHaveLength(4)
    expect(weeksOf('2027-02', 7)).toHaveLength(5)
  })

  it('have their weekdays in the same order', () => {
    expect(weekFrom(1)[0]).toBe('2024-01-01')
    expect(weekFrom(7)[0]).toBe('2024-01-07')
  })
})

describe('keys in the calendar', () => {
  const range = { first: '2027-06-10', last: '2027-08-09', firstDay: 7 }
  it.each([
    ['ArrowRight', '2027-06-30', '2027-07-01'],
    ['ArrowLeft', '2027-06-10', '2027-06-10'],
    ['ArrowDown', '2027-08-08', '2027-08-09'],
    ['ArrowUp', '2027-06-20', '2027-06-13'],
    ['Home', '2027-06-16', '2027-06-13'],
    ['End', '2027-06-16', '2027-06-19'],
    ['PageDown', '2027-06-16', '2027-07-14'],
    ['PageUp', '2027-07-14', '2027-06-16'],
  ])('%s moves from %s to %s', (key, from, to) => {
    expect(dayForKey(key, from, range)).toBe(to)
  })

  it('that do not move are left to the browser', () => {
    expect(dayForKey('Enter', '2027-06-16', range)).toBeUndefined()
  })
})

describe('the chosen day', () => {
  it.each([
    ['2027-06-09', '2027-06-10'],
    ['2027-07-01', '2027-07-01'],
    ['2027-08-10', '2027-08-09'],
  ])('stays within the days of the calendar: %s becomes %s', (day, within) => {
    expect(dayWithin(day, { first: '2027-06-10', last: '2027-08-09' })).toBe(within)
  })
})
