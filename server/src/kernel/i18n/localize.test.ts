import { msg } from '@crewline/contract/localized-text'
import { verbatim } from '@crewline/contract/words'
import { expect, test } from 'vitest'
import { LOCALES, localize, localizeEach } from './localize.ts'

const NOT_NOW = msg({ message: 'One moment' })

test('writes out a text in each language of the catalogs', () => {
  expect(LOCALES).toEqual(expect.arrayContaining(['en', 'es']))
  expect([localize(NOT_NOW, 'en'), localize(NOT_NOW, 'es')]).toEqual(['One moment', 'Un momento'])
  expect(localizeEach({ name: NOT_NOW, group: verbatim('Acme') }, 'es')).toEqual({ name: 'Un momento', group: 'Acme' })
})

test('falls back to English for a text without a translation and for a language without a catalog', () => {
  const untranslated = { id: 'none', message: '{count, plural, one {# row} other {# rows}} of {name}' }
  expect(localize({ ...untranslated, values: { count: 1, name: 'Acme' } }, 'es')).toBe('1 row of Acme')
  expect(localize({ ...untranslated, values: { count: 2, name: '{x} <b>' } }, 'es')).toBe('2 rows of {x} <b>')
  expect(localize(NOT_NOW, 'xx')).toBe('One moment')
  expect(localize(NOT_NOW, '../en')).toBe('One moment')
})

test('writes out texts among the values in the same language, and text of users as it is', () => {
  const nested = { id: 'nested', message: '{reason}: {name}', values: { reason: NOT_NOW, name: verbatim("{it's}") } }
  expect(localize(nested, 'es')).toBe("Un momento: {it's}")
  expect(localize(verbatim("It's {not} a <placeholder>"), 'es')).toBe("It's {not} a <placeholder>")
})
