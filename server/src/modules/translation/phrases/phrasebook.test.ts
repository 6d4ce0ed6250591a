import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PHRASE_LANGUAGES } from './catalog.ts'
import { normalizeSentence } from './normalize.ts'
import { patternOf, slotsOf } from './pattern.ts'
import { Phrasebook } from './phrasebook.ts'
import { readCatalog, shippedPhrases } from './read-catalog.ts'

const shipped = new Phrasebook(shippedPhrases)
const translate = (text: string, from: string, to: string, names: string[] = []) =>
  shipped.translate(text, from, to, names)?.text

describe('the phrasebook', () => {
  test.each([
    ['Can I swap my shift on Friday?', 'en', 'es', '¿Puedo cambiar mi turno del viernes?'],
    ['¿Puedo cambiar mi turno del viernes?', 'es', 'en', 'Can I swap my shift on Friday?'],
    ['YOUR SHIFT STARTS AT 6:00 AM', 'en', 'es', 'Tu turno empieza a las 6:00 AM.'],
    ['Estoy enfermo', 'es', 'en', "I'm sick."],
    ['Thank you! See you tomorrow.', 'en', 'es', 'Muchas gracias. Nos vemos mañana.'],
    ['i will be 15 mins late', 'en', 'pt', 'Vou me atrasar 15 minutos.'],
    ['cant work monday', 'en', 'es', undefined],
    ['I cant work Monday', 'en', 'es', 'No puedo trabajar el lunes.'],
    ['Line 4 is down', 'en', 'es', 'La línea 4 está parada.'],
    ['Line B2 is down', 'en', 'es', 'La línea B2 está parada.'],
    ['Call 911 now', 'en', 'es', 'Llamen al 911 ahora.'],
    ['Llamé al 911', 'es', 'en', 'I called 911.'],
    ['Call 912 now', 'en', 'es', undefined],
  ])('translates %s from %s to %s', (text, from, to, expected) => {
    expect(translate(text, from, to)).toBe(expected)
  })

  test('translates a message whole or not at all', () => {
    expect(translate('Thank you. The flux capacitor hums.', 'en', 'es')).toBeUndefined()
    expect(translate('Yes, leave the building now and call Tom.', 'en', 'es')).toBeUndefined()
    expect(translate('Thank you', 'en', 'fi')).toBeUndefined()
  })

  test('does not translate a sentence with more figures than the phrase, or with a figure of another kind', () => {
    expect(translate('Your shift starts at 6 or 7', 'en', 'es')).toBeUndefined()
    expect(translate('Your shift starts at 27:90', 'en', 'es')).toBeUndefined()
    expect(translate('Your shift starts at $50', 'en', 'es')).toBeUndefined()
  })

  test('finds a phrase that names a figure or a day itself only by that figure or day', () => {
    const book = new Phrasebook(
      readCatalog('gate | Gate 4 is closed on Sunday until {time}. | La puerta 4 cierra el domingo hasta las {time}.'),
    )
    const spanish = (text: string) => book.translate(text, 'en', 'es')?.text
    expect(spanish('gate 4 is closed on Sunday until 7:30')).toBe('La puerta 4 cierra el domingo hasta las 7:30.')
    expect(spanish('Gate 5 is closed on Sunday until 7:30')).toBeUndefined()
    expect(spanish('Gate 4 is closed on Monday until 7:30')).toBeUndefined()
    expect(patternOf('Use {code} 5 now.', 'en')).toBeUndefined()
  })

  test('reads a number between Chinese characters as one figure', () => {
    const book = new Phrasebook(readCatalog('stop | Stop line {code}. | Paren la línea {code}.'))
    const [phrase] = book.phrases
    const review = { by: 'Li', on: '2026-11-27' }
    const chinese = new Phrasebook(
      phrase ? [{ ...phrase, texts: { ...phrase.texts, zh: { text: '停止{code}号线。', revision: 1, review } } }] : [],
    )
    expect(chinese.translate('停止12号线', 'zh', 'en')?.text).toBe('Stop line 12.')
    expect(chinese.translate('停止12号3线', 'zh', 'en')).toBeUndefined()
  })

  test('takes its own phrases before those of another book, and the other where none is offered', () => {
    const own = new Phrasebook(readCatalog('own | See you tomorrow. | Mañana nos vemos, equipo.'), shipped)
    expect(own.translate('See you tomorrow', 'en', 'es')).toMatchObject({
      text: 'Mañana nos vemos, equipo.',
      phrases: [{ id: 'own', revision: 1 }],
    })
    expect(own.translate('See you tomorrow', 'en', 'fr')?.text).toBe(
      shipped.translate('See you tomorrow', 'en', 'fr')?.text,
    )
    expect(own.suggest('see you all tomorrow', 'en', 'es', { most: 3 }).map(({ id }) => id)).toContain('own')
    expect(own.suggest('see you tomorrow', 'en', 'es', { most: 9 }).map(({ id }) => id)).not.toContain(
      'see_you_tomorrow',
    )
  })

  test('does not turn a question into a statement, or a statement into a question', () => {
    expect(translate('Leave the building now?', 'en', 'es')).toBeUndefined()
    // Without question marks, Spanish asks and states with the same words.
    expect(translate('Puedo cambiar mi turno', 'es', 'en')).toBeUndefined()
    expect(translate('Can I swap my shift', 'en', 'es')).toBe('¿Puedo cambiar mi turno?')
  })

  test('does not offer a language without a review', () => {
    const catalog = readCatalog('help ! | I need help. | Necesito ayuda. | | | Tôi cần giúp.')
    const book = new Phrasebook(catalog)
    expect(book.translate('I need help', 'en', 'es')?.phrases).toEqual([{ id: 'help', isSafety: true, revision: 1 }])
    expect(book.translate('I need help', 'en', 'vi')).toBeUndefined()
    expect(book.translate('Tôi cần giúp', 'vi', 'en')).toBeUndefined()
    expect(book.languages).toEqual(['en', 'es'])
  })

  test('copies names of people unchanged', () => {
    const book = new Phrasebook(readCatalog('call_name | Call {name} at {phone}. | Llama a {name} al {phone}.'))
    expect(book.translate('Call Ana María at 312 555 0100', 'en', 'es', ['Ana María'])?.text).toBe(
      'Llama a Ana María al 312 555 0100.',
    )
    expect(book.translate('Call the boss at 312 555 0100', 'en', 'es', ['Ana'])).toBeUndefined()
  })

  test('translates for contacts without a name, and for those whose name is a word of the phrase', () => {
    expect(translate('Thank you', 'en', 'es', ['', ' '])).toBe('Muchas gracias.')
    expect(translate('See you tomorrow', 'en', 'es', ['You'])).toBe('Nos vemos mañana.')
  })

  test('suggests phrases with similar words and sends none of them by itself', () => {
    const [first] = shipped.suggest('Everybody leave the building right now please', 'en', 'es', {
      most: 3,
      isSafety: true,
    })
    expect(first).toMatchObject({ id: 'leave_the_building_now', translated: 'Salgan del edificio ahora.' })
    expect(shipped.suggest('The flux capacitor hums', 'en', 'es', { most: 3 })).toEqual([])
  })
})

