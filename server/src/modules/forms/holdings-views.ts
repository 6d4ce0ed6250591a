import { sql, type RawBuilder } from 'kysely'

/** Selects the forms that a user made, without archived ones. */
export function heldForms(orgId: string, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select f.id, f.name, f.created_at as at from form f
    where f.org_id = ${orgId} and f.created_by = ${userId} and f.archived_at is null`
}
