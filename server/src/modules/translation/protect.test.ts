import fc from 'fast-check'
import { expect, test } from 'vitest'
import { protect, restore } from './protect.ts'

test('protects and restores numbers, times, links, merge fields and names', () => {
  const text =
    'Hi Maria, press 3 at 6:30 AM on Baler-2, see https://x.test/a?b=1 or call +1 (555) 010-2233, {first_name|you}'
  const guarded = protect(text, ['Maria', 'Baler-2'])
  expect(guarded.text).not.toMatch(/Maria|6:30|https|555|first_name/)
  expect(restore(guarded.text, guarded)).toEqual({ text, lost: [] })
})

test('reports parts that the translator loses or repeats', () => {
  const guarded = protect('Start at 6, gate 4', [])
  expect(restore('Empieza a las ⟦0⟧', guarded)).toEqual({ text: 'Empieza a las 6', lost: ['4'] })
  expect(restore('⟦0⟧ ⟦0⟧ ⟦1⟧', guarded).lost).toEqual(['6'])
  expect(restore('⟦ 0 ⟧ y ⟦1⟧', guarded)).toEqual({ text: '6 y 4', lost: [] })
})

test('restores an unchanged text exactly, for any text and names', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string(), { maxLength: 4 }), (text, names) => {
      fc.pre(!/[⟦⟧]/.test(text))
      const guarded = protect(text, names)
      expect(restore(guarded.text, guarded)).toEqual({ text, lost: [] })
    }),
  )
})
