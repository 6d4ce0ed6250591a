import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** Why an event could not be taken in: what it says was refused, we failed, or nobody noted it. */
export type AsideReason = 'refused' | 'trouble' | 'unknown'

/** An event that is set aside, sealed. */
export interface AsideRow {
  id: string
  orgId: string
  lineId: string
  kind: 'text' | 'news'
  reason: AsideReason
  tries: number
  sealed: string
  cameAt: Date
  setAsideAt: Date
}

/** Sets an event aside; false when it is already. */
export async function addAside(tx: Tx, row: Omit<AsideRow, 'orgId' | 'tries'> & { mark: Buffer }): Promise<boolean> {
  const added = await sql`
    insert into set_aside_event (org_id, id, line_id, mark, kind, reason, sealed, came_at, set_aside_at)
    values (${tx.orgId}, ${row.id}, ${row.lineId}, ${row.mark}, ${row.kind}, ${row.reason}, ${row.sealed}, ${row.cameAt},
      ${row.setAsideAt})
    on conflict (org_id, mark) do nothing returning id`.execute(tx.db)
  return added.rows.length > 0
}

/** Notes that another try failed, and why. */
export async function noteAsideTry(tx: Tx, id: string, reason: AsideReason): Promise<void> {
  await sql`update set_aside_event set tries = tries + 1, reason = ${reason} where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
}

/** Forgets events that are set aside; answers how many there were. */
export async function dropAside(db: Db, orgId: string, ids: string[]): Promise<number> {
  const gone = await sql`
    delete from set_aside_event where org_id = ${orgId} and id = any(${ids}::uuid[]) returning id`.execute(db)
  return gone.rows.length
}
