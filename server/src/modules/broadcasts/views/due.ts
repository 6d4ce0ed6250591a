import { BROADCAST_LATE_MS } from '@crewline/contract/broadcast-limits'
import type { BroadcastState } from '@crewline/contract/broadcast-states'
import { sql, type RawBuilder } from 'kysely'
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

const hasActiveLine = (orgId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from line l where l.org_id = ${orgId} and l.state = 'active' and l.carrier <> 'sample')`

const isOnHold = (orgId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from organization o where o.id = ${orgId} and (o.status = 'past_due' or o.need_billing))`

/** Why no text of an organization would leave now: it must pay or choose a plan first, or none of its numbers is active. */
export type SendingObstacle = 'on_hold' | 'no_active_line'

/** Returns why no text of an organization would leave now; undefined when texts leave. */
export async function sendingObstacleOf(db: Db, orgId: string): Promise<SendingObstacle | undefined> {
  const id = sql`${orgId}::uuid`
  const found = await sql<{ onHold: boolean; active: boolean }>`
    select ${isOnHold(id)} as "onHold", ${hasActiveLine(id)} as active`.execute(db)
  const [row] = found.rows
  if (row?.onHold) return 'on_hold'
  return row?.active ? undefined : 'no_active_line'
}

/** Whether texts of the organization of this row leave. */
const canSend = sql`(not ${isOnHold(sql`org_id`)} and ${hasActiveLine(sql`org_id`)})`

/**
 * Returns the first of each kind that is due, without those that failed a moment ago. While no text of an organization would
 * leave, its reminders wait, and so do its dates until they are too late: otherwise one text of each date would be sent at
 * once when the organization can send again. Needs a database handle across organizations.
 */
export async function whatIsDue(system: Db, now: Date, exceptIds: string[]): Promise<Due[]> {
  const tooLate = new Date(now.getTime() - BROADCAST_LATE_MS)
  const isTried = sql`id <> all(${exceptIds}::uuid[])`
  const result = await sql<Due>`
    (select org_id as "orgId", id, 'date' as kind from broadcast
      where next_at <= ${now} and not dates_paused and deleted_at is null and ${isTried}
        and (next_at < ${tooLate} or ${canSend}) order by next_at limit 1)
    union all
    (select org_id, id, 'run' from broadcast_run where state = 'waiting' and starts_at <= ${now} and ${isTried} order by starts_at limit 1)
    union all
    (select org_id, id, 'reminder' from broadcast_run where remind_at <= ${now} and state <> 'paused' and ${isTried} and ${canSend} order by remind_at limit 1)
    union all
    (select org_id, id, 'escalation' from broadcast_run where escalate_at <= ${now} and state <> 'paused' and ${isTried} order by escalate_at limit 1)
    union all
    (select org_id, id, 'end' from broadcast_run r where state = 'sending' and is_expanded and ${isTried} and not ${hasTexts} limit 1)`.execute(
    system,
  )
  return result.rows
}
