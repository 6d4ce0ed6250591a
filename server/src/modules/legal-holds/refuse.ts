import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { isAnyHeld } from './held-views.ts'
import { shareHolds } from './store.ts'

/**
 * Keeps holds as they are until the transaction ends. Every transaction that deletes calls it before it locks anything
 * else: a hold is placed only when no deletion is under way, and a deletion that begins later sees the hold.
 */
export async function lockHolds(tx: Tx): Promise<void> {
  await shareHolds(tx)
}

/** Fails with `on_legal_hold` when a hold covers one of these contacts. The caller must have called `lockHolds`. */
export async function refuseHeld(tx: Tx, contactIds: string[]): Promise<void> {
  if (await tx.unscoped(() => isAnyHeld(tx.db, tx.orgId, contactIds))) fail('on_legal_hold')
}
