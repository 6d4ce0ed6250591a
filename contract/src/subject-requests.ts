import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'
import { REQUEST_NAME_MAX, REQUEST_REASON_MAX } from './record-limits.ts'

/** A request of a person for their data, or for its erasure. */
export const SubjectRequest = z.object({
  id: Id,
  contactId: Id,
  name: z.string().describe('The name of the person; empty once they are erased.'),
  kind: z.enum(['access', 'erasure']),
  askedBy: z.string(),
  askedOn: z.iso.date(),
  dueOn: z.iso.date(),
  state: z.enum(['open', 'fulfilled', 'erased', 'refused']),
  reason: z.string().describe('Why it was refused, or how it was answered.'),
  package: z
    .object({ exportId: Id, state: z.enum(['running', 'ready', 'failed', 'expired']) })
    .nullable()
    .describe('The newest package of everything about the person, which `recordExportLink` opens.'),
  loggedBy: z.string(),
  closedBy: z.string().nullable(),
  closedAt: Instant.nullable(),
})
export type SubjectRequest = z.infer<typeof SubjectRequest>

export const subjectRequests = endpoint({
  method: 'GET',
  path: '/subject-request',
  summary: 'Lists the requests of people about their data: open ones by due date, then the newest others, up to 200.',
  can: 'records.manage',
  apiKeys: 'refused',
  viewing: 'allowed',
  reply: ok({ requests: z.array(SubjectRequest) }),
})

export const logSubjectRequest = endpoint({
  method: 'POST',
  path: '/subject-request',
  summary: 'Logs a request of a person about their data, due 30 or 45 days after they asked.',
  can: 'records.manage',
  apiKeys: 'refused',
  body: z.strictObject({
    contactId: Id,
    kind: z.enum(['access', 'erasure']),
    askedBy: oneLine(REQUEST_NAME_MAX).min(1).describe('Who asked, and how: the person, or who acts for them.'),
    askedOn: z.iso.date(),
    days: z.union([z.literal(30), z.literal(45)]).default(30),
  }),
  reply: ok({ request: SubjectRequest }),
})

export const packageSubject = endpoint({
  method: 'POST',
  path: '/subject-request/{id}/package',
  summary:
    'Starts a signed package of everything about the person: fields, consent, messages with their files, forms, broadcasts, notes and the audit entries that name them. Needs a recent proof of identity.',
  can: 'records.manage',
  apiKeys: 'refused',
  fails: ['too_many', 'proof_needed', 'request_closed'],
  params: z.object({ id: Id }),
  reply: ok({ request: SubjectRequest }),
})

export const closeSubjectRequest = endpoint({
  method: 'POST',
  path: '/subject-request/{id}/close',
  summary: 'Closes a request as fulfilled, or as refused with a reason. Erasing the person closes a request for it.',
  can: 'records.manage',
  apiKeys: 'refused',
  fails: ['request_closed'],
  params: z.object({ id: Id }),
  body: z.strictObject({
    outcome: z.enum(['fulfilled', 'refused']),
    reason: oneLine(REQUEST_REASON_MAX).default('').describe('Needed to refuse.'),
  }),
  reply: ok({ request: SubjectRequest }),
})
