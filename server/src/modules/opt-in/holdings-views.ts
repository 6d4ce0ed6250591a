import { sql, type RawBuilder } from 'kysely'

/** Selects the opt-in pages that a user made. */
export function heldPages(orgId: string, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select o.id, o.name, o.created_at as at from opt_in_page o
    where o.org_id = ${orgId} and o.created_by = ${userId} and o.deleted_at is null`
}
