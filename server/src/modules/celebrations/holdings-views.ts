import { sql, type RawBuilder } from 'kysely'

/** Selects the celebrations that a user made. */
export function heldCelebrations(orgId: string, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select c.id, c.content ->> 'name' as name, c.created_at as at from celebration c
    where c.org_id = ${orgId} and c.created_by = ${userId} and c.deleted_at is null`
}
