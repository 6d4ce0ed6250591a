import type { Tx } from '../../kernel/scope.ts'
import { supersededTexts } from './ports.ts'

/** Returns which of these texts are not tried again, because a text of a later date of their broadcast left. */
export async function supersededAmong(
  tx: Tx,
  texts: { id: string; contactId: string; kind: string; batchId: string | null }[],
): Promise<Set<string>> {
  const ofRuns = texts.flatMap(({ id, contactId, kind, batchId }) =>
    kind === 'broadcast' && batchId !== null ? [{ id, contactId, runId: batchId }] : [],
  )
  // Members limited to some groups do not see what went to others.
  return ofRuns.length === 0 ? new Set() : tx.unscoped(() => supersededTexts.get()(tx, ofRuns))
}
