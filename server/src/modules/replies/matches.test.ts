import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainWords } from '../consent/index.ts'
import { keywordIn, type Listening } from './matches.ts'

const makeKeyword = (text: string, match: Listening['match'] = 'only'): Listening => ({
  id: text,
  plain: plainWords(text),
  match,
  reply: `about ${text}`,
})
const matchOf = (text: string, ...keywords: Listening[]) => keywordIn(text, keywords)?.id

describe('keywords', () => {
  test('matches a message that is the word, ignoring case, accents and punctuation', () => {
    for (const text of ['hours', 'HOURS', ' Hours!! ', 'hóurs', 'ｈｏｕｒｓ', '🙂 hours'])
      expect(matchOf(text, makeKeyword('Hours'))).toBe('Hours')
    expect(matchOf('what are the hours', makeKeyword('Hours'))).toBeUndefined()
    expect(matchOf('NÓMINA', makeKeyword('nomina'))).toBe('nomina')
  })

  test('matches the first word, or any word, when the keyword allows it', () => {
    expect(matchOf('Pay day is when?', makeKeyword('pay', 'first'))).toBe('pay')
    expect(matchOf('payday?', makeKeyword('pay', 'first'))).toBeUndefined()
    expect(matchOf('when is my pay due', makeKeyword('pay', 'first'))).toBeUndefined()
    expect(matchOf('when is my pay due', makeKeyword('pay', 'contains'))).toBe('pay')
    expect(matchOf('I paid', makeKeyword('pay', 'contains'))).toBeUndefined()
    expect(matchOf('我想知道工资什么时候发', makeKeyword('工资', 'contains'))).toBe('工资')
    expect(matchOf('工资什么时候发', makeKeyword('工资', 'first'))).toBe('工资')
  })

  test('prefers the whole message to its beginning, the beginning to any word, and longer words to shorter ones', () => {
    const all = [
      makeKeyword('sick', 'contains'),
      makeKeyword('sick day', 'contains'),
      makeKeyword('call', 'first'),
      makeKeyword('call sick', 'only'),
    ]
    expect(matchOf('call sick', ...all)).toBe('call sick')
    expect(matchOf('call me, sick day', ...all)).toBe('call')
    expect(matchOf('a sick day', ...all)).toBe('sick day')
  })

  test('allows one typo in words of five letters or more, if no other keyword is as close', () => {
    for (const text of ['shcedule', 'schedul', 'schedulee', 'schadule'])
      expect(matchOf(text, makeKeyword('schedule'))).toBe('schedule')
    expect(matchOf('scheduel please', makeKeyword('schedule'))).toBeUndefined()
    expect(matchOf('shcdule', makeKeyword('schedule'))).toBeUndefined()
    expect(matchOf('pai', makeKeyword('pay'))).toBeUndefined()
    expect(matchOf('nighd', makeKeyword('night'), makeKeyword('nighs'))).toBeUndefined()
    expect(matchOf('schedulx', makeKeyword('schedule', 'contains'))).toBeUndefined()
  })

  test('accepts any text, and a keyword always matches itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        (text, name) => {
          const keyword = makeKeyword(name, 'contains')
          keywordIn(text, keyword.plain === '' ? [] : [keyword])
          if (keyword.plain !== '') expect(matchOf(name, keyword)).toBe(name)
        },
      ),
    )
  })
})
