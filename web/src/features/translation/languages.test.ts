import { describe, expect, it } from 'vitest'
import { languageName, sameLanguage } from './languages.ts'

describe('languages', () => {
  it.each([
    ['es', 'es-MX', true],
    ['en-US', 'en', true],
    ['es', 'pt', false],
    ['zh', 'zh-Hans', true],
    ['zh-Hant', 'zh', false],
    ['zh-TW', 'zh-Hant', true],
  ])('knows whether %s and %s share readers: %s', (first, second, same) => {
    expect(sameLanguage(first, second)).toBe(same)
  })
  it('have names in any language, and keep their tag when no name is known', () => {
    expect(languageName('es', 'es')).toBe('Español')
    expect(languageName('es', 'en')).toBe('Spanish')
    expect(languageName('not a tag', 'en')).toBe('not a tag')
  })
})
