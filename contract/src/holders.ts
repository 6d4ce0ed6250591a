// Who may do what, without the schemas: the pages read it too.
import type { Permission, Role } from './permissions.ts'

/** The six roles, most powerful first. */
export const ROLES: readonly Role[] = ['owner', 'admin', 'manager', 'agent', 'author', 'viewer']

/** Which roles hold which permission; anything not listed is denied. */
export const HOLDERS: Record<Permission, readonly Role[]> = {
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
  'team.read': ROLES,
  'team.manage': ['owner', 'admin'],
  'analytics.view': ROLES,
  'billing.manage': ['owner', 'admin'],
}

/** Every permission a role holds, in a stable order. */
export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(HOLDERS) as Permission[]).filter((permission) => HOLDERS[permission].includes(role))
}

/** Whether a member of one role may give somebody another: never above one's own. */
export function mayGrant(mine: Role, given: Role): boolean {
  return ROLES.indexOf(given) >= ROLES.indexOf(mine)
}
