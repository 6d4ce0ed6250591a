import { expect, test } from 'vitest'
import { listIn, momentIn } from './value-rules.ts'

test.each([
  ['["mon","tue"]', ['mon', 'tue']],
  ['[1,true]', ['1', 'true']],
  ['[]', []],
  ['[{"id":1}]', undefined],
  ['[not JSON', undefined],
  ['mon', undefined],
  ['{"a":1}', undefined],
])('the value %s holds the list %j', (value, list) => {
  expect(listIn(value)).toEqual(list)
})

test.each([
  ['2026-11-26T19:00:00.000Z', 'moment'],
  ['2024-02-29', 'day'],
  ['2026-02-29', undefined],
  ['2026-99-99', undefined],
  ['2026-99-99T99:99Z', undefined],
  ['2026-11-26T::Z', undefined],
  ['11-26', undefined],
])('the value %s is a %s', (value, when) => {
  expect(momentIn(value)).toBe(when)
})
