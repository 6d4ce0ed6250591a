import { expect, test } from 'vitest'
import { languageOfReader } from './reader-language.ts'

test.each([
  [['es-MX,es;q=0.9'], 'es'],
  [['fr', 'es'], 'fr'],
  [['de', 'FR-ca, es'], 'fr'],
  [['de', undefined, ['es'], ''], 'en'],
  [[`${'x'.repeat(300)},es`], 'en'],
  [[], 'en'],
])('wishes for %j show %s', (wishes, language) => {
  expect(languageOfReader(['en', 'es', 'fr'], ...wishes)).toBe(language)
})

test('a page without the wished languages is shown in its first one', () => {
  expect(languageOfReader(['vi', 'es'], 'de', 'ht')).toBe('vi')
})
