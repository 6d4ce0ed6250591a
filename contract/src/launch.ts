// Sending a broadcast: start with a countdown, pause, resume, stop, approve.
import { z } from 'zod'
import { Broadcast, BroadcastRun } from './broadcasts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'

const byId = z.object({ id: Id })

export const launchBroadcast = endpoint({
  method: 'POST',
  path: '/broadcast/{id}/launch',
  summary:
    'Sends a draft now, after a countdown of 30 seconds, or plans it as its schedule says. Needs an approval first where the organization requires one. Fails when the audience is no longer as large as the member was shown.',
  can: 'broadcasts.draft',
  fails: [
    'outdated',
    'broadcast_not_draft',
    'broadcast_incomplete',
    'broadcast_no_recipients',
    'broadcast_count_changed',
    'broadcast_unapproved_translation',
    'message_too_long',
    'too_soon',
    'too_late',
    'no_line',
    'spending_cap_reached',
  ],
  params: byId,
  body: z.strictObject({
    version: z.number().int(),
    expectedRecipients: z
      .number()
      .int()
      .min(0)
      .describe('The number the member confirmed. A growth of more than 2 percent and 10 people is refused.'),
  }),
  reply: ok({ broadcast: Broadcast }),
})

export const pauseBroadcast = endpoint({
  method: 'POST',
  path: '/broadcast/{id}/pause',
  summary:
    'Pauses sending, or the dates of a repeated broadcast. Once this is answered, nothing more is handed to a carrier until it is resumed.',
  plan: 'not_needed',
  can: 'broadcasts.send',
  fails: ['broadcast_not_sending'],
  params: byId,
  reply: ok({ broadcast: Broadcast, handedOff: z.number().int().describe('Texts already handed to a carrier.') }),
})

export const resumeBroadcast = endpoint({
  method: 'POST',
  path: '/broadcast/{id}/resume',
  summary: 'Resumes a paused broadcast.',
  can: 'broadcasts.send',
  fails: ['broadcast_not_paused', 'spending_cap_reached'],
  params: byId,
  reply: ok({ broadcast: Broadcast }),
})

export const stopBroadcast = endpoint({
  method: 'POST',
  path: '/broadcast/{id}/stop',
  summary:
    'Stops a broadcast for good: what has not been handed to a carrier is never sent. Before its start, returns it to a draft.',
  plan: 'not_needed',
  can: 'broadcasts.send',
  fails: ['broadcast_not_sending'],
  params: byId,
  reply: ok({
    broadcast: Broadcast,
    handedOff: z
      .number()
      .int()
      .describe('Texts already handed to a carrier, without those that failed and are not tried again.'),
    remaining: z.number().int().describe('Recipients who will not get it, including those whose last try failed.'),
  }),
})

export const stopBroadcastReminders = endpoint({
  method: 'POST',
  path: '/broadcast/{id}/stop-reminders',
  summary:
    'Stops the reminders of a broadcast for good, also those that are being queued: what has not been handed to a carrier is never sent.',
  plan: 'not_needed',
  can: 'broadcasts.send',
  fails: ['broadcast_not_reminding'],
  params: byId,
  reply: ok({
    broadcast: Broadcast,
    remaining: z.number().int().describe('People whose reminder was due and is not sent.'),
  }),
})

export const approveBroadcast = endpoint({
  method: 'POST',
  path: '/broadcast/{id}/approve',
  summary: 'Approves a broadcast, which starts or plans it, or returns it to its author with a comment.',
  can: 'broadcasts.approve',
  fails: [
    'broadcast_not_pending',
    'broadcast_incomplete',
    'broadcast_count_changed',
    'too_soon',
    'no_line',
    'broadcast_no_recipients',
  ],
  params: byId,
  body: z.strictObject({ approved: z.boolean(), comment: oneLine(500).default('') }),
  reply: ok({ broadcast: Broadcast }),
})

export const testBroadcast = endpoint({
  method: 'POST',
  path: '/broadcast/{id}/test',
  summary: 'Sends the text to the verified mobile number of the member, once in each of its languages.',
  can: 'broadcasts.draft',
  apiKeys: 'refused',
  fails: ['phone_missing', 'no_line', 'message_empty', 'recipient_opted_out'],
  params: byId,
  reply: ok({ sent: z.number().int() }),
})

export const nextSchedule = endpoint({
  method: 'GET',
  path: '/broadcast/next-schedule',
  summary: 'Describes when a planned broadcast is sent: the next date, the schedule in words, and the next five dates.',
  can: 'broadcasts.read',
  query: z.object({ broadcastId: Id }),
  reply: ok({
    next: Instant.nullable(),
    nextLocal: z.string().nullable().describe('In the zone of the schedule, such as 2026-12-01T09:00.'),
    timeZone: z.string(),
    description: z.string(),
    upcoming: z.array(z.object({ at: Instant, local: z.string() })),
    remaining: z.number().int().nullable().describe('How many dates are left; null without an end.'),
    endsOn: z.iso.date().nullable(),
  }),
})

export const skipNextDate = endpoint({
  method: 'POST',
  path: '/broadcast/{id}/skip-next',
  summary: 'Skips the next date of a repeated broadcast; with the date that the caller saw, only that one.',
  can: 'broadcasts.send',
  fails: ['broadcast_not_repeating', 'outdated'],
  params: byId,
  query: z.object({ nextAt: Instant.optional() }),
  reply: ok({ broadcast: Broadcast }),
})

/** What texts of a broadcast wait for: another try, the end of quiet hours, a shift, or a time where each person is. */
export const BroadcastWaitReason = z.enum(['another_try', 'quiet_hours', 'off_shift', 'local_time'])
export type BroadcastWaitReason = z.infer<typeof BroadcastWaitReason>

/** Texts that wait for the same thing, each until its own moment. */
export const BroadcastWait = z.object({
  reason: BroadcastWaitReason,
  count: z.number().int(),
  first: Instant.describe('When the first of them may leave.'),
  last: Instant.describe('When the last of them may leave.'),
})
export type BroadcastWait = z.infer<typeof BroadcastWait>

/** Texts of an earlier date of a repeated broadcast that still wait: for a later time or, while it is paused, for that to end. */
export const EarlierDateWait = z.object({
  runId: Id,
  occurrence: z.string().describe('The date and time in the zone of the schedule, such as 2026-12-01T09:00.'),
  count: z.number().int(),
  last: Instant.nullable().describe('When the last of them may leave; null while they are paused.'),
})
export type EarlierDateWait = z.infer<typeof EarlierDateWait>

export const broadcastProgress = endpoint({
  method: 'GET',
  path: '/broadcast/{id}/progress',
  summary: 'Returns the progress of the current run, for pages that show it live.',
  can: 'broadcasts.read',
  params: byId,
  reply: ok({
    run: BroadcastRun.nullable(),
    perMinute: z.number().describe('Texts handed off in the last minute.'),
    minutesLeft: z
      .number()
      .nullable()
      .describe('For the texts that may leave now; null when none leaves, or all that are left wait for a later time.'),
    waits: z.array(BroadcastWait).describe('Texts that wait for a later time, by what they wait for.'),
    earlierDates: z
      .array(EarlierDateWait)
      .describe('Texts of earlier dates that still wait for a later time or are paused, the latest date first.'),
    anotherTry: z
      .number()
      .int()
      .describe('Texts whose last try failed and that are tried again, also those whose time has come.'),
    waitsForDay: z
      .object({ perDay: z.number().int(), resumesAt: Instant.describe('When more may leave.') })
      .nullable()
      .describe('Set while texts wait because the brand reached its daily limit.'),
  }),
})
