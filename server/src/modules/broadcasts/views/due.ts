import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** What can be due: a date of a planned broadcast, a run whose countdown is over, a reminder. */
export type DueKind = 'date' | 'run' | 'reminder'

/** Returns the first of each kind that is due. Needs a database handle across organizations. */
export async function whatIsDue(system: Db, now: Date): Promise<{ orgId: string; id: string; kind: DueKind }[]> {
  const result = await sql<{ orgId: string; id: string; kind: DueKind }>`
    (select org_id as "orgId", id, 'date' as kind from broadcast
      where next_at <= ${now} and not dates_paused and deleted_at is null order by next_at limit 1)
    union all
    (select org_id, id, 'run' from broadcast_run where state = 'waiting' and starts_at <= ${now} order by starts_at limit 1)
    union all
    (select org_id, id, 'reminder' from broadcast_run where remind_at <= ${now} order by remind_at limit 1)`.execute(
    system,
  )
  return result.rows
}
