import { LOGIN_FAILURES_FREE, LOGIN_LONGEST_WAIT_S } from '@crewline/contract/limits'

/** Seconds to wait after this many wrong passwords in a row: none for the first five, then 1, 2, 4 … up to 15 minutes. */
export function waitAfter(failures: number): number {
  if (failures < LOGIN_FAILURES_FREE) return 0
  return Math.min(2 ** (failures - LOGIN_FAILURES_FREE), LOGIN_LONGEST_WAIT_S)
}

/** A number with all but its last two digits hidden. */
export function maskedPhone(phone: string): string {
  return `${phone.slice(0, 2)}${'•'.repeat(Math.max(0, phone.length - 4))}${phone.slice(-2)}`
}
