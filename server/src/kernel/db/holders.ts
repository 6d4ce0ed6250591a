import { ROLES_BY_PERMISSION, type Permission } from '@crewline/contract/permissions'
import { sql, type RawBuilder } from 'kysely'

/** The condition that the member in row `alias` has a permission, by a built-in or a custom role. */
export function memberHolds(permission: Permission, alias = 'b'): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`(${of('role')} = any(${[...ROLES_BY_PERMISSION[permission]]}::text[]) or ${permission} = any(${of('permissions')}))`
}
