import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countTexts, normalizeBreaks, plainPunctuation } from './segments.ts'

// The alphabet from 3GPP TS 23.038 6.2.1, written by code point, independent of the code under test.
const BASIC = new Set([
  ...[
    0x40, 0xa3, 0x24, 0xa5, 0xe8, 0xe9, 0xf9, 0xec, 0xf2, 0xc7, 0x0a, 0xd8, 0xf8, 0x0d, 0xc5, 0xe5, 0x394, 0x5f, 0x3a6,
    0x393,
  ],
  ...[
    0x39b, 0x3a9, 0x3a0, 0x3a8, 0x3a3, 0x398, 0x39e, 0xc6, 0xe6, 0xdf, 0xc9, 0x20, 0x21, 0x22, 0x23, 0xa4, 0x25, 0x26,
    0x27,
  ],
  ...Array.from({ length: 24 }, (_, n) => 0x28 + n),
  ...[0xa1, 0xc4, 0xd6, 0xd1, 0xdc, 0xa7, 0xbf, 0xe4, 0xf6, 0xf1, 0xfc, 0xe0],
  ...Array.from({ length: 26 }, (_, n) => 0x41 + n),
  ...Array.from({ length: 26 }, (_, n) => 0x61 + n),
])
const EXTENSION = new Set([0x0c, 0x5e, 0x7b, 0x7d, 0x5c, 0x5b, 0x7e, 0x5d, 0x7c, 0x20ac])

/** Fills segments one character at a time, as a phone does: slow and simple, for comparison. */
function oracle(message: string): { encoding: string; segments: number; units: number; left: number } {
  const characters = Array.from(message.split('\r\n').join('\n').split('\r').join('\n'))
  const code = (character: string) => character.codePointAt(0) as number
  const isGsm = characters.every((character) => BASIC.has(code(character)) || EXTENSION.has(code(character)))
  const size = (character: string) =>
    isGsm ? (EXTENSION.has(code(character)) ? 2 : 1) : code(character) > 0xffff ? 2 : 1
  const units = characters.map(size).reduce((a, b) => a + b, 0)
  const encoding = isGsm ? 'GSM-7' : 'UCS-2'
  const singleCapacity = isGsm ? 160 : 70
  if (units <= singleCapacity) return { encoding, segments: Math.min(units, 1), units, left: singleCapacity - units }
  const partCapacity = isGsm ? 153 : 67
  const parts = [0]
  for (const character of characters) {
    if ((parts.at(-1) as number) + size(character) > partCapacity) parts.push(0)
    parts[parts.length - 1] = (parts.at(-1) as number) + size(character)
  }
  return { encoding, segments: parts.length, units, left: partCapacity - (parts.at(-1) as number) }
}

const expectAsOracle = (message: string) => {
  const { encoding, segments, units, left } = countTexts(message)
  expect({ encoding, segments, units, left }).toEqual(oracle(message))
}

