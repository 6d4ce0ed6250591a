import { WrongSetting } from '../service-settings.ts'

/** Stands for the key in MASTER_KEY among the encryption keys. */
export const MASTER = 'master'

/** A key that seals secrets or opens what it sealed before. */
export interface EncryptionKey {
  /** Stands in each value that the key sealed, so it is no secret. */
  id: string
  /** Null: the key in MASTER_KEY. */
  secret: Buffer | null
}

const ID = /^[a-z0-9][a-z0-9-]{0,31}$/
/** 32 bytes as base64. */
const SECRET = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

/**
 * Reads the keys of ENCRYPTION_KEYS, the one that seals first. Errors name the place of an entry or its id, never its
 * text, which may be a key.
 */
export function readEncryptionKeys(text: string | undefined): EncryptionKey[] {
  if (text === undefined) return []
  const keys = text.split(',').map((entry, index) => readKey(entry.trim(), `entry ${index + 1} of ENCRYPTION_KEYS`))
  for (const [index, { id, secret }] of keys.entries()) {
    const earlier = keys.slice(0, index)
    if (earlier.some((key) => key.id === id))
      throw new WrongSetting(`ENCRYPTION_KEYS has two keys with the name "${id}". Give each key a name of its own.`)
    const same = earlier.find((key) => secret !== null && key.secret?.equals(secret))
    if (same)
      throw new WrongSetting(
        `"${same.id}" and "${id}" in ENCRYPTION_KEYS are the same key. Create a new one with: openssl rand -base64 32`,
      )
  }
  return keys
}

function readKey(entry: string, place: string): EncryptionKey {
  if (entry === MASTER) return { id: MASTER, secret: null }
  if (entry === '') throw new WrongSetting(`The ${place} is empty. ${FORM}`)
  const colon = entry.indexOf(':')
  if (colon === -1) throw new WrongSetting(`The ${place} has no name. ${FORM}`)
  const [id, secret] = [entry.slice(0, colon), entry.slice(colon + 1)]
  if (!ID.test(id))
    throw new WrongSetting(
      `The ${place} has a wrong name: use at most 32 lowercase letters, digits and hyphens, beginning with a letter or digit.`,
    )
  if (id === MASTER)
    throw new WrongSetting(
      'In ENCRYPTION_KEYS, "master" is written without a key: it stands for MASTER_KEY. Name a new key otherwise, such as 2026-11.',
    )
  if (!SECRET.test(secret))
    throw new WrongSetting(
      `The key "${id}" in ENCRYPTION_KEYS must be 32 bytes as base64. Create one with: openssl rand -base64 32`,
    )
  return { id, secret: Buffer.from(secret, 'base64') }
}

const FORM =
  'Write ENCRYPTION_KEYS as names and keys with commas between them, such as 2026-11:KEY,master, where KEY is 32 bytes as base64 (openssl rand -base64 32).'
