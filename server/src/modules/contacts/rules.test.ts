import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { birthdayFor, changedFields, dateErrors, dayIn } from './rules.ts'

describe('contact dates', () => {
  const today = '2026-11-21'
  test.each<[string, object, string[]]>([
    ['a leap day without a year', { birthday: '02-29' }, []],
    ['a leap day in a year that has one', { birthday: '2024-02-29' }, []],
    ['a leap day in a year that has none', { birthday: '2023-02-29' }, ['birthday']],
    ['today', { birthday: today, hireDate: today }, []],
    ['tomorrow', { birthday: '2026-11-22', hireDate: '2026-11-22' }, ['birthday']],
    ['within a year', { hireDate: '2027-11-21' }, []],
    ['beyond a year', { hireDate: '2027-11-22' }, ['hireDate']],
    ['another century', { hireDate: '1899-12-31', birthday: '1899-12-31' }, ['birthday', 'hireDate']],
    ['nothing', { hireDate: null, birthday: null }, []],
  ])('%s', (_, dates, invalidFields) => {
    expect(Object.keys(dateErrors(dates, today)).toSorted()).toEqual(invalidFields)
  })

  test('uses the day of the organization time zone', () => {
    const moment = new Date('2026-11-21T03:00:00Z')
    expect(dayIn(moment, 'America/Chicago')).toBe('2026-11-20')
    expect(dayIn(moment, 'Asia/Tokyo')).toBe('2026-11-21')
  })

  test('shows the day but not the year of a birthday to members without access to sensitive fields', () => {
    expect(birthdayFor('1990-04-23', false)).toBe('04-23')
    expect(birthdayFor('1990-04-23', true)).toBe('1990-04-23')
    expect(birthdayFor(null, false)).toBeNull()
  })
})

describe('changed fields', () => {
  const attributes = {
    firstname: 'Ana',
    phone: '+14155550101',
    phoneKind: 'mobile',
    work: 'active',
    custom: { shift: 'A' },
  }

  test('are named as in filters, and a number change also changes reachability', () => {
    const after = { ...attributes, firstname: 'Anna', phone: null, work: 'blocked', custom: { badge: '7' } }
    expect(changedFields(attributes as never, after as never).toSorted()).toEqual([
      ...['custom.badge', 'custom.shift', 'firstname', 'phone', 'reach', 'status'],
    ])
  })

  test('are empty when nothing differs', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.array(fc.string()))), (custom) => {
        expect(changedFields({ ...attributes, custom }, { ...attributes, custom: structuredClone(custom) })).toEqual([])
      }),
    )
  })
})
