import { i18n } from '@lingui/core'
import { expect, it, vi } from 'vitest'
import { activateLocale, catalogFor, locales, preferredLocale } from './preferred-locale.ts'

it('offers the language of each catalog', () => {
  expect(locales).toEqual(expect.arrayContaining(['en', 'es']))
})

it.each([
  ['es', 'es'],
  ['es-MX', 'es'],
  ['EN-us', 'en'],
  ['tlh', undefined],
])('finds the catalog for %s: %s', (tag, expected) => {
  expect(catalogFor(tag)).toBe(expected)
})

it('takes the first language of the browser that has a catalog, else English', () => {
  expect(preferredLocale(['tlh', 'es-MX', 'en'])).toBe('es')
  expect(preferredLocale(['tlh'])).toBe('en')
})

it('keeps the region of a language, whose catalog is that of the language', async () => {
  const page = { lang: '', dir: '' }
  vi.stubGlobal('document', { documentElement: page })
  await activateLocale('es-MX')
  expect(i18n.locale).toBe('es-MX')
  expect(i18n._({ id: 'x', message: '{count, plural, other {# textos}}', values: { count: 1016 } })).toBe(
    '1,016 textos',
  )
  expect(page).toEqual({ lang: 'es-MX', dir: 'ltr' })
})
