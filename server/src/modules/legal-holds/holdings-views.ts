import { sql, type RawBuilder } from 'kysely'

/** Selects the legal holds in force that a user placed. */
export function placedHolds(orgId: string, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select h.id, h.name, h.placed_at as at from legal_hold h
    where h.org_id = ${orgId} and h.placed_by = ${userId} and h.released_at is null`
}
