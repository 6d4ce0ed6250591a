import { expect, test } from 'vitest'
import { changeOf } from './audit-change.ts'

test.each([
  [
    'a changed value',
    { name: 'A', color: 'red' },
    { name: 'B', color: 'red' },
    { before: { name: 'A' }, after: { name: 'B' } },
  ],
  ['no change', { list: [{ a: 1, b: 2 }] }, { list: [{ b: 2, a: 1 }] }, { before: {}, after: {} }],
  ['a missing value as null', { name: undefined }, { name: 'B' }, { before: { name: null }, after: { name: 'B' } }],
  ['a missing value that stays', { name: undefined }, { name: null }, { before: {}, after: {} }],
  [
    'moments as texts',
    { at: new Date('2026-01-01T00:00:00Z') },
    { at: null },
    { before: { at: '2026-01-01T00:00:00.000Z' }, after: { at: null } },
  ],
] as [string, object, object, object][])('returns %s', (_title, before, after, change) => {
  expect(changeOf(before, after)).toEqual(change)
})

test('names the fields whose values are not in the log', () => {
  const before = { name: 'A', secret: 'one', text: 'same' }
  const after = { name: 'A', secret: 'two', text: 'same' }
  expect(changeOf(before, after, { without: ['secret', 'text'] })).toEqual({
    before: {},
    after: {},
    changed: ['secret'],
  })
})
