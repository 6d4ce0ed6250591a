import type { ConsentMethod } from '@crewline/contract/consent'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { ConsentChanged } from '../facts.ts'
import { markOf, type Marker } from '../mark-rules.ts'
import { append } from './chain.ts'

/** What the history of a number says that came back: in which words it was opted out before is gone. */
const KEPT = 'Opted out before the person with this number was erased. Their words were removed.'

/** Those of these numbers whose persons opted out and were erased; `marker` is the scope or the pen. */
export async function optedOutMarks(
  db: Db,
  { marker, orgId, phones }: { marker: Marker; orgId: string; phones: readonly (string | null)[] },
): Promise<Map<string, string>> {
  const wanted = phones.filter((phone) => phone !== null)
  const any = await sql`select from consent where phone like '~%' and opted_out and org_id = ${orgId} limit 1`.execute(
    db,
  )
  if (wanted.length === 0 || any.rows.length === 0) return new Map()
  const byMark = new Map(wanted.map((phone) => [markOf(marker, orgId, phone), phone]))
  const found = await sql<{ mark: string }>`
    select phone as mark from consent where org_id = ${orgId} and phone = any(${[...byMark.keys()]}::text[]) and opted_out`.execute(
    db,
  )
  return new Map(found.rows.map(({ mark }) => [byMark.get(mark) as string, mark]))
}

/** Those of these numbers whose persons opted out and were erased. */
export async function markedAmong(tx: Tx, phones: (string | null)[]): Promise<string[]> {
  return [...(await optedOutMarks(tx.db, { marker: tx, orgId: tx.orgId, phones })).keys()]
}

/**
 * Lets numbers whose rows were just made stand as their marks do, in the caller's transaction: whoever has such a number now is
 * opted out, since when its last person was. The mark itself says so no more, so that START ends it.
 */
export async function takeUp(tx: Tx, made: string[]): Promise<void> {
  const marks = await tx.unscoped(() => optedOutMarks(tx.db, { marker: tx, orgId: tx.orgId, phones: made }))
  if (marks.size === 0) return
  const phones = [...marks.keys()].sort()
  const inOrder = phones.map((phone) => marks.get(phone) as string)
  const taken = await tx.unscoped(() =>
    sql<{ phone: string; method: ConsentMethod | null }>`
      with held as materialized (
        select k.phone as mark, k.changed_at, k.notice_at, t.phone from consent k
        join unnest(${phones}::text[], ${inOrder}::text[]) t(phone, mark) on k.phone = t.mark
        where k.org_id = ${tx.orgId} and k.opted_out order by k.phone for update of k),
      released as (
        update consent k set opted_out = false from held where k.org_id = ${tx.orgId} and k.phone = held.mark)
      update consent k set opted_out = true, changed_at = held.changed_at, notice_at = held.notice_at
      from held where k.org_id = ${tx.orgId} and k.phone = held.phone
      returning k.phone, (select e.method from consent_event e where e.org_id = ${tx.orgId} and e.phone = held.mark and e.action = 'opt_out'
        order by e.at desc, e.id desc limit 1) as method`.execute(tx.db),
  )
  const noted = taken.rows.map(({ phone, method }) => ({
    phone,
    action: 'opt_out' as const,
    method: method ?? ('member' as const),
    words: KEPT,
  }))
  if (noted.length === 0) return
  await tx.unscoped(() => append(tx, noted))
  tx.publish(ConsentChanged, { phones: noted.map((one) => one.phone) })
}
