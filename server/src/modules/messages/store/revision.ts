import { sql } from 'kysely'

/**
 * Raises the revision of a message: every update of one must set it. Not a trigger: with one before the update, hand-offs were
 * not counted exactly once (ADR 0191).
 */
export const raiseRevision = sql`revision = greatest(revision + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)`
