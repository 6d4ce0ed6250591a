import { z } from 'zod'
import { OptOutUndo } from './consent.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { MEDIA_PER_MESSAGE, MESSAGE_MAX_CHARACTERS } from './limits.ts'
import { MediaItem } from './media.ts'
import { MESSAGE_STATES } from './message-states.ts'
import { oneLine } from './one-line.ts'
import { TimeZone } from './time-zone.ts'

export { MediaItem }

export const MessageState = z.enum(MESSAGE_STATES)
export type MessageState = z.infer<typeof MessageState>

/** The status shown to users. */
export const MessageDisplayStatus = z.enum([
  'sending',
  'queued',
  'sent',
  'delivered',
  'not_delivered',
  'unknown',
  'scheduled',
  'cancelled',
  'received',
  'noted',
])
export type MessageDisplayStatus = z.infer<typeof MessageDisplayStatus>

const DISPLAY_STATUSES: Record<MessageState, MessageDisplayStatus> = {
  held: 'sending',
  scheduled: 'scheduled',
  queued: 'queued',
  submitting: 'sending',
  unknown: 'unknown',
  submitted: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'not_delivered',
  failed: 'not_delivered',
  cancelled: 'cancelled',
  suppressed: 'not_delivered',
  expired: 'not_delivered',
  quarantined: 'not_delivered',
  received: 'received',
  noted: 'noted',
}

/** Returns the status shown for a state. */
export function toDisplayStatus(state: MessageState): MessageDisplayStatus {
  return DISPLAY_STATUSES[state]
}

/** The purpose of a message. */
export const MessageKind = z.enum(['text', 'auto_reply', 'broadcast', 'note', 'event', 'voicemail', 'call'])
export type MessageKind = z.infer<typeof MessageKind>

/**
 * Why a text was not translated: no reviewed phrase and no connected service; the service did not answer; its
 * translation failed a check; only reviewed phrases may translate a text about safety; or a member reported it as
 * wrong.
 */
export const TranslationRefusal = z.enum(['no_service', 'unavailable', 'failed_checks', 'safety', 'reported'])
export type TranslationRefusal = z.infer<typeof TranslationRefusal>

/** The whole message in another language; `failed` when it could not be translated, and `text` is then the original. */
export const Translation = z.object({
  text: z.string(),
  from: z.string(),
  to: z.string(),
  provider: z.string(),
  kind: z
    .enum(['reviewed', 'machine', 'member'])
    .optional()
    .describe('Who made it: reviewed phrases, a translation service, or a member who wrote or edited it.'),
  phrases: z
    .array(z.object({ id: z.string(), revision: z.int() }))
    .optional()
    .describe('The reviewed phrases it was made of, each with the revision of the text that was used.'),
  failed: z.boolean().optional(),
  reason: TranslationRefusal.optional().describe('Why it failed.'),
})
export type Translation = z.infer<typeof Translation>

/** A contact's reaction to a message, such as a thumbs up. */
export const Reaction = z.object({ emoji: z.string(), at: Instant })
export type Reaction = z.infer<typeof Reaction>

/**
 * Why a message waits: the undo period, a scheduled time, quiet hours, the start of the contact's shift, the carrier's
 * daily cap, a retry after no signal.
 */
export const HoldReason = z.enum(['undo', 'scheduled', 'quiet_hours', 'off_shift', 'carrier_cap', 'retry'])
export type HoldReason = z.infer<typeof HoldReason>

/** A change to a conversation, shown in its thread; the message's `sender` made it. */
export const ThreadEvent = z.object({
  what: z.enum([
    'archived',
    'reopened',
    'assigned',
    'unassigned',
    'snoozed',
    'woke',
    'opted_out',
    'opted_in',
    'number_changed',
    'wrong_number',
    'not_opt_out',
    'opt_out_undone',
  ]),
  detail: z.string().nullable().describe('Full name of the affected member, the snooze time, or the new number.'),
})
export type ThreadEvent = z.infer<typeof ThreadEvent>

/** A voicemail as shown in its thread. */
export const VoicemailSummary = z.object({
  id: Id,
  durationSec: z.number().int(),
  url: z
    .string()
    .nullable()
    .describe('Opens the recording for some minutes; null until it has been fetched and checked.'),
  peaks: z
    .array(z.number().int())
    .describe('Loudness from 0 to 100 in up to 60 steps, for the waveform of the player.'),
  transcript: z.string().nullable(),
  heard: z.boolean(),
})
export type VoicemailSummary = z.infer<typeof VoicemailSummary>

