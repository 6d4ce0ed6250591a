import type { ConsentMethod } from '@crewline/contract/consent'
import { phoneDigits } from '@crewline/contract/phone'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Place } from './place-rules.ts'
import { numberHolders } from './plugs.ts'

/** A number that must not be texted, with what was said then; method null where its history is older than entries are. */
export interface OptOutRow {
  phone: string
  at: Date
  method: ConsentMethod | null
  words: string
}

/** What is looked for: words or digits, and the mark of the number where a whole one was typed. */
export interface Sought {
  search: string
  mark?: string | undefined
}

/** Which of them, from where on. */
export interface Wanted extends Sought {
  after?: Place | undefined
  offset?: number
  size: number
}

/** One page of the numbers that must not be texted, the newest first. */
export async function optOutPage(db: Db, { after, offset = 0, size, ...sought }: Wanted): Promise<OptOutRow[]> {
  const from = after ? sql`and (k.changed_at, k.phone) < (${after.at}::timestamptz, ${after.phone})` : sql``
  // The entry that opted out is the one nearest in time: a second STOP is noted too and changes nothing.
  const found = await sql<{ phone: string; changed_at: Date; method: ConsentMethod | null; words: string | null }>`
    select k.phone, k.changed_at, e.method, e.words from (
      select k.org_id, k.phone, k.changed_at from consent k where k.opted_out and ${matching(sought)} ${from}
      order by k.changed_at desc, k.phone desc limit ${size} offset ${offset}) k
    left join lateral (
      select method, words from consent_event e where e.org_id = k.org_id and e.phone = k.phone and e.action = 'opt_out'
      order by abs(extract(epoch from e.at - k.changed_at)), e.id limit 1) e on true
    order by k.changed_at desc, k.phone desc`.execute(db)
  return found.rows.map((row) => ({
    phone: row.phone,
    at: row.changed_at,
    method: row.method,
    words: row.words ?? '',
  }))
}

/** How many there are, without those of erased people. */
export async function countOptOuts(db: Db, sought: Sought): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from consent k where k.opted_out and ${matching(sought)}`.execute(db)
  return found.rows[0]?.n ?? 0
}

/** How many numbers of erased people there are. */
export async function countErased(db: Db): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from consent where phone like '~%' and opted_out`.execute(db)
  return found.rows[0]?.n ?? 0
}

/** Digits are looked for in the number, words in the name of whoever has it; an erased person's number is found whole only. */
function matching({ search, mark }: Sought): RawBuilder<unknown> {
  const found = matchingKept(search)
  return mark === undefined ? found : sql`(${found} or k.phone = ${mark})`
}

function matchingKept(search: string): RawBuilder<unknown> {
  if (search === '') return sql`k.phone not like '~%'`
  const digits = phoneDigits(search)
  const named = numberHolders.get().isNamed(search) ?? sql`false`
  return digits ? sql`(k.phone like ${`+%${digits}%`} or ${named})` : named
}
