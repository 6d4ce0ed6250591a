import { expect, test } from 'vitest'
import { daysOf } from './rules.ts'

test.each([
  [{ from: null, to: null }, 'America/Chicago', [null, null]],
  [
    { from: '2026-03-08', to: '2026-03-08' },
    'America/Chicago',
    ['2026-03-08T06:00:00.000Z', '2026-03-09T05:00:00.000Z'],
  ],
  [{ from: '2026-01-01', to: null }, 'UTC', ['2026-01-01T00:00:00.000Z', null]],
  [{ from: null, to: '2026-12-31' }, 'Asia/Tokyo', [null, '2026-12-31T15:00:00.000Z']],
])('covers the days %j in %s from midnight to midnight', (days, zone, moments) => {
  const { since, until } = daysOf(days, zone)
  expect([since?.toISOString() ?? null, until?.toISOString() ?? null]).toEqual(moments)
})
