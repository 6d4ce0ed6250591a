import { z } from 'zod'
import { ContactHead } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { MEDIA_PER_MESSAGE, MESSAGE_MAX_CHARACTERS } from './limits.ts'
import { MediaItem } from './media.ts'
import { oneLine } from './one-line.ts'
import { pageOf, pageQuery } from './paging.ts'
import { TimeZone } from './time-zone.ts'

export { MediaItem }

/** Every state a text can be in; `received` is the only one of an incoming text. */
export const MessageState = z.enum([
  'held',
  'scheduled',
  'queued',
  'submitting',
  'unknown',
  'submitted',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'cancelled',
  'suppressed',
  'expired',
  'quarantined',
  'received',
  /** A note or an event of the thread: it never travels. */
  'noted',
])
export type MessageState = z.infer<typeof MessageState>

/** How far along a state is; a receipt never moves a text to a lower rank, and `delivered` is final. */
export const RANK: Record<MessageState, number> = {
  held: 0,
  scheduled: 0,
  queued: 1,
  submitting: 3,
  unknown: 4,
  submitted: 10,
  sent: 20,
  undelivered: 40,
  failed: 40,
  delivered: 41,
  cancelled: 50,
  suppressed: 50,
  expired: 50,
  quarantined: 50,
  received: 50,
  noted: 50,
}

/** The word people see for a state. */
export const StatusWord = z.enum([
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
export type StatusWord = z.infer<typeof StatusWord>

const WORDS: Record<MessageState, StatusWord> = {
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

/** The one word of the interface for a state. */
export function wordFor(state: MessageState): StatusWord {
  return WORDS[state]
}

/** Why a message exists. */
export const MessageKind = z.enum(['text', 'auto_reply', 'broadcast', 'note', 'event', 'voicemail', 'call'])
export type MessageKind = z.infer<typeof MessageKind>

/** The same words in another language; `failed` when no translator could do it. */
export const Translation = z.object({
  text: z.string(),
  from: z.string(),
  to: z.string(),
  provider: z.string(),
  failed: z.boolean().optional(),
})
export type Translation = z.infer<typeof Translation>

/** A worker's reaction to a text, such as a thumbs up. */
export const Reaction = z.object({ emoji: z.string(), at: Instant })
export type Reaction = z.infer<typeof Reaction>

/** Why a text waits: the moment to undo it, a chosen time, the night, the carrier's daily cap, another try after no signal. */
export const HoldReason = z.enum(['undo', 'scheduled', 'quiet_hours', 'carrier_cap', 'retry'])
export type HoldReason = z.infer<typeof HoldReason>

/** What happened to a conversation, as a line of its thread; `sender` of the message did it. */
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
  ]),
  /** Full name of the member it concerns, the time it was snoozed to, the new number. */
  detail: z.string().nullable(),
})
export type ThreadEvent = z.infer<typeof ThreadEvent>

/** A recorded call as its thread shows it. */
export const VoicemailHead = z.object({
  id: Id,
  durationSec: z.number().int(),
  /** Opens the recording for some minutes; null until it has been fetched and checked. */
  url: z.string().nullable(),
  /** Loudness from 0 to 100 in up to 60 steps, for the player's picture. */
  peaks: z.array(z.number().int()),
  transcript: z.string().nullable(),
  heard: z.boolean(),
})
export type VoicemailHead = z.infer<typeof VoicemailHead>

/** One message of a conversation. */
export const Message = z.object({
  id: Id,
  /** Its place in its thread: later ones sort later. The id, but for a text that waited for its time, which stands where it went. */
  sortKey: Id,
  contactId: Id,
  /** `within` is what only the team sees: notes and events. */
  direction: z.enum(['in', 'out', 'within']),
  kind: MessageKind,
  body: z.string(),
  state: MessageState,
  encoding: z.enum(['GSM-7', 'UCS-2']),
  /** How many texts the carrier bills for it. */
  segments: z.number().int(),
  from: z.string(),
  to: z.string(),
  sender: z.object({ userId: Id, firstname: z.string(), lastname: z.string() }).nullable(),
  errorCode: z.string().nullable(),
  /** Why it was not delivered, in words; null while nothing is wrong. */
  reason: z.string().nullable(),
  clientMessageId: Id.nullable(),
  resendOf: Id.nullable(),
  media: z.array(MediaItem),
  translation: Translation.nullable(),
  reactions: z.array(Reaction),
  /** When a text that waits goes, and why it waits; null once it is on its way. */
  dueAt: Instant.nullable(),
  holdReason: HoldReason.nullable(),
  /** The zone in which the time was chosen; null when none was. */
  dueZone: z.string().nullable(),
  cancelIfReply: z.boolean(),
  /** Members a note speaks to. */
  mentions: z.array(Id),
  event: ThreadEvent.nullable(),
  voicemail: VoicemailHead.nullable(),
  /** The worker may have asked for no more texts, in words that are for a person to judge. */
  possibleOptOut: z.boolean(),
  at: Instant,
})
export type Message = z.infer<typeof Message>

