import { useSession } from '../../shared/lib/session/select.ts'
import { useCustomRolesQuery } from './api.ts'
import { grantable, type RoleOption } from './role-rules.ts'

/** Returns the roles that the signed-in member may give, and the chosen one by its key; the last one when unknown. */
export function useRoleOptions(key: string): { options: RoleOption[]; chosen: RoleOption } {
  const me = useSession(({ auth }) => auth.user)
  const { data: custom = [] } = useCustomRolesQuery()
  const options = grantable(me ?? { role: 'viewer' }, custom)
  const chosen = options.find((option) => option.key === key) ?? { key, name: null, role: 'viewer' as const }
  return { options, chosen }
}
