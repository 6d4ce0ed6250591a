import { expect, test } from 'vitest'
import { readPreferredLanguage } from './language.ts'

test.each<[header: string | undefined, language: string | undefined]>([
  ['es', 'es'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['EN-us', 'en'],
  ['fr-CA, es;q=0.5', 'es'],
  ['es;q=0, en', 'en'],
  ['es;q=0.0', undefined],
  ['*', undefined],
  ['fr', undefined],
  ['', undefined],
  [undefined, undefined],
  ['__proto__, constructor', undefined],
  [`${'x,'.repeat(500)}es`, undefined],
])('answers a request for %j in %j', (header, language) => {
  expect(readPreferredLanguage(header)).toBe(language)
})
