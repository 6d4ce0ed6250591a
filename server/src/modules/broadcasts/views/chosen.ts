import type { BlockReason } from '@crewline/contract/broadcast-audience'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { ChosenTables } from './audience.ts'
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
  /** `SAMPLES` who get the text. */
  sampleIds: string[]
  /** How many of those who get it have no consent on file. */
  withoutConsent: number
}

/** Contacts that are shown as an example of who gets the text. */
export const SAMPLES = 5

/** Contacts whose consent is looked up at most: the figure is a hint, not a condition. */
const CONSENT_LOOKED_UP = 20_000

/** Contacts of one part with the same reason, language and zone: part, reason, language, zone and how many. */
type PartRow = [part: number, reason: BlockReason | null, language: string, timezone: string | null, n: number]

/**
 * A count in parts, ranges of contact ids: part 0 lies below the first of `lows`, part 1 begins with it. Without the
 * people who would get a text and share its number with others, because each depends on the others.
 */
export interface CountParts {
  lows: string[]
  rows: PartRow[]
}

/** A row of a statement that counts by part. */
interface CountedRow extends ChosenCount {
  part: number
  isShared: boolean
}

/** Groups chosen contacts by part, and by what the figures need. */
function groupedByPart(rows: RawBuilder<unknown>, lows: string[]): RawBuilder<unknown> {
  const part = lows.length > 0 ? sql`width_bucket(id, ${lows}::uuid[])` : sql`0`
  return sql`(select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
    select ${part} as part, is_shared as "isShared", reason, language, timezone, count(*)::int as n
    from (${rows}) h group by 1, 2, 3, 4, 5) c)`
}

function partRow({ part, reason, language, timezone, n }: CountedRow): PartRow {
  return [part, reason, language, timezone, n]
}

/** Adds up rows that differ only in what the figures do not need. */
export function sumRows(rows: Iterable<ChosenCount>): ChosenCount[] {
  const sums = new Map<string, ChosenCount>()
  for (const { reason, language, timezone, n } of rows) {
    const key = JSON.stringify([reason, language, timezone])
    const sum = sums.get(key)
    if (sum) sum.n += n
    else sums.set(key, { reason, language, timezone, n })
  }
  return [...sums.values()]
}

/** Returns every so many-th contact id of an organization, in order, without the first: where parts of a count begin. */
export async function partBounds(db: Db, orgId: string, contacts: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from (select id, row_number() over (order by id) as nth from contact where org_id = ${orgId}) c
    where nth > ${contacts} and nth % ${contacts} = 1 order by id`.execute(db)
  return result.rows.map((row) => row.id)
}

/**
 * Counts chosen contacts by reason, language and time zone in one statement, so that its numbers agree; also returns the
 * snapshot in which they were counted, and the same count in parts that begin with these ids.
 */
export async function countChosen(
  db: Db,
  { tables, rows: chosen }: ChosenTables,
  lows: string[] = [],
): Promise<{ counts: ChosenCounts; parts: CountParts; snapshot: string }> {
  const result = await sql<Omit<ChosenCounts, 'rows'> & { rows: CountedRow[]; snapshot: string }>`
    with ${tables}, asked as materialized (select id, phone from (${chosen}) h where reason is null limit ${CONSENT_LOOKED_UP})
    select pg_current_snapshot()::text as snapshot, ${groupedByPart(chosen, lows)} as rows,
      array(select id from (
        (select id, is_shared from (${chosen}) h where reason is null and not is_shared limit ${SAMPLES}) union all
        (select id, is_shared from (${chosen}) h where reason is null and is_shared limit ${SAMPLES})
      ) h order by is_shared limit ${SAMPLES}) as "sampleIds",
      (select count(*)::int from asked g
        where not exists (select from consent_event e where e.phone = g.phone and e.action in ('opt_in', 'attest'))
          and not exists (select from conversation v where v.contact_id = g.id and v.arrivals > 0)) as "withoutConsent"`.execute(
    db,
  )
  const { snapshot, rows, ...hints } = result.rows[0] ?? { rows: [], sampleIds: [], withoutConsent: 0, snapshot: '' }
  const parts = { lows, rows: rows.filter((row) => !row.isShared).map(partRow) }
  return { counts: { ...hints, rows: sumRows(rows) }, parts, snapshot }
}

/** Counts chosen contacts of some parts; returns those of them who get the text, five and all of `amongIds`. */
export async function countParts(
  db: Db,
  { tables, rows: chosen }: ChosenTables,
  { lows, amongIds }: { lows: string[]; amongIds: string[] },
): Promise<{ rows: PartRow[]; sampleIds: string[]; gettingIds: string[] }> {
  const result = await sql<{ rows: CountedRow[]; sampleIds: string[]; gettingIds: string[] }>`
    with ${tables}
    select ${groupedByPart(chosen, lows)} as rows,
      array(select id from (${chosen}) h where reason is null and not is_shared limit ${SAMPLES}) as "sampleIds",
      array(select id from (${chosen}) h where reason is null and id = any(${amongIds}::uuid[])) as "gettingIds"`.execute(
    db,
  )
  const { rows, ...ids } = result.rows[0] ?? { rows: [], sampleIds: [], gettingIds: [] }
  return { rows: rows.filter((row) => !row.isShared).map(partRow), ...ids }
}

/** Counts the chosen contacts who share the number of their text with others. */
export async function countShared(db: Db, chosen: RawBuilder<unknown>): Promise<ChosenCount[]> {
  const result = await sql<ChosenCount>`
    select reason, language, timezone, count(*)::int as n from ${chosen} h where is_shared group by 1, 2, 3`.execute(db)
  return result.rows
}

/** Returns the contacts of some parts, as a query of ids. */
export function contactsOfParts(orgId: string, lows: string[], parts: Iterable<number>): RawBuilder<unknown> {
  const ranges = [...parts].map((part) => {
    const from = part > 0 ? sql`i.id >= ${lows[part - 1]}::uuid` : sql`true`
    return part < lows.length ? sql`(${from} and i.id < ${lows[part]}::uuid)` : sql`(${from})`
  })
  return sql`select i.id from contact i where i.org_id = ${orgId} and (${sql.join(ranges, sql` or `)})`
}

/** Returns the active contacts of numbers that people of a household share, as a query of ids. */
export function contactsOfHouseholds(orgId: string): RawBuilder<unknown> {
  return sql`select i.id from contact i where i.org_id = ${orgId} and i.archived_at is null and i.phone in (
    select s.phone from contact s where s.org_id = ${orgId} and s.shares_phone and s.archived_at is null)`
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
