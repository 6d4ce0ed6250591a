import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { pageQuery } from './paging.ts'

/** Who did something: a member, an API key, or the product itself. */
export const AuditActor = z.object({
  id: Id.nullable().describe('The user, also of an API key; null for the product itself.'),
  kind: z.enum(['member', 'api_key', 'system']),
  name: z.string().describe('Empty for the product itself.'),
})
export type AuditActor = z.infer<typeof AuditActor>

/** A kind of object that has a page of its own. */
export const AuditPage = z.enum(['contact', 'group', 'broadcast', 'form', 'news', 'opt_in_page', 'import'])
export type AuditPage = z.infer<typeof AuditPage>

/** An entry of the audit log: who did what, when, to what. */
export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  actor: AuditActor,
  action: z.string().describe('A stable name, such as `group.created`.'),
  summary: z.string().describe('The action in words, in the language of the request.'),
  object: z
    .object({
      id: z.string(),
      name: z.string().describe('As it is now, or as recorded; empty when unknown.'),
      page: AuditPage.nullable().describe(
        'The kind of page that shows it now; null when there is none, no more, or none that the reader may open.',
      ),
    })
    .nullable(),
  changes: z
    .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
    .describe(
      'The changed fields, where both values were recorded. Values other than texts are JSON; those inside of others have a path.',
    ),
  details: z.array(z.object({ name: z.string(), value: z.string() })).describe('Everything else that was recorded.'),
  state: z
    .enum(['sealed', 'waiting', 'erased', 'unmarked', 'altered'])
    .describe(
      '`sealed`: as it was written, and in the chain. `waiting`: as it was written, sealed within seconds. `erased`: without its details, which were erased. `unmarked`: older than the marks. `altered`: not as it was written.',
    ),
  requestId: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const filters = {
  actor: z
    .union([Id, z.literal('system')])
    .optional()
    .describe('A user id, or `system` for the product itself.'),
  action: z
    .string()
    .regex(/^[a-z_-]{1,40}(\.[a-z_-]{1,60})?$/)
    .optional()
    .describe('The name of an action, or of an area for all of its actions.'),
  objectId: Id.optional(),
  from: z.iso.date().optional().describe('The first day, in the time zone of the organization.'),
  to: z.iso.date().optional().describe('The last day, in the time zone of the organization.'),
}

export const auditEntries = endpoint({
  method: 'GET',
  path: '/audit',
  summary: 'Lists the audit log, newest first. Refused to who is limited to some groups.',
  can: 'organization.manage',
  query: z.object({ cursor: pageQuery.cursor, pageSize: pageQuery.pageSize, ...filters }),
  reply: ok({ data: z.array(AuditEntry), nextCursor: z.string().optional() }),
})

export const auditFilters = endpoint({
  method: 'GET',
  path: '/audit/filters',
  summary: 'Lists what the audit log can be filtered by: members and API keys by name, areas and their actions.',
  can: 'organization.manage',
  reply: ok({
    actors: z.array(AuditActor),
    areas: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        actions: z.array(z.object({ key: z.string(), name: z.string() })),
      }),
    ),
  }),
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/audit/export',
  summary: 'Exports up to 100,000 entries of the audit log as CSV, newest first. The export is an entry of its own.',
  plan: 'owner',
  can: 'organization.manage',
  fails: ['too_many'],
  answers: 'file',
  query: z.object(filters),
  reply: z.unknown(),
})
