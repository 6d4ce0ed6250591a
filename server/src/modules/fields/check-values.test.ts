import type { FieldType } from '@crewline/contract/fields'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localize } from '../../kernel/i18n/localize.ts'
import { checkCustom } from './check-values.ts'
import { isReserved, keyNumber, keyOf } from './keys.ts'
import { visibleValues, widens, type FieldRule } from './rules.ts'

const options = [
  { id: 'day', label: 'Day', color: 'blue', archived: false },
  { id: 'night', label: 'Night, late', color: 'gray', archived: false },
  { id: 'old', label: 'Swing', color: 'gray', archived: true },
]

function field(type: FieldType, more: Partial<FieldRule> = {}): FieldRule {
  return {
    ...{ id: type, key: type, name: type, type, required: false, unique: false, sensitive: false, fallback: '' },
    ...{ managedBy: null, position: 0, options: type === 'select' || type === 'multiselect' ? options : [] },
    ...more,
  }
}

const TYPES: FieldType[] = [
  ...(['text', 'longtext', 'number', 'date', 'boolean', 'select', 'multiselect'] as const),
  ...(['phone', 'email', 'url'] as const),
]
const fields = TYPES.map((type) => field(type))
const read = (key: FieldType, value: unknown, before?: Record<string, string | string[]>) => {
  const { values, errors } = checkCustom(
    fields,
    { [key]: value },
    { country: 'US', partial: true, ...(before && { before }) },
  )
  const error = errors[`custom.${key}`]
  return error ? localize(error, 'en') : values[key]
}

describe('reading values', () => {
  test.each<[FieldType, unknown, unknown]>([
    ['text', '  two\n words ', 'two words'],
    ['text', 42, '42'],
    ['longtext', 'one\r\ntwo\u0000', 'one\ntwo'],
    ['number', '12.50', 12.5],
    ['number', -0, 0],
    ['number', '1e5', 'Enter a number, like 12 or 12.5.'],
    ['number', Infinity, 'Enter a number, like 12 or 12.5.'],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '2026-02-29', 'Enter a date like 2026-04-23.'],
    ['date', '0026-02-20', 'Enter a date like 2026-04-23.'],
    ['boolean', 'Yes', true],
    ['boolean', 'maybe', 'Choose yes or no.'],
    ['select', 'DAY ', 'day'],
    ['select', 'old', 'old'],
    ['select', 'Swing', 'Choose one of: Day, Night, late.'],
    ['select', 'constructor', 'Choose one of: Day, Night, late.'],
    ['multiselect', ['night', 'day', 'day'], ['day', 'night']],
    ['multiselect', 'night, late', ['night']],
    ['multiselect', 'Day; night', ['day', 'night']],
    ['multiselect', [], null],
    ['phone', '(415) 555-0123', '+14155550123'],
    ['phone', '12', 'Enter a phone number with its area code, like (555) 010-2233.'],
    ['email', ' Ana@Example.COM', 'ana@example.com'],
    ['email', 'ana@', 'Enter an email address, like ana@example.com.'],
    ['url', 'example.com/a b', 'Enter a link that begins with https://.'],
    ['url', 'Example.com', 'https://example.com/'],
    ['url', 'javascript:alert(1)', 'Enter a link that begins with https://.'],
    ['url', 'https://user:secret@example.com', 'Enter a link that begins with https://.'],
    ['text', 'x'.repeat(201), 'Use 200 characters or fewer. This has 201.'],
  ])('checks %s value %j as %j', (type, input, stored) => {
    expect(read(type, input)).toEqual(stored)
  })

  test('keeps an archived option where it is set and refuses it elsewhere', () => {
    expect(read('select', 'old', { select: 'old' })).toBe('old')
    expect(read('select', 'old', { select: 'day' })).toBe('“Swing” is no longer an option.')
    expect(read('multiselect', ['old', 'day'], { multiselect: ['old'] })).toEqual(['day', 'old'])
    expect(read('multiselect', ['old'], {})).toBe('“Swing” is no longer an option.')
  })
})

