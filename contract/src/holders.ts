// Which role has which permission, without schemas, because the pages import this file too.
import type { Permission, Role } from './permissions.ts'

/** The six roles, most powerful first. */
export const ROLES: readonly Role[] = ['owner', 'admin', 'manager', 'agent', 'author', 'viewer']

/** Which roles have which permission; anything not listed is denied. */
export const ROLES_BY_PERMISSION: Record<Permission, readonly Role[]> = {
  'inbox.read': ['owner', 'admin', 'manager', 'agent', 'viewer'],
  'inbox.reply': ['owner', 'admin', 'manager', 'agent'],
  'messages.export': ['owner', 'admin', 'manager'],
  'replies.manage': ['owner', 'admin', 'manager'],
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
}

/** Lists every permission of a role, in a stable order. */
export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(ROLES_BY_PERMISSION) as Permission[]).filter((permission) =>
    ROLES_BY_PERMISSION[permission].includes(role),
  )
}

/** Whether a member of one role may grant another: never a higher one than their own. */
export function mayGrant(mine: Role, granted: Role): boolean {
  return ROLES.indexOf(granted) >= ROLES.indexOf(mine)
}
