import { z } from 'zod'

/** An IANA time zone, such as America/Chicago; aliases become the canonical name. */
export const TimeZone = z
  .string()
  .max(60)
  .refine((name) => zoneOf(name) !== undefined, 'Choose a time zone.')
  .overwrite((name) => zoneOf(name) ?? name)

/**
 * Rejects offsets: the database would read "+05:30" with the opposite sign. Aliases that only some programs support
 * become the canonical name.
 */
function zoneOf(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
