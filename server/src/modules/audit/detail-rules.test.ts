import { expect, test } from 'vitest'
import { readableDetail, recordedName } from './detail-rules.ts'

test.each([
  ['nothing', {}, { changes: [], details: [] }],
  ['something that is no object', ['a'], { changes: [], details: [] }],
  [
    'plain values, others than texts as JSON, and no empty ones',
    { count: 2, days: ['mon'], by: null, name: 'Nights' },
    {
      changes: [],
      details: [
        { name: 'count', value: '2' },
        { name: 'days', value: '["mon"]' },
        { name: 'name', value: 'Nights' },
      ],
    },
  ],
  [
    'fields before and after, only those that differ',
    { before: { role: 'agent', scope: 'all' }, after: { role: 'admin', scope: 'all', note: 'x' }, userId: 'u' },
    {
      changes: [
        { field: 'role', before: 'agent', after: 'admin' },
        { field: 'note', before: null, after: 'x' },
      ],
      details: [{ name: 'userId', value: 'u' }],
    },
  ],
  [
    'fields inside of others by their path',
    {
      before: { quietHours: { start: '21:00', end: '08:00' } },
      after: { quietHours: { start: '20:00', end: '08:00' } },
    },
    { changes: [{ field: 'quietHours.start', before: '21:00', after: '20:00' }], details: [] },
  ],
  [
    'one value from and to, also when there was none before',
    { from: null, to: 500 },
    { changes: [{ field: '', before: null, after: '500' }], details: [] },
  ],
  [
    'one value before and after, also when there is none after',
    { before: 12, after: null, class: 'voicemails' },
    {
      changes: [{ field: '', before: '12', after: null }],
      details: [{ name: 'class', value: 'voicemails' }],
    },
  ],
  [
    'before without after as a plain value',
    { before: 'x' },
    { changes: [], details: [{ name: 'before', value: 'x' }] },
  ],
] as const)('reads %s', (_what, detail, expected) => {
  expect(readableDetail(detail)).toEqual(expected)
})

test.each([
  [{ name: 'Nights' }, 'Nights'],
  [{ before: { name: 'Foreman' }, moved: 2 }, 'Foreman'],
  [{ fileName: 'crew.csv', name: 5 }, 'crew.csv'],
  [{ count: 1 }, ''],
  [null, ''],
])('finds the recorded name of the object in %j: "%s"', (detail, name) => {
  expect(recordedName(detail)).toBe(name)
})
