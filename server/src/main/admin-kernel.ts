import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../kernel/config.ts'
import type { Database } from '../kernel/db/pool.ts'
import { openJobs } from '../kernel/jobs/queues.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { makeLog } from '../kernel/log.ts'
import { makeEncryption, type Encryption } from '../kernel/secrets/encryption.ts'
import { verifyKeys } from '../kernel/secrets/keys-in-use.ts'
import { openSignals } from '../kernel/signals.ts'
import type { World } from '../kernel/world.ts'

/** What a command of the operator works with. */
export interface Tools {
  config: Config
  database: Database
  world: World
  /** Tells the operator how far a long command is. */
  say: (line: string) => void
}

/** Runs work that needs the services of a process. */
export async function withKernel<T>(
  { config, database, world }: Omit<Tools, 'say'>,
  work: (kernel: Kernel) => Promise<T>,
): Promise<T> {
  const log = makeLog('error')
  const encryption = await encryptionOf(config, database, world)
  const signals = await openSignals(database, log)
  const jobs = openJobs(config.databaseUrl ?? '', log)
  try {
    return await work({ config, world, log, database, signals, jobs, encryption })
  } finally {
    await signals.close()
  }
}

/** Opens the keys of the installation; throws when they are not those of the database. */
export async function encryptionOf(config: Config, database: Database, world: World): Promise<Encryption> {
  const masterKey = config.masterKey ?? readFileSync(join(config.dataDir, 'master.key'), 'utf8').trim()
  const encryption = makeEncryption(masterKey, world, config.encryptionKeys)
  await verifyKeys(database.asSystem('a command of the operator checks its keys'), encryption, config)
  return encryption
}
