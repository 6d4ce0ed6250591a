import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** Lets a member undo the opt-out of a number, which the caller's transaction has locked, until a moment. */
export async function offerUndo(
  tx: Tx,
  phone: string,
  { until, byId, messageId }: { until: Date; byId: string; messageId: string | null },
): Promise<void> {
  await sql`
    update consent set undo_until = ${until}, undo_by = ${byId}, undo_message_id = ${messageId}::uuid
    where org_id = ${tx.orgId} and phone = ${phone}`.execute(tx.db)
}

/** Whether and by whom the opt-out of a number can be undone. */
export interface UndoOffer {
  until: Date
  byId: string
  messageId: string | null
}

/** Returns the offer to undo the opt-out of a number; undefined when there is none. */
export async function readUndo(tx: Tx, phone: string): Promise<UndoOffer | undefined> {
  const result = await sql<UndoOffer>`
    select undo_until as until, undo_by as "byId", undo_message_id as "messageId" from consent
    where org_id = ${tx.orgId} and phone = ${phone} and opted_out and undo_until is not null`.execute(tx.db)
  return result.rows[0]
}

/** Ends the offer to undo the opt-outs of numbers that the caller's transaction has locked. */
export async function endUndo(tx: Tx, phones: string[]): Promise<void> {
  await sql`
    update consent set undo_until = null, undo_by = null, undo_message_id = null
    where org_id = ${tx.orgId} and phone = any(${phones}::text[]) and undo_until is not null`.execute(tx.db)
}
