import { localTimeAt } from '@crewline/contract/calendar'
import { randomUUID } from 'node:crypto'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Returns a uuid v7 as it would have been created at that time. */
export function idAt(atMs: number): string {
  const time = Math.floor(atMs).toString(16).padStart(12, '0')
  const tail = randomUUID()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(15)}`
}

/** Returns the time at which clocks in `timezone` show this minute of the day, on the local day of `aroundMs`. */
export function localMoment(aroundMs: number, minuteOfDay: number, timezone: string): number {
  const offset = offsetOf(aroundMs, timezone)
  const midnight = Math.floor((aroundMs + offset) / DAY) * DAY
  return midnight + minuteOfDay * MINUTE - offset
}

const offsets = new Map<string, number>()

/** Returns the UTC offset of local clocks, in ms; one value per UTC day is exact enough for a demo. */
function offsetOf(atMs: number, timezone: string): number {
  const key = `${timezone}|${Math.floor(atMs / DAY)}`
  const cached = offsets.get(key)
  if (cached !== undefined) return cached
  const { year, month, day, hour, minute, second } = localTimeAt(timezone, atMs)
  const local = Date.UTC(year, month - 1, day, hour, minute, second)
  const offset = Math.round((local - atMs) / (15 * MINUTE)) * 15 * MINUTE
  offsets.set(key, offset)
  return offset
}
