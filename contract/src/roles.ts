import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { ROLE_NAME_MAX } from './organization-limits.ts'
import { oneLine } from './one-line.ts'
import { ALL_PERMISSIONS } from './permissions.ts'
import { RoleChoice } from './team.ts'

/** One of the permissions, as a value of a request. */
const PermissionName = z.enum(ALL_PERMISSIONS)

/** A role that an organization defined for itself. */
export const CustomRole = z.object({
  id: Id,
  name: z.string(),
  permissions: z.array(z.string()),
  members: z.number().int().describe('Active members with this role.'),
  invitations: z.number().int().describe('Open invitations with this role.'),
})
export type CustomRole = z.infer<typeof CustomRole>

const name = oneLine(ROLE_NAME_MAX).min(1)
const permissions = z
  .array(PermissionName)
  .max(ALL_PERMISSIONS.length)
  .describe('Permissions without which these are useless are added.')

export const customRoles = endpoint({
  method: 'GET',
  path: '/organization/role',
  summary: 'Lists the custom roles of the organization by name.',
  can: 'team.read',
  reply: ok({ roles: z.array(CustomRole) }),
})

export const createRole = endpoint({
  method: 'POST',
  path: '/organization/role',
  summary: 'Adds a custom role with permissions that the caller has. Needs a recent proof of identity.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['name_taken', 'too_many', 'role_too_high', 'proof_needed'],
  body: z.strictObject({ name, permissions }),
  reply: ok({ role: CustomRole }),
})

export const editRole = endpoint({
  method: 'PATCH',
  path: '/organization/role',
  summary:
    'Changes a custom role for all its members, from their next request. Conversations they can no longer answer become unassigned. Needs a recent proof of identity.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['name_taken', 'role_too_high', 'own_membership', 'proof_needed'],
  query: z.object({ id: Id }),
  body: z.strictObject({ name: name.optional(), permissions: permissions.optional() }),
  reply: ok({ role: CustomRole }),
})

export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/organization/role',
  summary:
    'Deletes a custom role. One that members or invitations have needs a successor, which they get. Needs a recent proof of identity.',
  can: 'team.manage',
  apiKeys: 'refused',
  fails: ['role_in_use', 'role_too_high', 'own_membership', 'proof_needed'],
  query: z.object({ id: Id }),
  body: z.strictObject({ successor: RoleChoice.nullable().default(null) }),
  reply: ok({ moved: z.number().int().describe('How many members and invitations got the successor.') }),
})
