import { sql } from 'kysely'
import type { Tx } from '../../kernel/scope.ts'
import type { Verdict } from './rules.ts'

/** Makes a consent row for every number that has none, so that the sender always has one to lock. */
export async function ensureRows(tx: Tx, phones: string[]): Promise<void> {
  await sql`
    insert into consent (org_id, phone, changed_at)
    select ${tx.orgId}::uuid, phone, ${tx.world.now()} from (select distinct unnest(${phones}::text[]) as phone) numbers order by phone
    on conflict do nothing`.execute(tx.db)
}

/**
 * Which of these numbers are opted out, with their rows locked until the caller's transaction ends: a STOP that arrives
 * meanwhile waits, so nothing passes the point of no return after a STOP has committed.
 */
export async function lockStanding(tx: Tx, phones: string[]): Promise<Set<string>> {
  const found = await sql<{ phone: string; opted_out: boolean }>`
    select phone, opted_out from consent where org_id = ${tx.orgId} and phone = any(${phones}::text[]) order by phone for share`.execute(
    tx.db,
  )
  return new Set(found.rows.filter((row) => row.opted_out).map((row) => row.phone))
}

/** Sets what stands for a number; answers whether that changed anything. */
export async function setOptedOut(tx: Tx, phone: string, optedOut: boolean): Promise<boolean> {
  // A number nobody wrote down is not opted out, so opting it in changes nothing.
  if (optedOut) await ensureRows(tx, [phone])
  const changed = await sql`
    update consent set opted_out = ${optedOut}, changed_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and phone = ${phone} and opted_out <> ${optedOut}
    returning opted_out`.execute(tx.db)
  return changed.rows.length > 0
}

/** Adds to the history of a number. */
export async function note(
  tx: Tx,
  event: {
    phone: string
    action: Exclude<Verdict, 'none'>
    method: 'keyword' | 'carrier'
    words: string
    messageId: string | null
  },
): Promise<void> {
  await sql`
    insert into consent_event (org_id, id, phone, action, method, words, message_id, at)
    values (${tx.orgId}, ${tx.world.id()}, ${event.phone}, ${event.action}, ${event.method}, ${event.words}, ${event.messageId}, ${tx.world.now()})`.execute(
    tx.db,
  )
}
