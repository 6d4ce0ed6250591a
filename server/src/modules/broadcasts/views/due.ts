import type { BroadcastState } from '@crewline/contract/broadcast-states'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { hasTexts } from '../store/runs.ts'

/**
 * What can be due: a date of a planned broadcast, a run whose countdown is over, a reminder, telling a member who has not
 * confirmed, the end of a run in which no
 * text waits.
 */
export type DueKind = 'date' | 'run' | 'reminder' | 'escalation' | 'end'

/** What the scheduler does next. */
export interface Due {
  orgId: string
  /** The broadcast of a date, else the run. */
  id: string
  kind: DueKind
}

/** Returns the broadcasts of an organization in some states. */
export async function broadcastsInStates(db: Db, orgId: string, states: BroadcastState[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from broadcast where org_id = ${orgId} and state = any(${states}::text[]) and deleted_at is null order by id`.execute(
    db,
  )
  return result.rows.map(({ id }) => id)
}

/**
 * Returns the first of each kind that is due, without those that failed a moment ago. Needs a database handle across
 * organizations.
 */
export async function whatIsDue(system: Db, now: Date, exceptIds: string[]): Promise<Due[]> {
  const isTried = sql`id <> all(${exceptIds}::uuid[])`
  const result = await sql<Due>`
    (select org_id as "orgId", id, 'date' as kind from broadcast
      where next_at <= ${now} and not dates_paused and deleted_at is null and ${isTried} order by next_at limit 1)
    union all
    (select org_id, id, 'run' from broadcast_run where state = 'waiting' and starts_at <= ${now} and ${isTried} order by starts_at limit 1)
    union all
    (select org_id, id, 'reminder' from broadcast_run where remind_at <= ${now} and state <> 'paused' and ${isTried} order by remind_at limit 1)
    union all
    (select org_id, id, 'escalation' from broadcast_run where escalate_at <= ${now} and state <> 'paused' and ${isTried} order by escalate_at limit 1)
    union all
    (select org_id, id, 'end' from broadcast_run r where state = 'sending' and is_expanded and ${isTried} and not ${hasTexts} limit 1)`.execute(
    system,
  )
  return result.rows
}
