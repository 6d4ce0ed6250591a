import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainWords } from '../consent/index.ts'
import { keywordIn, type Listening } from './matches.ts'

const word = (text: string, match: Listening['match'] = 'only'): Listening => ({
  id: text,
  plain: plainWords(text),
  match,
  reply: `about ${text}`,
})
const meant = (text: string, ...keywords: Listening[]) => keywordIn(text, keywords)?.id

describe('keywords', () => {
  test('a text that is the word means it, whatever its case, accents and signs', () => {
    for (const text of ['hours', 'HOURS', ' Hours!! ', 'hóurs', 'ｈｏｕｒｓ', '🙂 hours'])
      expect(meant(text, word('Hours'))).toBe('Hours')
    expect(meant('what are the hours', word('Hours'))).toBeUndefined()
    expect(meant('NÓMINA', word('nomina'))).toBe('nomina')
  })

  test('the first word, and any word, where the keyword says so', () => {
    expect(meant('Pay day is when?', word('pay', 'first'))).toBe('pay')
    expect(meant('payday?', word('pay', 'first'))).toBeUndefined()
    expect(meant('when is my pay due', word('pay', 'first'))).toBeUndefined()
    expect(meant('when is my pay due', word('pay', 'contains'))).toBe('pay')
    expect(meant('I paid', word('pay', 'contains'))).toBeUndefined()
    expect(meant('我想知道工资什么时候发', word('工资', 'contains'))).toBe('工资')
    expect(meant('工资什么时候发', word('工资', 'first'))).toBe('工资')
  })

  test('the whole text goes before its beginning, that before any word, and longer words before shorter ones', () => {
    const all = [
      word('sick', 'contains'),
      word('sick day', 'contains'),
      word('call', 'first'),
      word('call sick', 'only'),
    ]
    expect(meant('call sick', ...all)).toBe('call sick')
    expect(meant('call me, sick day', ...all)).toBe('call')
    expect(meant('a sick day', ...all)).toBe('sick day')
  })

  test('one slip is forgiven in words of five letters or more, and only when it can be no other keyword', () => {
    for (const text of ['shcedule', 'schedul', 'schedulee', 'schadule'])
      expect(meant(text, word('schedule'))).toBe('schedule')
    expect(meant('scheduel please', word('schedule'))).toBeUndefined()
    expect(meant('shcdule', word('schedule'))).toBeUndefined()
    expect(meant('pai', word('pay'))).toBeUndefined()
    expect(meant('nighd', word('night'), word('nighs'))).toBeUndefined()
    expect(meant('schedulx', word('schedule', 'contains'))).toBeUndefined()
  })

  test('no text breaks it, and a keyword always finds itself', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        (text, name) => {
          const one = word(name, 'contains')
          keywordIn(text, one.plain === '' ? [] : [one])
          if (one.plain !== '') expect(meant(name, one)).toBe(name)
        },
      ),
    )
  })
})
