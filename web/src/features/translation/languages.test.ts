import { describe, expect, it } from 'vitest'
import { sameLanguage } from './languages.ts'

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
})
