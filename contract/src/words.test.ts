import fc from 'fast-check'
import { expect, test } from 'vitest'
import { msg } from './localized-text.ts'
import { packed, verbatim, decodeLocalizedText } from './words.ts'

test('round-trips stored texts and reads older plain strings as the same text in each language', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (message, name) => {
      const text = msg({ message, values: { name } })
      expect(decodeLocalizedText(packed(text))).toEqual(text)
      expect(decodeLocalizedText(text)).toEqual(text)
    }),
  )
  expect(decodeLocalizedText('Row 3 is empty.')).toEqual(verbatim('Row 3 is empty.'))
})
