import type { Encryption } from '../../kernel/secrets/encryption.ts'

/** The first character of every fingerprint; no phone number starts with it. */
const SIGN = '~'

/** Computes fingerprints with the installation's key. */
export type Fingerprinter = Pick<Encryption, 'fingerprint'>

/**
 * Returns the phone fingerprint stored in place of an erased contact's number. It is the same for the same number of
 * one organization, and numbers cannot be guessed without the installation's key.
 */
export function fingerprintOf(fingerprinter: Fingerprinter, orgId: string, phone: string): string {
  return `${SIGN}${fingerprinter.fingerprint(`consent|${orgId}`, phone).toString('hex')}`
}

/** Returns whether a value is a phone fingerprint instead of a number. */
export function isPhoneFingerprint(phone: string): boolean {
  return phone.startsWith(SIGN)
}
