import { sql, type RawBuilder } from 'kysely'

/** Selects the webhooks that a user made. */
export function heldWebhooks(orgId: string, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select w.id, coalesce(nullif(w.name, ''), w.url) as name, w.created_at as at from webhook_endpoint w
    where w.org_id = ${orgId} and w.created_by = ${userId}`
}
