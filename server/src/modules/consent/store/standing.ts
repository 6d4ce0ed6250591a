import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { markedAmong, takeUp } from './marks.ts'

/**
 * Makes a consent row for every number that has none, so that the sender always has one to lock. A number whose person opted
 * out and was erased comes back opted out.
 */
export async function ensureRows(tx: Tx, phones: string[]): Promise<void> {
  const made = await sql<{ phone: string }>`
    insert into consent (org_id, phone, changed_at)
    select ${tx.orgId}::uuid, phone, ${tx.world.now()} from (select distinct unnest(${phones}::text[]) as phone) numbers order by phone
    on conflict do nothing returning phone`.execute(tx.db)
  if (made.rows.length > 0)
    await takeUp(
      tx,
      made.rows.map((row) => row.phone),
    )
}

/**
 * Which of these numbers are opted out, with their rows locked until the caller's transaction ends: a STOP that arrives
 * meanwhile waits, so nothing passes the point of no return after a STOP has committed.
 */
export async function lockStanding(tx: Tx, phones: string[]): Promise<Set<string>> {
  const held = await lockRows(tx, phones)
  // Whose row is gone was erased meanwhile, and may have opted out.
  const gone = phones.filter((phone) => !held.has(phone))
  if (gone.length > 0) {
    await ensureRows(tx, gone)
    for (const [phone, optedOut] of await lockRows(tx, gone)) held.set(phone, optedOut)
  }
  return new Set([...held].filter(([, optedOut]) => optedOut).map(([phone]) => phone))
}

async function lockRows(tx: Tx, phones: string[]): Promise<Map<string, boolean>> {
  const found = await sql<{ phone: string; opted_out: boolean }>`
    select phone, opted_out from consent where org_id = ${tx.orgId} and phone = any(${phones}::text[]) order by phone for share`.execute(
    tx.db,
  )
  return new Map(found.rows.map((row) => [row.phone, row.opted_out]))
}

/** Makes numbers that come back stand as opted out whose persons were erased after they opted out; costs next to nothing where there are none. */
export async function recallOptOuts(tx: Tx, phones: (string | null)[]): Promise<void> {
  const known = await tx.unscoped(() => markedAmong(tx, phones))
  if (known.length > 0) await tx.unscoped(() => ensureRows(tx, known))
}

/**
 * Claims the notice of first contact for those of these numbers that never had it and are not opted out; answers them. Of two
 * transactions that claim the same number one waits for the other, and only one gets it.
 */
export async function claimNotices(tx: Tx, phones: string[]): Promise<Set<string>> {
  const claimed = await sql<{ phone: string }>`
    with held as materialized (
      select phone from consent where org_id = ${tx.orgId} and phone = any(${phones}::text[]) and notice_at is null and not opted_out
      order by phone for update)
    update consent c set notice_at = ${tx.world.now()} from held where c.org_id = ${tx.orgId} and c.phone = held.phone
    returning c.phone`.execute(tx.db)
  return new Set(claimed.rows.map((row) => row.phone))
}

/** Locks these numbers for changes, in one order everywhere; answers which of them are opted out. */
export async function holdStanding(tx: Tx, phones: string[]): Promise<Set<string>> {
  await ensureRows(tx, phones)
  const held = await sql<{ phone: string; opted_out: boolean }>`
    select phone, opted_out from consent where org_id = ${tx.orgId} and phone = any(${phones}::text[]) order by phone for update`.execute(
    tx.db,
  )
  return new Set(held.rows.filter((row) => row.opted_out).map((row) => row.phone))
}

/** Sets what stands for these numbers; answers those for which that changed anything, in order. */
export async function setOptedOut(tx: Tx, phones: string[], optedOut: boolean): Promise<string[]> {
  // A number nobody wrote down is not opted out, so opting it in changes nothing.
  if (optedOut) await holdStanding(tx, phones)
  const changed = await sql<{ phone: string }>`
    update consent set opted_out = ${optedOut}, changed_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and phone = any(${phones}::text[]) and opted_out <> ${optedOut}
    returning phone`.execute(tx.db)
  return changed.rows.map((row) => row.phone).sort()
}

/** What stands for a number: whether it must not be texted, and since when. */
export interface Standing {
  optedOut: boolean
  /** When it was opted out; null while it is not. */
  since: Date | null
}

/** What stands for each of these numbers; a number nobody ever wrote to or about has no entry and is not opted out. */
export async function standingOf(db: Db, phones: string[]): Promise<Map<string, Standing>> {
  const found = await sql<{ phone: string; opted_out: boolean; changed_at: Date }>`
    select phone, opted_out, changed_at from consent where phone = any(${phones}::text[])`.execute(db)
  return new Map(
    found.rows.map((row) => [row.phone, { optedOut: row.opted_out, since: row.opted_out ? row.changed_at : null }]),
  )
}
