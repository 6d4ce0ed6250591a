import { z } from 'zod'

/** Text of a toast: green for OK, red for ERROR, shown 4 s. */
export const Notification = z.object({ title: z.string(), message: z.string() })
export type Notification = z.infer<typeof Notification>

/** Builds the success envelope around named fields. */
export function ok<T extends z.ZodRawShape>(fields: T) {
  return z.object({ status: z.literal('OK'), notification: Notification.optional(), ...fields })
}

/** The error envelope; `message` is `past_due` exactly when the organization's account is past due. */
export const apiError = z.object({
  status: z.literal('ERROR'),
  code: z.string(),
  message: z.string(),
  notification: Notification.optional(),
  fieldErrors: z.record(z.string(), z.string()).optional().describe('Error messages by field name.'),
  requestId: z.string(),
})
export type ApiError = z.infer<typeof apiError>
