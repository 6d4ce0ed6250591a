import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Counts } from '../plan-rules.ts'

/** A part of a counter that is reported, or waits for it. */
export interface Report {
  orgId: string
  month: string
  kind: keyof Counts
  fromCount: number
  toCount: number
  billedAt: Date
}

/**
 * Adds what each counter gained since its last report, in one statement: a part begins where the last one ended, so that
 * two processes cannot report the same usage. Counters of organizations without a plan wait. Returns how many were added.
 */
export async function addReports(
  system: Db,
  { months, now, state, orgId }: { months: string[]; now: Date; state: 'pending' | 'waived'; orgId?: string },
): Promise<number> {
  const added = await sql`
    insert into billing_report (org_id, month, kind, from_count, to_count, billed_at, state)
    select u.org_id, u.month, k.kind, coalesce(r.reported, 0), k.count, ${now}, ${state}
    from usage_month u
    join billing_account a on a.org_id = u.org_id and a.customer_id is not null and a.subscription_id is not null
      and a.subscription_status in ('active', 'trialing', 'past_due', 'unpaid')
    cross join lateral (values ('segments', u.texts), ('mms', u.mms)) k (kind, count)
    left join lateral (select max(to_count) as reported from billing_report r
      where r.org_id = u.org_id and r.month = u.month and r.kind = k.kind) r on true
    where u.month = any(${months}::date[]) and k.count > coalesce(r.reported, 0) and (${orgId ?? null}::uuid is null or u.org_id = ${orgId ?? null})
    on conflict (org_id, month, kind, from_count) do nothing returning org_id`.execute(system)
  return added.rows.length
}

/** Returns reports that the payment service does not have for certain, with the customer. */
export async function pendingReports(
  system: Db,
  { after, most }: { after?: Report | undefined; most: number },
): Promise<(Report & { customerId: string })[]> {
  const isAfter = after
    ? sql`(r.billed_at, r.org_id, r.kind, r.month, r.from_count)
        > (${after.billedAt}, ${after.orgId}::uuid, ${after.kind}, ${after.month}::date, ${after.fromCount}::bigint)`
    : sql`true`
  const result = await sql<Report & { customerId: string }>`
    select r.org_id as "orgId", r.month::text as month, r.kind, r.from_count as "fromCount", r.to_count as "toCount", r.billed_at as "billedAt",
      a.customer_id as "customerId"
    from billing_report r join billing_account a on a.org_id = r.org_id
    where r.state = 'pending' and a.customer_id is not null and ${isAfter}
    order by r.billed_at, r.org_id, r.kind, r.month, r.from_count limit ${most}`.execute(system)
  return result.rows
}

/** Returns the reports with a time in the minute of a report, as they are at one moment, in the order of sending. */
export async function reportsOfMinute(
  system: Db,
  { orgId, kind, billedAt }: Report,
): Promise<(Report & { isSent: boolean })[]> {
  const result = await sql<Report & { isSent: boolean }>`
    select org_id as "orgId", month::text as month, kind, from_count as "fromCount", to_count as "toCount", billed_at as "billedAt",
      state = 'sent' as "isSent"
    from billing_report
    where org_id = ${orgId} and kind = ${kind} and state in ('pending', 'sent')
      and date_trunc('minute', billed_at) = date_trunc('minute', ${billedAt}::timestamptz)
    order by billed_at, month, from_count`.execute(system)
  return result.rows
}

/** Records that the payment service has a report. */
export async function markSent(system: Db, { orgId, month, kind, fromCount }: Report): Promise<void> {
  await sql`
    update billing_report set state = 'sent'
    where org_id = ${orgId} and month = ${month}::date and kind = ${kind} and from_count = ${fromCount} and state = 'pending'`.execute(
    system,
  )
}

/** Returns what was used in a month before the plan began, which is not billed. */
export async function waivedOf(db: Db, orgId: string, month: string): Promise<Counts> {
  const result = await sql<{ kind: keyof Counts; n: number }>`
    select kind, sum(to_count - from_count)::int as n from billing_report
    where org_id = ${orgId} and month = ${month}::date and state = 'waived' group by kind`.execute(db)
  const found = Object.fromEntries(result.rows.map(({ kind, n }) => [kind, n]))
  return { segments: found['segments'] ?? 0, mms: found['mms'] ?? 0 }
}
