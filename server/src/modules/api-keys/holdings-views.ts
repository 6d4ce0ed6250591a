import { sql, type RawBuilder } from 'kysely'

/** Selects the API keys that a user created or replaced last and that still work, apart from their expiry. */
export function heldKeys(orgId: string, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select k.id, k.name, k.created_at as at from api_key k
    where k.org_id = ${orgId} and (k.created_by = ${userId} or k.issued_to = ${userId}) and k.revoked_at is null`
}
