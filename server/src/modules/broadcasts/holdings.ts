import type { MemberHoldings } from '../../kernel/member-holdings.ts'
import type { Tx } from '../../kernel/scope.ts'
import { BroadcastChanged } from './events.ts'
import { handOverUnfinished } from './hand-over.ts'
import { giveDrafts } from './store/broadcasts.ts'
import { heldBroadcasts, heldDrafts } from './views/holdings.ts'

/** Broadcasts that are not over act for the member who launched them, and their drafts. */
export const memberHoldings: readonly MemberHoldings[] = [
  {
    kind: 'broadcasts',
    needs: 'broadcasts.send',
    without: 'stops',
    held: heldBroadcasts,
    handOver: handOverUnfinished,
  },
  {
    kind: 'broadcastDrafts',
    needs: 'broadcasts.draft',
    without: 'continues',
    held: heldDrafts,
    handOver: async (tx, users) => announce(tx, await giveDrafts(tx, users)),
  },
]

function announce(tx: Tx, ids: string[]): void {
  if (ids.length > 0) tx.publish(BroadcastChanged, { ids })
}
