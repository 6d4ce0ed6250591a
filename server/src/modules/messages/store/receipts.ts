import { SETTLED_RANK } from '@crewline/contract/message-states'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { Receipt } from '../rules.ts'
import { amongIds } from './keys.ts'
import { movedColumns, movedFrom, type Moved, type MovedRow } from './hand-off.ts'
import { raiseRevision } from './revision.ts'

/**
 * Moves messages to a higher rank, never to a lower one. A receipt of an earlier, failed attempt counts only when it
 * says `delivered`, which ends all retries.
 */
export async function applyReceipts(tx: Tx, receipts: Receipt[]): Promise<Moved> {
  const apply = [...receipts].sort((a, b) => (a.messageId < b.messageId ? -1 : 1))
  const ids = apply.map((receipt) => receipt.messageId)
  const moved = await sql<MovedRow>`
    update message m set ${raiseRevision}, state = t.state, error_code = t.error_code,
      carrier_id = case when m.carrier_id = any(m.earlier_carrier_ids) then t.carrier_id else coalesce(m.carrier_id, t.carrier_id) end,
      due_at = null, hold_reason = null,
      settled_at = case when message_rank(t.state) >= ${SETTLED_RANK} then ${tx.world.now()}::timestamptz else m.settled_at end
    from unnest(${ids}::uuid[], ${apply.map((receipt) => receipt.state)}::text[], ${apply.map((receipt) => receipt.carrierId)}::text[],
                ${apply.map((receipt) => receipt.errorCode)}::text[], ${apply.map((receipt) => receipt.lineId)}::uuid[]) t(id, state, carrier_id, error_code, line_id)
    where m.org_id = ${tx.orgId} and ${amongIds(ids)} and m.id = t.id and m.line_id = t.line_id and m.direction = 'out' and message_rank(t.state) > message_rank(m.state)
      and (m.earlier_carrier_ids is null or t.state = 'delivered' or t.carrier_id <> all(m.earlier_carrier_ids))
    returning ${movedColumns}`.execute(tx.db)
  return movedFrom(moved.rows)
}
