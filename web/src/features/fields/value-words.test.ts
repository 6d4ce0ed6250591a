import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { formatCustomValue, type FormattableField } from './value-words.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const options = ['Day', 'Night'].map((label) => ({ id: label.toLowerCase(), label, color: 'gray', archived: false }))
const formatValue = (type: FormattableField['type'], value: Parameters<typeof formatCustomValue>[1]) =>
  formatCustomValue({ type, options }, value, i18n)

test('formats values for people', () => {
  expect(formatValue('text', 'A 12')).toBe('A 12')
  expect(formatValue('number', 12345.5)).toBe('12345.5')
  expect(formatValue('date', '2026-03-01')).toBe('Mar 1, 2026')
  expect(formatValue('date', 'soon')).toBe('soon')
  expect(formatValue('select', 'night')).toBe('Night')
  expect(formatValue('multiselect', ['night', 'day', 'gone'])).toBe('Day, Night')
  expect(formatValue('phone', '+14155550123')).toBe('(415) 555-0123')
  expect(formatValue('phone', '+442071838750')).toBe('+442071838750')
})

test('formats no value as an empty text, and false as a word', () => {
  expect([formatValue('text', null), formatValue('text', undefined), formatValue('text', '')]).toEqual(['', '', ''])
  expect(formatValue('boolean', false)).not.toBe('')
  expect(formatValue('boolean', false)).not.toBe(formatValue('boolean', true))
})
