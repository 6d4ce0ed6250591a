import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { CamelRow } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** A quarantined event, encrypted. */
export type QuarantineRow = CamelRow<
  'quarantined_event',
  'id' | 'org_id' | 'line_id' | 'kind' | 'reason' | 'tries' | 'sealed' | 'came_at' | 'quarantined_at'
>

/** Why an event was quarantined: its data was refused, we failed, or the reason was not recorded. */
export type QuarantineReason = QuarantineRow['reason']

/** Quarantines an event. Returns false when it already is. */
export async function addQuarantined(
  tx: Tx,
  row: Omit<QuarantineRow, 'orgId' | 'tries'> & { fingerprint: Buffer },
): Promise<boolean> {
  const added = await sql`
    insert into quarantined_event (org_id, id, line_id, fingerprint, kind, reason, sealed, came_at, quarantined_at)
    values (${tx.orgId}, ${row.id}, ${row.lineId}, ${row.fingerprint}, ${row.kind}, ${row.reason}, ${row.sealed}, ${row.cameAt},
      ${row.quarantinedAt})
    on conflict (org_id, fingerprint) do nothing returning id`.execute(tx.db)
  return added.rows.length > 0
}

/** Records another failed retry and its reason. */
export async function recordQuarantineRetry(tx: Tx, id: string, reason: QuarantineReason): Promise<void> {
  await sql`update quarantined_event set tries = tries + 1, reason = ${reason} where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
}

/** Deletes quarantined events and returns their number. */
export async function deleteQuarantined(db: Db, orgId: string, ids: string[]): Promise<number> {
  const result = await sql`
    delete from quarantined_event where org_id = ${orgId} and id = any(${ids}::uuid[]) returning id`.execute(db)
  return result.rows.length
}
