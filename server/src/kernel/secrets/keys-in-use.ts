import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../db/pool.ts'
import type { Kernel, Running } from '../kernel.ts'
import type { Figure } from '../module.ts'
import type { Encryption } from './encryption.ts'
import { MASTER } from './encryption-keys.ts'
import { verifyMasterKey } from './master-key.ts'
import { countOnDisk } from './sealed-columns.ts'

/** How often a running process says which key it seals with, in ms. */
const SAY_MS = 15_000

/** A process that sealed with a key has said so within this time, in seconds. */
export const QUIET_SECONDS = 60

/** A start or a command lacks a key, or has another one under its name; the message tells the operator what to do. */
export class MissingKey extends Error {}

/** A key that may have sealed values of this database. */
export interface KeyInUse {
  id: string
  keyCheck: string
  /** Seconds since a running process said that it seals with the key or has values of it in its data directory. */
  quietSeconds: number
}

const placeOf = (id: string): string => `encryption_key|${id}`
const TEXT = 'an encryption key of this database'

/** Reads the keys in use: a row for each, so that a start needs no look at the values. */
export async function keysInUse(system: Db): Promise<KeyInUse[]> {
  const { rows } = await sql<KeyInUse>`
    select id, key_check as "keyCheck", extract(epoch from clock_timestamp() - used_at)::float8 as "quietSeconds"
    from encryption_key order by added_at, id`.execute(system)
  return rows
}

/**
 * Throws `WrongMasterKey` or `MissingKey` when this process could not open what is stored in the database or in its data
 * directory, and records the key that it seals with before it seals anything.
 */
export async function verifyKeys(
  system: Db,
  encryption: Encryption,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<void> {
  await verifyMasterKey(system, encryption)
  refuseMissing(encryption, await keysInUse(system))
  const onDisk = [...(await countOnDisk(dataDir)).keys()].find((id) => !encryption.keyIds.has(id))
  if (onDisk !== undefined)
    throw new MissingKey(
      `The spool in ${dataDir} holds events that are sealed with the encryption key "${onDisk}", and ENCRYPTION_KEYS does not have it. Add it after the first key. Without it these events cannot be stored.`,
    )
  await recordUse(system, encryption, [encryption.sealingKey])
}

/** Throws `MissingKey` when one of these keys is missing, or is another one under the same name. */
export function refuseMissing(encryption: Encryption, keys: readonly Pick<KeyInUse, 'id' | 'keyCheck'>[]): void {
  for (const { id, keyCheck } of keys) {
    const key = encryption.ofKey(id)
    if (!key)
      throw new MissingKey(
        `ENCRYPTION_KEYS does not have the key "${id}", which may still be needed to open stored secrets. Add it after the first key. Before a key is removed, run: npm run admin -- encryption-keys --rotate yes`,
      )
    if (id !== MASTER && !isOpenedBy(key, id, keyCheck))
      throw new MissingKey(
        `The key "${id}" in ENCRYPTION_KEYS is not the key of this name that sealed secrets in this database. Set the key that belongs to the name, and give a new key a new name.`,
      )
  }
}

function isOpenedBy(key: Pick<Encryption, 'open'>, id: string, keyCheck: string): boolean {
  try {
    return key.open(placeOf(id), keyCheck) === TEXT
  } catch {
    return false
  }
}

/** Records that values of these keys are being written or wait on a disk. */
export async function recordUse(system: Db, encryption: Encryption, ids: Iterable<string>): Promise<void> {
  for (const id of ids) {
    const keyCheck = encryption.ofKey(id)?.seal(placeOf(id), TEXT)
    if (keyCheck !== undefined)
      await sql`
        insert into encryption_key (id, key_check, added_at, used_at) values (${id}, ${keyCheck}, clock_timestamp(), clock_timestamp())
        on conflict (id) do update set used_at = excluded.used_at`.execute(system)
  }
}

/** Takes a key off the keys in use, unless a process said a moment ago that it seals with it. Returns whether it did. */
export async function forgetKey(system: Db, id: string, quietSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    delete from encryption_key where id = ${id} and used_at <= clock_timestamp() - make_interval(secs => ${quietSeconds})
    returning id`.execute(system)
  return rows.length > 0
}

/** Says again and again which keys this process seals with or has on its disk, so that none of them is taken off. */
export function followKeys({ config, database, encryption, log }: Kernel): Running {
  const system = database.asSystem('a process says which encryption key it seals with')
  let saying: Promise<void> = Promise.resolve()
  const say = async (): Promise<void> => {
    try {
      await recordUse(
        system,
        encryption,
        new Set([encryption.sealingKey, ...(await countOnDisk(config.dataDir)).keys()]),
      )
    } catch (error) {
      log.debug({ err: (error as Error).message }, 'secrets: the key in use could not be recorded, trying again')
    }
  }
  const timer = setInterval(() => {
    saying = saying.then(say)
  }, SAY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await saying
    },
  }
}

/** What an operator watches about keys. */
export const keyFigures: readonly Figure[] = [
  {
    name: 'encryption_keys_in_use',
    help: 'Keys that may have sealed stored secrets; more than one until a rotation is complete.',
    read: async ({ database }) => [
      { value: (await keysInUse(database.asSystem('the metrics count the encryption keys in use'))).length },
    ],
  },
]
