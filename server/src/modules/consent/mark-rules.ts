import type { Seal } from '../../kernel/secrets/seal.ts'

/** What stands first in a mark and in no number. */
const SIGN = '~'

/** Who makes marks: whatever holds the installation's key. */
export type Marker = Pick<Seal, 'mark'>

/**
 * What is kept in place of a number whose person was erased: the same for the same number of one organization, and nobody
 * without the installation's key can try numbers out.
 */
export function markOf(marker: Marker, orgId: string, phone: string): string {
  return `${SIGN}${marker.mark(`consent|${orgId}`, phone).toString('hex')}`
}

/** Whether this stands where a number was. */
export function isMark(phone: string): boolean {
  return phone.startsWith(SIGN)
}
