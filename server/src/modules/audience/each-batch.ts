import type { Selection } from '@crewline/contract/filters'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { audienceContext, audienceIds } from './views/selection.ts'

/** Contacts of a selection per statement. */
const STEP = 10_000

/** Runs work on all contacts of a selection that the actor sees, in batches by id; returns how many there were. */
export async function forEachBatch(
  tx: Tx,
  scope: Pick<Scope, 'can'>,
  selection: Selection,
  work: (ids: string[]) => Promise<void>,
): Promise<number> {
  if (!selection.selectedAll && selection.contacts.length === 0) return 0
  const ctx = await audienceContext({ ...tx, can: scope.can }, selection.audience)
  let visibleCount = 0
  let after: string | null = null
  for (;;) {
    const ids: string[] = await audienceIds(tx.db, ctx, selection, { after, most: STEP })
    if (ids.length > 0) await work(ids)
    visibleCount += ids.length
    after = ids.at(-1) ?? null
    if (ids.length < STEP) return visibleCount
  }
}
