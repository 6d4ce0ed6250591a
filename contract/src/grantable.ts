// What a parent organization can grant in a child, without schemas, because the pages import this file too.
import { permissionsHeld, withRequired, type RoleHolder } from './holders.ts'
import type { Permission } from './permissions.ts'

/** What a grant may hold: never ownership, the team, security, keys, records, billing, buying numbers or erasing people. */
export const GRANTABLE_PERMISSIONS = [
  'inbox.read',
  'inbox.reply',
  'messages.export',
  'replies.manage',
  'contacts.read',
  'contacts.edit',
  'contacts.export',
  'contacts.sensitive',
  'fields.manage',
  'groups.read',
  'groups.edit',
  'broadcasts.read',
  'broadcasts.draft',
  'broadcasts.send',
  'broadcasts.approve',
  'team.read',
  'analytics.view',
] as const satisfies readonly Permission[]

/** Returns the part of the permissions that a grant may hold and its holder has in the parent, in a stable order. */
export function grantedBy(inParent: RoleHolder, granted: readonly string[]): Permission[] {
  const possible: readonly Permission[] = GRANTABLE_PERMISSIONS
  return permissionsHeld(inParent).filter((permission) => possible.includes(permission) && granted.includes(permission))
}

/** Returns the permissions with those that they need, all of which a grant may hold. */
export function completeGrant(permissions: readonly Permission[]): Permission[] {
  return withRequired(permissions)
}
