import { z } from 'zod'
import { Id } from './ids.ts'

/** Whether an organization may work: `past_due` blocks reading and sending until the invoice is paid. */
export const Standing = z.enum(['active', 'past_due', 'closed'])
export type Standing = z.infer<typeof Standing>

/** An organization as a member sees it. */
export const Organization = z.object({
  id: Id,
  name: z.string(),
  parentOrganizationId: Id.nullable(),
  timezone: z.string(),
  /** ISO 3166 country whose number format is assumed when a phone has no country code. */
  country: z.string().length(2),
  standing: Standing,
})
export type Organization = z.infer<typeof Organization>
