import { z } from 'zod'
import { canonicalZone } from './calendar.ts'

/** An IANA time zone, such as America/Chicago; aliases become the canonical name. */
export const TimeZone = z
  .string()
  .max(60)
  .refine((name) => canonicalZone(name) !== undefined, 'Choose a time zone.')
  .overwrite((name) => canonicalZone(name) ?? name)
