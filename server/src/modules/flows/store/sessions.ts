import { sql } from 'kysely'
import type { CamelRow } from '../../../kernel/db/row.ts'
import { recordSet } from '../../../kernel/db/record-set.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** How far a contact is in a flow. */
export type SessionState = 'open' | 'done' | 'closed' | 'handed_over'

/** The session of one contact in one flow. */
export type Session = CamelRow<
  'flow_session',
  | 'id'
  | 'flow_id'
  | 'contact_id'
  | 'phone'
  | 'language'
  | 'step_id'
  | 'state'
  | 'misses'
  | 'needs_prompt'
  | 'paused_until'
  | 'expires_at'
  | 'started_at'
  | 'prompted_at'
  | 'answered_at'
  | 'trail',
  { state: SessionState }
>

/** A contact who is asked. */
export interface AskedContact {
  contactId: string
  phone: string
  language: string
  lineId: string
}

/** Locks every session of these contacts, in the one order that all transactions use. */
export async function lockSessionsOf(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`
    select 1 from flow_session where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])
    order by contact_id, id for update`.execute(tx.db)
}

/**
 * Starts sessions at the first question. A contact who has a session in this flow and has not answered everything is
 * asked the current question again, as after a reminder.
 */
export async function startSessions(
  tx: Tx,
  flowId: string,
  { contacts, stepId, expiresAt }: { contacts: AskedContact[]; stepId: string; expiresAt: Date },
): Promise<void> {
  const now = tx.world.now()
  const { names, table } = recordSet(contacts, {
    id: ['uuid', () => tx.world.id()],
    contact_id: ['uuid', ({ contactId }) => contactId],
    phone: ['text', ({ phone }) => phone],
    language: ['text', ({ language }) => language],
    line_id: ['uuid', ({ lineId }) => lineId],
  })
  await sql`
    insert into flow_session (org_id, flow_id, step_id, expires_at, started_at, prompted_at, ${names})
    select ${tx.orgId}::uuid, ${flowId}::uuid, ${stepId}, ${expiresAt}, ${now}, ${now}, ${names} from ${table} order by contact_id
    on conflict (org_id, flow_id, contact_id) do update set
      phone = excluded.phone, language = excluded.language, line_id = excluded.line_id, state = 'open', misses = 0,
      needs_prompt = false, paused_until = null, expires_at = excluded.expires_at, prompted_at = excluded.prompted_at
      where flow_session.state <> 'done'`.execute(tx.db)
}

/** Notes that a newer question stands between these contacts and their open sessions in other flows. */
export async function interruptSessions(tx: Tx, flowId: string, contactIds: string[]): Promise<void> {
  await sql`
    update flow_session set needs_prompt = true
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[]) and flow_id <> ${flowId}
      and state in ('open', 'handed_over') and not needs_prompt and expires_at > ${tx.world.now()}`.execute(tx.db)
}

/**
 * Notes that a contact was reminded of the question that waits, which is asked again when they reply. Returns false when
 * they answered or were reminded meanwhile.
 */
export async function noteReminded(tx: Tx, { id, stepId }: { id: string; stepId: string }): Promise<boolean> {
  const noted = await sql`
    update flow_session set needs_prompt = true, nudged_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id} and step_id = ${stepId} and state in ('open', 'handed_over') and nudged_at is null
    returning id`.execute(tx.db)
  return noted.rows.length > 0
}

/** Locks the sessions of a contact. Returns whether the contact was asked in this flow and has replied nothing to it. */
export async function lockUnanswered(tx: Tx, flowId: string, contactId: string): Promise<boolean> {
  await lockSessionsOf(tx, [contactId])
  const found = await sql`
    select from flow_session where org_id = ${tx.orgId} and flow_id = ${flowId} and contact_id = ${contactId}
      and state = 'open' and step_id is not null and misses = 0`.execute(tx.db)
  return found.rows.length > 0
}

/**
 * Locks the sessions of these contacts in these flows and returns who has answered: a text that is being read is waited for,
 * and a later one waits for the caller.
 */
