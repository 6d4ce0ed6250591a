import { CelebrationContent } from '@crewline/contract/celebrations'
import { instantOf } from '@crewline/contract/schedule-rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  celebratedOn,
  clocksOf,
  completeContent,
  nextTimeOfDay,
  sendTimesBetween,
  tellsAge,
  turnOf,
  type CelebrationTiming,
} from './rules.ts'

const DAY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000

const plain: CelebrationTiming = { time: '09:00', feb29: 'feb28', weekend: 'same', offsetDays: 0 }
/** Every day of the year, February 29 included. */
const monthDays = Array.from({ length: 366 }, (_, day) =>
  new Date(Date.UTC(2028, 0, 1) + day * DAY_MS).toISOString().slice(5, 10),
)

describe('send times', () => {
  test('celebrate every day of a common and a leap year exactly once, in every zone', () => {
    const [after, until] = [new Date('2026-10-20T00:00:00Z'), new Date('2029-03-12T00:00:00Z')]
    const expected = [2027, 2028].flatMap((year) => monthDays.map((monthDay) => `${year}-${monthDay}`)).toSorted()
    const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC']
    zones.forEach((zone, nth) => {
      // Midnight, times that clocks skip and repeat, and the usual hour; with each rule for weekends.
      const time = ['00:00', '01:30', '02:30', '09:00'][nth % 4] ?? '09:00'
      const weekend = (['same', 'before', 'after'] as const)[nth % 3] ?? 'same'
      const feb29 = (['feb28', 'mar1'] as const)[nth % 2] ?? 'feb28'
      const offsetDays = [0, -3, 14, -60, 60][nth % 5] ?? 0
      const all = sendTimesBetween({ time, feb29, weekend, offsetDays }, zone, { after, until })
      const dates = all.filter(({ year }) => year === 2027 || year === 2028)
      expect([zone, dates.map(({ year, monthDay }) => `${year}-${monthDay}`).toSorted()]).toEqual([zone, expected])
    })
  })

  test('are the same however the time is cut into looks', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 40 })
    const zone = fc.constantFrom('Africa/Cairo', 'Australia/Lord_Howe', 'America/Chicago', 'Pacific/Apia', 'UTC')
    const timing = fc.record({
      time: fc.constantFrom('00:00', '02:15', '09:00', '23:59'),
      feb29: fc.constantFrom('feb28' as const, 'mar1' as const),
      weekend: fc.constantFrom('same' as const, 'before' as const, 'after' as const),
      offsetDays: fc.integer({ min: -60, max: 60 }),
    })
    fc.assert(
      fc.property(cuts, zone, timing, (hours, inZone, rule) => {
        let at = new Date('2028-02-20T00:00:00Z')
        const start = at
        const pieces = hours.flatMap((step) => {
          const until = new Date(at.getTime() + step * HOUR_MS)
          const found = sendTimesBetween(rule, inZone, { after: at, until })
          at = until
          return found
        })
        expect(pieces).toEqual(sendTimesBetween(rule, inZone, { after: start, until: at }))
      }),
    )
  })

  const on = (date: string, timing: Partial<CelebrationTiming>, zone = 'America/Chicago') =>
    sendTimesBetween({ ...plain, ...timing }, zone, {
      after: new Date(Date.parse(date) - 9 * DAY_MS),
      until: new Date(Date.parse(date) + 9 * DAY_MS),
    }).find(({ monthDay, year }) => `${year}-${monthDay}` === date)

  test.each([
    ['2027-04-10', 'same', '2027-04-10'],
    ['2027-04-10', 'before', '2027-04-09'],
    ['2027-04-11', 'before', '2027-04-09'],
    ['2027-04-10', 'after', '2027-04-12'],
    ['2027-04-11', 'after', '2027-04-12'],
    ['2027-04-12', 'before', '2027-04-12'],
    // Into the year before, and still for the year of the date.
    ['2028-01-01', 'before', '2027-12-31'],
    ['2028-01-02', 'before', '2027-12-31'],
    ['2028-12-31', 'after', '2029-01-01'],
  ] as const)('move %s, weekend %s, to %s', (date, weekend, day) => {
    expect(on(date, { weekend })).toMatchObject({ day, year: Number(date.slice(0, 4)) })
  })

  test.each([
    // Three days before, and two weeks after, across months and years.
    ['2027-06-10', -3, 'same', '2027-06-07'],
    ['2027-06-10', 14, 'same', '2027-06-24'],
    ['2028-01-02', -3, 'same', '2027-12-30'],
    ['2027-12-31', 14, 'same', '2028-01-14'],
    // The day of the text is what a weekend moves: June 12, 2027 is a Saturday.
    ['2027-06-12', -3, 'before', '2027-06-09'],
    ['2027-06-15', -3, 'before', '2027-06-11'],
    ['2027-06-15', -3, 'after', '2027-06-14'],
    // February 29 of a common year is counted from the day that stands in for it.
    ['2027-02-29', -3, 'same', '2027-02-25'],
    ['2028-02-29', -3, 'same', '2028-02-26'],
    ['2028-02-29', 1, 'same', '2028-03-01'],
  ] as const)('move %s by %i days, weekend %s, to %s', (date, offsetDays, weekend, day) => {
    const near = { after: new Date(Date.parse(day) - 9 * DAY_MS), until: new Date(Date.parse(day) + 9 * DAY_MS) }
    const found = sendTimesBetween({ ...plain, offsetDays, weekend }, 'America/Chicago', near).find(
      ({ monthDay, year }) => `${year}-${monthDay}` === date,
    )
    expect(found).toMatchObject({ day, date: date === '2027-02-29' ? '2027-02-28' : date })
  })

  test('make up for a skipped hour right after it, and use the first of a repeated one', () => {
    // On March 14, 2027 clocks in Chicago go from 02:00 to 03:00; on November 7 from 02:00 back to 01:00.
    expect(on('2027-03-14', { time: '02:30' })?.at.toISOString()).toBe('2027-03-14T08:00:00.000Z')
    expect(on('2027-11-07', { time: '01:30' })?.at.toISOString()).toBe('2027-11-07T06:30:00.000Z')
  })

  test('are sooner in zones that are ahead', () => {
    expect(on('2027-06-10', {}, 'Pacific/Kiritimati')?.at.toISOString()).toBe('2027-06-09T19:00:00.000Z')
    expect(on('2027-06-10', {}, 'Pacific/Pago_Pago')?.at.toISOString()).toBe('2027-06-10T20:00:00.000Z')
  })
})

