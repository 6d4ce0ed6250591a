import { expect, test } from 'vitest'
import { dayRange, idFloor, ID_MAX, idTime, monthFloors } from './months.ts'

test('returns the months between two ids, newest first, ending with the oldest id', () => {
  const at = (text: string) => idFloor(Date.parse(text))
  expect(monthFloors(at('2026-03-15T00:00:00Z'), at('2026-01-10T00:00:00Z'))).toEqual([
    at('2026-03-01T00:00:00Z'),
    at('2026-02-01T00:00:00Z'),
    at('2026-01-10T00:00:00Z'),
  ])
  expect(monthFloors(at('2026-03-01T00:00:00Z'), at('2026-03-01T00:00:00Z'))).toEqual([at('2026-03-01T00:00:00Z')])
  expect(monthFloors(at('2026-03-01T00:00:00Z'), at('2026-03-02T00:00:00Z'))).toEqual([])
  expect(monthFloors(ID_MAX, at('2026-03-01T00:00:00Z')).length).toBeLessThanOrEqual(1200)
  expect(idTime(at('2026-03-15T00:00:00.123Z'))).toBe(Date.parse('2026-03-15T00:00:00.123Z'))
  expect([idFloor(-1), idFloor(1e300)]).toEqual([
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-0000-0000-000000000000',
  ])
})

test('covers whole days in the zone of the organization, also a 23-hour day', () => {
  const { since, until } = dayRange({ startDate: '2026-03-08', endDate: '2026-03-08' }, 'America/Chicago')
  expect([new Date(since).toISOString(), new Date(until).toISOString()]).toEqual([
    '2026-03-08T06:00:00.000Z',
    '2026-03-09T05:00:00.000Z',
  ])
  const moments = dayRange({ startDate: '2026-03-08T10:00:00Z', endDate: '2026-03-08T10:00:00Z' }, 'UTC')
  expect(moments.until - moments.since).toBe(1)
})
