import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { erasedOptOuts, restoreOptOuts } from './fingerprints.ts'

/**
 * Creates missing consent rows, so that a sender always has a row to lock. A number whose contact opted out and was
 * erased is created as opted out.
 */
export async function ensureRows(tx: Tx, phones: string[]): Promise<void> {
  const made = await sql<{ phone: string }>`
    insert into consent (org_id, phone, changed_at)
    select ${tx.orgId}::uuid, phone, ${tx.world.now()} from (select distinct unnest(${phones}::text[]) as phone) numbers order by phone
    on conflict do nothing returning phone`.execute(tx.db)
  if (made.rows.length > 0)
    await restoreOptOuts(
      tx,
      made.rows.map((row) => row.phone),
    )
}

/**
 * Returns which numbers are opted out and locks their rows until the caller's transaction ends. A STOP that arrives
 * meanwhile waits, so no message passes the point of no return after a STOP has committed.
 */
export async function lockConsentRows(tx: Tx, phones: string[]): Promise<Set<string>> {
  const locked = await lockRows(tx, phones)
  // A missing row was erased meanwhile and may have been opted out.
  const missing = phones.filter((phone) => !locked.has(phone))
  if (missing.length > 0) {
    await ensureRows(tx, missing)
    for (const [phone, optedOut] of await lockRows(tx, missing)) locked.set(phone, optedOut)
  }
  return new Set([...locked].filter(([, optedOut]) => optedOut).map(([phone]) => phone))
}

async function lockRows(tx: Tx, phones: string[]): Promise<Map<string, boolean>> {
  const result = await sql<Row<'consent', 'phone' | 'opted_out'>>`
    select phone, opted_out from consent where org_id = ${tx.orgId} and phone = any(${phones}::text[]) order by phone for share`.execute(
    tx.db,
  )
  return new Map(result.rows.map((row) => [row.phone, row.opted_out]))
}

/** Restores the opt-outs of numbers whose contacts were erased after they opted out. Cheap when there are none. */
export async function recallOptOuts(tx: Tx, phones: (string | null)[]): Promise<void> {
  const erased = await tx.unscoped(() => erasedOptOuts(tx, phones))
  if (erased.length > 0) await tx.unscoped(() => ensureRows(tx, erased))
}

/**
 * Claims the first-contact notice for numbers that never had it and are not opted out, and returns them. Concurrent
 * transactions wait for each other, and only one claims a number.
 */
export async function claimNotices(tx: Tx, phones: string[]): Promise<Set<string>> {
  const claimed = await sql<Row<'consent', 'phone'>>`
    with locked as materialized (
      select phone from consent where org_id = ${tx.orgId} and phone = any(${phones}::text[]) and notice_at is null and not opted_out
      order by phone for update)
    update consent c set notice_at = ${tx.world.now()} from locked where c.org_id = ${tx.orgId} and c.phone = locked.phone
    returning c.phone`.execute(tx.db)
  return new Set(claimed.rows.map((row) => row.phone))
}

/** Locks these numbers for changes, in a fixed order. Returns the opted-out ones. */
export async function lockConsent(tx: Tx, phones: string[]): Promise<Set<string>> {
  await ensureRows(tx, phones)
  const locked = await sql<Row<'consent', 'phone' | 'opted_out'>>`
    select phone, opted_out from consent where org_id = ${tx.orgId} and phone = any(${phones}::text[]) order by phone for update`.execute(
    tx.db,
  )
  return new Set(locked.rows.filter((row) => row.opted_out).map((row) => row.phone))
}

/** Sets the state of these numbers. Returns the changed ones, sorted. */
export async function setOptedOut(tx: Tx, phones: string[], optedOut: boolean): Promise<string[]> {
  // A number without a row is not opted out, so an opt-in changes nothing.
  if (optedOut) await lockConsent(tx, phones)
  const changed = await sql<Row<'consent', 'phone'>>`
    update consent set opted_out = ${optedOut}, changed_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and phone = any(${phones}::text[]) and opted_out <> ${optedOut}
    returning phone`.execute(tx.db)
  return changed.rows.map((row) => row.phone).sort()
}

/** Whether a number is opted out. */
export interface ConsentStatus {
  optedOut: boolean
  /** When it opted out; null while it is not opted out. */
  since: Date | null
}

/** Returns the state of each number. A number without a row has no entry and is not opted out. */
export async function readConsentStatuses(db: Db, phones: string[]): Promise<Map<string, ConsentStatus>> {
  const result = await sql<Row<'consent', 'phone' | 'opted_out' | 'changed_at'>>`
    select phone, opted_out, changed_at from consent where phone = any(${phones}::text[])`.execute(db)
  return new Map(
    result.rows.map((row) => [row.phone, { optedOut: row.opted_out, since: row.opted_out ? row.changed_at : null }]),
  )
}
