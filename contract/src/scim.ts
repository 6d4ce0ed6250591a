import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'
import { SCIM_TOKEN_DAYS_MAX, SCIM_TOKEN_NAME_MAX } from './scim-limits.ts'

/** A token with which an identity provider adds, changes and removes members (SCIM 2.0). */
export const ScimToken = z.object({
  id: Id,
  name: z.string(),
  start: z.string().describe('The first characters of the token, to recognize it by.'),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: Instant.nullable().describe('Up to five minutes late.'),
})
export type ScimToken = z.infer<typeof ScimToken>

const listed = ok({
  scimTokens: z.array(ScimToken).describe('Those that work first, newest first; ended ones for 90 days.'),
  scimUrl: z.string().describe('The base URL to enter at the identity provider.'),
})

export const scimTokens = endpoint({
  method: 'GET',
  path: '/scim-token',
  summary: 'Lists the SCIM tokens of the organization.',
  can: 'team.manage',
  apiKeys: 'refused',
  reply: listed,
})

export const createScimToken = endpoint({
  method: 'POST',
  path: '/scim-token',
  summary: 'Creates a SCIM token, which is shown only in this response. Only owners.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['too_many', 'proof_needed', 'role_too_high'],
  body: z.strictObject({
    name: oneLine(SCIM_TOKEN_NAME_MAX).min(1),
    days: z.number().int().min(1).max(SCIM_TOKEN_DAYS_MAX).default(365).describe('How long it works.'),
  }),
  reply: ok({ scimToken: ScimToken, secret: z.string().describe('It is not stored and cannot be shown again.') }),
})

export const revokeScimToken = endpoint({
  method: 'DELETE',
  path: '/scim-token',
  summary: 'Revokes a SCIM token at once and for good. Only owners.',
  plan: 'not_needed',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['role_too_high'],
  query: z.object({ id: Id }),
  reply: listed,
})
