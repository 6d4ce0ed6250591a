import { describe, expect, it } from 'vitest'
import { withMode, withSkipped, withStart, type PlannedSchedule } from './schedule-drafts.ts'

const home = { timeZone: 'America/Chicago', now: new Date('2026-11-25T03:00:00Z') }

describe('the schedule of a draft', () => {
  it('starts with tomorrow at 9:00 AM, by the clock of the organization', () => {
    // In Chicago it is still November 24.
    expect(withMode({ mode: 'now' }, 'once', home)).toEqual({
      mode: 'once',
      at: '2026-11-25T09:00',
      timeZone: 'America/Chicago',
      inContactZone: false,
    })
  })

  it('keeps date, time and zone when it becomes a series and back', () => {
    const once = { mode: 'once', at: '2026-12-01T06:30', timeZone: 'UTC', inContactZone: true } as const
    const series = withMode(once, 'recurring', home)
    expect(series).toMatchObject({ mode: 'recurring', start: once.at, timeZone: 'UTC', inContactZone: true })
    expect(withMode(series, 'once', home)).toEqual(once)
  })

  it('ignores a date or time that is not complete yet', () => {
    const once: PlannedSchedule = { mode: 'once', at: '2026-12-01T06:30', timeZone: 'UTC', inContactZone: false }
    expect(withStart(once, { date: '' })).toBe(once)
    expect(withStart(once, { time: '07:15:00' })).toMatchObject({ at: '2026-12-01T07:15' })
  })

  it('leaves out a date once, in order, until it is put back', () => {
    const series = withMode({ mode: 'now' }, 'recurring', home)
    if (series.mode !== 'recurring') throw new Error('expected a series')
    const skipped = ['2026-12-09', '2026-12-02', '2026-12-02'].reduce((at, date) => withSkipped(at, date, true), series)
    expect(skipped.skipDates).toEqual(['2026-12-02', '2026-12-09'])
    expect(withSkipped(skipped, '2026-12-02', false).skipDates).toEqual(['2026-12-09'])
  })
})
