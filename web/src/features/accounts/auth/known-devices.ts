import { readStored, writeStored } from '../../../shared/lib/storage.ts'

/** Most people whose choices one device remembers. */
const most = 20

/** Stands for an e-mail address, so that no address lies in the storage of a shared device. */
function nameOf(email: string): string {
  let hash = 0xcbf29ce4
  for (const character of email.trim().toLowerCase())
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(36)
}

function kept(key: string): Record<string, string> {
  const stored = readStored(key)
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {}
  return Object.fromEntries(Object.entries(stored).filter((one): one is [string, string] => typeof one[1] === 'string'))
}

function keep(key: string, email: string, value: string | undefined): void {
  const { [nameOf(email)]: _, ...others } = kept(key)
  const entries = Object.entries(others).slice(-(most - 1))
  writeStored(key, Object.fromEntries(value === undefined ? entries : [...entries, [nameOf(email), value]]))
}

/** The token that skips the second step here for this person; without an e-mail that of the only person known here. */
export function deviceTokenOf(email: string): string | undefined {
  const tokens = kept('device')
  if (email !== '') return tokens[nameOf(email)]
  const all = Object.values(tokens)
  return all.length === 1 ? all[0] : undefined
}

/** Remembers that this person trusts this device; undefined forgets it, once the server no longer honours it. */
export function keepDeviceToken(email: string, token: string | undefined): void {
  keep('device', email, token)
}

/** The organization this person wants to open without being asked. */
export function usualOrganizationOf(email: string): string | undefined {
  return kept('usual-organization')[nameOf(email)]
}

/** Remembers which organization this person wants to open next time; undefined asks again. */
export function keepUsualOrganization(email: string, organizationId: string | undefined): void {
  keep('usual-organization', email, organizationId)
}
