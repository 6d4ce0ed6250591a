import { Temporal } from 'temporal-polyfill'

/** Greater than every id. */
export const ID_MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** The largest 48-bit number of milliseconds. */
const MS_MAX = 2 ** 48 - 1
/** The maximum number of months searched. */
const MONTHS_MAX = 1200

/** Returns the smallest id (UUIDv7) of a moment, in ms since 1970. Clamps moments that no id can have. */
export function idFloor(ms: number): string {
  const hex = Math.min(MS_MAX, Math.max(0, Math.floor(ms)))
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Returns when an id was created, in ms since 1970. */
export function idTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** Returns the first ids of the months (UTC) from one id back to another, newest first; the last is `above` itself. */
export function monthFloors(newestId: string, above: string): string[] {
  if (above > newestId) return []
  const floors: string[] = []
  const newest = new Date(Math.min(idTime(newestId), Date.UTC(9999, 0)))
  for (let back = 0; back < MONTHS_MAX; back++) {
    const floor = idFloor(Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth() - back))
    if (floor <= above) return [...floors, above]
    floors.push(floor)
  }
  return floors
}

/**
 * Returns the range from `since` to before `until` for two dates or moments. A date covers the whole day in the given
 * zone.
 */
export function dayRange(
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  zone: string,
): { since: number; until: number } {
  return {
    since: startDate === undefined ? 0 : startOf(startDate, zone, 0),
    until: endDate === undefined ? MS_MAX : isDay(endDate) ? startOf(endDate, zone, 1) : Date.parse(endDate) + 1,
  }
}

function isDay(text: string): boolean {
  return text.length === 10
}

function startOf(text: string, zone: string, plusDays: number): number {
  if (!isDay(text)) return Date.parse(text)
  return Temporal.PlainDate.from(text).add({ days: plusDays }).toZonedDateTime(zone).startOfDay().epochMilliseconds
}
