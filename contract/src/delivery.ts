import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'

/** A carrier webhook that could not be stored and waits for a member to retry it. */
export const Quarantined = z.object({
  id: Id,
  lineId: Id,
  kind: z.enum(['text', 'news']).describe('An inbound message, or a status update for an outbound one.'),
  from: z
    .string()
    .nullable()
    .describe('The sender as the carrier reports it; null for a status update and for an unreadable webhook.'),
  words: z.string().nullable().describe('The message text; null for a status update and for an unreadable webhook.'),
  files: z.number().int().describe('How many files were attached.'),
  reason: z
    .enum(['refused', 'trouble', 'unknown'])
    .describe('Either the content was refused, or storing it failed; `unknown` when no reason was recorded.'),
  isReadable: z.boolean().describe('Whether it can be decrypted; false when it was encrypted with another key.'),
  tries: z.number().int().describe('How often members retried it.'),
  cameAt: Instant,
  quarantinedAt: Instant,
})
export type Quarantined = z.infer<typeof Quarantined>

export const quarantine = endpoint({
  method: 'GET',
  path: '/line/quarantine',
  summary: 'Lists the 100 oldest carrier events in quarantine, which could not be stored, and the total count.',
  can: 'lines.manage',
  reply: ok({ data: z.array(Quarantined), total: z.number().int() }),
})

export const retryQuarantined = endpoint({
  method: 'POST',
  path: '/line/quarantine',
  summary: 'Retries quarantined events in the order they arrived. Events that are already stored do not change.',
  plan: 'not_needed',
  can: 'lines.manage',
  body: z.strictObject({ ids: z.array(Id).min(1).max(100) }),
  reply: ok({ stored: z.number().int(), data: z.array(Quarantined), total: z.number().int() }),
})

export const discardQuarantined = endpoint({
  method: 'DELETE',
  path: '/line/quarantine',
  summary: 'Permanently discards a quarantined event that cannot be read, or that was retried and could not be stored.',
  can: 'lines.manage',
  fails: ['try_first'],
  query: z.object({ id: Id }),
  reply: ok({ data: z.array(Quarantined), total: z.number().int() }),
})
