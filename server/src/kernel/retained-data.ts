import type { RetentionClass } from '@crewline/contract/retention'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from './db/pool.ts'
import type { Kernel } from './kernel.ts'
import type { Tx } from './scope.ts'

/**
 * A class of data that an organization keeps for a period, declared in `defineModule({ retainedData })`. The module
 * `retention` counts and deletes it; what a legal hold covers stays.
 */
export interface RetainedData {
  class: RetentionClass
  /** How much one transaction deletes. */
  atOnce: number
  /**
   * Selects what is older than a moment and can be deleted, as `id`, `at` (when it was made) and `held` (whether a legal
   * hold covers it). What was deleted must no longer be selected.
   */
  candidates: (orgId: string, before: Date) => RawBuilder<unknown>
  /** Deletes these in the caller's transaction, in the name of no one. */
  remove: (tx: Tx, ids: string[], kernel: Kernel) => Promise<void>
}

/** What a period would delete. */
export interface RetainedCount {
  count: number
  held: number
  oldest: Date | null
  years: { year: number; count: number }[]
}

let declarations: readonly RetainedData[] | undefined

/** Connects the declarations of all modules. Several modules may own data of one class. */
export function connectRetainedData(modules: readonly { retainedData?: readonly RetainedData[] }[]): void {
  declarations = modules.flatMap(({ retainedData = [] }) => retainedData)
}

/** Returns the declarations in module order. */
export function retainedDataOfModules(): readonly RetainedData[] {
  if (!declarations)
    throw new Error('retained data is not connected: call connectModules() of server/src/main/modules.ts first')
  return declarations
}

/**
 * Counts what is older than a moment in all of these data together, by calendar year in a time zone. Needs a handle that
 * sees the whole organization.
 */
export async function countRetained(
  db: Db,
  data: readonly RetainedData[],
  { orgId, before, timeZone }: { orgId: string; before: Date; timeZone: string },
): Promise<RetainedCount> {
  const all = sql.join(
    data.map(({ candidates }) => sql`(${candidates(orgId, before)})`),
    sql` union all `,
  )
  const result = await sql<{ year: number; count: number; held: number; oldest: Date | null }>`
    select extract(year from c.at at time zone ${timeZone})::int as year, count(*) filter (where not c.held)::int as count,
      count(*) filter (where c.held)::int as held, min(c.at) filter (where not c.held) as oldest
    from (${all}) c group by 1 order by 1`.execute(db)
  const oldest = result.rows.flatMap((row) => row.oldest ?? [])
  return {
    count: result.rows.reduce((sum, row) => sum + row.count, 0),
    held: result.rows.reduce((sum, row) => sum + row.held, 0),
    oldest: oldest[0] ?? null,
    years: result.rows.flatMap(({ year, count }) => (count > 0 ? [{ year, count }] : [])),
  }
}

/** Returns the ids of the next chunk to delete, oldest first. */
export async function nextRetained(
  db: Db,
  { candidates, atOnce }: RetainedData,
  { orgId, before }: { orgId: string; before: Date },
): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select c.id from (${candidates(orgId, before)}) c where not c.held order by c.at, c.id limit ${atOnce}`.execute(db)
  return result.rows.map(({ id }) => id)
}