/** One message of a conversation. */
export const Message = z.object({
  id: Id,
  sortKey: Id.describe(
    'Sorts the thread, later ones last. Equals the id, except for a held message, which is placed where it was sent.',
  ),
  contactId: Id,
  direction: z
    .enum(['in', 'out', 'internal'])
    .describe('`within` (internal) marks notes and events that only the team sees.'),
  kind: MessageKind,
  body: z.string(),
  state: MessageState,
  revision: z
    .number()
    .int()
    .describe(
      'Orders what is known of a message: of two versions, the one with the greater revision is newer, also after a backup was restored. It grows with every change and not by one.',
    ),
  encoding: z.enum(['GSM-7', 'UCS-2']),
  segments: z.number().int().describe('How many segments the carrier bills for it.'),
  from: z.string(),
  to: z.string(),
  sender: z.object({ userId: Id, firstname: z.string(), lastname: z.string() }).nullable(),
  errorCode: z.string().nullable(),
  reason: z.string().nullable().describe('An explanation of why it was not delivered; null without a problem.'),
  clientMessageId: Id.nullable(),
  resendOf: Id.nullable(),
  media: z.array(MediaItem),
  translation: Translation.nullable(),
  reactions: z.array(Reaction),
  dueAt: Instant.nullable().describe('When a held message is due and why it waits; null once it is on its way.'),
  holdReason: HoldReason.nullable(),
  dueZone: z.string().nullable().describe('The time zone in which the time was chosen; null without a chosen time.'),
  cancelIfReply: z.boolean(),
  mentions: z.array(Id).describe('Members mentioned in a note.'),
  event: ThreadEvent.nullable(),
  voicemail: VoicemailSummary.nullable(),
  batchId: Id.nullable().describe(
    'The batch (the run of a broadcast) it was sent with; for a message of the contact, the one it replies to.',
  ),
  possibleOptOut: z.boolean().describe('The contact may have asked for no more messages; a member must decide.'),
  at: Instant,
})
export type Message = z.infer<typeof Message>

/** The body of a message; it is trimmed when sent. */
export const Body = z.string().max(MESSAGE_MAX_CHARACTERS)

export const sendMessage = endpoint({
  method: 'POST',
  path: '/message',
  summary:
    'Sends a message to one contact now (after the undo delay) or later. A repeated clientMessageId returns the first message and sends nothing more.',
  can: 'inbox.reply',
  fails: [
    'wrong_organization',
    'key_reused',
    'message_empty',
    'message_too_long',
    'recipient_opted_out',
    'recipient_no_mobile',
    'recipient_landline',
    'recipient_blocked',
    'recipient_terminated',
    'recipient_not_in_use',
    'answered_meanwhile',
    'too_soon',
    'too_late',
    'merge_missing',
    'quiet_now',
    'off_shift_now',
    'file_unknown',
    'no_line',
  ],
  body: z.strictObject({
    contactId: Id,
    body: Body.describe(
      'May contain merge fields such as {first_name} or {location|your site}; may be empty when files are attached.',
    ),
    mediaIds: z.array(Id).max(MEDIA_PER_MESSAGE).optional().describe('Files uploaded before, at most 10.'),
    scheduledAt: Instant.optional().describe('From 1 minute to 1 year ahead.'),
    timeZone: TimeZone.optional().describe('The zone in which the time was chosen, to display it in that zone again.'),
    cancelIfReply: z.boolean().optional().describe('Cancels the scheduled message if the contact writes first.'),
    undoSeconds: z
      .union([z.literal(0), z.literal(5), z.literal(10)])
      .optional()
      .describe('How long the message can be undone, in seconds; 0 sends it at once.'),
    quietOverride: z
      .object({
        reason: oneLine(200).min(1),
        replyCanWait: z
          .boolean()
          .optional()
          .describe(
            'Adds, for a contact who is off shift, that no reply is needed before their shift, in their language; the default.',
          ),
      })
      .optional()
      .describe(
        "Sends during the contact's quiet hours anyway, with the reason; while they are off shift, members with the permission `messages.off_shift` only.",
      ),
    translation: z
      .object({ text: Body.min(1), to: oneLine(35).min(2) })
      .optional()
      .describe('What the contact gets instead of `body`, which stays visible to the team.'),
    seenMessageId: Id.optional().describe(
      'The newest message the user saw; if a teammate has replied since, the request is refused once with `answered_meanwhile`.',
    ),
    clientMessageId: Id.optional().describe('Created when the composer opens and kept until this call succeeds.'),
    organizationId: Id.optional().describe(
      'The organization the user sees as current; a conflict if the token belongs to another one.',
    ),
    resendOf: Id.optional().describe('The message of unknown or failed outcome that the user decided to send again.'),
  }),
  reply: ok({ message: Message, deduplicated: z.boolean().optional() }),
})

export const retryMessage = endpoint({
  method: 'POST',
  path: '/message/{id}/retry',
  summary: 'Retries an undelivered message as the same message. Refused when another try cannot help.',
  can: 'inbox.reply',
  fails: [
    'recipient_opted_out',
    'recipient_no_mobile',
    'recipient_landline',
    'recipient_blocked',
    'recipient_terminated',
    'recipient_not_in_use',
    'cannot_retry',
  ],
  params: z.object({ id: Id }),
  reply: ok({ message: Message }),
})

export const judgeOptOut = endpoint({
  method: 'POST',
  path: '/message/{id}/possible-opt-out',
  summary: 'Resolves a possible opt-out: opts the contact out, or clears the flag.',
  plan: 'not_needed',
  can: 'inbox.reply',
  params: z.object({ id: Id }),
  body: z.strictObject({ optOut: z.boolean() }),
  reply: ok({ message: Message, undo: OptOutUndo.optional() }),
})
