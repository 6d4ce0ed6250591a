import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { API_KEY_GROUPS_MAX, API_KEY_NAME_MAX } from './api-key-limits.ts'
import { oneLine } from './one-line.ts'

/**
 * The permissions an API key can have. Excluded are those that decide about people and other credentials: a leaked key
 * must not be able to add owners or further keys.
 */
export const ApiKeyPermission = z.enum([
  'inbox.read',
  'inbox.reply',
  'messages.export',
  'messages.off_shift',
  'replies.manage',
  'contacts.read',
  'contacts.edit',
  'contacts.export',
  'contacts.erase',
  'contacts.sensitive',
  'groups.read',
  'groups.edit',
  'fields.manage',
  'broadcasts.read',
  'broadcasts.draft',
  'broadcasts.send',
  'broadcasts.approve',
  'analytics.view',
  'team.read',
  'lines.manage',
  'organization.manage',
])
export type ApiKeyPermission = z.infer<typeof ApiKeyPermission>

/** A key with which a program calls the API. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  start: z.string().describe('The first characters of the key, to recognize it by.'),
  permissions: z.array(ApiKeyPermission),
  groups: z
    .array(z.object({ id: Id, name: z.string() }))
    .nullable()
    .describe('The groups whose contacts the key sees; null for all contacts.'),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: Instant,
  createdBy: z.object({ userId: Id, name: z.string(), isMember: z.boolean() }),
  expiresAt: Instant.nullable(),
  lastUsedAt: Instant.nullable().describe('Up to five minutes late.'),
  revokedAt: Instant.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** Every key: those in use first, newest first. Revoked and expired ones stay listed for 90 days. */
const listed = ok({ apiKeys: z.array(ApiKey) })

const issued = ok({
  apiKey: ApiKey,
  secret: z.string().describe('The key itself. It is not stored and cannot be shown again.'),
})

export const apiKeys = endpoint({
  method: 'GET',
  path: '/api-key',
  summary: 'Lists the API keys of the organization.',
  can: 'api.manage',
  apiKeys: 'refused',
  reply: listed,
})

export const createApiKey = endpoint({
  method: 'POST',
  path: '/api-key',
  summary: 'Creates an API key with some of your own permissions. The key is shown only in this response.',
  can: 'api.manage',
  apiKeys: 'refused',
  fails: ['too_many', 'proof_needed'],
  body: z.strictObject({
    name: oneLine(API_KEY_NAME_MAX).min(1),
    permissions: z.array(ApiKeyPermission).min(1).max(ApiKeyPermission.options.length),
    groupIds: z
      .array(Id)
      .max(API_KEY_GROUPS_MAX)
      .nullable()
      .default(null)
      .describe('The groups whose contacts the key sees; null for all contacts.'),
    expiresAt: Instant.nullable().default(null).describe('Null: it works until it is revoked.'),
  }),
  reply: issued,
})

export const editApiKey = endpoint({
  method: 'PATCH',
  path: '/api-key',
  summary:
    'Changes what an API key may do and which contacts it sees, from its next call. Refused for a key that may do more than you. Needs a recent proof of identity.',
  can: 'api.manage',
  apiKeys: 'refused',
  fails: ['proof_needed'],
  query: z.object({ id: Id }),
  body: z.strictObject({
    permissions: z.array(ApiKeyPermission).min(1).max(ApiKeyPermission.options.length).optional(),
    groupIds: z
      .array(Id)
      .max(API_KEY_GROUPS_MAX)
      .nullable()
      .optional()
      .describe('The groups whose contacts the key sees; null for all contacts. Unchanged when absent.'),
  }),
  reply: ok({ apiKey: ApiKey }),
})

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/api-key/{id}/rotate',
  summary:
    'Replaces the key itself and keeps everything else. The old one can work for a while longer. Refused for a key that may do more than you.',
  can: 'api.manage',
  apiKeys: 'refused',
  fails: ['proof_needed'],
  params: z.object({ id: Id }),
  body: z.strictObject({
    overlapHours: z.number().int().min(0).max(168).default(24).describe('How long the old key keeps working.'),
  }),
  reply: issued,
})

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/api-key',
  summary: 'Revokes an API key at once and for good.',
  plan: 'not_needed',
  can: 'api.manage',
  apiKeys: 'refused',
  query: z.object({ id: Id }),
  reply: listed,
})
