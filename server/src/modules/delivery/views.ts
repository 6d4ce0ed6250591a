import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { QuarantineRow } from './store/quarantine.ts'

const columns = sql`id, org_id as "orgId", line_id as "lineId", kind, reason, tries, sealed, came_at as "cameAt", quarantined_at as "quarantinedAt"`

/** Returns the oldest quarantined events visible to the database handle. */
export async function quarantineRows(db: Db, most: number): Promise<QuarantineRow[]> {
  const result = await sql<QuarantineRow>`
    select ${columns} from quarantined_event order by org_id, came_at, id limit ${most}`.execute(db)
  return result.rows
}

/** Returns the quarantined events with these ids, oldest first. */
export async function quarantinedByIds(db: Db, ids: string[]): Promise<QuarantineRow[]> {
  const result = await sql<QuarantineRow>`
    select ${columns} from quarantined_event where id = any(${ids}::uuid[]) order by came_at, id`.execute(db)
  return result.rows
}

/** Returns all quarantined messages of an organization. Needs a database handle with access to it. */
export async function quarantinedTexts(db: Db, orgId: string): Promise<QuarantineRow[]> {
  const result = await sql<QuarantineRow>`
    select ${columns} from quarantined_event where org_id = ${orgId} and kind = 'text'`.execute(db)
  return result.rows
}

/** Counts the quarantined events visible to the database handle. */
export async function quarantineCount(db: Db): Promise<number> {
  const result = await sql<{ n: number }>`select count(*)::int as n from quarantined_event`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Counts the due messages of every organization and returns the age of the oldest in seconds, by lane. */
export async function waitingByLane(system: Db): Promise<{ lane: string; waiting: number; oldest: number }[]> {
  const result = await sql<{ lane: string; waiting: number; oldest: number }>`
    select lane::text, sum(cardinality(message_ids))::int as waiting, extract(epoch from now() - min(due_at))::float8 as oldest
    from outgoing_chunk where due_at <= now() group by lane order by lane`.execute(system)
  return result.rows
}

interface OperatorCounts {
  outcomes_unknown: number
  events_quarantined: number
  organizations_under_review: number
  lines_paused: number
}

/** Counts what waits for a carrier or a person in every organization. */
export async function countsForOperator(system: Db): Promise<OperatorCounts> {
  const result = await sql<OperatorCounts>`
    select (select count(*) from unknown_outcome)::int as outcomes_unknown,
      (select count(*) from quarantined_event)::int as events_quarantined,
      (select count(*) from restore_review)::int as organizations_under_review,
      (select count(*) from line where state = 'paused')::int as lines_paused`.execute(system)
  return (
    result.rows[0] ?? { outcomes_unknown: 0, events_quarantined: 0, organizations_under_review: 0, lines_paused: 0 }
  )
}
