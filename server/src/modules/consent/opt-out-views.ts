import type { ConsentMethod } from '@crewline/contract/consent'
import { phoneDigits } from '@crewline/contract/phone'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import type { Fingerprinter } from './fingerprint-rules.ts'
import type { OptOutPosition } from './place-rules.ts'
import { contactLookup } from './ports.ts'
import { optedOutFingerprints } from './store/fingerprints.ts'

/**
 * An opted-out number with the entry that opted it out. The method is null when the opt-out is older than the history.
 */
export interface OptOutRow {
  phone: string
  at: Date
  method: ConsentMethod | null
  wording: string
}

/** Search terms: words or digits, and the phone fingerprint when a complete number was typed. */
export interface Sought {
  search: string
  fingerprint?: string | undefined
}

/** Search terms and page position. */
export interface OptOutPageQuery extends Sought {
  after?: OptOutPosition | undefined
  offset?: number
  size: number
}

/** Returns a page of opted-out numbers, newest first. */
export async function optOutPage(
  db: Db,
  { after, offset = 0, size, ...sought }: OptOutPageQuery,
): Promise<OptOutRow[]> {
  const from = after ? sql`and (k.changed_at, k.phone) < (${after.at}::timestamptz, ${after.phone})` : sql``
  // The entry that opted out is the nearest in time: a second STOP is recorded too but changes nothing.
  const result = await sql<
    Row<'consent', 'phone' | 'changed_at'> & { method: ConsentMethod | null; wording: string | null }
  >`
    select k.phone, k.changed_at, e.method, e.wording from (
      select k.org_id, k.phone, k.changed_at from consent k where k.opted_out and ${matching(sought)} ${from}
      order by k.changed_at desc, k.phone desc limit ${size} offset ${offset}) k
    left join lateral (
      select method, wording from consent_event e where e.org_id = k.org_id and e.phone = k.phone and e.action = 'opt_out'
      order by abs(extract(epoch from e.at - k.changed_at)), e.id limit 1) e on true
    order by k.changed_at desc, k.phone desc`.execute(db)
  return result.rows.map((row) => ({
    phone: row.phone,
    at: row.changed_at,
    method: row.method,
    wording: row.wording ?? '',
  }))
}

/** Counts the numbers that opted out at or after a moment. */
export async function countOptOutsSince(db: Db, since: Date): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from consent where opted_out and changed_at >= ${since} and phone not like '~%'`.execute(
    db,
  )
  return result.rows[0]?.n ?? 0
}

/** Counts opted-out numbers without those of erased contacts. */
export async function countOptOuts(db: Db, sought: Sought): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from consent k where k.opted_out and ${matching(sought)}`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Counts the opted-out numbers of erased contacts. */
export async function countErased(db: Db): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from consent where phone like '~%' and opted_out`.execute(db)
  return result.rows[0]?.n ?? 0
}

/**
 * Digits match the number, words match the name of its contact. The number of an erased contact matches only in full.
 */
function matching({ search, fingerprint }: Sought): RawBuilder<unknown> {
  const condition = storedNumberCondition(search)
  return fingerprint === undefined ? condition : sql`(${condition} or k.phone = ${fingerprint})`
}

function storedNumberCondition(search: string): RawBuilder<unknown> {
  if (search === '') return sql`k.phone not like '~%'`
  const digits = phoneDigits(search)
  const named = contactLookup.get().isNamed(search) ?? sql`false`
  return digits ? sql`(k.phone like ${`+%${digits}%`} or ${named})` : named
}

/**
 * Returns the numbers that are opted out, or will be when a contact gets them because their last contact opted out and
 * was erased.
 */
export async function optedOutAmong(
  db: Db,
  query: { fingerprinter: Fingerprinter; orgId: string; phones: string[] },
): Promise<Set<string>> {
  const [stored, fingerprints] = await Promise.all([
    sql<Row<'consent', 'phone'>>`
      select phone from consent where org_id = ${query.orgId} and phone = any(${query.phones}::text[]) and opted_out`.execute(
      db,
    ),
    optedOutFingerprints(db, query),
  ])
  return new Set([...stored.rows.map((row) => row.phone), ...fingerprints.keys()])
}
