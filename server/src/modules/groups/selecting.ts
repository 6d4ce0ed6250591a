import type { Selection } from '@crewline/contract/filters'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { audienceContext, audienceIds } from './views/audience.ts'

/** Workers of a selection one statement deals with. */
const STEP = 10_000

/** Runs work on everybody a selection means and the actor sees, so many at a time in the order of ids; answers how many. */
export async function eachStep(
  tx: Tx,
  scope: Pick<Scope, 'can'>,
  selection: Selection,
  work: (ids: string[]) => Promise<void>,
): Promise<number> {
  if (!selection.selectedAll && selection.contacts.length === 0) return 0
  const ctx = await audienceContext({ ...tx, can: scope.can }, selection.audience)
  let seen = 0
  let after: string | null = null
  for (;;) {
    const ids: string[] = await audienceIds(tx.db, ctx, selection, { after, most: STEP })
    if (ids.length > 0) await work(ids)
    seen += ids.length
    after = ids.at(-1) ?? null
    if (ids.length < STEP) return seen
  }
}
