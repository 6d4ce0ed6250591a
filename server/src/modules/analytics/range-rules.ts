import { daysAfter } from '@crewline/contract/calendar'
import type { AnalyticsQuery } from './store/days.ts'

/** The counts of the days before a range. */
export interface FiguresBefore {
  sent: number
  delivered: number
  notDelivered: number
  received: number
  replied: number
  optOuts: number
}

/** The figures of a range of days and of those before it, as they are stored: the lists have a number for each day. */
export interface RangeFigures {
  sent: number[]
  delivered: number[]
  notDelivered: number[]
  received: number[]
  sentTexts: number
  /** Distinct contacts, and distinct numbers. */
  replied: number
  active: number
  optOuts: number
  before: FiguresBefore
}

/** The counts of one day as they are added to a range. */
export interface DayFigures {
  date: string
  sent: number
  sentTexts: number
  delivered: number
  notDelivered: number
  received: number
}

/** The days of a range. Its days before may be more: those before a range that goes on until today. */
export type RangeDays = Pick<AnalyticsQuery, 'start' | 'end' | 'count'>

const TWO_DIGITS = Array.from({ length: 32 }, (_, n) => String(n).padStart(2, '0'))

/** Returns the calendar days of a range in order. Written for years: a date object for each day took longer than the query. */
export function datesOf({ start, end }: { start: string; end: string }): string[] {
  const dates: string[] = []
  const [year, month] = [Number(start.slice(0, 4)), Number(start.slice(5, 7))]
  for (let nth = 0, day = Number(start.slice(8)); ; nth++, day = 1) {
    const first = new Date(Date.UTC(year, month - 1 + nth, 1)).toISOString().slice(0, 8)
    const length = new Date(Date.UTC(year, month + nth, 0)).getUTCDate()
    for (; day <= length; day++) {
      const date = first + TWO_DIGITS[day]
      if (date > end) return dates
      dates.push(date)
      // As text, no day is after 9999-12-31.
      if (date === end) return dates
    }
  }
}

/** Adds up the counted days of a range and of the days before it. */
export function figuresOf(
  range: RangeDays,
  days: readonly DayFigures[],
  people: { replied: number; active: number; repliedBefore: number },
  optOuts: { now: number; before: number },
): RangeFigures {
  const placeOf = new Map(datesOf(range).map((date, nth) => [date, nth]))
  const zeros = () => Array.from({ length: placeOf.size }, () => 0)
  const figures: RangeFigures = {
    sent: zeros(),
    delivered: zeros(),
    notDelivered: zeros(),
    received: zeros(),
    sentTexts: 0,
    replied: people.replied,
    active: people.active,
    optOuts: optOuts.now,
    before: {
      sent: 0,
      delivered: 0,
      notDelivered: 0,
      received: 0,
      replied: people.repliedBefore,
      optOuts: optOuts.before,
    },
  }
  for (const day of days) {
    const nth = placeOf.get(day.date)
    for (const name of ['sent', 'delivered', 'notDelivered', 'received'] as const)
      if (nth === undefined) figures.before[name] += day[name]
      else figures[name][nth] = day[name]
    if (nth !== undefined) figures.sentTexts += day.sentTexts
  }
  return figures
}

/** Adds days after the stored ones of a range, with the people and numbers that are new on them. */
export function withDays(
  figures: RangeFigures,
  dates: readonly string[],
  { days, ...added }: { days: readonly DayFigures[]; replied: number; active: number; optOuts: number },
): RangeFigures {
  const byDate = new Map(days.map((day) => [day.date, day]))
  const more = (name: 'sent' | 'delivered' | 'notDelivered' | 'received') => [
    ...figures[name],
    ...dates.map((date) => byDate.get(date)?.[name] ?? 0),
  ]
  return {
    sent: more('sent'),
    delivered: more('delivered'),
    notDelivered: more('notDelivered'),
    received: more('received'),
    sentTexts: days.reduce((sum, day) => sum + day.sentTexts, figures.sentTexts),
    replied: figures.replied + added.replied,
    active: figures.active + added.active,
    optOuts: figures.optOuts + added.optOuts,
    before: figures.before,
  }
}

/** The lengths of the ranges up to today that the screen offers, in days; it also offers the current month. */
const OFFERED = [7, 30, 90, 365]

/** Returns the ranges that the screen offers today, as far as their days are over. */
export function offeredRanges(today: string, last: string): RangeDays[] {
  const starts = [...OFFERED.map((length) => daysAfter(today, 1 - length)), `${today.slice(0, 8)}01`]
  return starts
    .filter((start) => start <= last)
    .map((start) => ({ start, end: last, count: datesOf({ start, end: today }).length }))
}
