import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'

/** The email of a member whom the scheduler looks at. */
export interface DueDigest {
  orgId: string
  userId: string
  /** The last day that is done, on the member's calendar. */
  lastDay: string | null
}

/** As SQL, whether celebrations of the organization `o` are on and in its plan, as `isAppOn` says of one organization. */
export const canCelebrate = sql`((o.features ->> 'birthday') is distinct from 'false' and 'birthday' <> all(o.apps_not_in_plan))`

/** Returns the emails to look at, the longest due first. Needs a database handle across organizations. */
export async function dueDigests(system: Db, now: Date): Promise<DueDigest[]> {
  const found = await sql<DueDigest>`
    select d.org_id as "orgId", d.user_id as "userId", d.last_day::text as "lastDay"
    from celebration_digest d join organization o on o.id = d.org_id and o.status = 'active' and not o.need_billing
    where d.look_at <= ${now} and ${canCelebrate}
    order by d.look_at limit 20`.execute(system)
  return found.rows
}

/**
 * Records when to look again, and that a day is done. Returns false when another process did so meanwhile, or the email
 * was turned off; then nothing may be sent.
 */
export async function recordDigestLook(
  system: Db,
  { orgId, userId, lastDay }: DueDigest,
  { lookAt, now, day }: { lookAt: Date; now: Date; day: string | null },
): Promise<boolean> {
  const changed = await sql`
    update celebration_digest set look_at = ${lookAt}, last_day = coalesce(${day}::date, last_day)
    where org_id = ${orgId} and user_id = ${userId} and look_at <= ${now} and last_day is not distinct from ${lastDay}::date
    returning 1`.execute(system)
  return changed.rows.length > 0
}

/** Returns whether a member gets the email. */
export async function isDigestOn(db: Db, userId: string): Promise<boolean> {
  const found = await sql`
    select from celebration_digest where user_id = ${userId} and look_at is not null`.execute(db)
  return found.rows.length > 0
}

/** Turns the email of a member on, or off with null. Returns whether that changed anything. */
export async function saveDigest(
  tx: Tx,
  userId: string,
  { lookAt, lastDay }: { lookAt: Date | null; lastDay: string | null },
): Promise<boolean> {
  const saved = await sql`
    insert into celebration_digest as d (org_id, user_id, look_at, last_day)
    values (${tx.orgId}, ${userId}, ${lookAt}, ${lastDay}::date)
    on conflict (org_id, user_id) do update set look_at = excluded.look_at, last_day = greatest(d.last_day, excluded.last_day)
    where (d.look_at is null) <> (excluded.look_at is null)
    returning 1`.execute(tx.db)
  return saved.rows.length > 0
}
