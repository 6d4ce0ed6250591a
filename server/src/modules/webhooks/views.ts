import type { QueryOf } from '@crewline/contract/endpoint'
import type {
  DeliveryAttempt,
  DeliveryFailure,
  Webhook,
  webhookDeliveries,
  WebhookDelivery,
  WebhookEvent,
} from '@crewline/contract/webhooks'
import { memberHolds } from '../../kernel/db/holders.ts'
import type { Locale } from '@crewline/contract/accounts'
import { sql, type RawBuilder } from 'kysely'
import { cursorOf, readCursor } from '../../kernel/db/paging.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { Scope } from '../../kernel/scope.ts'

/** An address that gets events. */
export interface Subscriber {
  id: string
  events: WebhookEvent[]
  groupIds: string[] | null
}

/** Returns the addresses of an organization that are on. */
export async function endpointsFor(db: Db, orgId: string): Promise<Subscriber[]> {
  const result = await sql<Subscriber>`
    select id, events, group_ids as "groupIds" from webhook_endpoint
    where org_id = ${orgId} and state = 'on' order by id`.execute(db)
  return result.rows
}

/** Returns those of the contacts that are in any of the groups. */
export async function contactsInGroups(
  db: Db,
  orgId: string,
  { contactIds, groupIds }: { contactIds: string[]; groupIds: string[] },
): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    select distinct contact_id as id from group_member
    where org_id = ${orgId} and group_id = any(${groupIds}::uuid[]) and contact_id = any(${contactIds}::uuid[])`.execute(
    db,
  )
  return new Set(result.rows.map(({ id }) => id))
}

type ListedWebhook = Omit<Webhook, 'createdAt' | 'failingSince'> & { createdAt: Date; failingSince: Date | null }

/** Lists the addresses of the organization, oldest first, or only one. */
export async function listWebhooks(scope: Pick<Scope, 'db' | 'orgId'>, id?: string): Promise<Webhook[]> {
  const result = await sql<ListedWebhook>`
    select e.id, e.name, e.url, e.events, e.state, e.failing_since as "failingSince", e.created_at as "createdAt",
      case when e.group_ids is not null then (
        select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
        from contact_group g where g.org_id = e.org_id and g.id = any(e.group_ids)) end as groups,
      (select count(*)::int from (
        select from webhook_delivery d where d.endpoint_id = e.id and d.state = 'waiting' limit 1000) w) as waiting
    from webhook_endpoint e
    where e.org_id = ${scope.orgId} and (${id ?? null}::uuid is null or e.id = ${id ?? null})
    order by e.created_at, e.id`.execute(scope.db)
  return result.rows.map(({ createdAt, failingSince, ...webhook }) => ({
    ...webhook,
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }))
}

interface DeliveryRow {
  id: string
  webhookId: string
  type: WebhookDelivery['type']
  state: WebhookDelivery['state']
  attempts: number
  nextAt: Date
  lastHttp: number | null
  lastFailure: DeliveryFailure | null
  createdAt: Date
  body: string
}

const columns: RawBuilder<unknown> = sql`d.id, d.endpoint_id as "webhookId", d.type, d.state, d.attempts, d.next_at as "nextAt",
  d.last_http as "lastHttp", d.last_failure as "lastFailure", d.created_at as "createdAt"`

/** Returns a page of the deliveries of an address, newest first. */
export async function deliveriesOf(
  scope: Scope,
  endpointId: string,
  { cursor, pageSize, state }: QueryOf<typeof webhookDeliveries>,
): Promise<{ data: WebhookDelivery[]; nextCursor?: string }> {
  const before = cursor === undefined ? undefined : readCursor(cursor).id
  const result = await sql<DeliveryRow>`
    select ${columns} from webhook_delivery d
    where d.org_id = ${scope.orgId} and d.endpoint_id = ${endpointId} and (${state ?? null}::text is null or d.state = ${state ?? null})
      and (${before ?? null}::uuid is null or d.id < ${before ?? null})
    order by d.id desc limit ${pageSize + 1}`.execute(scope.db)
  const rows = result.rows.slice(0, pageSize)
  const last = rows.at(-1)
  const hasMore = result.rows.length > pageSize
  return {
    data: rows.map(deliveryFrom),
    ...(hasMore && last ? { nextCursor: cursorOf({ key: '', id: last.id }) } : {}),
  }
}

/** A delivery with its body and its attempts. */
export type FullDelivery = WebhookDelivery & { body: string; log: DeliveryAttempt[] }

/** Returns a delivery with its body and its attempts, newest first. */
export async function deliveryOf(scope: Scope, id: string): Promise<FullDelivery | undefined> {
  const result = await sql<DeliveryRow>`
    select ${columns}, d.body from webhook_delivery d where d.org_id = ${scope.orgId} and d.id = ${id}`.execute(
    scope.db,
  )
  const [row] = result.rows
  if (!row) return undefined
  const attempts = await sql<Omit<DeliveryAttempt, 'at'> & { at: Date }>`
    select at, ms, http, failure, response from webhook_attempt
    where org_id = ${scope.orgId} and delivery_id = ${id} order by id desc limit 50`.execute(scope.db)
  const log = attempts.rows.map(({ at, ...attempt }) => ({ at: at.toISOString(), ...attempt }))
  return { ...deliveryFrom(row), body: row.body, log }
}

function deliveryFrom(row: DeliveryRow): WebhookDelivery {
  const { nextAt, createdAt, ...rest } = row
  return {
    ...rest,
    nextAt: rest.state === 'waiting' ? nextAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
  }
}

/** Returns the members who manage webhooks, with their addresses and languages. */
export async function managersOf(
  db: Db,
  orgId: string,
): Promise<{ email: string; firstname: string; locale: Locale }[]> {
  const result = await sql<{ email: string; firstname: string; locale: Locale }>`
    select p.email, p.firstname, p.locale from member m join user_account p on p.id = m.user_id
    where m.org_id = ${orgId} and m.status = 'active' and ${memberHolds('api.manage', 'm')}
    order by p.id`.execute(db)
  return result.rows
}
