import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAYS, ENGLISH_SPANISH, EVERYWHERE, LANGUAGES } from './phrases.ts'
import { lookUpTranslation } from './translator.ts'

const translate = (text: string, from: string, to: string) => lookUpTranslation({ text, from, to })

describe('the phrasebook', () => {
  test.each([
    ['Can I swap my shift on Friday?', 'en', 'es', '¿Puedo cambiar mi turno del viernes?'],
    ['¿Puedo cambiar mi turno del viernes?', 'es', 'en', 'Can I swap my shift on Friday?'],
    ['Your shift starts at 6:00 AM on Monday.', 'en', 'fr', 'Votre poste commence à 6:00 AM lundi.'],
    ["I'm sick today", 'en', 'vi', 'Hôm nay tôi bị ốm'],
    ['我今天生病了。', 'zh', 'en', 'I am sick today.'],
    ['Mwen malad', 'ht', 'es', 'Estoy enfermo'],
    ['Thank you! See you tomorrow.', 'en', 'ar', 'شكرا جزيلا! أراك غدا.'],
    ['i will be 15 minutes late', 'en', 'pt', 'vou me atrasar 15 minutos'],
  ])('translates %s from %s to %s', (text, from, to, expected) => {
    expect(translate(text, from, to)).toEqual({ text: expected, failed: false, untranslated: [] })
  })

  test('names the sentences it does not contain and leaves them unchanged', () => {
    expect(translate('Thank you. The flux capacitor hums.', 'en', 'es')).toEqual({
      text: 'Muchas gracias. The flux capacitor hums.',
      failed: false,
      untranslated: ['The flux capacitor hums.'],
    })
    expect(translate('The flux capacitor hums.', 'en', 'es').failed).toBe(true)
    expect(translate('Thank you', 'en', 'fi').failed).toBe(true)
  })

  test('never drops a number: a sentence with more numbers than its phrase stays unchanged', () => {
    expect(translate('Your shift starts at 6 or 7', 'en', 'es').failed).toBe(true)
  })
})

test('has every column in every line, with the same number and day placeholders', () => {
  for (const [lines, columns] of [
    [EVERYWHERE, LANGUAGES.length],
    [ENGLISH_SPANISH, 2],
  ] as const)
    for (const line of lines.trim().split('\n')) {
      const cells = line.split('|').map((cell) => cell.trim())
      expect({ line, columns: cells.filter((cell) => cell !== '').length }).toEqual({ line, columns })
      for (const placeholder of ['#', '@'])
        expect({
          line,
          place: placeholder,
          counts: new Set(cells.map((cell) => cell.split(placeholder).length)).size,
        }).toEqual({
          line,
          place: placeholder,
          counts: 1,
        })
    }
  for (const language of LANGUAGES) expect(DAYS[language]).toHaveLength(7)
})

test('accepts any text and keeps every number of a translated sentence', () => {
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
        const text = parts
          .map((sentence) => sentence.replaceAll('#', String(number)).replaceAll('@', 'Monday'))
          .join('. ')
        const made = translate(text, 'en', to)
        const digits = (value: string) => [...value.matchAll(/\d+/g)].map(([match]) => match).sort()
        expect(digits(made.text)).toEqual(digits(text))
      },
    ),
  )
})
