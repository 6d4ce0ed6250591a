import type { Contact } from '@crewline/contract/contacts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { birthdayOf, birthdayParts, changeOf, guessOf, isSameValue, keeperOf, valueOf } from './attributes.ts'

const contact = {
  firstname: 'Ana',
  phone: '+15555550123',
  phoneDisplay: '(555) 555-0123',
  hireDate: null,
  customFields: { shift: 'night', badge: 7 },
  locked: { jobTitle: 'ADP', 'custom.badge': 'ADP' },
} as unknown as Contact

describe('a contact field', () => {
  it('is read from the record, custom fields by their key', () => {
    expect(valueOf(contact, 'firstname')).toBe('Ana')
    expect(valueOf(contact, 'phone')).toBe('(555) 555-0123')
    expect(valueOf(contact, 'custom.badge')).toBe(7)
    expect(valueOf(contact, 'custom.gone')).toBeNull()
  })

  it('changes alone, and has the empty value of its kind', () => {
    expect(changeOf('location', 'Plant 2')).toEqual({ location: 'Plant 2' })
    expect(changeOf('location', null)).toEqual({ location: '' })
    expect(changeOf('hireDate', '')).toEqual({ hireDate: null })
    expect(changeOf('custom.shift', null)).toEqual({ customFields: { shift: null } })
  })

  it('changes optimistically without touching other custom fields, while a number waits for the server', () => {
    expect(guessOf(contact, 'custom.shift', 'day')).toEqual({ customFields: { shift: 'day', badge: 7 } })
    expect(guessOf(contact, 'custom.shift', null)).toEqual({ customFields: { badge: 7 } })
    expect(guessOf(contact, 'phone', '555')).toEqual({})
  })

  it('reports the system that manages it when it is locked', () => {
    expect(keeperOf(contact, 'jobTitle')).toBe('ADP')
    expect(keeperOf(contact, 'custom.badge')).toBe('ADP')
    expect(keeperOf(contact, 'custom.shift')).toBeUndefined()
  })

  it('is unchanged when both values are empty', () => {
    expect(isSameValue('', null)).toBe(true)
    expect(isSameValue(['a'], ['a'])).toBe(true)
    expect(isSameValue(false, null)).toBe(false)
  })
})

describe('a birthday', () => {
  it('may have no year', () => {
    expect(birthdayOf({ month: '04', day: '3', year: '' })).toBe('04-03')
    expect(birthdayParts('04-03')).toEqual({ month: '04', day: '3', year: '' })
    expect(birthdayOf({ month: '', day: '', year: '' })).toBeNull()
  })

  it('is rejected when the date does not exist', () => {
    expect(birthdayOf({ month: '02', day: '29', year: '' })).toBe('02-29')
    expect(birthdayOf({ month: '02', day: '29', year: '1999' })).toBeUndefined()
    expect(birthdayOf({ month: '04', day: '31', year: '' })).toBeUndefined()
    expect(birthdayOf({ month: '04', day: '', year: '' })).toBeUndefined()
  })

  it('survives parsing and formatting', () => {
    const date = fc.date({ min: new Date('1900-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(date, fc.boolean(), (when, withYear) => {
        const text = when.toISOString().slice(withYear ? 0 : 5, 10)
        expect(birthdayOf(birthdayParts(text))).toBe(text)
      }),
    )
  })
})
