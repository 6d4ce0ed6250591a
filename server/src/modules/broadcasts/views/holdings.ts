import { sql, type RawBuilder } from 'kysely'

/** Selects the scheduled, repeated and unfinished broadcasts that act for a user. */
export function heldBroadcasts(orgId: string, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select b.id, b.name, b.created_at as at from broadcast b
    where b.org_id = ${orgId} and coalesce(b.launched_by, b.created_by) = ${userId} and b.deleted_at is null
      and b.state in ('scheduled', 'recurring', 'sending', 'paused')`
}

/** Selects the drafts that a user made, also those that wait for an approval: they are sent for who approves them. */
export function heldDrafts(orgId: string, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select b.id, b.name, b.created_at as at from broadcast b
    where b.org_id = ${orgId} and b.created_by = ${userId} and b.deleted_at is null
      and b.state in ('draft', 'pending_approval')`
}
