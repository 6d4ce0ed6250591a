import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'

const Carrier = z.enum(['twilio', 'telnyx', 'simulated'])

/** A line of the organization, without its secrets. */
export const LineView = z.object({
  id: Id,
  phone: z.string(),
  phoneDisplay: z.string(),
  label: z.string(),
  carrier: Carrier,
  type: z.enum(['local', 'toll_free', 'short_code']),
  textsPerSecond: z.number(),
  state: z.enum(['active', 'paused', 'released']),
  pausedReason: z.string().nullable().describe('An explanation of why it is paused; null while it works.'),
  isDefault: z.boolean().describe('Whether conversations without an assigned line use it first.'),
  health: z.object({
    sent: z.number().int().describe('Messages handed off in the last 7 days.'),
    deliveredPct: z.number().nullable(),
    failedPct: z.number().nullable(),
    filteredPct: z.number().nullable(),
    waiting: z.number().int().describe('Messages waiting on it now.'),
    score: z.enum(['good', 'watch', 'bad', 'unknown']),
  }),
  webhookUrl: z.string().describe('The webhook address that the carrier calls; configured once at the carrier.'),
  voiceUrl: z
    .string()
    .nullable()
    .describe('The webhook address for calls; null where calls to the number are not answered.'),
  createdAt: Instant,
})
export type LineView = z.infer<typeof LineView>

// Both are sent to the carrier in a header, which can carry nothing else.
const HEADER_SAFE = /^[\x21-\x7e]*$/
const account = oneLine(100).min(1).regex(HEADER_SAFE, 'Use only letters, digits and signs, without spaces.')
const key = oneLine(200).min(1).regex(HEADER_SAFE, 'Use only letters, digits and signs, without spaces.')
/** The base64 of 32 bytes. */
const publicKey = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'Copy the whole key, which ends with =.')
  .describe('Telnyx only: the public key of the account, which proves that a webhook comes from Telnyx.')

export const lines = endpoint({
  method: 'GET',
  path: '/line',
  summary: 'Lists the organization’s numbers with their health.',
  can: 'lines.manage',
  reply: ok({
    lines: z.array(LineView),
    carriers: z.array(Carrier).describe('Carriers for which a line can be added.'),
  }),
})

export const linePause = endpoint({
  method: 'GET',
  path: '/line/pause',
  summary: 'Returns whether every number of the organization is paused, so that messages wait until one is resumed.',
  can: 'inbox.reply',
  reply: ok({ allPaused: z.boolean() }),
})

export const addLine = endpoint({
  method: 'POST',
  path: '/line',
  summary:
    'Adds a number. Its credentials are verified with the carrier and stored encrypted; they are never returned.',
  can: 'lines.manage',
  fails: ['phone_taken', 'phone_invalid', 'carrier_refused', 'upstream'],
  body: z.strictObject({
    phone: z.string().trim().max(40),
    label: oneLine(40).min(1),
    carrier: Carrier,
    type: z.enum(['local', 'toll_free', 'short_code']).default('local'),
    textsPerSecond: z.number().min(0.1).max(1000).optional(),
    account: account.optional(),
    key: key.optional(),
    publicKey: publicKey.optional(),
  }),
  reply: ok({ line: LineView }),
})

/** A number that can be bought. */
export const NumberOffer = z.object({
  phone: z.string(),
  phoneDisplay: z.string(),
  city: z.string().nullable(),
  region: z.string().nullable(),
})
export type NumberOffer = z.infer<typeof NumberOffer>

/** The account that pays; without one, that of the organization's newest number at this carrier. */
const buyer = { carrier: Carrier, account: account.optional(), key: key.optional(), publicKey: publicKey.optional() }

export const searchNumbers = endpoint({
  method: 'POST',
  path: '/line/search',
  summary: 'Lists up to ten local numbers for sale at a carrier, in the country of the organization. Changes nothing.',
  plan: 'not_needed',
  can: 'lines.manage',
  fails: ['carrier_refused', 'upstream'],
  body: z.strictObject({
    ...buyer,
    areaCode: z
      .string()
      .regex(/^\d{3}$/, 'Enter three digits.')
      .optional(),
    contains: z
      .string()
      .regex(/^\d{2,10}$/, 'Enter 2 to 10 digits.')
      .optional(),
    city: oneLine(60).min(2).optional(),
  }),
  reply: ok({ numbers: z.array(NumberOffer) }),
})

export const buyLine = endpoint({
  method: 'POST',
  path: '/line/buy',
  summary:
    'Buys a number with the account at the carrier, connects its texts and calls, and adds it. Repeating it after a lost answer buys nothing twice.',
  can: 'lines.manage',
  fails: ['phone_taken', 'phone_invalid', 'number_gone', 'carrier_refused', 'upstream'],
  body: z.strictObject({ ...buyer, phone: z.string().trim().max(40), label: oneLine(40).min(1) }),
  reply: ok({ line: LineView }),
})

export const editLine = endpoint({
  method: 'PATCH',
  path: '/line',
  summary:
    'Updates a number: its name, rate limit, credentials or whether it is the default. Also pauses and resumes it.',
  can: 'lines.manage',
  fails: ['carrier_refused', 'upstream'],
  query: z.object({ id: Id }),
  body: z.strictObject({
    label: oneLine(40).min(1).optional(),
    textsPerSecond: z.number().min(0.1).max(1000).optional(),
    isDefault: z.literal(true).optional(),
    paused: z.boolean().optional(),
    account: account.optional(),
    key: key.optional(),
    publicKey: publicKey.optional(),
  }),
  reply: ok({ line: LineView }),
})

export const releaseLine = endpoint({
  method: 'DELETE',
  path: '/line',
  summary:
    'Releases a number permanently. Its conversations continue from the default number. The last number cannot be released.',
  can: 'lines.manage',
  fails: ['last_line'],
  query: z.object({ id: Id }),
  reply: ok({}),
})
