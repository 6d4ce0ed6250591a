import { SUBMIT_WRITE_TIMEOUT_MS } from '@crewline/contract/limits'
import type { Scope } from '../../kernel/scope.ts'
import { statesOf } from './store/hand-off.ts'

/** How often the states of marked messages are read, in ms. */
const ASK_MS = 50
/** States of a marked message that returned without being handed to its carrier. */
const BACK = new Set<string>(['queued', 'held', 'scheduled', 'cancelled', 'suppressed', 'expired'])

/**
 * Waits until none of these messages, marked before their batch was closed, can be handed to a carrier any more: each has an
 * outcome, or the time in which it may be written is over. Returns those that their carrier did not take. Call it after
 * the transaction that closed the batch; until then an answer must not say that nothing more leaves.
 */
export async function untilWritten(scope: Scope, marked: string[]): Promise<string[]> {
  const endMs = scope.world.monotonicMs() + SUBMIT_WRITE_TIMEOUT_MS
  let open = marked
  const back: string[] = []
  while (open.length > 0) {
    const asked = open
    // Members limited to some groups wait for every message.
    const states = await scope.tx((one) => one.unscoped(() => statesOf(one.db, asked)))
    back.push(...states.filter(({ state }) => BACK.has(state)).map(({ id }) => id))
    open = states.filter(({ state }) => state === 'submitting').map(({ id }) => id)
    if (open.length === 0 || scope.world.monotonicMs() >= endMs) break
    await new Promise((resolve) => setTimeout(resolve, ASK_MS))
  }
  return back
}
