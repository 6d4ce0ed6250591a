// What a broadcast asks of people: an answer, or a confirmation.
import { z } from 'zod'
import { Id } from './ids.ts'
import { BROADCAST_OPTIONS_MAX, BROADCAST_REMINDERS_MAX } from './broadcast-limits.ts'
import { oneLine } from './one-line.ts'

/** One possible answer of a poll. */
export const PollOption = z.strictObject({
  label: oneLine(60).min(1),
})

/** The question of a poll. Answers arrive by text. */
export const Poll = z.strictObject({
  type: z.enum(['yes_no', 'choice', 'scale', 'number', 'text']),
  options: z
    .array(PollOption)
    .max(BROADCAST_OPTIONS_MAX)
    .default([])
    .describe('The answers of a `choice`, at least two.'),
  anonymous: z
    .boolean()
    .default(false)
    .describe('No answer is stored with its contact, and no figure of fewer than five people is shown.'),
  allowChange: z.boolean().default(true),
  closesAfterHours: z.number().int().min(1).max(720).default(72),
})
export type Poll = z.infer<typeof Poll>

/** Asks each contact to confirm, and reminds those who have not. */
export const Acknowledgement = z.strictObject({
  remindAfterMinutes: z
    .array(z.number().int().min(15).max(10_080))
    .max(BROADCAST_REMINDERS_MAX)
    .default([60, 240])
    .describe('When those who have not confirmed are reminded, each counted from the text before it.'),
  untilPercent: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(100)
    .describe('Reminders stop when this share of the people who got the text has confirmed.'),
  escalateTo: Id.nullable()
    .default(null)
    .describe('The member who is told who has not confirmed, unless enough have by then.'),
  escalateAfter: z
    .number()
    .int()
    .min(1)
    .max(BROADCAST_REMINDERS_MAX)
    .nullable()
    .default(null)
    .describe('After how many reminders, and the time people had to confirm since; null for all of them.'),
})
export type Acknowledgement = z.infer<typeof Acknowledgement>