describe('every shipped phrase', () => {
  test('has the same slots in every language and an id of its own', () => {
    expect(new Set(shippedPhrases.map(({ id }) => id)).size).toBe(shippedPhrases.length)
    for (const { id, texts } of shippedPhrases) {
      expect({ id, en: texts.en?.text }).toEqual({ id, en: expect.stringMatching(/./) })
      const slots = Object.values(texts).map(({ text }) => slotsOf(text).sort().join())
      expect({ id, slots: new Set(slots).size }).toEqual({ id, slots: 1 })
    }
  })

  test('has a text in every language', () => {
    for (const { id, texts } of shippedPhrases)
      expect({ id, languages: Object.keys(texts) }).toEqual({ id, languages: [...PHRASE_LANGUAGES] })
  })

  test('is found by its own words in every language', () => {
    for (const { id, texts } of shippedPhrases)
      for (const language of PHRASE_LANGUAGES) {
        const text = texts[language]?.text
        if (text)
          expect({ id, language, pattern: patternOf(text, language) }).toMatchObject({
            pattern: { key: expect.stringMatching(/./) },
          })
      }
  })

  test('is not confused with another one in its own language', () => {
    for (const language of PHRASE_LANGUAGES) {
      const byKey = new Map<string, string[]>()
      for (const { id, texts } of shippedPhrases) {
        const text = texts[language]?.text
        if (!text) continue
        const plain = text.replace(/\{(\w+)\}/g, (_slot, kind: string) => (kind === 'day' ? '' : '7'))
        const { key, isQuestion } = normalizeSentence(plain, language, [])
        const name = `${key} ${isQuestion}`
        byKey.set(name, [...(byKey.get(name) ?? []), id])
      }
      const twice = [...byKey].filter(([, ids]) => {
        // Two phrases may have the same words in one language if they also have the same meaning in English.
        const english = new Set(ids.map((id) => shippedPhrases.find((phrase) => phrase.id === id)?.texts.en?.text))
        return english.size > 1
      })
      // The first one wins, which is fine between synonyms such as "ok" and "okay".
      for (const [, ids] of twice) expect(ids.length).toBeLessThanOrEqual(3)
    }
  })

  test('keeps every figure of a translated text', () => {
    const part = fc.oneof(
      fc.constantFrom(...shippedPhrases.map(({ texts }) => texts.en?.text ?? '')),
      fc.string({ unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 4 }),
        fc.constantFrom(...PHRASE_LANGUAGES),
        fc.integer({ min: 1, max: 12 }),
        (parts, to, figure) => {
          const text = parts
            .map((sentence) => sentence.replace(/\{day\}/g, 'Monday').replace(/\{\w+\}/g, String(figure)))
            .join(' ')
          const made = translate(text, 'en', to)
          const digits = (value: string) => [...value.matchAll(/\d+/g)].map(([match]) => match).sort()
          if (made !== undefined) expect(digits(made)).toEqual(digits(text))
        },
      ),
    )
  })
})
