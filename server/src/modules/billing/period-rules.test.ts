import { expect, test } from 'vitest'
import { closingOf, countedMonths, isReportable, monthAfter, nextClosing } from './period-rules.ts'

test('closes a month at noon UTC on the first of the next, when it is over in every time zone', () => {
  expect(closingOf('2026-11-01').toISOString()).toBe('2026-12-01T12:00:00.000Z')
  expect(closingOf('2026-12-01').toISOString()).toBe('2027-01-01T12:00:00.000Z')
})

test.each([
  ['2026-11-01T11:59:59Z', '2026-11-01T12:00:00.000Z'],
  ['2026-11-01T12:00:00Z', '2026-12-01T12:00:00.000Z'],
  ['2026-12-31T23:00:00Z', '2027-01-01T12:00:00.000Z'],
])('the next closing after %s is %s', (now, closing) => {
  expect(nextClosing(new Date(now)).toISOString()).toBe(closing)
})

test('reports a month only after the one before is closed, and then for good', () => {
  // In Kiritimati November has begun, but October is still open.
  expect(isReportable('2026-11-01', new Date('2026-11-01T00:00:00Z'))).toBe(false)
  expect(isReportable('2026-11-01', new Date('2026-11-01T12:00:00Z'))).toBe(true)
  expect(isReportable('2026-10-01', new Date('2026-12-20T00:00:00Z'))).toBe(true)
})

test('knows every month whose counter may grow in some time zone', () => {
  // In Pago Pago it is still October: what was written in September may be handed off now.
  expect(countedMonths(new Date('2026-11-01T05:00:00Z'))).toEqual(['2026-09-01', '2026-10-01', '2026-11-01'])
})

test('knows the month after', () => {
  expect([monthAfter('2026-11-01'), monthAfter('2026-12-01')]).toEqual(['2026-12-01', '2027-01-01'])
})
