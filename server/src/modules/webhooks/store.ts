import { WEBHOOKS_MAX } from '@crewline/contract/webhook-limits'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'

/** A new address. */
export interface NewEndpoint {
  id: string
  name: string
  url: string
  events: string[]
  groupIds: string[] | null
  sealedSecret: string
  createdBy: string
}

/** Adds an address; fails with `too_many` when the organization has enough. */
export async function addEndpoint(tx: Tx, endpoint: NewEndpoint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks|${tx.orgId}`}, 0))`.execute(tx.db)
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from webhook_endpoint where org_id = ${tx.orgId}`.execute(tx.db)
  if ((counted.rows[0]?.n ?? 0) >= WEBHOOKS_MAX) fail('too_many')
  await sql`
    insert into webhook_endpoint (org_id, id, name, url, events, group_ids, secret, created_by, created_at)
    values (${tx.orgId}, ${endpoint.id}, ${endpoint.name}, ${endpoint.url}, ${endpoint.events}::text[],
            ${endpoint.groupIds}::uuid[], ${endpoint.sealedSecret}, ${endpoint.createdBy}, ${tx.world.now()})`.execute(
    tx.db,
  )
}

/** The fields of an address that change; undefined ones stay. */
export interface EndpointChange {
  name?: string | undefined
  url?: string | undefined
  events?: string[] | undefined
  groupIds?: string[] | null | undefined
  state?: 'on' | 'off' | undefined
}

/** Changes an address. One that is turned on or moved starts without a record of failures. Returns whether it exists. */
export async function changeEndpoint(tx: Tx, id: string, change: EndpointChange): Promise<boolean> {
  const isFresh = change.state === 'on' || change.url !== undefined
  const changed = await sql`
    update webhook_endpoint set name = coalesce(${change.name ?? null}, name), url = coalesce(${change.url ?? null}, url),
      events = coalesce(${change.events ?? null}::text[], events), state = coalesce(${change.state ?? null}, state),
      group_ids = case when ${change.groupIds !== undefined} then ${change.groupIds ?? null}::uuid[] else group_ids end,
      failing_since = case when ${isFresh} then null else failing_since end,
      failures = case when ${isFresh} then 0 else failures end,
      resume_at = case when ${isFresh} then null else resume_at end
    where org_id = ${tx.orgId} and id = ${id} returning id`.execute(tx.db)
  return changed.rows.length > 0
}

/** Keeps an address as it is until the transaction ends. Returns whether it exists. */
export async function lockEndpoint(tx: Tx, id: string): Promise<boolean> {
  const locked = await sql`select from webhook_endpoint where org_id = ${tx.orgId} and id = ${id} for update`.execute(
    tx.db,
  )
  return locked.rows.length > 0
}

/** Replaces the secret of an address. Returns whether it exists. */
export async function replaceSecret(
  tx: Tx,
  id: string,
  { sealed, previousUntil }: { sealed: string; previousUntil: Date | null },
): Promise<boolean> {
  const changed = await sql`
    update webhook_endpoint set secret = ${sealed}, previous_until = ${previousUntil},
      previous_secret = case when ${previousUntil}::timestamptz is null then null else secret end
    where org_id = ${tx.orgId} and id = ${id} returning id`.execute(tx.db)
  return changed.rows.length > 0
}

/** Deletes an address with its deliveries and their log. Returns its URL. */
export async function deleteEndpoint(tx: Tx, id: string): Promise<string | undefined> {
  const deleted = await sql<{ url: string }>`
    delete from webhook_endpoint where org_id = ${tx.orgId} and id = ${id} returning url`.execute(tx.db)
  return deleted.rows[0]?.url
}

/** A delivery to record. */
export interface NewDelivery {
  id: string
  endpointId: string
  type: string
  contactId: string | null
  subject: string | null
  body: string
}

/** Records deliveries; one with a subject only once for each address. */
export async function addDeliveries(
  db: Db,
  orgId: string,
  { deliveries, isRequested = false, now }: { deliveries: NewDelivery[]; isRequested?: boolean; now: Date },
): Promise<void> {
  const column = <K extends keyof NewDelivery>(name: K) => deliveries.map((delivery) => delivery[name])
  await sql`
    insert into webhook_delivery (org_id, id, endpoint_id, type, contact_id, subject, body, is_requested, next_at, created_at)
    select ${orgId}::uuid, id, endpoint_id, type, contact_id, subject, body, ${isRequested}, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${column('id')}::uuid[], ${column('endpointId')}::uuid[], ${column('type')}::text[],
      ${column('contactId')}::uuid[], ${column('subject')}::uuid[], ${column('body')}::text[])
      t(id, endpoint_id, type, contact_id, subject, body)
    on conflict do nothing`.execute(db)
}

/** Makes a delivery wait again, with its attempts counted anew. Returns its address. */
export async function restartDelivery(tx: Tx, id: string): Promise<string | undefined> {
  const changed = await sql<{ endpointId: string }>`
    update webhook_delivery set state = 'waiting', is_requested = true, attempts = 0, next_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id} and body <> '' returning endpoint_id as "endpointId"`.execute(tx.db)
  return changed.rows[0]?.endpointId
}

/** Lets the next delivery of an address go at once. */
export async function endPause(tx: Tx, id: string): Promise<void> {
  await sql`update webhook_endpoint set resume_at = null where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Removes what identifies these contacts from deliveries and their log. */
export async function blankDeliveries(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`
    with blanked as (
      update webhook_delivery set body = '', contact_id = null,
        state = case when state = 'waiting' then 'failed' else state end
      where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[]) returning id)
    delete from webhook_attempt a using blanked b where a.org_id = ${tx.orgId} and a.delivery_id = b.id`.execute(tx.db)
}

/** Deletes deliveries from before a moment, with their log. */
export async function deleteOldDeliveries(system: Db, before: Date): Promise<void> {
  await sql`delete from webhook_delivery where created_at < ${before}`.execute(system)
}

/** Gives the webhooks of a user to another one. */
export async function giveWebhooks(tx: Tx, { userId, toUserId }: { userId: string; toUserId: string }): Promise<void> {
  await sql`
    update webhook_endpoint set created_by = ${toUserId}
    where org_id = ${tx.orgId} and created_by = ${userId}`.execute(tx.db)
}
