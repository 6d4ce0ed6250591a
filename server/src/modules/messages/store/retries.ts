import { statesBefore } from '@crewline/contract/message-states'
import type { HoldReason } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { raiseRevision } from './revision.ts'

/** A message that ended in a definite failure, locked until the transaction ends. */
export interface Failed {
  id: string
  contactId: string
  to: string
  lineId: string
  kind: string
  batchId: string | null
  code: string
  retries: number
  expiresAt: Date | null
  hasMedia: boolean
  mediaAsLink: boolean
  /** Whether it is sent with a reason although its contact rests. */
  quietOverride: boolean
  /** The contact's time zone; null for the organization's. */
  timezone: string | null
}

/** How the last try of message `m` ended, which is not tried again: no carrier has taken one that was only refused. */
export const stateOfLastTry = sql<string>`(case when m.carrier_id is null and coalesce(cardinality(m.earlier_carrier_ids), 0) = 0 then 'failed' else 'undelivered' end)`

/** Locks the given messages that ended in a definite failure, in one order. */
export async function lockFailed(tx: Tx, ids: string[]): Promise<Failed[]> {
  const result = await sql<Failed>`
    select m.id, m.contact_id as "contactId", m.phone_to as to, m.line_id as "lineId", m.kind, m.batch_id as "batchId", m.error_code as code, m.retries, m.expires_at as "expiresAt",
      m.media is not null as "hasMedia", m.media_as_link as "mediaAsLink", m.quiet_override as "quietOverride", c.timezone
    from message m join contact c on c.org_id = m.org_id and c.id = m.contact_id
    where m.org_id = ${tx.orgId} and m.id = any(${ids}::uuid[]) and m.state = any(${statesBefore('retry')}) and m.error_code is not null
    order by m.id for update of m`.execute(tx.db)
  return result.rows
}

/**
 * Schedules locked messages for a retry. The carrier ids of failed attempts are kept, so that their late receipts do
 * not end the next attempt.
 */
export async function restore(
  tx: Tx,
  texts: { id: string; dueAt: Date; reason: Extract<HoldReason, 'retry' | 'carrier_cap'>; asLink: boolean }[],
): Promise<void> {
  await sql`
    update message m set ${raiseRevision}, state = 'scheduled', due_at = t.due_at, hold_reason = t.reason, retries = m.retries + 1,
      media_as_link = m.media_as_link or t.as_link, submit_started_at = null, settled_at = null,
      earlier_carrier_ids = case when m.carrier_id is null or m.carrier_id = any(m.earlier_carrier_ids) then m.earlier_carrier_ids
        else array_append(m.earlier_carrier_ids, m.carrier_id) end
    from unnest(${texts.map((text) => text.id)}::uuid[], ${texts.map((text) => text.dueAt)}::timestamptz[],
                ${texts.map((text) => text.reason)}::text[], ${texts.map((text) => text.asLink)}::boolean[]) t(id, due_at, reason, as_link)
    where m.org_id = ${tx.orgId} and m.id = t.id`.execute(tx.db)
}

/**
 * Requeues one locked message for a member: now, or when its contact no longer rests. The count of automatic retries
 * continues.
 */
export async function reopen(
  tx: Tx,
  id: string,
  rest: { until: Date; reason: Extract<HoldReason, 'quiet_hours' | 'off_shift'> } | null,
): Promise<void> {
  await sql`
    update message m set ${raiseRevision}, state = ${rest ? 'scheduled' : 'queued'}, due_at = ${rest?.until ?? null}, hold_reason = ${rest?.reason ?? null},
      expires_at = null, retries = m.retries + 1, submit_started_at = null, settled_at = null,
      earlier_carrier_ids = case when m.carrier_id is null or m.carrier_id = any(m.earlier_carrier_ids) then m.earlier_carrier_ids
        else array_append(m.earlier_carrier_ids, m.carrier_id) end
    where m.org_id = ${tx.orgId} and m.id = ${id}`.execute(tx.db)
}
