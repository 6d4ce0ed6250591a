import { SSO_ATTEMPT_DAYS, SSO_LOGIN_MS, SSO_TICKET_MS } from '@crewline/contract/sso-limits'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** A log-in that begins. */
export interface NewAttempt {
  id: string
  orgId: string
  connectionId: string
  purpose: 'login' | 'test'
  testedBy: string | null
  stateHash: Buffer
  binderHash: Buffer
  /** Encrypted. */
  request: string
  mustProve: boolean
  now: Date
}

/** Adds a log-in that begins. */
export async function addAttempt(system: Db, attempt: NewAttempt): Promise<void> {
  await sql`
    insert into sso_attempt (org_id, id, connection_id, purpose, tested_by, state_hash, binder_hash, request, must_prove, created_at, expires_at)
    values (${attempt.orgId}, ${attempt.id}, ${attempt.connectionId}, ${attempt.purpose}, ${attempt.testedBy},
            ${attempt.stateHash}, ${attempt.binderHash}, ${attempt.request}, ${attempt.mustProve}, ${attempt.now},
            ${new Date(attempt.now.getTime() + SSO_LOGIN_MS)})`.execute(system)
}

/** A log-in whose response came. */
export interface AnsweredAttempt {
  id: string
  orgId: string
  connectionId: string
  purpose: 'login' | 'test'
  request: string
  mustProve: boolean
}

/** Takes the log-in with this state for its response, exactly once, also under concurrent calls. */
export async function takeForAnswer(system: Db, stateHash: Buffer, now: Date): Promise<AnsweredAttempt | undefined> {
  const taken = await sql<AnsweredAttempt>`
    update sso_attempt set answered_at = ${now}
    where state_hash = ${stateHash} and answered_at is null and expires_at > ${now}
    returning id, org_id as "orgId", connection_id as "connectionId", purpose, request, must_prove as "mustProve"`.execute(
    system,
  )
  return taken.rows[0]
}

/** How the response of the identity provider was judged. */
export interface Judgment {
  ticketHash: Buffer
  userId: string | null
  provedAt: Date | null
  email: string
  groups: string[]
  problem: string | null
}

/** Writes what came of a response. */
export async function saveJudgment(system: Db, { orgId, id }: AnsweredAttempt, judgment: Judgment): Promise<void> {
  const { ticketHash, userId, provedAt, email, groups, problem } = judgment
  await sql`
    update sso_attempt set ticket_hash = ${ticketHash}, user_id = ${userId}, proved_at = ${provedAt}, email = ${email},
      groups = ${groups}::text[], problem = ${problem}
    where org_id = ${orgId} and id = ${id}`.execute(system)
}

/** A log-in that is finished in the browser that began it. */
export interface FinishedAttempt {
  orgId: string
  connectionId: string
  userId: string | null
  provedAt: Date | null
  problem: string | null
}

/**
 * Takes the log-in with this ticket, exactly once and within a minute, if the browser knows what it got at the start: a
 * ticket that was put into another browser opens nothing.
 */
export async function takeForFinish(
  system: Db,
  { ticketHash, binderHash }: { ticketHash: Buffer; binderHash: Buffer },
  now: Date,
): Promise<FinishedAttempt | undefined> {
  const taken = await sql<FinishedAttempt>`
    update sso_attempt set finished_at = ${now}
    where ticket_hash = ${ticketHash} and binder_hash = ${binderHash} and finished_at is null and purpose = 'login'
      and answered_at > ${new Date(now.getTime() - SSO_TICKET_MS)}
    returning org_id as "orgId", connection_id as "connectionId", user_id as "userId", proved_at as "provedAt", problem`.execute(
    system,
  )
  return taken.rows[0]
}

/** Deletes old log-ins, and those that never got a response a day after their start. */
export async function deleteOldAttempts(system: Db, now: Date): Promise<void> {
  const day = 86_400_000
  await sql`
    delete from sso_attempt where created_at < ${new Date(now.getTime() - SSO_ATTEMPT_DAYS * day)}
      or created_at < ${new Date(now.getTime() - day)} and answered_at is null`.execute(system)
}
