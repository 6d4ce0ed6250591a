import { API_KEY_PREFIX } from '@crewline/contract/api-key-limits'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Digits of 256 random bits. */
const SECRET_DIGITS = 43
/** Digits of a CRC-32. */
const CHECKSUM_DIGITS = 6
/** How many digits of the secret are stored and shown, to recognize a key by. */
const SHOWN_DIGITS = 6
const FORMAT = new RegExp(`^${API_KEY_PREFIX}[0-9A-Za-z]{${SECRET_DIGITS + CHECKSUM_DIGITS}}$`)

/**
 * Builds a key from 32 random bytes: a prefix, the secret in base 62, and a checksum. Secret scanners recognize the
 * format and rule out look-alikes by the checksum, without asking us.
 */
export function keyOf(bytes: Buffer): string {
  const body = API_KEY_PREFIX + base62(BigInt(`0x${bytes.toString('hex')}`), SECRET_DIGITS)
  return body + checksumOf(body)
}

/** Returns whether a text can be a key; a mistyped one is refused without a look into the database. */
export function isWellFormed(key: string): boolean {
  if (!FORMAT.test(key)) return false
  const body = key.slice(0, -CHECKSUM_DIGITS)
  return key.slice(-CHECKSUM_DIGITS) === checksumOf(body)
}

/** Returns the part of a key that may be shown. */
export function startOf(key: string): string {
  return key.slice(0, API_KEY_PREFIX.length + SHOWN_DIGITS)
}

/** What a key may do, and the groups whose contacts it sees; null for all contacts. */
export interface KeyReach {
  permissions: readonly string[]
  groupIds: readonly string[] | null
}

/** Returns whether a key may do or see something after a change that it could not before. */
export function isRaised(before: KeyReach, after: KeyReach): boolean {
  if (after.permissions.some((permission) => !before.permissions.includes(permission))) return true
  const known = before.groupIds
  if (known === null) return false
  return after.groupIds?.some((id) => !known.includes(id)) ?? true
}

function checksumOf(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_DIGITS)
}

function base62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; rest > 0n; rest /= 62n) digits = (DIGITS[Number(rest % 62n)] ?? '') + digits
  return digits.padStart(length, '0')
}
