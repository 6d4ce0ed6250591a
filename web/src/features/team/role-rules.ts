import { HOLDERS, mayGrant, ROLES } from '@crewline/contract/holders'
import type { Permission, Role } from '@crewline/contract/permissions'

/** The roles a member may give to somebody, most powerful first. */
export function grantable(mine: Role): Role[] {
  return ROLES.filter((role) => mayGrant(mine, role))
}

/** Whether members of a role can be limited to some groups: owners and admins see everybody. */
export function canBeLimited(role: Role): boolean {
  return role !== 'owner' && role !== 'admin'
}

/** Whether a role holds a permission. */
export function holds(role: Role, permission: Permission): boolean {
  return HOLDERS[permission].includes(role)
}
