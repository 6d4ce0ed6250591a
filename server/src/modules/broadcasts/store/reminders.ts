// Who of a run is reminded, and what is left of its reminders.
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { PendingRecipient } from './recipients.ts'

/** Recipients `r` after one contact who got the text and have not confirmed it, and contact `c`, who still has its number. */
function unconfirmed(orgId: string, runId: string, after: string | null) {
  return sql`from broadcast_recipient r join contact c on c.org_id = r.org_id and c.id = r.contact_id
    where r.org_id = ${orgId} and r.run_id = ${runId} and r.answered_at is null and r.opted_out_at is null
      and r.state in ('submitted', 'sent', 'delivered') and ${after ? sql`r.contact_id > ${after}` : sql`true`}
      and c.archived_at is null and c.work not in ('terminated', 'blocked') and c.phone_state = 'ok'
      -- A text that waits goes to the number that its contact has by then.
      and (c.phone = r.phone or exists (
        select from message m where m.org_id = r.org_id and m.id = r.message_id and m.phone_to = c.phone))
      and not exists (select from consent k where k.org_id = r.org_id and k.phone = c.phone and k.opted_out)`
}

/**
 * Returns recipients who got the text, have not confirmed it and had fewer reminders than there are, by contact id. Leaves out
 * those of whom a text of the run still waits: the reminders of one night would reach them all at once in the morning.
 */
export async function recipientsToRemind(
  tx: Tx,
  runId: string,
  { after, reminders, most }: { after: string | null; reminders: number; most: number },
): Promise<PendingRecipient[]> {
  const result = await sql<PendingRecipient>`
    select r.contact_id as "contactId", c.phone, r.language, c.timezone ${unconfirmed(tx.orgId, runId, after)}
      and r.reminders < ${reminders}
      and not exists (select from message m where m.org_id = r.org_id and m.contact_id = r.contact_id and m.id > ${runId}::uuid
        and m.batch_id = ${runId} and m.direction = 'out' and m.state in ('queued', 'held', 'scheduled'))
    order by r.contact_id limit ${most}`.execute(tx.db)
  return result.rows
}

/** Whether anyone who may still confirm had fewer reminders than there are. */
export async function areRemindersLeft(tx: Tx, runId: string, reminders: number): Promise<boolean> {
  const result = await sql`
    select from broadcast_recipient where org_id = ${tx.orgId} and run_id = ${runId} and reminders < ${reminders}
      and answered_at is null and opted_out_at is null
      and state in ('queued', 'scheduled', 'submitted', 'sent', 'delivered') limit 1`.execute(tx.db)
  return result.rows.length > 0
}

/** Counts the people who got the text and have not confirmed it. */
export async function countUnconfirmed(tx: Tx, runId: string): Promise<number> {
  const result = await sql<{ n: number }>`select count(*)::int as n ${unconfirmed(tx.orgId, runId, null)}`.execute(
    tx.db,
  )
  return result.rows[0]?.n ?? 0
}

/**
 * Counts the texts of reminders of this run that are not with a carrier, and the people whose reminder was still to be
 * queued: after their batch was closed in the same transaction, none of them leaves.
 */
export async function countRemindersLeft(
  tx: Tx,
  {
    id,
    reminderBatchId,
    isReminding,
    remindAfter,
  }: {
    id: string
    reminderBatchId: string | null
    isReminding: boolean
    remindAfter: string | null
  },
): Promise<number> {
  const texts = sql`select count(*)::int from outgoing_chunk c cross join lateral (
    select from message m where m.org_id = c.org_id and m.id = any(c.message_ids) and m.state in ('queued', 'held', 'scheduled')) m
    where c.org_id = ${tx.orgId} and c.batch_id = ${reminderBatchId}`
  const people = isReminding ? sql`(select count(*)::int ${unconfirmed(tx.orgId, id, remindAfter)})` : sql`0`
  const result = await sql<{ n: number }>`select (${texts}) + ${people} as n`.execute(tx.db)
  return result.rows[0]?.n ?? 0
}

/** Counts a reminder for these recipients. */
export async function noteReminders(tx: Tx, runId: string, contactIds: string[]): Promise<void> {
  await sql`
    update broadcast_recipient set reminders = reminders + 1
    where org_id = ${tx.orgId} and run_id = ${runId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}
