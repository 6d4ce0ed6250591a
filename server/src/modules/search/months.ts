import { Temporal } from 'temporal-polyfill'

/** Above every id. */
export const ID_MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** What 48 bits of milliseconds hold. */
const MS_MAX = 2 ** 48 - 1
/** Months looked through at most. */
const MONTHS_MAX = 1200

/** The smallest id (uuid v7) of a moment, in ms since 1970; moments that no id can have are brought to the nearest. */
export function idFloor(ms: number): string {
  const hex = Math.min(MS_MAX, Math.max(0, Math.floor(ms)))
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** When an id was made, in ms since 1970. */
export function idTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** The first ids of the months (UTC) from that of one id back to another's, newest first; the oldest is `above` itself. */
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

/** The moments from `since` to before `until` that two days or moments name; a day is whole, in the given zone. */
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
