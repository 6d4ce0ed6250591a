// Which role has which permission, without schemas, because the pages import this file too.
import type { MemberRole, Permission, Role } from './permissions.ts'

/** The six roles, most powerful first. */
export const ROLES: readonly Role[] = ['owner', 'admin', 'manager', 'agent', 'author', 'viewer']

/** Which roles have which permission; anything not listed is denied. */
export const ROLES_BY_PERMISSION: Record<Permission, readonly Role[]> = {
  'inbox.read': ['owner', 'admin', 'manager', 'agent', 'viewer'],
  'inbox.reply': ['owner', 'admin', 'manager', 'agent'],
  'messages.export': ['owner', 'admin', 'manager'],
  'messages.off_shift': ['owner', 'admin', 'manager'],
  'replies.manage': ['owner', 'admin', 'manager'],
  'phrases.review': ['owner', 'admin', 'manager'],
  'lines.manage': ['owner', 'admin'],
  'organization.manage': ['owner', 'admin'],
  'contacts.read': ROLES,
  'contacts.edit': ['owner', 'admin', 'manager'],
  'contacts.export': ['owner', 'admin', 'manager'],
  'contacts.erase': ['owner', 'admin'],
  'contacts.sensitive': ['owner', 'admin'],
  'fields.manage': ['owner', 'admin'],
  'groups.read': ROLES,
  'groups.edit': ['owner', 'admin', 'manager'],
  'broadcasts.read': ROLES,
  'broadcasts.draft': ['owner', 'admin', 'manager', 'author'],
  'broadcasts.send': ['owner', 'admin', 'manager'],
  'broadcasts.approve': ['owner', 'admin'],
  'team.read': ROLES,
  'team.manage': ['owner', 'admin'],
  'analytics.view': ROLES,
  'billing.manage': ['owner', 'admin'],
  'api.manage': ['owner', 'admin'],
  'records.manage': ['owner', 'admin'],
}

/** Lists every permission of a role, in a stable order. */
export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(ROLES_BY_PERMISSION) as Permission[]).filter((permission) =>
    ROLES_BY_PERMISSION[permission].includes(role),
  )
}

/** Every permission, in a stable order. */
export const ALL_PERMISSIONS = Object.keys(ROLES_BY_PERMISSION) as Permission[]

/** Someone's role: the permissions belong to a custom role, and count only for one. */
export interface RoleHolder {
  role: MemberRole
  permissions?: readonly string[] | null | undefined
}

/** Lists the permissions that come with a role. Names in a custom role that are no permission any more give nothing. */
export function permissionsHeld({ role, permissions }: RoleHolder): Permission[] {
  if (role !== 'custom') return permissionsOf(role)
  return ALL_PERMISSIONS.filter((permission) => permissions?.includes(permission))
}

/** Whether the holder of one role may give another: never one that permits more. Only owners make owners. */
export function mayGrant(mine: RoleHolder, granted: RoleHolder): boolean {
  if (granted.role === 'owner') return mine.role === 'owner'
  const held = new Set(permissionsHeld(mine))
  return permissionsHeld(granted).every((permission) => held.has(permission))
}

/** What a permission is useless without. Every role may see the team: names next to messages come from there. */
const REQUIRED: Partial<Record<Permission, Permission>> = {
  'inbox.reply': 'inbox.read',
  'messages.export': 'inbox.read',
  'messages.off_shift': 'contacts.read',
  'phrases.review': 'inbox.read',
  'contacts.edit': 'contacts.read',
  'contacts.export': 'contacts.read',
  'contacts.erase': 'contacts.edit',
  'contacts.sensitive': 'contacts.read',
  'inbox.read': 'contacts.read',
  'groups.edit': 'groups.read',
  'groups.read': 'contacts.read',
  'broadcasts.draft': 'broadcasts.read',
  'broadcasts.send': 'broadcasts.draft',
  'broadcasts.approve': 'broadcasts.read',
  'broadcasts.read': 'groups.read',
}

/** Returns the permissions with those that they need, in a stable order. */
export function withRequired(permissions: readonly Permission[]): Permission[] {
  const held = new Set<Permission>(['team.read'])
  for (const permission of permissions)
    for (let needed: Permission | undefined = permission; needed; needed = REQUIRED[needed]) held.add(needed)
  return ALL_PERMISSIONS.filter((permission) => held.has(permission))
}
