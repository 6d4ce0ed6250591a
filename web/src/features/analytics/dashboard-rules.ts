import type { Analytics } from '@crewline/contract/analytics'

/** Days from `start` to `end`, both included, as calendar days such as 2026-11-21. */
export interface Range {
  start: string
  end: string
}

/** The ranges people choose from. */
export const PRESETS = ['7', '30', '90', 'month'] as const
export type Preset = (typeof PRESETS)[number]

const dayMs = 24 * 3_600_000

/** The calendar day it is somewhere. */
export function dayAt(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    moment,
  )
}

/** A calendar day so many days later; days have no hours, so clocks that change do not matter. */
export function daysLater(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10)
}

/** How many days a range has. */
export function daysIn({ start, end }: Range): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / dayMs) + 1
}

/** The days of a choice, up to today. */
export function rangeOf(preset: Preset, today: string): Range {
  if (preset === 'month') return { start: `${today.slice(0, 8)}01`, end: today }
  return { start: daysLater(today, 1 - Number(preset)), end: today }
}

/** The choice whose days these are; undefined for days of one's own. */
export function presetOf(range: Range, today: string): Preset | undefined {
  return PRESETS.find((preset) => {
    const { start, end } = rangeOf(preset, today)
    return start === range.start && end === range.end
  })
}

/** How a number moved against the days before. */
export interface Delta {
  way: 'up' | 'down' | 'same'
  /** The size of the move: percent of the number before, or points where the number is a percentage itself. */
  by: number
}

/** How a count moved, in percent of what it was; undefined when there was nothing to compare with. */
export function countDelta(now: number, before: number): Delta | undefined {
  if (before === 0) return undefined
  return move(((now - before) / before) * 100, 0)
}

/** How a share moved, in points; undefined when one of the two is not there. */
export function shareDelta(now: number | undefined, before: number | undefined): Delta | undefined {
  return now === undefined || before === undefined ? undefined : move((now - before) * 100, 1)
}

function move(difference: number, digits: number): Delta {
  const by = Number(Math.abs(difference).toFixed(digits))
  return { way: by === 0 ? 'same' : difference > 0 ? 'up' : 'down', by }
}

/** Part of a whole; undefined where there is no whole. */
export function shareOf(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole
}

/** One bar group of the chart: a day, or a week where days would be too narrow. */
export interface Bar extends Range {
  sent: number
  delivered: number
  received: number
}

const mostBars = 92

/** The days as bars; weeks from 93 days on. */
export function barsOf(series: Analytics['series']): Bar[] {
  const step = series.length > mostBars ? 7 : 1
  const bars: Bar[] = []
  for (let at = 0; at < series.length; at += step) {
    const days = series.slice(at, at + step)
    const first = days[0]
    const last = days.at(-1)
    if (!first || !last) continue
    const sum = (name: 'sent' | 'delivered' | 'received') => days.reduce((total, day) => total + day[name], 0)
    bars.push({
      start: first.date,
      end: last.date,
      sent: sum('sent'),
      delivered: sum('delivered'),
      received: sum('received'),
    })
  }
  return bars
}

/** A round number at or above the highest bar, for the top of the chart. */
export function topOf(bars: readonly Bar[]): number {
  const most = Math.max(1, ...bars.map(({ sent, delivered, received }) => Math.max(sent, delivered, received)))
  const unit = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 5, 10].find((factor) => factor * unit >= most) ?? 10
  return step * unit
}
