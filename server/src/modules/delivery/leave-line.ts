import type { Scope } from '../../kernel/scope.ts'
import { firstLine, SAMPLE_CARRIER, type Line } from '../lines/index.ts'
import { outgoingChunks } from '../messages/index.ts'

/**
 * Returns whether another line must send the queue of a line: it was released. The queue of a sample line stays, because
 * no other line may send it.
 */
export function isLeft({ state, carrier }: Line): boolean {
  return state === 'released' && carrier !== SAMPLE_CARRIER
}

/** Moves the queue of a line to the organization's current default line; without one it stays. */
export async function leaveLine(scope: Scope, lineId: string): Promise<void> {
  await scope.tx(async (tx) => {
    const next = await firstLine(tx.db, null, null)
    if (next) await outgoingChunks.moveToLine(tx, lineId, next)
  })
}
