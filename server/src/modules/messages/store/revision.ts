import { sql } from 'kysely'

/**
 * Raises the revision of a message: every update of one must set it (ADR 0191). Not a trigger: with one before the update,
 * `old` in RETURNING is not the row that a concurrent update left, and a hand-off would be counted twice.
 */
export const raiseRevision = sql`revision = greatest(revision + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)`
