import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'

/** A number the organization texts from, without its secrets. */
export const LineView = z.object({
  id: Id,
  phone: z.string(),
  phoneDisplay: z.string(),
  label: z.string(),
  carrier: z.enum(['twilio', 'simulated']),
  type: z.enum(['local', 'toll_free', 'short_code']),
  textsPerSecond: z.number(),
  state: z.enum(['active', 'paused', 'released']),
  /** Why it is paused, in words; null while it works. */
  pausedReason: z.string().nullable(),
  /** Whether conversations without a number of their own use it first. */
  isDefault: z.boolean(),
  health: z.object({
    /** Texts handed over in the last 7 days. */
    sent: z.number().int(),
    deliveredPct: z.number().nullable(),
    failedPct: z.number().nullable(),
    filteredPct: z.number().nullable(),
    /** Texts that wait on it now. */
    waiting: z.number().int(),
    score: z.enum(['good', 'watch', 'bad', 'unknown']),
  }),
  /** Where the carrier is to call; people set it there once. */
  webhookUrl: z.string(),
  voiceUrl: z.string(),
  createdAt: Instant,
})
export type LineView = z.infer<typeof LineView>

const account = oneLine(100).min(1)
const key = oneLine(200).min(1)

export const lines = endpoint({
  method: 'GET',
  path: '/line',
  summary: "The organization's numbers with their health.",
  can: 'lines.manage',
  reply: ok({
    lines: z.array(LineView),
    /** Carriers a number can be added at. */
    carriers: z.array(z.enum(['twilio', 'simulated'])),
  }),
})

export const linePause = endpoint({
  method: 'GET',
  path: '/line/pause',
  summary: 'Whether every number of the organization is paused, so that texts wait until one is resumed.',
  can: 'inbox.reply',
  reply: ok({ allPaused: z.boolean() }),
})

export const addLine = endpoint({
  method: 'POST',
  path: '/line',
  summary: 'Add a number. Its credentials are tried at the carrier first, then sealed; they are never shown again.',
  can: 'lines.manage',
  body: z.strictObject({
    phone: z.string().trim().max(40),
    label: oneLine(40).min(1),
    carrier: z.enum(['twilio', 'simulated']),
    type: z.enum(['local', 'toll_free', 'short_code']).default('local'),
    textsPerSecond: z.number().min(0.1).max(1000).optional(),
    account: account.optional(),
    key: key.optional(),
  }),
  reply: ok({ line: LineView }),
})

export const editLine = endpoint({
  method: 'PATCH',
  path: '/line',
  summary: 'Change a number: its name, pace, credentials, whether it is the default, or pause and resume it.',
  can: 'lines.manage',
  query: z.object({ id: Id }),
  body: z.strictObject({
    label: oneLine(40).min(1).optional(),
    textsPerSecond: z.number().min(0.1).max(1000).optional(),
    isDefault: z.literal(true).optional(),
    paused: z.boolean().optional(),
    account: account.optional(),
    key: key.optional(),
  }),
  reply: ok({ line: LineView }),
})

export const releaseLine = endpoint({
  method: 'DELETE',
  path: '/line',
  summary: 'Stop using a number for good; its conversations go on from the default number. The last number cannot go.',
  can: 'lines.manage',
  query: z.object({ id: Id }),
  reply: ok({}),
})
