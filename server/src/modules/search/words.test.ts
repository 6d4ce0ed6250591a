import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askFor, highlightsOf, holdsAll, searchWords } from './words.ts'

const shown = (phrase: string, text: string) => {
  const asked = askFor(phrase)
  return asked ? highlightsOf(asked, text).map(([start, end]) => text.slice(start, end)) : []
}
const holds = (phrase: string, ...texts: string[]) => {
  const asked = askFor(phrase)
  return asked ? holdsAll(asked, texts) : false
}

describe('words', () => {
  test('case, accents, widths and apostrophes do not matter', () => {
    expect(searchWords('García DON\u2019T ﬁnd Ｗ２ Đặng')).toEqual(['garcia', 'dont', 'find', 'w2', 'dang'])
    expect(searchWords('ΟΔΟΣ οδος')).toEqual(['οδοσ'])
    expect(searchWords('!!! ... \u0000 \ud800')).toEqual([])
    expect(searchWords('ok 👍')).toEqual(['ok', '👍'])
  })

  test('scripts without spaces are kept by neighbours, so that any part of a sentence is found', () => {
    expect(searchWords('工资什么')).toEqual(['工资', '资什', '什么', '么'])
    for (const phrase of ['工资', '什么', '资什', '资']) expect(holds(phrase, '我的工资什么时候发？')).toBe(true)
    expect(holds('工什', '我的工资什么时候发？')).toBe(false)
    expect(holds('เงินเดือน', 'เมื่อไหร่จะได้เงินเดือนครับ')).toBe(true)
  })

  test('every word must be there, the last one as a beginning', () => {
    expect(askFor('Night shift')?.query).toBe("'night' & 'shift':*")
    expect(holds('night shi', 'The NIGHT shift is full')).toBe(true)
    expect(holds('nigh shift', 'The night shift')).toBe(false)
    expect(holds('night shift', 'The night', 'one shift')).toBe(true)
    // Too many words begin with one letter: that is left to a second look.
    expect(askFor('zebra a')).toMatchObject({ query: "'zebra'", isExact: false })
    expect(askFor('ab')).toMatchObject({ query: "'ab':*", isExact: true })
  })

  test('a phrase is never read as a language of its own', () => {
    expect(askFor(`it's & !(a | b) <-> "quoted":*\\`)?.query).toBe("'its' & 'a' & 'b' & 'quoted':*")
    for (const nothing of ['&&', '\u0000\u0000', "''", ':*:*', '.'.repeat(100), '\ud800\ud800', '()'])
      expect(askFor(nothing)).toBeUndefined()
  })
})

describe('highlights', () => {
  test('are the words as they stand in the text', () => {
    expect(shown('garcia', 'Ask García, or GARCIA.')).toEqual(['García', 'GARCIA'])
    expect(shown('e\u0301te\u0301', 'un e\u0301te\u0301 froid')).toEqual(['e\u0301te\u0301'])
    expect(shown('shif', 'Shifts of the night shift; makeshift')).toEqual(['Shif', 'shif'])
    expect(shown('dont go', 'I don\u2019t want to go. Gone.')).toEqual(['don\u2019t', 'go', 'Go'])
    expect(shown('工资', '发工资了，工资单')).toEqual(['工资', '工资'])
    expect(shown('night ni', 'night')).toEqual(['night'])
    expect(shown('𝓗𝓲', '𝓗𝓲 there')).toEqual(['𝓗𝓲'])
  })

  test('lie in the text, in order and apart, whatever text and phrase are; what is in a text is found in it', () => {
    const words = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(words, words, (phrase, text) => {
        const asked = askFor(phrase)
        if (!asked) return
        let at = -1
        for (const [start, end] of highlightsOf(asked, text)) {
          expect(start).toBeGreaterThan(at)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          at = end
        }
        expect(holdsAll(asked, [`${text} ${phrase}`])).toBe(true)
        for (const word of asked.query.matchAll(/'([^']*)'/g))
          expect(word[1]).toMatch(/^[\p{L}\p{N}\p{Extended_Pictographic}]+$/u)
      }),
    )
  })
})
