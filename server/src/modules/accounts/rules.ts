import { LOGIN_FAILURES_FREE, LOGIN_WAIT_MAX_S } from '@crewline/contract/log-in-limits'

/**
 * Returns the seconds to wait after this many wrong passwords in a row: none for the first five, then 1, 2, 4 … up to
 * 15 minutes.
 */
export function waitAfterFailures(failures: number): number {
  if (failures < LOGIN_FAILURES_FREE) return 0
  return Math.min(2 ** (failures - LOGIN_FAILURES_FREE), LOGIN_WAIT_MAX_S)
}

/** Masks all but the first two characters and the last two digits of a number. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 2)}${'•'.repeat(Math.max(0, phone.length - 4))}${phone.slice(-2)}`
}
