// Clock times in the zone of a worker, with nothing but what browsers have.

/** A clock and calendar as people in a zone read them; `weekday` 0 is Sunday. */
export interface Wall {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  weekday: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const readers = new Map<string, Intl.DateTimeFormat>()

function readerOf(zone: string): Intl.DateTimeFormat {
  const known = readers.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  readers.set(zone, made)
  return made
}

/** What clocks of a zone show at a moment. */
export function wallAt(zone: string, at: Date): Wall {
  const parts = Object.fromEntries(
    readerOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return { year, month, day, hour, minute, weekday: new Date(Date.UTC(year, month - 1, day)).getUTCDay() }
}

function aheadOfUtcMs(zone: string, ms: number): number {
  const { year, month, day, hour, minute } = wallAt(zone, new Date(ms))
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(ms / MINUTE) * MINUTE
}

/** The moment clocks of a zone show this time; days beyond the month count on. A time the clocks skip comes as much later. */
export function momentOf(zone: string, { year, month, day, hour, minute }: Omit<Wall, 'weekday'>): Date {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute)
  const before = aheadOfUtcMs(zone, asUtc - 24 * HOUR)
  const first = asUtc - before
  // The offset of the day before holds unless the clocks changed since; of a time that comes twice it gives the first.
  if (aheadOfUtcMs(zone, first) === before) return new Date(first)
  const second = asUtc - aheadOfUtcMs(zone, first)
  return new Date(aheadOfUtcMs(zone, second) === asUtc - second ? second : first)
}

/** A moment a text may be sent later at. */
export interface LaterTime {
  key: 'hour' | 'morning' | 'tomorrow' | 'monday'
  at: Date
}

const morningHour = 8

/**
 * What is offered: in one hour, or when the night ends if it would be night there by then, tomorrow at 8:00 AM there, and
 * Monday at 8:00 AM there unless that is tomorrow.
 */
export function laterTimes(zone: string, now: Date, night?: Night): LaterTime[] {
  const { year, month, day, weekday } = wallAt(zone, now)
  const toMonday = (8 - weekday) % 7 || 7
  const morning = (days: number) => momentOf(zone, { year, month, day: day + days, hour: morningHour, minute: 0 })
  const hour = new Date(Math.ceil((now.getTime() + HOUR) / MINUTE) * MINUTE)
  const dawn = night ? nightEnd(zone, hour, night) : null
  const first: LaterTime = dawn ? { key: 'morning', at: dawn } : { key: 'hour', at: hour }
  return [
    ...(first.at.getTime() === morning(1).getTime() ? [] : [first]),
    { key: 'tomorrow', at: morning(1) },
    ...(toMonday > 1 ? [{ key: 'monday' as const, at: morning(toMonday) }] : []),
  ]
}

/** When a night begins and ends, as clocks show it. */
export interface Night {
  start: string
  end: string
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/** When the night that holds this moment ends there; null when it is day. The server decides, this only offers the morning first. */
export function nightEnd(zone: string, now: Date, night: Night): Date | null {
  const wall = wallAt(zone, now)
  const clock = wall.hour * 60 + wall.minute
  const [start, end] = [minutesOf(night.start), minutesOf(night.end)]
  const isBeforeEnd = clock < end
  const isNight = start > end ? clock >= start || isBeforeEnd : clock >= start && isBeforeEnd
  if (!isNight) return null
  const day = isBeforeEnd ? wall.day : wall.day + 1
  return momentOf(zone, { ...wall, day, hour: Math.floor(end / 60), minute: end % 60 })
}

/** A date and a time as the fields of a form write them, read in a zone; undefined while either is not whole. */
export function chosenMoment(zone: string, date: string, time: string): Date | undefined {
  const [year, month, day] = date.split('-').map(Number)
  if (!year || !month || !day || !/^\d\d:\d\d/.test(time)) return undefined
  const minutes = minutesOf(time.slice(0, 5))
  return momentOf(zone, { year, month, day, hour: Math.floor(minutes / 60), minute: minutes % 60 })
}

/** A moment as the fields of a form write it in a zone. */
export function fieldsOf(zone: string, at: Date): { date: string; time: string } {
  const { year, month, day, hour, minute } = wallAt(zone, at)
  const two = (number: number) => String(number).padStart(2, '0')
  return { date: `${year}-${two(month)}-${two(day)}`, time: `${two(hour)}:${two(minute)}` }
}
