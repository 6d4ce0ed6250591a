import type { ConsentMethod } from '@crewline/contract/consent'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { ConsentChanged } from '../events.ts'
import { fingerprintOf, type Fingerprinter } from '../fingerprint-rules.ts'
import { append } from './chain.ts'

/** History text of a number that returned: the original wording of its opt-out was erased. */
const ERASED_WORDING = 'Opted out before the contact with this number was erased. The exact text was removed.'

/**
 * Returns the numbers whose contacts opted out and were erased, with their fingerprints. `fingerprinter` is the scope or the
 * transaction context.
 */
export async function optedOutFingerprints(
  db: Db,
  { fingerprinter, orgId, phones }: { fingerprinter: Fingerprinter; orgId: string; phones: readonly (string | null)[] },
): Promise<Map<string, string>> {
  const numbers = phones.filter((phone) => phone !== null)
  const any = await sql`select from consent where phone like '~%' and opted_out and org_id = ${orgId} limit 1`.execute(
    db,
  )
  if (numbers.length === 0 || any.rows.length === 0) return new Map()
  const byFingerprint = new Map(numbers.map((phone) => [fingerprintOf(fingerprinter, orgId, phone), phone]))
  const result = await sql<{ fingerprint: string }>`
    select phone as fingerprint from consent where org_id = ${orgId} and phone = any(${[...byFingerprint.keys()]}::text[]) and opted_out`.execute(
    db,
  )
  return new Map(result.rows.map(({ fingerprint }) => [byFingerprint.get(fingerprint) as string, fingerprint]))
}

/** Returns the numbers whose contacts opted out and were erased. */
export async function erasedOptOuts(tx: Tx, phones: (string | null)[]): Promise<string[]> {
  return [...(await optedOutFingerprints(tx.db, { fingerprinter: tx, orgId: tx.orgId, phones })).keys()]
}

/**
 * Restores the opt-out of new rows from their phone fingerprints, with its original time, in the caller's transaction.
 * Releases the fingerprint's opt-out, so that START can end it.
 */
export async function restoreOptOuts(tx: Tx, made: string[]): Promise<void> {
  const fingerprints = await tx.unscoped(() =>
    optedOutFingerprints(tx.db, { fingerprinter: tx, orgId: tx.orgId, phones: made }),
  )
  if (fingerprints.size === 0) return
  const phones = [...fingerprints.keys()].sort()
  const inOrder = phones.map((phone) => fingerprints.get(phone) as string)
  const result = await tx.unscoped(() =>
    sql<{ phone: string; method: ConsentMethod | null }>`
      with locked as materialized (
        select k.phone as fingerprint, k.changed_at, k.notice_at, t.phone from consent k
        join unnest(${phones}::text[], ${inOrder}::text[]) t(phone, fingerprint) on k.phone = t.fingerprint
        where k.org_id = ${tx.orgId} and k.opted_out order by k.phone for update of k),
      released as (
        update consent k set opted_out = false from locked where k.org_id = ${tx.orgId} and k.phone = locked.fingerprint)
      update consent k set opted_out = true, changed_at = locked.changed_at, notice_at = locked.notice_at
      from locked where k.org_id = ${tx.orgId} and k.phone = locked.phone
      returning k.phone, (select e.method from consent_event e where e.org_id = ${tx.orgId} and e.phone = locked.fingerprint and e.action = 'opt_out'
        order by e.at desc, e.id desc limit 1) as method`.execute(tx.db),
  )
  const entries = result.rows.map(({ phone, method }) => ({
    phone,
    action: 'opt_out' as const,
    method: method ?? ('member' as const),
    wording: ERASED_WORDING,
  }))
  if (entries.length === 0) return
  await tx.unscoped(() => append(tx, entries))
  tx.publish(ConsentChanged, { phones: entries.map((entry) => entry.phone) })
}
