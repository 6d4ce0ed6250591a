import { z } from 'zod'

/** Words shown as a toast: green on OK, red on ERROR, 4 s. */
export const Notification = z.object({ title: z.string(), message: z.string() })
export type Notification = z.infer<typeof Notification>

/** The successful envelope around named fields. */
export function ok<T extends z.ZodRawShape>(fields: T) {
  return z.object({ status: z.literal('OK'), notification: Notification.optional(), ...fields })
}

/** The failing envelope; `message` is `past_due` exactly when the organization's account is past due. */
export const apiError = z.object({
  status: z.literal('ERROR'),
  code: z.string(),
  message: z.string(),
  notification: Notification.optional(),
  /** Words next to a field, by the field's name. */
  fieldErrors: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
})
export type ApiError = z.infer<typeof apiError>
