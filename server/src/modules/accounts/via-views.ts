import { grantedBy } from '@crewline/contract/grantable'
import type { MemberRole, Permission } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { ActingVia } from '../../kernel/scope.ts'

/** What a query selects of the parent through whose grant a member acts. */
interface ViaColumns {
  viaParent: string | null
  viaChild: string | null
  viaRole: MemberRole | null
  viaPermissions: string[] | null
}

/** The parent of member `m`, if they are one by a grant, and their membership there. Needs a system handle. */
export const viaJoins = sql`
  left join organization via_child on via_child.id = m.org_id and m.via_parent_id is not null
  left join organization via_parent on via_parent.id = m.via_parent_id and via_parent.status <> 'closed'
  left join member via_member on via_member.org_id = m.via_parent_id and via_member.user_id = m.user_id
    and via_member.status = 'active' and via_member.via_parent_id is null
    and (via_member.scope = 'all' or via_member.role in ('owner', 'admin'))`

export const viaColumns = sql`via_parent.name as "viaParent", via_child.name as "viaChild", via_member.role as "viaRole",
  via_member.permissions as "viaPermissions"`

/** Whether member `m` is one in their own right, or acts through a parent that is one still, of which they are a member. */
export const isViaValid = sql<boolean>`(m.via_parent_id is null
  or (via_parent.id is not null and via_member.id is not null and via_child.parent_id = m.via_parent_id))`

/** Narrows a member with a grant to what they may do at this moment: never more than in the parent. */
export function narrowed<T extends { permissions?: readonly string[] | null }>(
  row: T & ViaColumns,
): Omit<T, keyof ViaColumns> & {
  permissions: readonly Permission[] | readonly string[] | null
  via: ActingVia | null
} {
  const { viaParent, viaChild, viaRole, viaPermissions, ...member } = row
  const permissions = member.permissions ?? null
  if (viaParent === null || viaChild === null || viaRole === null) return { ...member, permissions, via: null }
  return {
    ...member,
    permissions: grantedBy({ role: viaRole, permissions: viaPermissions }, permissions ?? []),
    via: { parent: viaParent, child: viaChild },
  }
}

export type { ViaColumns }