export async function lockAnswered(
  tx: Tx,
  asked: readonly { flowId: string; contactId: string }[],
): Promise<CamelRow<'flow_session', 'flow_id' | 'contact_id'>[]> {
  const result = await sql<CamelRow<'flow_session', 'flow_id' | 'contact_id' | 'answered_at'>>`
    select s.flow_id as "flowId", s.contact_id as "contactId", s.answered_at as "answeredAt" from flow_session s
    where s.org_id = ${tx.orgId} and (s.flow_id, s.contact_id) in (
      select * from unnest(${asked.map(({ flowId }) => flowId)}::uuid[], ${asked.map(({ contactId }) => contactId)}::uuid[]))
    order by s.contact_id, s.id for share of s`.execute(tx.db)
  return result.rows.filter(({ answeredAt }) => answeredAt !== null)
}

/** Ends a session whose owner takes no more answers of its contact. */
export async function closeSession(tx: Tx, { id }: { id: string }): Promise<void> {
  await sql`
    update flow_session set state = 'closed' where org_id = ${tx.orgId} and id = ${id} and state <> 'done'`.execute(
    tx.db,
  )
}

/** Pauses the sessions of these contacts that can still take an answer. */
export async function pauseUntil(tx: Tx, contactIds: string[], until: Date): Promise<void> {
  await sql`
    update flow_session s set paused_until = ${until}
    from (select id from flow_session where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])
      and state <> 'closed' and expires_at > ${tx.world.now()} order by contact_id, id for update) held
    where s.org_id = ${tx.orgId} and s.id = held.id`.execute(tx.db)
}

/**
 * Returns whether a text could concern any flow of the organization. One index entry; ordered like the index, because
 * without statistics PostgreSQL would read every row.
 */
export async function isAnyFlowListening(tx: Tx): Promise<boolean> {
  const result = await sql`
    select from flow where org_id = ${tx.orgId} and listen_until > ${tx.world.now()} order by listen_until desc limit 1`.execute(
    tx.db,
  )
  return result.rows.length > 0
}

/**
 * Locks the sessions that a text of these contacts, or from these numbers, may concern, so that two processes handle
 * the texts of one contact one after the other.
 */
export async function lockSessionsFor(tx: Tx, contactIds: string[], phones: string[]): Promise<Session[]> {
  const result = await sql<Session>`
    select s.id, s.flow_id as "flowId", s.contact_id as "contactId", s.phone, s.language, s.step_id as "stepId", s.state, s.misses,
      s.needs_prompt as "needsPrompt", s.paused_until as "pausedUntil", s.expires_at as "expiresAt", s.started_at as "startedAt",
      s.prompted_at as "promptedAt", s.answered_at as "answeredAt", s.trail
    from flow_session s
    where s.org_id = ${tx.orgId} and (s.contact_id = any(${contactIds}::uuid[]) or s.phone = any(${phones}::text[])) and s.state <> 'closed'
      and exists (select from flow f where f.org_id = s.org_id and f.id = s.flow_id and f.listen_until > ${tx.world.now()})
    order by s.contact_id, s.id for update of s`.execute(tx.db)
  return result.rows
}

/** Writes what texts changed in locked sessions. */
export async function saveSessions(tx: Tx, sessions: Session[]): Promise<void> {
  const { names, table } = recordSet(sessions, {
    id: ['uuid', ({ id }) => id],
    step_id: ['text', ({ stepId }) => stepId],
    state: ['text', ({ state }) => state],
    misses: ['smallint', ({ misses }) => misses],
    needs_prompt: ['boolean', ({ needsPrompt }) => needsPrompt],
    paused_until: ['timestamptz', ({ pausedUntil }) => pausedUntil],
    prompted_at: ['timestamptz', ({ promptedAt }) => promptedAt],
    answered_at: ['timestamptz', ({ answeredAt }) => answeredAt],
    trail: ['text', ({ trail }) => trail],
  })
  await sql`
    update flow_session s set step_id = t.step_id, state = t.state, misses = t.misses, needs_prompt = t.needs_prompt,
      paused_until = t.paused_until, prompted_at = t.prompted_at, answered_at = t.answered_at, trail = t.trail
    from (select ${names} from ${table}) t where s.org_id = ${tx.orgId} and s.id = t.id`.execute(tx.db)
}
