import type { PlanKey } from '@crewline/contract/billing'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Counts } from './plan-rules.ts'

/**
 * Returns the organizations that used this share of what their current month includes, in percent. Needs a database
 * handle across organizations.
 */
export async function organizationsAtThreshold(system: Db, now: Date, percent: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select o.id from usage_month u join organization o on o.id = u.org_id join billing_account a on a.org_id = o.id
    where o.status <> 'closed' and u.month = date_trunc('month', ${now}::timestamptz at time zone o.timezone)::date
      and (u.texts * 100 >= o.included_texts::bigint * ${percent}::int or u.mms * 100 >= o.included_mms::bigint * ${percent}::int)
      and (u.texts > 0 or u.mms > 0)`.execute(system)
  return result.rows.map(({ id }) => id)
}

/**
 * Returns the organizations whose spending cap was reached in an earlier month than their current one. Needs a database handle
 * across organizations.
 */
export async function organizationsCappedBefore(system: Db, now: Date): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select o.id from billing_account a join organization o on o.id = a.org_id
    where o.status <> 'closed' and a.capped_month < date_trunc('month', ${now}::timestamptz at time zone o.timezone)::date`.execute(
    system,
  )
  return result.rows.map(({ id }) => id)
}

/** Organizations whose broadcasts the spending cap of the current month pauses, and that have credit. */
export async function organizationsCapped(system: Db, now: Date): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select o.id from billing_account a join organization o on o.id = a.org_id
    where o.status <> 'closed' and a.credit_cents > 0
      and a.capped_month = date_trunc('month', ${now}::timestamptz at time zone o.timezone)::date`.execute(system)
  return result.rows.map(({ id }) => id)
}

/** Whether an invoice that used credit was issued after a moment; those of purchases use none. */
export async function hasUsedCreditSince(db: Db, orgId: string, since: Date): Promise<boolean> {
  const result = await sql`
    select from billing_invoice
    where org_id = ${orgId} and kind = 'invoice' and status not in ('draft', 'void') and credit_cents > 0 and issued_at >= ${since} limit 1`.execute(
    db,
  )
  return result.rows.length > 0
}

/** Returns what an organization used in a month, such as 2026-11-01. */
export async function usedIn(db: Db, orgId: string, month: string): Promise<Counts> {
  const result = await sql<Counts>`
    select texts as segments, mms from usage_month where org_id = ${orgId} and month = ${month}::date`.execute(db)
  return result.rows[0] ?? { segments: 0, mms: 0 }
}

/** Returns the plans that are paid for, with the number of active members. Needs a database handle across organizations. */
export async function seatsToFollow(
  system: Db,
): Promise<{ orgId: string; subscriptionId: string; plan: PlanKey; members: number; extraSeats: number }[]> {
  const result = await sql<{
    orgId: string
    subscriptionId: string
    plan: PlanKey
    members: number
    extraSeats: number
  }>`
    select a.org_id as "orgId", a.subscription_id as "subscriptionId", a.plan, a.extra_seats as "extraSeats", m.n as members
    from billing_account a
    cross join lateral (select count(*)::int as n from member m where m.org_id = a.org_id and m.status = 'active') m
    where a.subscription_status = 'active' and a.plan is not null order by a.org_id`.execute(system)
  return result.rows
}