test('requires required values except in a partial change', () => {
  const needed = [field('text', { required: true, name: 'Badge' })]
  const expectedErrors = { 'custom.text': expect.objectContaining({ message: 'Fill in “{field}”.' }) }
  expect(checkCustom(needed, {}, { country: 'US', partial: false }).errors).toEqual(expectedErrors)
  expect(checkCustom(needed, {}, { country: 'US', partial: true }).errors).toEqual({})
  expect(checkCustom(needed, { text: '  ' }, { country: 'US', partial: true })).toEqual({
    values: {},
    errors: expectedErrors,
  })
})

test('refuses prototype names and unknown keys without touching a prototype', () => {
  const input = JSON.parse('{"__proto__": "x", "constructor": "y", "gone": "z", "empty": ""}') as Record<
    string,
    unknown
  >
  const { values, errors } = checkCustom(fields, input, { country: 'US', partial: true })
  expect(values).toEqual({})
  expect(Object.keys(errors)).toEqual(['custom.__proto__', 'custom.constructor', 'custom.gone'])
})

test('never throws and returns its own output unchanged', () => {
  const value = fc.oneof(
    fc.anything(),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.date().map((at) => (Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10))),
    fc.webUrl(),
    fc.emailAddress(),
    fc.constantFrom('day', 'Night, late', 'old', 'yes', '4155550123', '+44 20 7183 8750'),
    fc.array(fc.constantFrom('day', 'night', 'old', 'Day', 'gone')),
  )
  const inputs = fc.dictionary(fc.constantFrom<string>(...TYPES, '__proto__', 'toString'), value)
  fc.assert(
    fc.property(inputs, fc.constantFrom('US', 'DE', 'ZZ', ''), fc.boolean(), (values, country, partial) => {
      const once = checkCustom(fields, values, { country, partial })
      const repeated = checkCustom(fields, once.values, { country, partial })
      expect(repeated).toEqual({ values: once.values, errors: {} })
      for (const text of Object.values(once.values).filter((item) => typeof item === 'string'))
        expect(text).toBe(text.toWellFormed().replaceAll('\0', ''))
    }),
    { numRuns: 400 },
  )
})

test('derives keys from names in many scripts', () => {
  const keys = ['Shift', 'Größe (EU)', 'Смена', 'Ειδικότητα', 'Đào tạo', '班次', '2nd phone', '—'].map(keyOf)
  expect(keys).toEqual(['shift', 'grosse_eu', 'smena', 'eidikotita', 'dao_tao', 'field', 'n_2nd_phone', 'field'])
  expect(keyNumber('a'.repeat(36), 12)).toBe(`${'a'.repeat(33)}_12`)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (name) => /^[a-z][a-z0-9_]{0,35}$/.test(keyOf(name))))
})

test('reserves keys with another meaning in any spelling', () => {
  for (const key of ['id', 'phone', 'first_name', 'firstname', 'status', 'job_title', 'jobtitle', 'constructor'])
    expect(isReserved(key)).toBe(true)
  expect(isReserved('shift')).toBe(false)
})

test('allows only widening type changes', () => {
  const wide = TYPES.map((from) => TYPES.filter((to) => to !== from && widens(from, to)).join(' '))
  expect(Object.fromEntries(TYPES.map((type, at) => [type, wide[at]]))).toMatchObject({
    ...{ text: 'longtext', longtext: '', number: 'text longtext', select: 'text longtext multiselect' },
    ...{ multiselect: 'text longtext', phone: 'text longtext' },
  })
})

test('hides sensitive values and values of deleted fields', () => {
  const rules = [field('text'), field('number', { sensitive: true })]
  const values = { text: 'a', number: 1, gone: 'b' }
  expect(visibleValues(rules, values, false)).toEqual({ text: 'a' })
  expect(visibleValues(rules, values, true)).toEqual({ text: 'a', number: 1 })
})
