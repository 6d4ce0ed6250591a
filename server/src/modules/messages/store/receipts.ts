import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { Receipt } from '../rules.ts'
import { carrierIdIsNew, movedFrom, type Moved, type MovedRow } from './hand-off.ts'

/** Moves messages to a higher rank, never to a lower one. */
export async function applyReceipts(tx: Tx, receipts: Receipt[]): Promise<Moved> {
  const apply = [...receipts].sort((a, b) => (a.messageId < b.messageId ? -1 : 1))
  const moved = await sql<MovedRow>`
    update message m set state = t.state, carrier_id = coalesce(m.carrier_id, t.carrier_id), error_code = t.error_code,
      settled_at = case when message_rank(t.state) >= 40 then ${tx.world.now()}::timestamptz else m.settled_at end
    from unnest(${apply.map((one) => one.messageId)}::uuid[], ${apply.map((one) => one.state)}::text[], ${apply.map((one) => one.carrierId)}::text[],
                ${apply.map((one) => one.errorCode)}::text[], ${apply.map((one) => one.lineId)}::uuid[]) t(id, state, carrier_id, error_code, line_id)
    where m.org_id = ${tx.orgId} and m.id = t.id and m.line_id = t.line_id and m.direction = 'out' and message_rank(t.state) > message_rank(m.state)
    returning m.id, ${carrierIdIsNew} as handed_off`.execute(tx.db)
  return movedFrom(moved.rows)
}
