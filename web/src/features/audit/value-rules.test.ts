import { expect, test } from 'vitest'
import { listIn } from './value-rules.ts'

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
