import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { isChainIntact, type Link } from './chain-rules.ts'
import { hashOf } from './store/chain.ts'

interface Row extends Link {
  phone: string
}

/**
 * Returns whether the history of a number is intact: no entry changed, none missing inside or at the end. Entries older
 * than the chain are not checked. `fingerprint` is the phone fingerprint that replaces the number after its contact was
 * erased.
 */
export async function verifyChain(db: Db, phone: string, fingerprint?: string): Promise<boolean> {
  return (await brokenOf(db, fingerprint ? [phone, fingerprint] : [phone])).length === 0
}

/** Returns the numbers whose history is not intact. */
export async function brokenOf(db: Db, phones: string[]): Promise<string[]> {
  const [chainEnds, links] = await Promise.all([
    sql<{ phone: string; last: string | null }>`
      select phone, encode(last_hash, 'hex') as last from consent where phone = any(${phones}::text[])`.execute(db),
    sql<Row>`
      select e.phone, encode(e.hash, 'hex') as hash, encode(${hashOf}, 'hex') as recomputed, encode(e.prev_hash, 'hex') as before
      from consent_event e where e.phone = any(${phones}::text[]) and e.hash is not null`.execute(db),
  ])
  const lastOf = new Map(chainEnds.rows.map((row) => [row.phone, row.last]))
  const linksOf = Map.groupBy(links.rows, (row) => row.phone)
  return phones.filter((phone) => !isChainIntact(linksOf.get(phone) ?? [], lastOf.get(phone) ?? null))
}

/** Numbers checked per query. */
const AT_ONCE = 500

/**
 * Checks every number of an organization; `db` must be scoped to it. Returns the number checked and the broken ones.
 */
export async function verifyEvery(db: Db): Promise<{ numbers: number; broken: string[] }> {
  const broken: string[] = []
  let numbers = 0
  for (let after = ''; ;) {
    const result = await sql<{ phone: string }>`
      select phone from (
        (select phone from consent where phone > ${after} order by phone limit ${AT_ONCE})
        union (select distinct phone from consent_event where phone > ${after} order by phone limit ${AT_ONCE})) every
      order by phone limit ${AT_ONCE}`.execute(db)
    const phones = result.rows.map((row) => row.phone)
    broken.push(...(await brokenOf(db, phones)))
    numbers += phones.length
    const last = phones.at(-1)
    if (last === undefined || phones.length < AT_ONCE) return { numbers, broken }
    after = last
  }
}
