// Calendar days and local times in a time zone, without texts. Names and texts of dates come from formats.ts.

/** A local date and time in a zone; `weekday` 0 is Sunday. */
export interface LocalTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  weekday: number
}

const DAY_MS = 86_400_000

const readers = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format costs a hundred times as much as using it. */
function readerOf(zone: string): Intl.DateTimeFormat {
  const cached = readers.get(zone)
  if (cached) return cached
  const reader = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  readers.set(zone, reader)
  return reader
}

/** Converts an instant to local time in a zone. */
export function localTimeAt(zone: string, at: Date | number): LocalTime {
  const parts = Object.fromEntries(
    readerOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return { year, month, day, hour, minute, second, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() }
}

const offsetReaders = new Map<string, Intl.DateTimeFormat>()

/** Returns how far a zone is ahead of UTC at an instant, in ms; a fifth of the work of the whole local time. */
export function offsetAt(zone: string, at: Date | number): number {
  let reader = offsetReaders.get(zone)
  if (!reader) {
    reader = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', timeZoneName: 'longOffset' })
    offsetReaders.set(zone, reader)
  }
  const [, sign, hours, minutes, seconds = 0] = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(reader.format(at)) ?? []
  if (!sign) return 0
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -ms : ms
}

const two = (part: number) => String(part).padStart(2, '0')

/** Returns the calendar day of an instant in a zone, as 2026-11-21. */
export function dayIn(zone: string, at: Date | number): string {
  const { year, month, day } = localTimeAt(zone, at)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** Returns the time of day of an instant in a zone, as 09:41. */
export function clockIn(zone: string, at: Date | number): string {
  const { hour, minute } = localTimeAt(zone, at)
  return `${two(hour)}:${two(minute)}`
}

/** Returns the day this many days after another, or before it when negative; in UTC, where every day has 24 hours. */
export function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the canonical name of a time zone, such as America/Chicago for US/Central; undefined when it is unknown. */
export function canonicalZone(name: string): string | undefined {
  // Offsets are rejected: the database would read "+05:30" with the opposite sign.
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Returns the time zone of this device. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
