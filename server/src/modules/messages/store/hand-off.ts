import { statesBefore, type MessageState } from '@crewline/contract/message-states'
import type { HoldReason } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredFile } from '../../files/index.ts'
import type { Decision, Outcome, Waiting } from '../rules.ts'
import { amongIds } from './keys.ts'
import { raiseRevision } from './revision.ts'

type WaitingRow = Omit<Waiting, 'waited'> &
  Row<'message', 'due_at' | 'hold_reason' | 'media', { hold_reason: HoldReason; media: StoredFile[] | null }>

/** Whether message `m` may be sent although its organization is past due or needs a plan, as answers to STOP and HELP are. */
const isNotOnHold = sql`(m.kind = 'auto_reply' or exists (
  select from organization o where o.id = m.org_id and o.status <> 'past_due' and not o.need_billing))`

/** Locks the given messages that are still queued or whose wait is over, in the order they were created. */
export async function lockQueued(tx: Tx, ids: string[]): Promise<Waiting[]> {
  const result = await sql<WaitingRow>`
    select id, contact_id as "contactId", phone_from as "from", phone_to as "to", body, attempts + 1 as attempt, expires_at as "expiresAt", kind,
      consent_answer as "isConsentAnswer", retries, line_id as "lineId", due_at, hold_reason, quiet_override as "quietOverride", at as "queuedAt", media, media_as_link as "mediaAsLink", batch_id as "batchId", held_by as "heldBy"
    from message m where org_id = ${tx.orgId} and ${amongIds(ids)}
      and state = any(${statesBefore('submit')}) and (state = 'queued' or due_at <= ${tx.world.now()}) and ${isNotOnHold}
    order by id for update`.execute(tx.db)
  return result.rows.map(({ due_at, hold_reason, ...text }) => ({
    ...text,
    waited: due_at ? { dueAt: due_at, reason: hold_reason } : null,
  }))
}

/** Writes the decisions about locked messages: hand off to the carrier or not. */
export async function writeDecisions(tx: Tx, decided: { message: Waiting; decision: Decision }[]): Promise<void> {
  const now = tx.world.now()
  const ids = decided.map((item) => item.message.id)
  await sql`
    update message m set ${raiseRevision}, state = t.state, attempts = t.attempt, due_at = null, hold_reason = null,
      submit_started_at = case when t.state = 'submitting' then ${now}::timestamptz end,
      error_code = t.error_code, settled_at = case when t.state = 'submitting' then null else ${now}::timestamptz end
    from unnest(${ids}::uuid[], ${decided.map((item) => item.decision.state)}::text[],
                ${decided.map((item) => item.message.attempt)}::smallint[], ${decided.map((item) => item.decision.errorCode)}::text[]) t(id, state, attempt, error_code)
    where m.org_id = ${tx.orgId} and ${amongIds(ids)} and m.id = t.id`.execute(tx.db)
}

/** Messages changed by an update. */
export interface Moved {
  ids: string[]
  /** Messages that a carrier is now known to have taken, or to have taken again. */
  handedOff: MovedRow[]
  /** The contact of each message. */
  contactOf: Map<string, string>
}

/** An outbound message, which has a line and both numbers. */
export type MovedRow = Row<
  'message',
  'id' | 'contact_id' | 'kind' | 'line_id' | 'phone_from' | 'phone_to',
  { line_id: string; phone_from: string; phone_to: string }
> & { handed_off: boolean }

/**
 * The RETURNING columns of an update of messages `m`, as MovedRow. A carrier's id is written once when it takes the
 * message, and replaced only after it was added to the earlier ids, so exactly one update reports the hand-off.
 */
export const movedColumns = sql`m.id, m.contact_id, m.kind, m.line_id, m.phone_from, m.phone_to,
  (new.carrier_id is distinct from old.carrier_id and (old.carrier_id is null or old.carrier_id = any(old.earlier_carrier_ids))) as handed_off`

/** Converts the rows of an update to its result. */
export function movedFrom(rows: MovedRow[]): Moved {
  return {
    ids: rows.map((row) => row.id),
    handedOff: rows.filter((row) => row.handed_off),
    contactOf: new Map(rows.map((row) => [row.id, row.contact_id])),
  }
}

/**
 * Whether it is still open if a carrier has message `m`. In the queue this is so after a carrier said that an attempt
 * never arrived; a message that is sent again is there too, and names its earlier message at the carrier.
 */
const isOpen = sql`(m.state = any(${statesBefore('accepted')}) and (m.state <> 'queued' or m.carrier_id is null))`

/** Whether outcome `t` belongs to the attempt that counts: a retried message also has an earlier one. */
const isPresent = sql`(m.retries = 0 or m.attempts = t.attempt)`

/**
 * Writes many outcomes at once. An accepted message keeps a later state that a receipt may already have set; any other
 * outcome is written only while that same attempt is open.
 */
export async function writeOutcomes(tx: Tx, outcomes: Outcome[]): Promise<Moved> {
  const now = tx.world.now()
  const ids = outcomes.map((outcome) => outcome.id)
  const changed = await sql<MovedRow>`
    update message m set ${raiseRevision},
      carrier_id = case when ${isPresent} then coalesce(t.carrier_id, m.carrier_id) else m.carrier_id end,
      state = case when ${isOpen} and ${isPresent} then t.state else m.state end,
      error_code = case when ${isOpen} and ${isPresent} then t.error_code else m.error_code end,
      attempts = case when t.state = 'queued' then m.attempts - 1 else m.attempts end,
      submit_started_at = case when t.state = 'queued' then null else m.submit_started_at end,
      settled_at = case when t.state = 'failed' then ${now}::timestamptz else m.settled_at end
    from unnest(${ids}::uuid[], ${outcomes.map((outcome) => outcome.attempt)}::smallint[], ${outcomes.map((outcome) => outcome.state)}::text[],
                ${outcomes.map((outcome) => outcome.carrierId)}::text[], ${outcomes.map((outcome) => outcome.errorCode)}::text[]) t(id, attempt, state, carrier_id, error_code)
    where m.org_id = ${tx.orgId} and ${amongIds(ids)} and m.id = t.id
      and (t.state = 'submitted' or (m.attempts = t.attempt and m.state = any(case t.state
        when 'failed' then ${statesBefore('refused')}::text[] when 'queued' then ${statesBefore('not accepted')}::text[] else ${statesBefore('no answer')}::text[] end)))
    returning ${movedColumns}`.execute(tx.db)
  return movedFrom(changed.rows)
}

export interface StateOf {
  id: string
  state: MessageState
  submitStartedAt: Date | null
  attempt: number
  /** How many of its attempts ended without a clear outcome. */
  unclear: number
  /** Until when it waits; null when it does not. */
  dueAt: Date | null
}

/** Returns the states of messages, for a sender that takes over a chunk. */
export async function statesOf(db: Db, ids: string[]): Promise<StateOf[]> {
  const result = await sql<StateOf>`
    select id, state, submit_started_at as "submitStartedAt", attempts as attempt, attempts - retries as unclear, due_at as "dueAt" from message m where ${amongIds(ids)} order by id`.execute(
    db,
  )
  return result.rows
}

/** Returns those of these messages that were marked before a moment and have no outcome. */
export async function markedBefore(db: Db, ids: string[], before: Date): Promise<Pick<StateOf, 'id' | 'attempt'>[]> {
  const result = await sql<Pick<StateOf, 'id' | 'attempt'>>`
    select id, attempts as attempt from message m
    where ${amongIds(ids)} and state = 'submitting' and submit_started_at <= ${before} order by id`.execute(db)
  return result.rows
}
