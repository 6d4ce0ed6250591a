import type { Scope, Tx } from '../../kernel/scope.ts'
import { textBatches, untilWritten } from '../messages/index.ts'
import { exactCounts } from './store/recipients.ts'
import type { LockedRun } from './store/runs.ts'

/** What a pause or a stop leaves behind. */
export interface LeftBehind {
  handedOff: number
  remaining: number
  /** Texts of these counts that are on their way to a carrier. */
  marked: string[]
  /** Reminders that are. */
  reminders: string[]
}

export const NONE_LEFT: LeftBehind = { handedOff: 0, remaining: 0, marked: [], reminders: [] }

/** Counts the texts of runs whose batches were closed in this transaction, also those that the member does not see. */
export function leftBehind(tx: Tx, runs: LockedRun[], reminders: string[]): Promise<LeftBehind> {
  return tx.unscoped(async () => ({ ...(await exactCounts(tx, runs.map(idOf))), reminders }))
}

/** Returns the reminders of runs that are on their way to a carrier. */
export function markedReminders(tx: Tx, runs: LockedRun[]): Promise<string[]> {
  return tx.unscoped(async () => {
    const marked: string[] = []
    for (const { reminderBatchId } of runs)
      if (reminderBatchId) marked.push(...(await textBatches.marked(tx, reminderBatchId)))
    return marked
  })
}

/** Waits until nothing more leaves, and returns the final counts: what its carrier did not take remains. */
export async function onceWritten(
  scope: Scope,
  { handedOff, remaining, marked, reminders }: LeftBehind,
): Promise<{ handedOff: number; remaining: number }> {
  const back = new Set(await untilWritten(scope, [...marked, ...reminders]))
  const returned = marked.filter((text) => back.has(text)).length
  return { handedOff: handedOff - returned, remaining: remaining + returned }
}

function idOf({ id }: LockedRun): string {
  return id
}
