import { readStored, writeStored } from '../../../shared/lib/storage.ts'

/** The maximum number of users remembered on one device. */
const most = 20

/** Hashes an email address, so that no address is stored on a shared device. */
function nameOf(email: string): string {
  let hash = 0xcbf29ce4
  for (const character of email.trim().toLowerCase())
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}

function readStoredRecord(key: string): Record<string, string> {
  const stored = readStored(key)
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {}
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function keep(key: string, email: string, value: string | undefined): void {
  const { [nameOf(email)]: _, ...others } = readStoredRecord(key)
  const entries = Object.entries(others).slice(-(most - 1))
  writeStored(key, Object.fromEntries(value === undefined ? entries : [...entries, [nameOf(email), value]]))
}

/**
 * Returns the token that skips the second step on this device for this user; without an email, the token of the only
 * remembered user.
 */
export function deviceTokenOf(email: string): string | undefined {
  const tokens = readStoredRecord('device')
  if (email !== '') return tokens[nameOf(email)]
  const all = Object.values(tokens)
  return all.length === 1 ? all[0] : undefined
}

/** Remembers that this user trusts this device; undefined removes the token once the server no longer accepts it. */
export function keepDeviceToken(email: string, token: string | undefined): void {
  keep('device', email, token)
}

/** Returns the organization this user always opens. */
export function usualOrganizationOf(email: string): string | undefined {
  return readStoredRecord('usual-organization')[nameOf(email)]
}

/** Remembers which organization this user opens next time; undefined shows the choice again. */
export function keepUsualOrganization(email: string, organizationId: string | undefined): void {
  keep('usual-organization', email, organizationId)
}
