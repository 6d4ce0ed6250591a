import type { BlockReason } from '@crewline/contract/broadcast-audience'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { joinParts, type RestingPart } from './resting.ts'

/** Chosen contacts with the same reason, language and zone. */
export interface ChosenCount {
  reason: BlockReason | null
  language: string
  /** Null for the zone of the organization. */
  timezone: string | null
  n: number
}

/** The chosen contacts of an audience, counted. */
export interface ChosenCounts {
  rows: ChosenCount[]
  /** Five who get the text. */
  sampleIds: string[]
  /** How many of those who get it have no consent on file. */
  withoutConsent: number
}

/** Contacts whose consent is looked up at most: the figure is a hint, not a condition. */
const CONSENT_LOOKED_UP = 20_000

/**
 * Counts chosen contacts by reason, language and time zone in one statement, so that its numbers agree; also returns the
 * snapshot in which they were counted.
 */
export async function countChosen(
  db: Db,
  chosen: RawBuilder<unknown>,
): Promise<{ counts: ChosenCounts; snapshot: string }> {
  const result = await sql<ChosenCounts & { snapshot: string }>`
    with h as materialized (select * from ${chosen} chosen),
      asked as materialized (select id, phone from h where reason is null limit ${CONSENT_LOOKED_UP})
    select pg_current_snapshot()::text as snapshot,
      (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
        select reason, language, timezone, count(*)::int as n from h group by 1, 2, 3) c) as rows,
      array(select id from h where reason is null limit 5) as "sampleIds",
      (select count(*)::int from asked g
        where not exists (select from consent_event e where e.phone = g.phone and e.action in ('opt_in', 'attest'))
          and not exists (select from conversation v where v.contact_id = g.id and v.arrivals > 0)) as "withoutConsent"`.execute(
    db,
  )
  const { snapshot, ...counts } = result.rows[0] ?? { rows: [], sampleIds: [], withoutConsent: 0, snapshot: '' }
  return { counts, snapshot }
}

/** Returns one page of chosen contacts by name, one more than fits. */
export async function chosenPage(
  db: Db,
  chosen: RawBuilder<unknown>,
  {
    reason,
    parts,
    after,
    page,
  }: {
    reason: BlockReason | null
    /** Only people of these parts. */
    parts: RestingPart[] | undefined
    after: { key: string; id: string } | undefined
    page: { page: number; pageSize: number }
  },
): Promise<{ id: string; reason: string | null; sortName: string }[]> {
  const skipped = after ? 0 : (page.page - 1) * page.pageSize
  const result = await sql<{ id: string; reason: string | null; sortName: string }>`
    select h.id, h.reason, c.sort_name as "sortName" from ${chosen} h join contact c on c.id = h.id ${parts ? joinParts(parts) : sql``}
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
