import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { ProviderEvent } from '../provider.ts'

/** Stores a webhook before anything is done about it; a repeated one changes nothing. */
export async function storeEvent(system: Db, event: ProviderEvent, now: Date): Promise<void> {
  await sql`
    insert into billing_event (id, type, customer_id, created_at, received_at)
    values (${event.id}, ${event.type}, ${event.customerId}, ${event.createdAt}, ${now}) on conflict (id) do nothing`.execute(
    system,
  )
}

/** Returns the customers with webhooks that wait, each with the organization if it is known. */
export async function waitingCustomers(
  system: Db,
  now: Date,
  most: number,
): Promise<{ customerId: string | null; orgId: string | null; ids: string[] }[]> {
  const result = await sql<{ customerId: string | null; orgId: string | null; ids: string[] }>`
    select e.customer_id as "customerId", a.org_id as "orgId", array_agg(e.id) as ids
    from billing_event e left join billing_account a on a.customer_id = e.customer_id
    where e.settled_at is null and (e.retry_at is null or e.retry_at <= ${now})
    group by 1, 2 order by min(e.received_at) limit ${most}`.execute(system)
  return result.rows
}

/** Records that webhooks are dealt with. */
export async function settleEvents(system: Db, ids: string[], now: Date): Promise<void> {
  await sql`update billing_event set settled_at = ${now} where id = any(${ids}::text[])`.execute(system)
}

/** Records a failure: the webhooks are dealt with later, each time after a longer wait. */
export async function postponeEvents(system: Db, ids: string[], now: Date): Promise<void> {
  await sql`
    update billing_event set attempts = attempts + 1,
      retry_at = ${now}::timestamptz + least(600, 2 ^ least(attempts, 10)) * interval '1 second'
    where id = any(${ids}::text[])`.execute(system)
}

/** Deletes webhooks that were dealt with long ago: the payment service repeats none after three days. */
export async function deleteOldEvents(system: Db, before: Date): Promise<void> {
  await sql`delete from billing_event where settled_at < ${before}`.execute(system)
}
