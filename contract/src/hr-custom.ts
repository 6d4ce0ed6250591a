import { z } from 'zod'
import { HR_AUTHORITIES, HR_COLUMN_MAX, HR_FIELDS } from './hr-limits.ts'
import { oneLine } from './one-line.ts'

/** The fields of a contact that an HR system can fill. */
export const HrField = z.enum(HR_FIELDS)
export type HrField = z.infer<typeof HrField>

/**
 * Whose value counts: `hr` always the HR system's, and the field is locked here; `newest` the HR system's whenever it
 * changes there; `app` the one here, and only an empty one is filled; `off` the field is not read.
 */
export const HrAuthority = z.enum(HR_AUTHORITIES)
export type HrAuthority = z.infer<typeof HrAuthority>

/** A custom field that is filled from what the source says beyond the standard fields. */
export const HrCustomField = z.strictObject({
  key: z.string().min(1).max(80).describe('The key of the custom field.'),
  from: oneLine(HR_COLUMN_MAX)
    .min(1)
    .describe(
      'A custom field of the HR system, a column of the files, or an attribute that is pushed, by its name there.',
    ),
  authority: HrAuthority.exclude(['off']),
})
