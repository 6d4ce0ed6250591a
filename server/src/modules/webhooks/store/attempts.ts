import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Another process may take over an address this long after the last sign of life, in ms. */
const LEASE_MS = 60_000

/** An address that this process may send to now. */
export interface LeasedEndpoint {
  orgId: string
  id: string
  url: string
  isOn: boolean
  sealedSecret: string
  /** Set during a rotation. */
  sealedPrevious: string | null
}

/** Lists addresses with a delivery that is due and no other process at work, except these. */
export async function dueEndpoints(
  system: Db,
  { now, exceptIds, most }: { now: Date; exceptIds: string[]; most: number },
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select e.id from webhook_endpoint e
    where (e.leased_until is null or e.leased_until <= ${now}) and (e.resume_at is null or e.resume_at <= ${now})
      and e.id <> all(${exceptIds}::uuid[]) and exists (
        select from webhook_delivery d where d.endpoint_id = e.id and d.state = 'waiting' and d.next_at <= ${now}
          and (e.state = 'on' or d.is_requested))
    limit ${most}`.execute(system)
  return result.rows.map(({ id }) => id)
}

/** Takes or renews the lease of an address; undefined when another process has it, or when it rests after failures. */
export async function leaseEndpoint(
  system: Db,
  { id, now, isMine }: { id: string; now: Date; isMine: boolean },
): Promise<LeasedEndpoint | undefined> {
  const result = await sql<LeasedEndpoint>`
    update webhook_endpoint set leased_until = ${new Date(now.getTime() + LEASE_MS)}
    where id = ${id} and (${isMine} or leased_until is null or leased_until <= ${now}) and (resume_at is null or resume_at <= ${now})
    returning org_id as "orgId", id, url, state = 'on' as "isOn", secret as "sealedSecret",
      case when previous_until > ${now} then previous_secret end as "sealedPrevious"`.execute(system)
  return result.rows[0]
}

/** Gives an address back. */
export async function releaseEndpoint(system: Db, id: string): Promise<void> {
  await sql`update webhook_endpoint set leased_until = null where id = ${id}`.execute(system)
}

/** A delivery that is due. */
export interface DueDelivery {
  id: string
  body: string
  attempts: number
}

/** Returns the oldest deliveries of an address that are due. */
export async function dueDeliveries(
  system: Db,
  { orgId, id, isOn }: LeasedEndpoint,
  { now, most }: { now: Date; most: number },
): Promise<DueDelivery[]> {
  const result = await sql<DueDelivery>`
    select id, body, attempts from webhook_delivery
    where org_id = ${orgId} and endpoint_id = ${id} and state = 'waiting' and next_at <= ${now} and (${isOn} or is_requested)
    order by id limit ${most}`.execute(system)
  return result.rows
}

/** One attempt and what follows from it. */
export interface RecordedAttempt {
  id: string
  orgId: string
  endpointId: string
  deliveryId: string
  at: Date
  ms: number
  http: number | null
  failure: string | null
  response: string
  outcome: 'delivered' | 'waiting' | 'failed'
  nextAt: Date
  /** When the next delivery of the address may go, after a failure. */
  resumeAt: Date | null
}

/** Saves an attempt. Returns since when the address fails and how many attempts failed in a row. */
export async function recordAttempt(
  system: Db,
  attempt: RecordedAttempt,
): Promise<{ failingSince: Date | null } | undefined> {
  return system.transaction().execute(async (db) => {
    const { orgId, deliveryId } = attempt
    const changed = await sql`
      update webhook_delivery set state = ${attempt.outcome}, attempts = attempts + 1, next_at = ${attempt.nextAt},
        last_http = ${attempt.http}, last_failure = ${attempt.failure}
      where org_id = ${orgId} and id = ${deliveryId} and state = 'waiting' returning id`.execute(db)
    // Erased or deleted while it was on its way.
    if (changed.rows.length === 0) return undefined
    await sql`
      insert into webhook_attempt (org_id, id, delivery_id, at, ms, http, failure, response)
      values (${orgId}, ${attempt.id}, ${deliveryId}, ${attempt.at}, ${attempt.ms}, ${attempt.http}, ${attempt.failure}, ${attempt.response})`.execute(
      db,
    )
    const isSuccess = attempt.outcome === 'delivered'
    const result = await sql<{ failingSince: Date | null }>`
      update webhook_endpoint set failures = case when ${isSuccess} then 0 else failures + 1 end,
        failing_since = case when ${isSuccess} then null else coalesce(failing_since, ${attempt.at}) end,
        resume_at = case when ${isSuccess} then null else ${attempt.resumeAt}::timestamptz end
      where org_id = ${orgId} and id = ${attempt.endpointId} returning failing_since as "failingSince"`.execute(db)
    return result.rows[0]
  })
}

/** Returns how many attempts of an address failed in a row. */
export async function failuresOf(system: Db, id: string): Promise<number> {
  const result = await sql<{ failures: number }>`select failures from webhook_endpoint where id = ${id}`.execute(system)
  return result.rows[0]?.failures ?? 0
}

/** Turns an address off and gives up what waits for it. Returns its name and URL, or undefined when it is off already. */
export async function turnOff(
  db: Db,
  { orgId, id }: { orgId: string; id: string },
): Promise<{ name: string; url: string } | undefined> {
  const changed = await sql<{ name: string; url: string }>`
    update webhook_endpoint set state = 'failed' where org_id = ${orgId} and id = ${id} and state = 'on' returning name, url`.execute(
    db,
  )
  if (changed.rows.length > 0)
    await sql`
      update webhook_delivery set state = 'failed' where org_id = ${orgId} and endpoint_id = ${id} and state = 'waiting'`.execute(
      db,
    )
  return changed.rows[0]
}
