import type { Encryption } from '../../kernel/secrets/encryption.ts'

/** What stands for an erased person of the HR system, so that they are recognized and not added again. */
export function personHash(hasher: Pick<Encryption, 'fingerprint'>, orgId: string, externalId: string): string {
  return `erased:${hasher.fingerprint(`hr_person|${orgId}`, externalId).toString('hex')}`
}
