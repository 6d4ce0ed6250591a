import { ROLES_BY_PERMISSION, mayGrant, ROLES } from '@crewline/contract/holders'
import type { Permission, Role } from '@crewline/contract/permissions'

/** Returns the roles that a member may grant, most powerful first. */
export function grantable(mine: Role): Role[] {
  return ROLES.filter((role) => mayGrant(mine, role))
}

/** Returns whether members with a role can be limited to some groups: owners and admins see all contacts. */
export function canBeLimited(role: Role): boolean {
  return role !== 'owner' && role !== 'admin'
}

/** Returns whether a role has a permission. */
export function hasPermission(role: Role, permission: Permission): boolean {
  return ROLES_BY_PERMISSION[permission].includes(role)
}
