// Before a broadcast is sent: who gets it, what it costs, and how it reads on their phones.
import { z } from 'zod'
import { BlockReason, BroadcastAudience, CountedContact, RecipientCount } from './broadcast-audience.ts'
import { Poll } from './broadcast-questions.ts'
import { BroadcastKind } from './broadcast-states.ts'
import { BroadcastMessage, BroadcastOptions } from './broadcasts.ts'
import { ContactSummary } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { pageOf, pageQuery } from './paging.ts'
import { Schedule } from './schedule.ts'

/** Something to look at before sending. `code` names the rule; `fix` is text that would replace the risky part. */
export const BroadcastWarning = z.object({
  code: z.enum([
    'empty_fields',
    'unknown_field',
    'public_shortener',
    'all_capitals',
    'money_words',
    'no_sender_name',
    'health_data',
    'needs_more_texts',
    'unapproved_translation',
    'quiet_hours',
    'off_shift',
    'no_consent',
    'not_enough_texts',
    'daily_limit',
    'spending_cap',
  ]),
  text: z.string().describe('The warning in the language of the member.'),
  count: z.number().int().optional().describe('How many people it concerns.'),
})
export type BroadcastWarning = z.infer<typeof BroadcastWarning>

/** What decides how people answer; how to answer is part of every text. */
const question = {
  kind: BroadcastKind.default('announcement'),
  poll: Poll.nullable().default(null),
}

/** What sending would cost. Segments are those of the longest text of each language, so the real cost is never higher. */
export const BroadcastCost = z.object({
  texts: z.number().int().describe('Segments for all recipients.'),
  fewest: z.number().int().describe('Segments of the shortest text of one recipient.'),
  most: z.number().int(),
  byLanguage: z.array(
    z.object({
      language: z.string(),
      people: z.number().int(),
      segments: z.number().int().describe('Of the longest text in this language.'),
      units: z.number().int(),
      encoding: z.enum(['GSM-7', 'UCS-2']),
    }),
  ),
  noted: z
    .number()
    .int()
    .describe(
      'People who get it off shift and whose text says that no reply is needed before the shift. Counted with it.',
    ),
  usedAfter: z.number().int().describe('Segments used this month after sending, with what the plan includes.'),
  included: z.number().int().nullable(),
  minutes: z.number().describe('How long sending takes at the speed of the numbers and under the daily limit.'),
  daily: z
    .object({
      perDay: z.number().int(),
      left: z.number().int().describe('Segments that may still leave today.'),
      later: z.number().int().describe('Segments that wait for another day.'),
    })
    .nullable()
    .describe('The daily limit of the brand; null without one.'),
  cap: z
    .object({
      pausesAfter: z
        .number()
        .int()
        .nullable()
        .describe('Segments, or MMS of a text with files, after which the cap pauses it; null when all of it is sent.'),
      resumesAt: Instant.describe('When the next month begins, and what the cap paused continues.'),
      waiting: z
        .object({ segments: z.number().int(), mms: z.number().int() })
        .describe('What other broadcasts may still use in that month, at most. It is counted as used.'),
      money: z
        .object({ capCents: z.number().int(), leftCents: z.number().int(), currency: z.string() })
        .nullable()
        .describe('The cap of the month and what is left of it; only for members who manage billing.'),
    })
    .nullable()
    .describe('The spending cap in the month of sending; null without a cap or a plan.'),
})
export type BroadcastCost = z.infer<typeof BroadcastCost>

export const countRecipients = endpoint({
  method: 'POST',
  path: '/broadcast/recipient-count',
  viewing: 'allowed',
  summary:
    'Counts who would get a broadcast now, and why others would not: chosen people less each reason are exactly the recipients. With a message, also counts segments, time and what to look at.',
  can: 'broadcasts.draft',
  body: z.strictObject({
    audience: BroadcastAudience,
    message: BroadcastMessage.optional(),
    ...question,
    schedule: Schedule.optional(),
    options: BroadcastOptions.optional(),
  }),
  reply: ok({
    count: RecipientCount,
    cost: BroadcastCost.nullable().describe('Null without a message.'),
    warnings: z.array(BroadcastWarning),
    sample: z.array(ContactSummary).describe('Five of the recipients.'),
  }),
})

export const listChosen = endpoint({
  method: 'POST',
  path: '/broadcast/chosen',
  viewing: 'allowed',
  summary: 'Lists the chosen people of an audience who would get the text, or those blocked for one reason.',
  can: 'broadcasts.draft',
  query: z.object({
    ...pageQuery,
    reason: BlockReason.optional(),
    resting: z
      .enum(['off_shift', 'quiet_hours'])
      .optional()
      .describe('Only those of the recipients who are off shift, or in quiet hours, at the time of sending.'),
  }),
  body: z.strictObject({
    audience: BroadcastAudience,
    schedule: Schedule.optional(),
    options: BroadcastOptions.optional(),
  }),
  reply: ok(pageOf(CountedContact)),
})

export const previewBroadcast = endpoint({
  method: 'POST',
  path: '/broadcast/preview',
  viewing: 'allowed',
  summary:
    'Shows the text as real recipients get it, the longest first, ten at a time, or as one named contact gets it.',
  can: 'broadcasts.draft',
  query: z.object({ ...pageQuery, contactId: Id.optional() }),
  body: z.strictObject({
    audience: BroadcastAudience,
    message: BroadcastMessage,
    ...question,
    schedule: Schedule.optional(),
    options: BroadcastOptions.optional().describe('With the schedule, these decide who gets it off shift.'),
  }),
  reply: ok(
    pageOf(
      z.object({
        contact: ContactSummary,
        language: z.string(),
        body: z.string().describe('As it will be sent: to people off shift with the sentence for them.'),
        segments: z.number().int(),
        encoding: z.enum(['GSM-7', 'UCS-2']),
        missing: z.array(z.string()).describe('Fields that are empty for this contact and have no fallback.'),
      }),
    ),
  ),
})

export const translateBroadcast = endpoint({
  method: 'POST',
  path: '/broadcast/translate',
  summary:
    'Translates the text whole into the languages of the audience: by reviewed phrases, or by the connected service. A refused language keeps the text as written.',
  can: 'broadcasts.draft',
  body: z.strictObject({
    body: z.string().min(1).max(1600),
    from: z.string().min(2).max(35),
    to: z.array(z.string().min(2).max(35)).min(1).max(20),
  }),
  reply: ok({
    variants: z.array(
      z.object({
        language: z.string(),
        kind: z.enum(['same', 'reviewed', 'machine', 'refused']),
        body: z.string(),
        reason: z.string().optional(),
      }),
    ),
  }),
})

export const matchNumbers = endpoint({
  method: 'POST',
  path: '/broadcast/match-numbers',
  summary: 'Finds the contacts of pasted numbers, in any format. Nothing is stored.',
  plan: 'not_needed',
  can: 'broadcasts.draft',
  body: z.strictObject({ text: z.string().max(200_000) }),
  reply: ok({
    contacts: z.array(ContactSummary),
    unknown: z.array(z.string()).describe('Valid numbers without a contact.'),
    invalid: z.array(z.string()).describe('The first 100 entries that are no numbers.'),
    duplicates: z.number().int(),
  }),
})

export const addNumbers = endpoint({
  method: 'POST',
  path: '/broadcast/add-numbers',
  summary: 'Adds contacts for numbers that have none, so that they can be texted, and returns them.',
  can: 'contacts.edit',
  body: z.strictObject({ numbers: z.array(z.string().min(4).max(40)).min(1).max(1000) }),
  reply: ok({ contacts: z.array(ContactSummary) }),
})
