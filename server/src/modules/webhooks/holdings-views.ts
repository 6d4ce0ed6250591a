import { sql, type RawBuilder } from 'kysely'

/** Selects the webhooks that a user made. One without a name has that of its host: the rest of an address may be secret. */
export function heldWebhooks(orgId: string, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select w.id, coalesce(nullif(w.name, ''), substring(w.url from '://(?:[^/?#@]*@)?([^/?#:]+)'), '') as name, w.created_at as at from webhook_endpoint w
    where w.org_id = ${orgId} and w.created_by = ${userId}`
}
