import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { customValueWords, type Spoken } from './value-words.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const options = ['Day', 'Night'].map((label) => ({ id: label.toLowerCase(), label, color: 'gray', archived: false }))
const say = (type: Spoken['type'], value: Parameters<typeof customValueWords>[1]) =>
  customValueWords({ type, options }, value, i18n)

test('values are said as people read them', () => {
  expect(say('text', 'A 12')).toBe('A 12')
  expect(say('number', 12345.5)).toBe('12345.5')
  expect(say('date', '2026-03-01')).toBe('Mar 1, 2026')
  expect(say('date', 'soon')).toBe('soon')
  expect(say('select', 'night')).toBe('Night')
  expect(say('multiselect', ['night', 'day', 'gone'])).toBe('Day, Night')
  expect(say('phone', '+14155550123')).toBe('(415) 555-0123')
  expect(say('phone', '+442071838750')).toBe('+442071838750')
})

test('nothing says nothing, and no is not nothing', () => {
  expect([say('text', null), say('text', undefined), say('text', '')]).toEqual(['', '', ''])
  expect(say('boolean', false)).not.toBe('')
  expect(say('boolean', false)).not.toBe(say('boolean', true))
})
