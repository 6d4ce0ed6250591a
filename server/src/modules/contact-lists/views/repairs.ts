import type { RepairKind } from '@crewline/contract/repairs'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { contactMessages } from '../../contacts/index.ts'

/** Contacts are counted up to this number for each problem. */
const COUNTED = 1000

/** The problem of a contact `c` whose details alone show it. The index `contact_to_repair` has the same condition. */
const needsRepair = sql`c.archived_at is null and c.work <> 'terminated'
  and (c.phone is null or c.phone_state <> 'ok' or c.suspect_since is not null)`
const kindOf = sql`case when c.phone is null then 'no_mobile' when c.phone_state <> 'ok' then c.phone_state else 'wrong_person' end`
const hasOptedOut = sql`exists (select from consent k where k.org_id = c.org_id and k.phone = c.phone and k.opted_out)`

/** The contacts with one problem: how many, and the ids of the first by name. */
export interface Repair {
  kind: RepairKind
  count: number
  ids: string[]
}

/** Lists the contacts whose details need a fix, by problem; each problem is read up to a bound. */
export async function listRepairs(db: Db, most: number): Promise<Repair[]> {
  const [details, consent] = await Promise.all([
    rowsOf(
      db,
      sql`select ${kindOf} as kind, c.id, c.sort_name from contact c where ${needsRepair} and not ${hasOptedOut}`,
    ),
    rowsOf(
      db,
      sql`select 'no_consent' as kind, c.id, c.sort_name from contact c where ${contactMessages.get().lacksConsent()}`,
    ),
  ])
  const byKind = Map.groupBy([...details, ...consent], ({ kind }) => kind)
  return [...byKind].map(([kind, rows]) => ({
    kind,
    count: Math.min(rows.length, COUNTED),
    ids: rows.slice(0, most).map(({ id }) => id),
  }))
}

async function rowsOf(db: Db, contacts: RawBuilder<unknown>): Promise<{ kind: RepairKind; id: string }[]> {
  // All kinds of one read share the bound, so that an organization without any numbers costs no more than others.
  const result = await sql<{ kind: RepairKind; id: string }>`
    select kind, id from (${contacts} order by c.sort_name, c.id limit ${COUNTED * 4}) found order by sort_name, id`.execute(
    db,
  )
  return result.rows
}
