import { expect, test } from 'vitest'
import { offered } from './suggestion-rules.ts'

const places = ['Joliet', 'Plant 20', 'Plant 2', 'Office']

test.each([
  ['a part of a word', 'Jol', [], ['Joliet', 'Jol']],
  ['the second word', '20', [], ['Plant 20', '20']],
  ['a whole value in another case', 'plant 2', [], ['Plant 2', 'Plant 20']],
  ['a value that is chosen already', 'Plant 2', ['Plant 2'], ['Plant 20']],
  ['a text that nothing fits', 'Tulsa', [], []],
  ['nothing', '', ['Office'], ['Joliet', 'Plant 20', 'Plant 2']],
])('for %s, the existing values come first and the typed text last', (_, typed, chosen, options) => {
  expect(offered(places, typed, chosen)).toEqual(options)
})
