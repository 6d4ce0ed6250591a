import { LOGIN_FAILURES_FREE } from '@crewline/contract/limits'

/** Longest wait between two tries at one account, in seconds. */
const LONGEST_WAIT_S = 15 * 60

/** Seconds to wait after this many wrong passwords in a row: none for the first five, then 1, 2, 4 … up to 15 minutes. */
export function waitAfter(failures: number): number {
  if (failures < LOGIN_FAILURES_FREE) return 0
  return Math.min(2 ** (failures - LOGIN_FAILURES_FREE), LONGEST_WAIT_S)
}
