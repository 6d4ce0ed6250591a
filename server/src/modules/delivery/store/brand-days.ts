import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { BrandSender, Sized } from '../brand-day-rules.ts'

/** A brand with a daily limit. */
export interface Brand {
  /** The organization that set the limit. */
  orgId: string
  perDay: number
}

/** Returns the brand that an organization sends for; undefined without a daily limit. */
export async function brandOf(system: Db, orgId: string): Promise<Brand | undefined> {
  return (await brandsOf(system, [orgId])).get(orgId)
}

/** Returns the brands that these organizations send for, by organization; those without a daily limit are missing. */
export async function brandsOf(system: Db, orgIds: string[]): Promise<Map<string, Brand>> {
  const result = await sql<Brand & { senderId: string }>`
    select distinct on (o.id) o.id as "senderId", b.id as "orgId", (b.settings ->> 'dailyLimit')::int as "perDay"
    from organization o join organization b on b.id in (o.id, o.parent_id)
    where o.id = any(${orgIds}::uuid[]) and b.settings ->> 'dailyLimit' is not null order by o.id, b.id = o.id desc`.execute(
    system,
  )
  return new Map(result.rows.map(({ senderId, ...brand }) => [senderId, brand]))
}

/** Makes other senders of the brand wait until the transaction ends. */
export async function lockBrandDay(system: Db, brandId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`brand-day ${brandId}`}, 0))`.execute(system)
}

/**
 * Returns the organizations of a brand: what each used in a day, and about how many segments of its broadcasts are due by
 * its end and neither paused nor stopped.
 */
export async function brandSenders(
  system: Db,
  brandId: string,
  { day, endsAt }: { day: string; endsAt: Date },
): Promise<BrandSender[]> {
  const result = await sql<BrandSender>`
    select o.id, coalesce(d.segments, 0) as used, coalesce((
        select sum(cardinality(c.message_ids)) from outgoing_chunk c where c.org_id = o.id and c.lane = 2 and c.due_at <= ${endsAt} and not exists (
          select from message_batch b where b.org_id = c.org_id and b.id = c.batch_id and b.state <> 'open')), 0)::int as waiting
    from organization o left join brand_day d on d.org_id = ${brandId} and d.day = ${day}::date and d.sender_id = o.id
    where o.id = ${brandId} or (o.parent_id = ${brandId} and (o.settings ->> 'dailyLimit' is null or d.segments > 0))
    order by o.id`.execute(system)
  return result.rows
}

/** Adds segments to what an organization used in a day; a negative number gives them back. */
export async function addToBrandDay(
  system: Db,
  brandId: string,
  { day, senderId, segments }: { day: string; senderId: string; segments: number },
): Promise<void> {
  await sql`
    insert into brand_day (org_id, day, sender_id, segments) values (${brandId}, ${day}::date, ${senderId}, greatest(0, ${segments}::int))
    on conflict (org_id, day, sender_id) do update set segments = greatest(0, brand_day.segments + ${segments}::int)`.execute(
    system,
  )
}

/** Returns the segments of messages, in the order of the ids. */
export async function sizesOf(db: Db, texts: { id: string; isBroadcast: boolean }[]): Promise<Sized[]> {
  const result = await sql<{ id: string; segments: number }>`
    select id, segments from message where id = any(${texts.map(({ id }) => id)}::uuid[])`.execute(db)
  const segments = new Map(result.rows.map((row) => [row.id, row.segments]))
  return texts.map((text) => ({ ...text, segments: Math.max(1, segments.get(text.id) ?? 1) }))
}
