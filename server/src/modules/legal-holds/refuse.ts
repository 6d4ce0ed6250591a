import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { heldKeys, isAnyHeld } from './held-views.ts'
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

/** Returns which of these keys of custom fields have a value of a contact on hold, and locks the holds like `lockHolds`. */
export async function lockHeldFields(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  await lockHolds(tx)
  return new Set(keys.length === 0 ? [] : await tx.unscoped(() => heldKeys(tx.db, tx.orgId, keys)))
}
