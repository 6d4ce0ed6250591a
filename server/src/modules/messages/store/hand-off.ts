import type { MessageState } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { Decision, Outcome, Waiting } from '../rules.ts'

/** Those of these messages that are still queued, locked in the order they were made. */
export async function holdQueued(tx: Tx, ids: string[]): Promise<Waiting[]> {
  const found = await sql<Waiting>`
    select id, contact_id as "contactId", phone_from as "from", phone_to as "to", body, attempts + 1 as attempt, expires_at as "expiresAt", kind
    from message where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and state = 'queued' order by id for update`.execute(
    tx.db,
  )
  return found.rows
}

/** Writes what was decided about held messages: on to the carrier, or not at all. */
export async function writeDecisions(
  tx: Tx,
  decided: { message: Waiting; decision: Decision; errorCode: string | null }[],
): Promise<void> {
  const now = tx.world.now()
  await sql`
    update message m set state = t.state, attempts = t.attempt,
      submit_started_at = case when t.state = 'submitting' then ${now}::timestamptz end,
      error_code = t.error_code, settled_at = case when t.state = 'submitting' then null else ${now}::timestamptz end
    from unnest(${decided.map((one) => one.message.id)}::uuid[], ${decided.map((one) => one.decision)}::text[],
                ${decided.map((one) => one.message.attempt)}::smallint[], ${decided.map((one) => one.errorCode)}::text[]) t(id, state, attempt, error_code)
    where m.org_id = ${tx.orgId} and m.id = t.id`.execute(tx.db)
}

/** Messages that an update moved on. */
export interface Moved {
  ids: string[]
  /** Those of them that we now know, for the first time, to be with a carrier. */
  handedOff: string[]
}

/** A row of an update of messages. */
export interface MovedRow {
  id: string
  handed_off: boolean
}

/** A carrier's id is written when it took the message and never taken away: the update that writes it is the only one. */
export const carrierIdIsNew = sql`(old.carrier_id is null and new.carrier_id is not null)`

/** What an update moved on. */
export function movedFrom(rows: MovedRow[]): Moved {
  return { ids: rows.map((row) => row.id), handedOff: rows.filter((row) => row.handed_off).map((row) => row.id) }
}

/**
 * Writes outcomes, many at once. An accepted text keeps the later state a receipt may already have brought; everything
 * else is written only while this very attempt is still open.
 */
export async function writeOutcomes(tx: Tx, outcomes: Outcome[]): Promise<Moved> {
  const now = tx.world.now()
  const changed = await sql<MovedRow>`
    update message m set
      carrier_id = coalesce(t.carrier_id, m.carrier_id),
      state = case when m.state in ('submitting', 'unknown') then t.state else m.state end,
      error_code = case when m.state in ('submitting', 'unknown') then t.error_code else m.error_code end,
      attempts = case when t.state = 'queued' then m.attempts - 1 else m.attempts end,
      submit_started_at = case when t.state = 'queued' then null else m.submit_started_at end,
      settled_at = case when t.state = 'failed' then ${now}::timestamptz else m.settled_at end
    from unnest(${outcomes.map((one) => one.id)}::uuid[], ${outcomes.map((one) => one.attempt)}::smallint[], ${outcomes.map((one) => one.state)}::text[],
                ${outcomes.map((one) => one.carrierId)}::text[], ${outcomes.map((one) => one.errorCode)}::text[]) t(id, attempt, state, carrier_id, error_code)
    where m.org_id = ${tx.orgId} and m.id = t.id
      and (t.state = 'submitted' or (m.attempts = t.attempt and m.state = 'submitting') or (t.state = 'failed' and m.attempts = t.attempt and m.state = 'unknown'))
    returning m.id, ${carrierIdIsNew} as handed_off`.execute(tx.db)
  return movedFrom(changed.rows)
}

/** Where messages stand, for a sender that takes over a chunk. */
export async function statesOf(
  db: Db,
  ids: string[],
): Promise<{ id: string; state: MessageState; submitStartedAt: Date | null; attempt: number }[]> {
  const found = await sql<{ id: string; state: MessageState; submitStartedAt: Date | null; attempt: number }>`
    select id, state, submit_started_at as "submitStartedAt", attempts as attempt from message where id = any(${ids}::uuid[]) order by id`.execute(
    db,
  )
  return found.rows
}
