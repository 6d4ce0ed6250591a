import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMarks, readMarks, withoutMarks, writeMarks, type MarkedPiece } from './marks.ts'
import { protect, restore } from './protect.ts'

const word = fc.stringMatching(/^[a-zé]{1,8}$/)
const pieces: fc.Arbitrary<MarkedPiece[]> = fc
  .array(fc.record({ words: fc.array(word, { minLength: 1, maxLength: 4 }), isMarked: fc.boolean() }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((all) =>
    all.map(({ words, isMarked }, nth) => ({ text: `${words.join(' ')} `, mark: isMarked ? nth : undefined })),
  )
const marksOf = (all: readonly MarkedPiece[]) =>
  all.flatMap(({ mark, text }) => (mark === undefined || text.trim() === '' ? [] : [mark])).sort((a, b) => a - b)

describe('marks', () => {
  test('survive a translator that moves groups of words and changes each word', () => {
    fc.assert(
      fc.property(pieces, fc.array(fc.nat()), (all, order) => {
        const written = writeMarks(all)
        const groups = written.match(/⟦[a-z]+⟧.*?⟦\/[a-z]+⟧|[^\s⟦]+/g) ?? []
        const moved = groups
          .map((group, at) => ({ group, rank: order[at % Math.max(1, order.length)] ?? at }))
          .sort((one, other) => one.rank - other.rank)
          .map(({ group }) => group.replace(/(?<![⟦/])\b[a-zé]+\b(?!⟧)/g, (part) => part.toUpperCase()))
          .join(' ')
        const read = readMarks(moved, all)
        expect(read && marksOf(read)).toEqual(marksOf(all))
        expect(read?.map(({ text }) => text).join('')).toBe(withoutMarks(moved))
      }),
    )
  })

  test('are refused when any sign is lost or repeated', () => {
    fc.assert(
      fc.property(pieces, fc.nat(), (all, nth) => {
        const written = writeMarks(all)
        const signs = [...written.matchAll(/⟦\/?[a-z]+⟧/g)]
        fc.pre(signs.length > 0)
        const sign = signs[nth % signs.length]
        const [at, length] = [sign?.index ?? 0, sign?.[0].length ?? 0]
        expect(readMarks(written.slice(0, at) + written.slice(at + length), all)).toBeUndefined()
        expect(readMarks(written.slice(0, at + length) + written.slice(at), all)).toBeUndefined()
      }),
    )
  })

  test('stay apart from what a translator must not change', () => {
    const all = [
      { text: 'See ', mark: undefined },
      { text: 'https://x.test/a', mark: 0 },
      { text: ' at ', mark: undefined },
      { text: '6:30 AM', mark: 1 },
    ]
    const guarded = protect(writeMarks(all), [])
    expect(guarded.text).toBe('See ⟦a⟧⟦0⟧⟦/a⟧ at ⟦b⟧⟦1⟧⟦/b⟧')
    const { text, lost } = restore('A las ⟦ b ⟧⟦1⟧⟦ /b ⟧: ⟦a⟧⟦0⟧⟦/a⟧', guarded)
    expect(lost).toEqual([])
    expect(readMarks(text, all)).toEqual([
      { text: 'A las ', mark: undefined },
      { text: '6:30 AM', mark: 1 },
      { text: ': ', mark: undefined },
      { text: 'https://x.test/a', mark: 0 },
    ])
  })

  test('are found in a reviewed phrase only where their words stand once and unchanged', () => {
    const all = [
      { text: 'Come at ', mark: undefined },
      { text: '6', mark: 0 },
    ]
    expect(findMarks('Ven a las 6.', all)).toEqual([
      { text: 'Ven a las ', mark: undefined },
      { text: '6', mark: 0 },
      { text: '.', mark: undefined },
    ])
    expect(findMarks('Ven a las 6 o 6', all)).toBeUndefined()
    expect(findMarks('Ven a las seis', all)).toBeUndefined()
  })
})
