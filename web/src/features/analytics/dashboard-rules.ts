import type { Analytics } from '@crewline/contract/analytics'
import { daysAfter } from '@crewline/contract/calendar'
import { formatUnit } from '@crewline/contract/formats'

/** Days from `start` to `end`, both included, as calendar days such as 2026-11-21. */
export interface Range {
  start: string
  end: string
}

/** The preset ranges; the server stores the figures of each when days were counted. */
export const PRESETS = ['7', '30', '90', '365', 'month'] as const
export type Preset = (typeof PRESETS)[number]

const dayMs = 24 * 3_600_000

/** Returns the number of days in a range. */
export function daysIn({ start, end }: Range): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / dayMs) + 1
}

/** Returns the days of a preset, up to today. */
export function rangeOf(preset: Preset, today: string): Range {
  if (preset === 'month') return { start: `${today.slice(0, 8)}01`, end: today }
  return { start: daysAfter(today, 1 - Number(preset)), end: today }
}

/** Returns the preset with these days; undefined for a custom range. */
export function presetOf(range: Range, today: string): Preset | undefined {
  return PRESETS.find((preset) => {
    const { start, end } = rangeOf(preset, today)
    return start === range.start && end === range.end
  })
}

/** The change of a number from the previous days. */
export interface Delta {
  way: 'up' | 'down' | 'same'
  /** The size of the change: percent of the previous number, or points when the number itself is a percentage. */
  by: number
}

/** Returns the change of a count in percent of the previous one; undefined when that was 0. */
export function countDelta(now: number, before: number): Delta | undefined {
  if (before === 0) return undefined
  return move(((now - before) / before) * 100, 0)
}

/** Returns the change of a percentage in points; undefined when either value is missing. */
export function shareDelta(now: number | undefined, before: number | undefined): Delta | undefined {
  return now === undefined || before === undefined ? undefined : move((now - before) * 100, 1)
}

function move(difference: number, digits: number): Delta {
  const by = Number(Math.abs(difference).toFixed(digits))
  return { way: by === 0 ? 'same' : difference > 0 ? 'up' : 'down', by }
}

/** Returns part divided by whole; undefined when the whole is 0. */
export function shareOf(part: number, total: number): number | undefined {
  return total === 0 ? undefined : part / total
}

/** One bar group of the chart: a day, or a week when days would be too narrow. */
export interface Bar extends Range {
  sent: number
  delivered: number
  notDelivered: number
  received: number
}

const mostBars = 92

/** Groups the days into bars; weeks from 93 days on. */
export function barsOf(series: Analytics['series']): Bar[] {
  const step = series.length > mostBars ? 7 : 1
  const bars: Bar[] = []
  for (let at = 0; at < series.length; at += step) {
    const days = series.slice(at, at + step)
    const first = days[0]
    const last = days.at(-1)
    if (!first || !last) continue
    const sum = (name: 'sent' | 'delivered' | 'notDelivered' | 'received') =>
      days.reduce((total, day) => total + day[name], 0)
    bars.push({
      start: first.date,
      end: last.date,
      sent: sum('sent'),
      delivered: sum('delivered'),
      notDelivered: sum('notDelivered'),
      received: sum('received'),
    })
  }
  return bars
}

export const DAY_COUNT = 7
export const HOUR_COUNT = 24

/** One hour of the week; weekday 0 is Sunday. */
export interface WeekHour {
  weekday: number
  hour: number
}

/**
 * Returns the cell that a key leads to in a grid of the week whose columns are hours or days; undefined for other keys
 * and at the edge.
 */
export function cellAfter({ weekday, hour }: WeekHour, key: string, columns: 'hours' | 'days'): WeekHour | undefined {
  const steps: Record<string, [columns: number, rows: number]> = {
    ArrowRight: [1, 0],
    ArrowLeft: [-1, 0],
    ArrowDown: [0, 1],
    ArrowUp: [0, -1],
  }
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (!step) return undefined
  const [hours, days] = columns === 'hours' ? step : step.toReversed()
  const next = { weekday: weekday + (days ?? 0), hour: hour + (hours ?? 0) }
  const isInside = next.weekday >= 0 && next.weekday < DAY_COUNT && next.hour >= 0 && next.hour < HOUR_COUNT
  return isInside ? next : undefined
}

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** Formats how long people waited: "14m", "2.5h", "3d"; a dash without a wait. */
export function waitText(minutes: number | null, language: string): string {
  if (minutes === null) return '–'
  if (minutes < 1) return `< ${formatUnit(1, 'minute', language)}`
  if (minutes < 2 * hourMinutes) return formatUnit(Math.round(minutes), 'minute', language)
  if (minutes < 2 * dayMinutes) return formatUnit(Number((minutes / hourMinutes).toFixed(1)), 'hour', language)
  return formatUnit(Number((minutes / dayMinutes).toFixed(1)), 'day', language)
}
