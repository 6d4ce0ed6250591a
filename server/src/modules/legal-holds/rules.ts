import { Temporal } from 'temporal-polyfill'

/** Returns the moments at which the first of these days begins and the last one ends, in a time zone. */
export function daysOf(
  { from, to }: { from: string | null; to: string | null },
  timeZone: string,
): { since: Date | null; until: Date | null } {
  const midnight = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(timeZone).epochMilliseconds)
  return {
    since: from === null ? null : midnight(Temporal.PlainDate.from(from)),
    until: to === null ? null : midnight(Temporal.PlainDate.from(to).add({ days: 1 })),
  }
}
