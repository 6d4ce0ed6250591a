import fc from 'fast-check'
import { dayIn } from '@crewline/contract/calendar'
import { expect, test } from 'vitest'
import { digestTurn } from './digest-rules.ts'

const ZONE = 'America/Chicago'

test.each([
  ['before the morning', '2027-03-10T11:59:00Z', null, { isDue: false, isOver: false }],
  ['in the morning', '2027-03-10T13:00:00Z', null, { isDue: true, isOver: false }],
  ['in the morning, the day before being done', '2027-03-10T13:00:00Z', '2027-03-09', { isDue: true, isOver: false }],
  ['in the morning of a day that is done', '2027-03-10T13:00:00Z', '2027-03-10', { isDue: false, isOver: false }],
  ['after noon', '2027-03-10T18:00:00Z', '2027-03-09', { isDue: false, isOver: true }],
  ['after moving west over the date line', '2027-03-10T13:00:00Z', '2027-03-11', { isDue: false, isOver: false }],
] as const)('decides %s', (_case, now, lastDay, expected) => {
  expect(digestTurn({ zone: ZONE, lastDay }, new Date(now))).toMatchObject({ day: '2027-03-10', ...expected })
})

test('is due once in each morning, across changes of the clock, and always looks again within the hour', () => {
  const zones = fc.constantFrom(ZONE, 'Europe/Berlin', 'Pacific/Apia', 'America/Santiago', 'UTC')
  const starts = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) })
  fc.assert(
    fc.property(zones, starts, (zone, start) => {
      let lastDay: string | null = null
      const days: string[] = []
      let now = new Date(start)
      while (now.getTime() < start + 9 * 24 * 3_600_000) {
        const turn = digestTurn({ zone, lastDay }, now)
        if (turn.isDue) days.push(turn.day)
        if (turn.isDue || turn.isOver) lastDay = turn.day
        expect(turn.lookAt.getTime()).toBeGreaterThan(now.getTime())
        expect(turn.lookAt.getTime()).toBeLessThanOrEqual(now.getTime() + 3_600_000)
        now = turn.lookAt
      }
      expect(new Set(days).size).toBe(days.length)
      expect(days.length).toBeGreaterThanOrEqual(8)
      expect(days.at(-1)! >= dayIn(zone, new Date(now.getTime() - 24 * 3_600_000))).toBe(true)
    }),
    { numRuns: 60 },
  )
})
