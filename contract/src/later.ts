// Messages that wait for their time: listed, changed, cancelled and sent at once.
import { z } from 'zod'
import { ContactSummary } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { Body, Message } from './messages.ts'
import { pageOf, pageQuery } from './paging.ts'
import { TimeZone } from './time-zone.ts'

const messageReference = z.object({ message_id: Id, conversation_id: Id })

export const scheduledMessages = endpoint({
  method: 'GET',
  path: '/message/scheduled',
  summary: 'Lists scheduled messages, soonest first, of one contact or of all.',
  can: 'inbox.read',
  query: z.object({ ...pageQuery, contactId: Id.optional() }),
  reply: ok(pageOf(z.object({ message: Message, contact: ContactSummary }))),
})

export const editScheduled = endpoint({
  method: 'PATCH',
  path: '/message/scheduled',
  summary:
    'Updates the text or the time of a scheduled message. Fails with a conflict once the message is on its way. After a try only the time can change, because the first words may have arrived.',
  can: 'inbox.reply',
  fails: [
    'message_empty',
    'message_too_long',
    'already_canceled',
    'already_on_its_way',
    'already_tried',
    'too_soon',
    'too_late',
    'merge_missing',
  ],
  query: messageReference,
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
  summary:
    'Cancels a scheduled message, or one that can still be undone. Fails with a conflict once the message is on its way.',
  plan: 'not_needed',
  can: 'inbox.reply',
  fails: ['already_canceled', 'already_on_its_way'],
  query: messageReference,
  reply: ok({ message: Message }),
})

export const sendScheduledNow = endpoint({
  method: 'POST',
  path: '/message/scheduled/send-now',
  summary:
    'Sends a scheduled message immediately. One that was tried before keeps its place and its number; it cannot be sent after the contact got another number.',
  can: 'inbox.reply',
  fails: [
    'recipient_opted_out',
    'recipient_no_mobile',
    'recipient_landline',
    'recipient_blocked',
    'recipient_terminated',
    'recipient_not_in_use',
    'already_canceled',
    'already_on_its_way',
    'number_changed',
  ],
  query: messageReference,
  reply: ok({ message: Message }),
})
