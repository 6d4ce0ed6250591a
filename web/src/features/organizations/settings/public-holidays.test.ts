import { describe, expect, it } from 'vitest'
import { hasPublicHolidays, publicHolidays } from './public-holidays.ts'

const daysOf = (country: string, today: string) => publicHolidays(country, today).map(({ day }) => day)

describe('public holidays', () => {
  it('of the United States in 2027 match the federal calendar', () => {
    expect(publicHolidays('US', '2027-01-01').map(({ key, day }) => `${day} ${key}`)).toEqual([
      '2027-01-01 newYear',
      '2027-01-18 martinLutherKing',
      '2027-02-15 washington',
      '2027-05-31 memorial',
      '2027-06-19 juneteenth',
      '2027-07-04 independenceUs',
      '2027-09-06 labor',
      '2027-10-11 columbus',
      '2027-11-11 veterans',
      '2027-11-25 thanksgiving',
      '2027-12-25 christmas',
    ])
  })

  it('of Mexico in 2027 match the labor law', () => {
    expect(daysOf('MX', '2027-01-01')).toEqual([
      '2027-01-01',
      '2027-02-01',
      '2027-03-15',
      '2027-05-01',
      '2027-09-16',
      '2027-11-15',
      '2027-12-25',
    ])
  })

  it('cover the coming year, including today and excluding its anniversary', () => {
    expect(daysOf('US', '2026-12-25').at(0)).toBe('2026-12-25')
    expect(daysOf('US', '2026-12-25').at(-1)).toBe('2027-11-25')
    for (const today of ['2026-01-01', '2026-11-22', '2028-02-29']) expect(daysOf('US', today)).toHaveLength(11)
  })

  it('fall on the weekday that defines them, in any year', () => {
    for (let year = 2024; year < 2060; year++) {
      const weekdays = (country: string) =>
        Object.fromEntries(
          publicHolidays(country, `${year}-01-01`).map(({ key, day }) => [key, new Date(day).getUTCDay()]),
        )
      const us = weekdays('US')
      for (const key of ['martinLutherKing', 'washington', 'memorial', 'labor', 'columbus']) expect(us[key]).toBe(1)
      expect(us['thanksgiving']).toBe(4)
      for (const key of ['constitutionMx', 'juarez', 'revolution']) expect(weekdays('MX')[key]).toBe(1)
      const last = publicHolidays('US', `${year}-01-01`).find(({ key }) => key === 'memorial')?.day ?? ''
      expect(Number(last.slice(8))).toBeGreaterThan(24)
    }
  })

  it('are not offered for an unknown country', () => {
    expect(hasPublicHolidays('US')).toBe(true)
    expect(hasPublicHolidays('DE')).toBe(false)
    expect(daysOf('DE', '2027-01-01')).toEqual([])
  })
})
