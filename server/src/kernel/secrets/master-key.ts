import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Encryption } from './encryption.ts'
import { MASTER } from './encryption-keys.ts'

/** The database was written with another master key; the message tells the operator what to do. */
export class WrongMasterKey extends Error {
  constructor() {
    super(
      'MASTER_KEY is not the key that this database was written with, so its secrets cannot be decrypted. Set the key that belongs to this database (with the embedded database it is in master.key of the data directory). If that key is lost, docs/operations.md says how to start with a new one.',
    )
  }
}

const PLACE = 'master_key_check'
const TEXT = 'the master key of this database'

/**
 * Throws `WrongMasterKey` when the database was first used with another key. Without this check a process with a wrong
 * key would report itself as ready and fail at the first secret, such as the signature of a webhook.
 */
export async function verifyMasterKey(system: Db, encryption: Encryption): Promise<void> {
  // Sealed with the master key also where another key seals: what it makes, such as keyed hashes, needs this very key.
  const sealed = encryption.ofKey(MASTER)?.seal(PLACE, TEXT)
  await sql`insert into master_key_check (sealed) values (${sealed}) on conflict do nothing`.execute(system)
  const { rows } = await sql<{ sealed: string }>`select sealed from master_key_check`.execute(system)
  if (!belongsTogether(encryption, rows[0]?.sealed ?? '')) throw new WrongMasterKey()
}

/** Whether the check value of a database was written with this key. */
export function belongsTogether(encryption: Encryption, sealed: string): boolean {
  try {
    encryption.open(PLACE, sealed)
    return true
  } catch {
    return false
  }
}
