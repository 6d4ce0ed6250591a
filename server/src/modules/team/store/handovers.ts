import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** What became of something that a member held. */
export type Outcome = 'left' | 'handed_over' | 'unassigned' | 'kept' | 'canceled' | 'deleted' | 'revoked'

/** One line of a hand-over. */
export interface NewHandover {
  kind: string
  objectId?: string
  name?: string
  count: number
  outcome: Outcome
  toUserId?: string | null
}

/** Records what became of things that a user held. */
export async function addHandovers(tx: Tx, userId: string, lines: NewHandover[]): Promise<void> {
  if (lines.length === 0) return
  const byUserId = tx.actor.kind === 'member' ? tx.actor.userId : null
  const of = <T>(pick: (line: NewHandover) => T) => lines.map(pick)
  await sql`
    insert into handover (org_id, id, user_id, kind, object_id, name, count, outcome, to_user_id, by_user_id, at)
    select ${tx.orgId}::uuid, h.id, ${userId}::uuid, h.kind, h.object_id, h.name, h.count, h.outcome, h.to_user_id,
      ${byUserId}::uuid, ${tx.world.now()}::timestamptz
    from unnest(${of(() => tx.world.id())}::uuid[], ${of(({ kind }) => kind)}::text[],
      ${of(({ objectId }) => objectId ?? null)}::uuid[], ${of(({ name }) => name ?? null)}::text[],
      ${of(({ count }) => count)}::int[], ${of(({ outcome }) => outcome)}::text[],
      ${of(({ toUserId }) => toUserId ?? null)}::uuid[]) h (id, kind, object_id, name, count, outcome, to_user_id)`.execute(
    tx.db,
  )
}
