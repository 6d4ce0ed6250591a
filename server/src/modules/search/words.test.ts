import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSearch, highlightsOf, matchesAll, extractTerms } from './words.ts'

const highlightsIn = (phrase: string, text: string) => {
  const terms = parseSearch(phrase)
  return terms ? highlightsOf(terms, text).map(([start, end]) => text.slice(start, end)) : []
}
const matches = (phrase: string, ...texts: string[]) => {
  const terms = parseSearch(phrase)
  return terms ? matchesAll(terms, texts) : false
}

describe('search words', () => {
  test('ignore case, accents, widths and apostrophes', () => {
    expect(extractTerms('García DON\u2019T ﬁnd Ｗ２ Đặng')).toEqual(['garcia', 'dont', 'find', 'w2', 'dang'])
    expect(extractTerms('ΟΔΟΣ οδος')).toEqual(['οδοσ'])
    expect(extractTerms('!!! ... \u0000 \ud800')).toEqual([])
    expect(extractTerms('ok 👍')).toEqual(['ok', '👍'])
  })

  test('index neighboring characters of scripts without spaces, so that any part of a sentence matches', () => {
    expect(extractTerms('工资什么')).toEqual(['工资', '资什', '什么', '么'])
    for (const phrase of ['工资', '什么', '资什', '资']) expect(matches(phrase, '我的工资什么时候发？')).toBe(true)
    expect(matches('工什', '我的工资什么时候发？')).toBe(false)
    expect(matches('เงินเดือน', 'เมื่อไหร่จะได้เงินเดือนครับ')).toBe(true)
  })

  test('must all be present, the last one as a prefix', () => {
    expect(parseSearch('Night shift')?.query).toBe("'night' & 'shift':*")
    expect(matches('night shi', 'The NIGHT shift is full')).toBe(true)
    expect(matches('nigh shift', 'The night shift')).toBe(false)
    expect(matches('night shift', 'The night', 'one shift')).toBe(true)
    // Too many words begin with one letter, so that part is left to a second check.
    expect(parseSearch('zebra a')).toMatchObject({ query: "'zebra'", isExact: false })
    expect(parseSearch('ab')).toMatchObject({ query: "'ab':*", isExact: true })
  })

  test('never interpret query syntax', () => {
    expect(parseSearch(`it's & !(a | b) <-> "quoted":*\\`)?.query).toBe("'its' & 'a' & 'b' & 'quoted':*")
    for (const nothing of ['&&', '\u0000\u0000', "''", ':*:*', '.'.repeat(100), '\ud800\ud800', '()'])
      expect(parseSearch(nothing)).toBeUndefined()
  })
})

describe('highlights', () => {
  test('are the words as written in the text', () => {
    expect(highlightsIn('garcia', 'Ask García, or GARCIA.')).toEqual(['García', 'GARCIA'])
    expect(highlightsIn('e\u0301te\u0301', 'un e\u0301te\u0301 froid')).toEqual(['e\u0301te\u0301'])
    expect(highlightsIn('shif', 'Shifts of the night shift; makeshift')).toEqual(['Shif', 'shif'])
    expect(highlightsIn('dont go', 'I don\u2019t want to go. Gone.')).toEqual(['don\u2019t', 'go', 'Go'])
    expect(highlightsIn('工资', '发工资了，工资单')).toEqual(['工资', '工资'])
    expect(highlightsIn('night ni', 'night')).toEqual(['night'])
    expect(highlightsIn('𝓗𝓲', '𝓗𝓲 there')).toEqual(['𝓗𝓲'])
  })

  test('are ordered ranges within the text that never overlap, and a text always matches its own words', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(anyText, anyText, (phrase, text) => {
        const terms = parseSearch(phrase)
        if (!terms) return
        let at = -1
        for (const [start, end] of highlightsOf(terms, text)) {
          expect(start).toBeGreaterThan(at)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          at = end
        }
        expect(matchesAll(terms, [`${text} ${phrase}`])).toBe(true)
        for (const lexeme of terms.query.matchAll(/'([^']*)'/g))
          expect(lexeme[1]).toMatch(/^[\p{L}\p{N}\p{Extended_Pictographic}]+$/u)
      }),
    )
  })
})
