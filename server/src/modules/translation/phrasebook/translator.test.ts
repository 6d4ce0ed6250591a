import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAYS, ENGLISH_SPANISH, EVERYWHERE, LANGUAGES } from './phrases.ts'
import { lookUp } from './translator.ts'

const say = (text: string, from: string, to: string) => lookUp({ text, from, to })

describe('what the phrasebook knows', () => {
  test.each([
    ['Can I swap my shift on Friday?', 'en', 'es', '¿Puedo cambiar mi turno del viernes?'],
    ['¿Puedo cambiar mi turno del viernes?', 'es', 'en', 'Can I swap my shift on Friday?'],
    ['Your shift starts at 6:00 AM on Monday.', 'en', 'fr', 'Votre poste commence à 6:00 AM lundi.'],
    ["I'm sick today", 'en', 'vi', 'Hôm nay tôi bị ốm'],
    ['我今天生病了。', 'zh', 'en', 'I am sick today.'],
    ['Mwen malad', 'ht', 'es', 'Estoy enfermo'],
    ['Thank you! See you tomorrow.', 'en', 'ar', 'شكرا جزيلا! أراك غدا.'],
    ['i will be 15 minutes late', 'en', 'pt', 'vou me atrasar 15 minutos'],
  ])('%s from %s to %s', (text, from, to, expected) => {
    expect(say(text, from, to)).toEqual({ text: expected, failed: false, untranslated: [] })
  })

  test('says what it does not know, sentence by sentence, and changes nothing of that', () => {
    expect(say('Thank you. The flux capacitor hums.', 'en', 'es')).toEqual({
      text: 'Muchas gracias. The flux capacitor hums.',
      failed: false,
      untranslated: ['The flux capacitor hums.'],
    })
    expect(say('The flux capacitor hums.', 'en', 'es').failed).toBe(true)
    expect(say('Thank you', 'en', 'fi').failed).toBe(true)
  })

  test('a number is never lost: a sentence with more numbers than its phrase stays as it is', () => {
    expect(say('Your shift starts at 6 or 7', 'en', 'es').failed).toBe(true)
  })
})

test('every line has every column, with the same places for numbers and days', () => {
  for (const [lines, columns] of [
    [EVERYWHERE, LANGUAGES.length],
    [ENGLISH_SPANISH, 2],
  ] as const)
    for (const line of lines.trim().split('\n')) {
      const cells = line.split('|').map((cell) => cell.trim())
      expect({ line, columns: cells.filter((cell) => cell !== '').length }).toEqual({ line, columns })
      for (const place of ['#', '@'])
        expect({ line, place, counts: new Set(cells.map((cell) => cell.split(place).length)).size }).toEqual({
          line,
          place,
          counts: 1,
        })
    }
  for (const language of LANGUAGES) expect(DAYS[language]).toHaveLength(7)
})

test('whatever is said, nothing breaks, and every number of what was translated is there again', () => {
  const phrases = EVERYWHERE.trim()
    .split('\n')
    .map((line) => line.split('|')[0]?.trim() ?? '')
  const part = fc.oneof(fc.constantFrom(...phrases), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 4 }),
      fc.constantFrom(...LANGUAGES),
      fc.nat({ max: 2359 }),
      (parts, to, number) => {
        const text = parts.map((one) => one.replaceAll('#', String(number)).replaceAll('@', 'Monday')).join('. ')
        const made = say(text, 'en', to)
        const digits = (words: string) => [...words.matchAll(/\d+/g)].map(([found]) => found).sort()
        expect(digits(made.text)).toEqual(digits(text))
      },
    ),
  )
})
