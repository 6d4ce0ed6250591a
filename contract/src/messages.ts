import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { MESSAGE_MAX_CHARACTERS } from './limits.ts'

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
}

/** The one word of the interface for a state. */
export function wordFor(state: MessageState): StatusWord {
  return WORDS[state]
}

/** Why a message exists. */
export const MessageKind = z.enum(['text', 'auto_reply', 'broadcast'])
export type MessageKind = z.infer<typeof MessageKind>

/** One message of a conversation. */
export const Message = z.object({
  id: Id,
  contactId: Id,
  direction: z.enum(['in', 'out']),
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
  at: Instant,
})
export type Message = z.infer<typeof Message>

export const sendMessage = endpoint({
  method: 'POST',
  path: '/message',
  summary: 'Text one worker. The same clientMessageId again answers with the first message and sends nothing more.',
  can: 'inbox.reply',
  body: z.strictObject({
    contactId: Id,
    body: z.string().max(MESSAGE_MAX_CHARACTERS),
    /** Made when the composer opens and kept until this call succeeds. */
    clientMessageId: Id.optional(),
    /** The organization the person believes to be in; another one than the token's is a conflict. */
    organizationId: Id.optional(),
    /** The message of unknown or failed outcome that this one repeats on a person's decision. */
    resendOf: Id.optional(),
  }),
  reply: ok({ message: Message, deduplicated: z.boolean().optional() }),
})