/** Words of a text; whatever is written around them is removed when it is sent. */
export const Body = z.string().max(MESSAGE_MAX_CHARACTERS)

export const sendMessage = endpoint({
  method: 'POST',
  path: '/message',
  summary:
    'Text one worker, now, after the moment to undo it, or later. The same clientMessageId again answers with the first message and sends nothing more.',
  can: 'inbox.reply',
  body: z.strictObject({
    contactId: Id,
    /** May hold merge fields such as {first_name} or {location|your site}; may be empty when files go along. */
    body: Body,
    /** Files uploaded before, at most 10. */
    mediaIds: z.array(Id).max(MEDIA_PER_MESSAGE).optional(),
    /** From 1 minute to 1 year ahead. */
    scheduledAt: Instant.optional(),
    /** The zone in which the time was chosen, to show it again as it was meant. */
    timeZone: TimeZone.optional(),
    /** Cancels the scheduled text when the worker writes first. */
    cancelIfReply: z.boolean().optional(),
    /** The text can be undone this long, in seconds; 0 sends at once. */
    undoSeconds: z.union([z.literal(0), z.literal(5), z.literal(10)]).optional(),
    /** Sends in the worker's night all the same, and why. */
    quietOverride: z.object({ reason: oneLine(200).min(1) }).optional(),
    /** What the worker gets instead of `body`, which stays beside it for the team. */
    translation: z.object({ text: Body.min(1), to: oneLine(35).min(2) }).optional(),
    /** The newest message the person saw; when a teammate has answered since, the text is refused once with `answered_meanwhile`. */
    seenMessageId: Id.optional(),
    /** Made when the composer opens and kept until this call succeeds. */
    clientMessageId: Id.optional(),
    /** The organization the person believes to be in; another one than the token's is a conflict. */
    organizationId: Id.optional(),
    /** The message of unknown or failed outcome that this one repeats on a person's decision. */
    resendOf: Id.optional(),
  }),
  reply: ok({ message: Message, deduplicated: z.boolean().optional() }),
})

const place = z.object({ message_id: Id, conversation_id: Id })

export const scheduledMessages = endpoint({
  method: 'GET',
  path: '/message/scheduled',
  summary: 'Texts that wait for their time, soonest first; of one worker or of all.',
  can: 'inbox.read',
  query: z.object({ ...pageQuery, contactId: Id.optional() }),
  reply: ok(pageOf(z.object({ message: Message, contact: ContactHead }))),
})

export const editScheduled = endpoint({
  method: 'PATCH',
  path: '/message/scheduled',
  summary: 'Change the words or the time of a text that waits; once it is on its way this is a conflict.',
  can: 'inbox.reply',
  query: place,
  body: z.strictObject({
    body: Body.min(1).optional(),
    scheduledAt: Instant.optional(),
    timeZone: TimeZone.optional(),
    cancelIfReply: z.boolean().optional(),
  }),
  reply: ok({ message: Message }),
})

export const cancelScheduled = endpoint({
  method: 'DELETE',
  path: '/message/scheduled',
  summary: 'Cancel a text that waits, also one that can still be undone; once it is on its way this is a conflict.',
  can: 'inbox.reply',
  query: place,
  reply: ok({ message: Message }),
})

export const sendScheduledNow = endpoint({
  method: 'POST',
  path: '/message/scheduled/send-now',
  summary: 'Send a text that waits at once.',
  can: 'inbox.reply',
  query: place,
  reply: ok({ message: Message }),
})

export const retryMessage = endpoint({
  method: 'POST',
  path: '/message/{id}/retry',
  summary: 'Try a text again that did not arrive, as the same message; refused where another try cannot help.',
  can: 'inbox.reply',
  params: z.object({ id: Id }),
  reply: ok({ message: Message }),
})

export const judgeOptOut = endpoint({
  method: 'POST',
  path: '/message/{id}/possible-opt-out',
  summary: 'Say whether a text that may have asked for no more texts did: opts the worker out, or takes the mark away.',
  can: 'inbox.reply',
  params: z.object({ id: Id }),
  body: z.strictObject({ optOut: z.boolean() }),
  reply: ok({ message: Message }),
})
