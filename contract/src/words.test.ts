import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inLanguage, packed, verbatim, wordsOf } from './words.ts'

test('words come out of their keeping as they went in, and older ones are the same in each language', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (en, es) => {
      expect(wordsOf(packed({ en, es }))).toEqual({ en, es })
      expect(wordsOf({ en, es })).toEqual({ en, es })
    }),
  )
  expect(wordsOf('Row 3 is empty.')).toEqual(verbatim('Row 3 is empty.'))
})

test('what stands beside fields is picked in one language', () => {
  const errors = { name: { en: 'One.', es: 'Uno.' }, group: verbatim('Acme') }
  expect(inLanguage(errors, 'es')).toEqual({ name: 'Uno.', group: 'Acme' })
})