test.each([
  ['2028-02-29', 'feb28', ['02-29']],
  ['2028-02-28', 'feb28', ['02-28']],
  ['2028-03-01', 'mar1', ['03-01']],
  ['2027-02-28', 'feb28', ['02-28', '02-29']],
  ['2027-03-01', 'feb28', ['03-01']],
  ['2027-02-28', 'mar1', ['02-28']],
  ['2027-03-01', 'mar1', ['03-01', '02-29']],
  ['2100-02-28', 'feb28', ['02-28', '02-29']],
] as const)('on %s, with %s, these days are celebrated: %j', (date, feb29, days) => {
  expect(celebratedOn(date, feb29)).toEqual(days)
})

test('the next time of day is that of the first zone that reaches it', () => {
  const now = new Date('2027-06-10T12:00:00Z')
  const zones = ['America/Chicago', 'America/Los_Angeles']
  expect(nextTimeOfDay('09:00', zones, now)).toEqual(instantOf('2027-06-10T09:00', 'America/Chicago'))
  const later = new Date('2027-06-10T15:00:00Z')
  expect(nextTimeOfDay('09:00', zones, later)).toEqual(instantOf('2027-06-10T09:00', 'America/Los_Angeles'))
})

test('one clock decides where everyone is celebrated at the time of the organization', () => {
  const content = CelebrationContent.parse({ name: 'Birthdays', kind: 'birthday' })
  const zones = ['Asia/Tokyo', 'America/Chicago']
  expect(clocksOf(content, 'America/Chicago', zones)).toEqual(['America/Chicago', 'Asia/Tokyo'])
  expect(clocksOf({ ...content, zone: 'org' }, 'America/Chicago', zones)).toEqual(['America/Chicago'])
})

test('content from before these settings existed is completed with what it meant then', () => {
  const content = CelebrationContent.parse({ name: 'Birthdays', kind: 'birthday' })
  const { zone: _zone, offsetDays: _offset, copyToNews: _news, ...old } = content
  expect(completeContent(old)).toEqual(content)
})

test('a person gets another text each year, and one day has several', () => {
  const id = '01920000-0000-7000-8000-0000000a11ce'
  expect([2026, 2027, 2028, 2029].map((year) => turnOf(id, year, 3))).toEqual([0, 1, 2, 0])
  const ids = Array.from({ length: 30 }, (_, nth) => `${id.slice(0, -2)}${nth.toString(16).padStart(2, '0')}`)
  expect(new Set(ids.map((each) => turnOf(each, 2026, 3))).size).toBe(3)
})

test('a birthday text that names the years tells an age', () => {
  expect(tellsAge({ kind: 'birthday', texts: [{ en: 'Happy {years}!' }] })).toBe(true)
  expect(tellsAge({ kind: 'birthday', texts: [{ en: 'Happy birthday, {first_name}!' }] })).toBe(false)
  expect(tellsAge({ kind: 'anniversary', texts: [{ en: '{years} years!' }] })).toBe(false)
})
