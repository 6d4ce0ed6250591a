import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { HrKey } from './hr-files.ts'
import { HR_KEY_NAME_MAX } from './hr-limits.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'

const pushing = ok({
  isConnected: z.boolean().describe('Whether people pushed with SCIM are what contacts follow.'),
  scimUrl: z.string().describe('The base URL to enter at the identity provider or HR system.'),
  keys: z.array(HrKey).describe('The tokens that work.'),
  people: z.number().int().describe('People as they were pushed.'),
  active: z.number().int().describe('Those of them who are active.'),
  pushedAt: Instant.nullable().describe('When the last change was pushed.'),
  isWaiting: z.boolean().describe('Whether pushed changes wait for a sync.'),
})
const changes = { can: 'organization.manage', apiKeys: 'refused' } as const

export const hrScim = endpoint({
  method: 'GET',
  path: '/organization/hr-scim',
  summary: 'Returns how people are pushed with SCIM: the base URL, the tokens, and what was pushed.',
  can: 'organization.manage',
  reply: pushing,
})

export const connectHrScim = endpoint({
  method: 'POST',
  path: '/organization/hr-scim/connection',
  summary: 'Makes people pushed with SCIM what contacts follow, instead of an HR system or files.',
  ...changes,
  fails: ['hr_connected', 'proof_needed'],
  body: z.strictObject({ name: oneLine(100).default('').describe('The system that pushes people.') }),
  reply: pushing,
})

export const createHrScimKey = endpoint({
  method: 'POST',
  path: '/organization/hr-scim/key',
  summary: 'Makes a token that pushes people with SCIM. It is shown only in this response.',
  ...changes,
  fails: ['too_many', 'proof_needed', 'hr_not_connected'],
  body: z.strictObject({ name: oneLine(HR_KEY_NAME_MAX).min(1) }),
  reply: pushing.extend({ secret: z.string() }),
})

export const revokeHrScimKey = endpoint({
  method: 'DELETE',
  path: '/organization/hr-scim/key/{id}',
  summary: 'Revokes a token: the next call with it is refused.',
  ...changes,
  plan: 'not_needed',
  params: z.object({ id: Id }),
  reply: pushing,
})