describe('segment count', () => {
  test.each<[body: string, encoding: string, segments: number, left: number]>([
    ['', 'GSM-7', 0, 160],
    ['a', 'GSM-7', 1, 159],
    ['a'.repeat(160), 'GSM-7', 1, 0],
    ['a'.repeat(161), 'GSM-7', 2, 145],
    ['a'.repeat(306), 'GSM-7', 2, 0],
    ['a'.repeat(307), 'GSM-7', 3, 152],
    ['a'.repeat(1_530), 'GSM-7', 10, 0],
    ['a'.repeat(1_531), 'GSM-7', 11, 152],
    ['€'.repeat(80), 'GSM-7', 1, 0],
    ['€'.repeat(81), 'GSM-7', 2, 143],
    // The escape septet and its character stay together: 152 units used, one left empty.
    [`${'a'.repeat(152)}€${'a'.repeat(10)}`, 'GSM-7', 2, 141],
    ['€'.repeat(77) + 'a'.repeat(7), 'GSM-7', 2, 144],
    ['ж', 'UCS-2', 1, 69],
    ['ж'.repeat(70), 'UCS-2', 1, 0],
    ['ж'.repeat(71), 'UCS-2', 2, 63],
    ['ж'.repeat(134), 'UCS-2', 2, 0],
    ['ж'.repeat(135), 'UCS-2', 3, 66],
    ['😀'.repeat(35), 'UCS-2', 1, 0],
    // 33 emoji fill 66 of 67 units; the 34th starts the second segment unsplit.
    ['😀'.repeat(36), 'UCS-2', 2, 61],
    ['😀'.repeat(67), 'UCS-2', 3, 65],
    [`${'ж'.repeat(66)}😀ж`, 'UCS-2', 1, 1],
    [`${'ж'.repeat(66)}😀жжж`, 'UCS-2', 2, 62],
    ['ê', 'UCS-2', 1, 69],
    ['é', 'GSM-7', 1, 159],
    ['e\u0301', 'UCS-2', 1, 68],
    ['`', 'UCS-2', 1, 69],
    ['ç', 'UCS-2', 1, 69],
    ['Ç', 'GSM-7', 1, 159],
    ['\t', 'UCS-2', 1, 69],
    ['\u00a0', 'UCS-2', 1, 69],
    ['\r\n'.repeat(160), 'GSM-7', 1, 0],
    ['\r'.repeat(160), 'GSM-7', 1, 0],
    ['\n\r'.repeat(80), 'GSM-7', 1, 79],
  ])('counts %j as %s in %i segments with %i left', (body, encoding, segments, left) => {
    expect(countTexts(body)).toMatchObject({ encoding, segments, left })
    expectAsOracle(body)
  })

  const gsm = fc.constantFrom(...[...BASIC, ...EXTENSION].map((code) => String.fromCodePoint(code)))
  const textsNear = (unit: fc.Arbitrary<string>, sizes: number[]) =>
    fc
      .constantFrom(...sizes)
      .chain((size) =>
        fc.array(unit, { minLength: Math.max(0, size - 4), maxLength: size + 4 }).map((all) => all.join('')),
      )

  test('agrees with an independent count, near every limit and elsewhere', () => {
    const messages = fc.oneof(
      textsNear(gsm, [0, 76, 80, 153, 160, 306, 459]),
      textsNear(fc.constantFrom('ж', 'a', '😀', '漢', '👩‍👧', '\r\n'), [0, 33, 35, 67, 70, 134, 201]),
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.tuple(textsNear(gsm, [150, 160]), fc.constantFrom('', '’', '😀', '\r\n')).map((both) => both.join('')),
    )
    fc.assert(
      fc.property(messages, (message) => expectAsOracle(message)),
      { numRuns: 2_000, seed: 2_026 },
    )
  })

  test('never decreases when text is appended', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        (message, more) => countTexts(message + more).segments >= countTexts(message).segments,
      ),
      { numRuns: 500, seed: 2_026 },
    )
  })

  test('returns the index of the first character that needs UCS-2 in the original text', () => {
    expect(countTexts('plain').firstUnicodeAt).toBe(-1)
    expect(countTexts('it’s').firstUnicodeAt).toBe(2)
    expect(countTexts('a\r\nb\r\nж').firstUnicodeAt).toBe(6)
    fc.assert(
      fc.property(
        fc.string({ unit: gsm, maxLength: 50 }),
        fc.string({ unit: 'grapheme', maxLength: 10 }),
        (before, after) => countTexts(`${before}ж${after}`).firstUnicodeAt === before.length,
      ),
      { numRuns: 300, seed: 2_026 },
    )
  })

  test('counts the longest body a request may contain in under 500 ms of computing', () => {
    const before = process.cpuUsage()
    countTexts('😀a'.repeat(85_000))
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500)
  })
})

test('normalizes each line break to one character', () => {
  expect(normalizeBreaks('a\r\nb\rc\nd\n\re\r\r\n')).toBe('a\nb\nc\nd\n\ne\n\n')
})

test('replaces typographic punctuation in one pass without changing any letter', () => {
  expect(plainPunctuation('\u201cIt\u2019s\u201d \u2013 ok\u2026\u00a0\u2022\u200b')).toBe('"It\'s" - ok... -')
  for (const text of ['é', 'ñ', 'Łódź', '漢字', '😀', 'naïve', '\n']) expect(plainPunctuation(text)).toBe(text)
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      (body) => plainPunctuation(plainPunctuation(body)) === plainPunctuation(body),
    ),
    { numRuns: 300, seed: 2_026 },
  )
})
