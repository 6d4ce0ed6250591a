import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayPhone, parsePhone, phoneCountry, phoneDigits } from './phone.ts'

describe('phone number parsing', () => {
  test.each<[text: string, country: string, e164: string, kind: string]>([
    ['(415) 555-2671', 'US', '+14155552671', 'unknown'],
    ['415.555.2671', 'US', '+14155552671', 'unknown'],
    ['1 415 555 2671', 'US', '+14155552671', 'unknown'],
    ['+1 (415) 555-2671', 'GB', '+14155552671', 'unknown'],
    ['001 415 555 2671', 'GB', '+14155552671', 'unknown'],
    ['011 44 7400 123456', 'US', '+447400123456', 'mobile'],
    ['07400 123456', 'GB', '+447400123456', 'mobile'],
    ['020 7183 8750', 'GB', '+442071838750', 'landline'],
    ['0151 23456789', 'DE', '+4915123456789', 'mobile'],
    ['55 1234 5678', 'MX', '+525512345678', 'unknown'],
    ['415-555-0199', 'US', '+14155550199', 'unknown'],
    ['+1 555 123 4567', 'US', '+15551234567', 'unknown'],
  ])('%s in %s is %s (%s)', (text, country, e164, kind) => {
    const parsed = parsePhone(text, country)
    expect(parsed).toMatchObject({ e164, textable: kind !== 'landline' })
    if (kind !== 'unknown') expect(parsed?.kind).toBe(kind)
  })

  test.each([
    '',
    ' ',
    'abc',
    '12',
    '911',
    '555-2671',
    '+',
    '++14155552671',
    '+1 900 555 2671',
    '+44 909 879 0000',
    '+1',
    '1'.repeat(30),
    '+999 123 4567',
    '415 555 26711',
    '4155552671 or 4155552672',
    '\u0000',
    '=4155552671',
    '<b>4155552671</b>',
  ])('rejects %j, which is not a textable number', (text) => expect(parsePhone(text, 'US')).toBeNull())

  test('never throws, and parses its own output to the same number', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 40 }), fc.stringMatching(/^\+?[\d ()-]{5,20}$/)),
        fc.constantFrom('US', 'GB', 'MX', 'VN', 'XX', ''),
        (text, country) => {
          const parsed = parsePhone(text, country)
          if (!parsed) return
          expect(parsed.e164).toMatch(/^\+[1-9]\d{6,14}$/)
          for (const otherCountry of ['US', 'FR']) expect(parsePhone(parsed.e164, otherCountry)?.e164).toBe(parsed.e164)
          expect(parsePhone(parsed.display, country)?.e164).toBe(parsed.e164)
        },
      ),
      { numRuns: 1_000, seed: 2_026 },
    )
  })
})

test('shows a number in national format at home and with its country code elsewhere', () => {
  expect(displayPhone('+14155552671', 'US')).toBe('(415) 555-2671')
  expect(displayPhone('+14155550101', 'US')).toBe('(415) 555-0101')
  expect(displayPhone('+442071838750', 'US')).toBe('+44 20 7183 8750')
  expect(displayPhone('+442071838750', 'GB')).toBe('020 7183 8750')
  for (const odd of ['72975', 'ACME', '', '+']) expect(displayPhone(odd, 'US')).toBe(odd)
  expect([phoneCountry('+442071838750'), phoneCountry('72975')]).toEqual(['GB', null])
})

test.each<[typed: string, digits: string | null]>([
  ['(415) 555-0101', '4155550101'],
  ['+1 415', '1415'],
  ['555-01', '55501'],
  ['020 7183', '207183'],
  ['0044 20', '4420'],
  ['000', '000'],
  ['12', null],
  ['1-2', null],
  ['maria', null],
  ['415 maria', null],
  ['', null],
  ['---', null],
])('searches for %j when %j is typed', (typed, digits) => expect(phoneDigits(typed)).toBe(digits))
