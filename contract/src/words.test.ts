import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inLanguage, packed, verbatim, decodeLocalizedText } from './words.ts'

test('round-trips stored texts and reads older plain strings as the same text in each language', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (en, es) => {
      expect(decodeLocalizedText(packed({ en, es }))).toEqual({ en, es })
      expect(decodeLocalizedText({ en, es })).toEqual({ en, es })
    }),
  )
  expect(decodeLocalizedText('Row 3 is empty.')).toEqual(verbatim('Row 3 is empty.'))
})

test('picks one language for field errors', () => {
  const errors = { name: { en: 'One.', es: 'Uno.' }, group: verbatim('Acme') }
  expect(inLanguage(errors, 'es')).toEqual({ name: 'Uno.', group: 'Acme' })
})
