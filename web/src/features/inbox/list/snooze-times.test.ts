import { describe, expect, it } from 'vitest'
import { snoozeTimes } from './snooze-times.ts'

const offered = (year: number, month: number, day: number, hour: number) =>
  snoozeTimes(new Date(year, month - 1, day, hour, 20)).map(
    ({ key, at }) => `${key} ${at.getMonth() + 1}/${at.getDate()} ${at.getHours()}:${at.getMinutes()}`,
  )

describe('the times to snooze until', () => {
  it('are later today, tomorrow and Monday on a Wednesday', () =>
    expect(offered(2026, 11, 18, 9)).toEqual(['later 11/18 12:0', 'tomorrow 11/19 8:0', 'monday 11/23 8:0']))
  it('omit today in the evening', () =>
    expect(offered(2026, 11, 18, 19)).toEqual(['tomorrow 11/19 8:0', 'monday 11/23 8:0']))
  it('list Monday once on a Sunday', () => expect(offered(2026, 11, 22, 19)).toEqual(['tomorrow 11/23 8:0']))
  it('mean the next Monday on a Monday', () =>
    expect(offered(2026, 11, 30, 19)).toEqual(['tomorrow 12/1 8:0', 'monday 12/7 8:0']))
})
