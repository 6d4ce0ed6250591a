import { mayGrant, permissionsHeld, ROLES, type RoleHolder } from '@crewline/contract/holders'
import type { MemberRole, Permission } from '@crewline/contract/permissions'
import type { CustomRole } from '@crewline/contract/roles'

/** A role to choose: a built-in one by its name, a custom one by its id. */
export interface RoleOption extends RoleHolder {
  key: string
  /** The name of a custom role; null for a built-in one. */
  name: string | null
}

/** Returns the roles that a member may grant, the built-in ones first, most powerful first. */
export function grantable(mine: RoleHolder, custom: readonly CustomRole[]): RoleOption[] {
  const builtIn = ROLES.map((role): RoleOption => ({ key: role, name: null, role }))
  const own = custom.map(({ id, name, permissions }): RoleOption => ({
    key: id,
    name,
    role: 'custom' as MemberRole,
    permissions,
  }))
  return [...builtIn, ...own].filter((option) => mayGrant(mine, option))
}

/** Returns whether members with a role can be limited to some groups: who manages the team sees all contacts. */
export function canBeLimited(held: RoleHolder): boolean {
  return held.role !== 'owner' && held.role !== 'admin' && !hasPermission(held, 'team.manage')
}

/** Returns whether a role has a permission. */
export function hasPermission(held: RoleHolder, permission: Permission): boolean {
  return permissionsHeld(held).includes(permission)
}
