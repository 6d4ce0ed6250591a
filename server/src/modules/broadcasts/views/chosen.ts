import type { BlockReason } from '@crewline/contract/broadcast-audience'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Chosen contacts with the same reason, language and zone. */
export interface ChosenCount {
  reason: BlockReason | null
  language: string
  timezone: string
  n: number
}

/** Counts chosen contacts by reason, language and time zone, and names five who get the text. */
export async function countChosen(
  db: Db,
  chosen: RawBuilder<unknown>,
  orgZone: string,
): Promise<{ rows: ChosenCount[]; sampleIds: string[]; withoutConsent: number }> {
  const [counted, sample] = await Promise.all([
    sql<ChosenCount & { noConsent: number }>`
      select h.reason, h.language, coalesce(h.timezone, ${orgZone}::text) as timezone, count(*)::int as n
      from ${chosen} h group by 1, 2, 3`.execute(db),
    sql<{ id: string }>`select h.id from ${chosen} h where h.reason is null limit 5`.execute(db),
  ])
  return {
    rows: counted.rows,
    sampleIds: sample.rows.map((row) => row.id),
    withoutConsent: await lackConsent(db, chosen),
  }
}

/** Contacts whose consent is looked up at most: the figure is a hint, not a condition. */
const CONSENT_LOOKED_UP = 20_000

async function lackConsent(db: Db, chosen: RawBuilder<unknown>): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from (select h.id, h.phone from ${chosen} h where h.reason is null limit ${CONSENT_LOOKED_UP}) g
    where not exists (select from consent_event e where e.phone = g.phone and e.action in ('opt_in', 'attest'))
      and not exists (select from conversation v where v.contact_id = g.id and v.arrivals > 0)`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Returns one page of chosen contacts by name, one more than fits. */
export async function chosenPage(
  db: Db,
  chosen: RawBuilder<unknown>,
  {
    reason,
    after,
    page,
  }: {
    reason: BlockReason | null
    after: { key: string; id: string } | undefined
    page: { page: number; pageSize: number }
  },
): Promise<{ id: string; reason: string | null; sortName: string }[]> {
  const skipped = after ? 0 : (page.page - 1) * page.pageSize
  const result = await sql<{ id: string; reason: string | null; sortName: string }>`
    select h.id, h.reason, c.sort_name as "sortName" from ${chosen} h join contact c on c.id = h.id
    where h.reason is not distinct from ${reason}::text
      and ${after ? sql`(c.sort_name, c.id) > (${after.key}::text, ${after.id}::uuid)` : sql`true`}
    order by c.sort_name, c.id limit ${page.pageSize + 1} offset ${skipped}`.execute(db)
  return result.rows
}

/**
 * Returns recipients with the longest values first, of each language in turn: their texts are the longest of all, and
 * bound what a broadcast costs.
 */
export async function longestFirst(
  db: Db,
  chosen: RawBuilder<unknown>,
  { after, most }: { after: number; most: number },
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select g.id from (
      select h.id, row_number() over (partition by h.language order by
        length(c.firstname) + length(c.lastname) + length(c.job_title) + length(c.location) + length(c.custom::text) desc, h.id) as place
      from ${chosen} h join contact c on c.id = h.id where h.reason is null) g
    order by g.place, g.id limit ${most} offset ${after}`.execute(db)
  return result.rows.map((row) => row.id)
}

/** Returns the segments used in the current month of the organization. */
export async function monthlySegments(db: Db, zone: string, now: Date): Promise<number> {
  const result = await sql<{ texts: number }>`
    select texts::int as texts from usage_month where month = date_trunc('month', ${now}::timestamptz at time zone ${zone}::text)::date`.execute(
    db,
  )
  return result.rows[0]?.texts ?? 0
}

/** Returns the active contacts that own these numbers. */
export async function ownersOf(db: Db, phones: string[]): Promise<{ id: string; phone: string }[]> {
  const result = await sql<{ id: string; phone: string }>`
    select id, phone from contact where phone = any(${phones}::text[]) and archived_at is null and not shares_phone`.execute(
    db,
  )
  return result.rows
}
