import type { Reply } from '../../shared/api/from-contract.ts'

/** What the HR system needs: to be connected again, a look at a failed sync, or a review before one is applied. */
export type HrNeed = 'reauth' | 'failed' | 'review'

/** Returns what a connected HR system needs from a member who manages it, by its last sync. */
export function hrNeed({
  connection,
  syncs: [last],
}: Pick<Reply<'readHr'>, 'connection' | 'syncs'>): HrNeed | undefined {
  if (!connection) return undefined
  if (connection.state === 'reauth') return 'reauth'
  return last?.state === 'failed' || last?.state === 'review' ? last.state : undefined
}
