// Who gets a broadcast, how many they are, and why others do not get it.
import { z } from 'zod'
import { ContactSummary } from './contacts.ts'
import { Filter } from './filters.ts'
import { Id } from './ids.ts'
import { BROADCAST_CONTACTS_MAX, BROADCAST_GROUPS_MAX } from './broadcast-limits.ts'

/** Part of the people of an earlier broadcast. */
export const BroadcastPart = z.strictObject({
  broadcastId: Id,
  who: z.enum(['recipients', 'not_reached', 'not_clicked', 'clicked', 'not_answered', 'answered', 'not_replied']),
  option: z.string().max(60).optional().describe('For `answered`: only those who chose this answer.'),
})
export type BroadcastPart = z.infer<typeof BroadcastPart>

/**
 * The people of a broadcast: everyone, or all who are in one of the groups, match the filter, are named, or belong to
 * the part of an earlier broadcast; less those left out. Decided anew for each run, when it starts.
 */
export const BroadcastAudience = z.strictObject({
  everyone: z.boolean().default(false),
  groupIds: z.array(Id).max(BROADCAST_GROUPS_MAX).default([]),
  filter: Filter.optional(),
  contactIds: z.array(Id).max(BROADCAST_CONTACTS_MAX).default([]),
  partOf: BroadcastPart.optional(),
  exclude: z
    .strictObject({
      groupIds: z.array(Id).max(BROADCAST_GROUPS_MAX).default([]),
      contactIds: z.array(Id).max(BROADCAST_CONTACTS_MAX).default([]),
      filter: Filter.optional(),
      textedWithinHours: z
        .number()
        .int()
        .min(1)
        .max(720)
        .optional()
        .describe('Leaves out those who got a text from the organization in the last hours.'),
      partOf: BroadcastPart.optional(),
    })
    .default({ groupIds: [], contactIds: [] }),
})
export type BroadcastAudience = z.infer<typeof BroadcastAudience>

/**
 * Why a chosen contact gets nothing, in the order in which the reasons are checked: each contact counts for the first
 * one that applies. `excluded` was left out by the member; `same_phone` shares a number with a contact who gets it.
 */
export const BLOCK_REASONS = [
  'excluded',
  'archived',
  'terminated',
  'blocked',
  'no_mobile',
  'opted_out',
  'landline',
  'not_in_use',
  'wrong_person',
  'texted_recently',
  'same_phone',
] as const
export const BlockReason = z.enum(BLOCK_REASONS)
export type BlockReason = z.infer<typeof BlockReason>

/** The chosen people, counted: `chosen` less every blocked one is exactly `recipients`. */
export const RecipientCount = z.object({
  chosen: z.number().int(),
  recipients: z.number().int().describe('How many people will get it now.'),
  blocked: z
    .array(z.object({ reason: BlockReason, count: z.number().int() }))
    .describe('Reasons with at least one contact.'),
  byLanguage: z.array(z.object({ language: z.string(), count: z.number().int() })),
  byTimeZone: z.array(z.object({ timeZone: z.string(), count: z.number().int() })),
  inQuietHours: z.number().int().describe('How many are in quiet hours at the time of sending.'),
  offShift: z
    .number()
    .int()
    .describe(
      'How many are off shift at the time of sending, if the guard is on: they wait for their shift (`hold`) or get it at once.',
    ),
  withoutConsent: z.number().int().describe('How many have no consent on file. They get it.'),
})
export type RecipientCount = z.infer<typeof RecipientCount>

/** A contact who gets the text or does not, with the reason. */
export const CountedContact = z.object({ contact: ContactSummary, reason: BlockReason.nullable() })
