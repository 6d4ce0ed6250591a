import type { BroadcastOptions } from '@crewline/contract/broadcasts'
import type { RestSettings } from '../messages/index.ts'

/**
 * Returns why texts of a broadcast wait. It was reviewed as a whole, so that what an organization wants to be asked about
 * at night holds it, and a guard that only warns does not.
 */
export function heedsOf(
  options: BroadcastOptions,
  { offClockGuard }: RestSettings,
): { shifts: boolean; nights: boolean } {
  const waits = options.quietHours === 'hold'
  return { shifts: waits && offClockGuard === 'hold', nights: waits }
}
