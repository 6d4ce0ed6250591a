import type { RestoredLine } from '@crewline/contract/restored'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'

/** The review of an organization whose database was restored. */
export interface ReviewRow {
  beganAt: Date
  knownUntil: Date
  askedAt: Date | null
  triedAt: Date | null
  lines: RestoredLine[]
}

/** Returns the review in progress. */
export async function reviewOf(db: Db): Promise<ReviewRow | undefined> {
  const result = await sql<ReviewRow>`
    select began_at as "beganAt", known_until as "knownUntil", asked_at as "askedAt", tried_at as "triedAt", lines
    from restore_review`.execute(db)
  return result.rows[0]
}

/** Returns which of these organizations, or of all, send nothing because their database was restored. */
export async function orgsUnderReview(system: Db): Promise<Set<string>> {
  const result = await sql<Row<'restore_review', 'org_id'>>`select org_id from restore_review`.execute(system)
  return new Set(result.rows.map((row) => row.org_id))
}

/** Returns the messages of a line whose outcome is unknown. */
export async function unclearOfLine(db: Db, lineId: string): Promise<string[]> {
  const result = await sql<{
    id: string
  }>`select message_id as id from unknown_outcome where line_id = ${lineId}`.execute(db)
  return result.rows.map((row) => row.id)
}

/** Returns the organizations that send nothing because their database was restored. */
export async function describeReviewed(system: Db): Promise<{ orgId: string; name: string; slug: string }[]> {
  const result = await sql<{ orgId: string; name: string; slug: string }>`
    select o.id as "orgId", o.name, o.slug from restore_review r join organization o on o.id = r.org_id order by o.slug`.execute(
    system,
  )
  return result.rows
}
