import { expect, test } from 'vitest'
import { readTaxes } from './read.ts'

test.each([
  // 6.25 % of each, rounded to a cent.
  { on: 738, tax: 46, percent: null },
  { on: 4_900, tax: 306, percent: null },
  { on: 200_000, tax: 12_500, percent: 6.25 },
  { on: 39_900, tax: 0, percent: 0 },
  { on: null, tax: 46, percent: null },
])('names the rate of $tax cents on $on only where one rate fits: $percent', ({ on, tax, percent }) => {
  expect(readTaxes([{ amount: tax, taxable_amount: on }])).toEqual([{ percent, cents: tax }])
})
