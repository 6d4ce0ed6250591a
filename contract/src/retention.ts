import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { RETENTION_MONTHS_MAX } from './retention-limits.ts'

/** A kind of data with a period of its own. */
export const RetentionClass = z.enum([
  'messages',
  'attachments',
  'voicemails',
  'form_answers',
  'former_contacts',
  'audit_details',
  'log_ins',
])
export type RetentionClass = z.infer<typeof RetentionClass>

/** The shortest period of each class, in months. */
export const RETENTION_MONTHS_MIN: Record<RetentionClass, number> = {
  messages: 3,
  attachments: 1,
  voicemails: 1,
  form_answers: 3,
  former_contacts: 3,
  audit_details: 24,
  log_ins: 3,
}

const Months = z.number().int().min(1).max(RETENTION_MONTHS_MAX).nullable()

/** How long a class is kept. */
export const RetentionPeriod = z.object({
  class: RetentionClass,
  months: Months.describe('null: kept until someone deletes it.'),
  previousMonths: Months.describe('The period that applies until `appliesAt`.'),
  appliesAt: Instant.nullable().describe('When a new period begins to apply; null when it does already.'),
  changedBy: z.string(),
  changedAt: Instant.nullable(),
})
export type RetentionPeriod = z.infer<typeof RetentionPeriod>

const Counts = z.array(z.object({ class: RetentionClass, deleted: z.number().int(), held: z.number().int() }))

/** A purge: what it deleted, and what stayed because of legal holds and open requests for data. */
export const RetentionRun = z.object({
  id: Id,
  state: z.enum(['running', 'done', 'failed']),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  counts: Counts,
  digest: z.string().describe('SHA-256 over the ids of everything deleted, in order; the audit log has it, too.'),
})
export type RetentionRun = z.infer<typeof RetentionRun>

export const retention = endpoint({
  method: 'GET',
  path: '/retention',
  viewing: 'allowed',
  summary: 'Shows how long each class of data is kept, and the last purges. Refused to who is limited to some groups.',
  can: 'records.manage',
  apiKeys: 'refused',
  reply: ok({ periods: z.array(RetentionPeriod), runs: z.array(RetentionRun) }),
})

export const previewRetention = endpoint({
  method: 'GET',
  path: '/retention/preview',
  summary:
    'Counts exactly what a period would delete now, by year, with the oldest, and what legal holds and open requests for data would keep.',
  can: 'records.manage',
  apiKeys: 'refused',
  query: z.object({
    class: RetentionClass,
    months: z.coerce.number().int().min(1).max(RETENTION_MONTHS_MAX),
  }),
  reply: ok({
    count: z.number().int(),
    held: z.number().int(),
    oldest: Instant.nullable(),
    before: Instant.describe('What is older than this would be deleted.'),
    years: z.array(z.object({ year: z.number().int(), count: z.number().int() })),
  }),
})

export const setRetention = endpoint({
  method: 'PUT',
  path: '/retention',
  summary:
    'Sets how long a class is kept. A shorter period applies after 7 days and needs the number of the preview, and a recent proof of identity.',
  can: 'records.manage',
  apiKeys: 'refused',
  fails: ['retention_count', 'proof_needed'],
  body: z.strictObject({
    class: RetentionClass,
    months: Months,
    confirmed: z.number().int().min(0).default(0).describe('How many deletions the preview showed.'),
  }),
  reply: ok({ period: RetentionPeriod }),
})

export const undoRetention = endpoint({
  method: 'POST',
  path: '/retention/undo',
  summary: 'Restores the previous period of a class before the new one applies.',
  can: 'records.manage',
  apiKeys: 'refused',
  fails: ['retention_applies'],
  body: z.strictObject({ class: RetentionClass }),
  reply: ok({ period: RetentionPeriod }),
})

export const purgeCertificate = endpoint({
  method: 'GET',
  path: '/retention/run/{id}/certificate',
  summary: 'Downloads the certificate of a finished purge as a PDF.',
  can: 'records.manage',
  apiKeys: 'refused',
  answers: 'file',
  params: z.object({ id: Id }),
  reply: z.unknown(),
})
