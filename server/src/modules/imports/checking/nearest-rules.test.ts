import { expect, test } from 'vitest'
import { nearestLabel } from './nearest-rules.ts'

const SHIFTS = ['First', 'Second', 'Third', 'Weekend days', 'Weekend nights']

test.each([
  ['2nd', 'Second'],
  ['segundo', 'Second'],
  ['3', 'Third'],
  ['FRIST', undefined],
  ['Thirt', 'Third'],
  ['weekend-days', 'Weekend days'],
  ['Weekend nigths', 'Weekend nights'],
  ['Sec', 'Second'],
])('finds the choice that “%s” probably means: %s', (value, label) => {
  expect(nearestLabel(value, SHIFTS)).toBe(label)
})

test('offers nothing when two choices are equally near, or none is', () => {
  expect(nearestLabel('Weekend', SHIFTS)).toBeUndefined()
  expect(nearestLabel('Night', SHIFTS)).toBeUndefined()
  expect(nearestLabel('', SHIFTS)).toBeUndefined()
  expect(nearestLabel('🙂', ['🙂🙂', '—'])).toBeUndefined()
})
