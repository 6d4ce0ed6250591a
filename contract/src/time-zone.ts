import { z } from 'zod'

/** An IANA time zone, such as America/Chicago; other names of one become its own. */
export const TimeZone = z
  .string()
  .max(60)
  .refine((name) => zoneOf(name) !== undefined, 'Choose a time zone.')
  .overwrite((name) => zoneOf(name) ?? name)

/** Offsets are no place: the database would read "+05:30" the other way round. Names that only some programs know become the zone's own. */
function zoneOf(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
