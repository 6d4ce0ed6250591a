import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../kernel/config.ts'
import type { Database } from '../kernel/db/pool.ts'
import { openJobs } from '../kernel/jobs/queues.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { makeLog } from '../kernel/log.ts'
import { makeEncryption, type Encryption } from '../kernel/secrets/encryption.ts'
import { verifyMasterKey } from '../kernel/secrets/master-key.ts'
import { openSignals } from '../kernel/signals.ts'
import type { World } from '../kernel/world.ts'

/** What a command of the operator works with. */
export interface Tools {
  config: Config
  database: Database
  world: World
}

/** Runs work that needs the services of a process. */
export async function withKernel<T>(
  { config, database, world }: Tools,
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

/** Opens the master key of the installation; throws when it is not the one of the database. */
export async function encryptionOf(config: Config, database: Database, world: World): Promise<Encryption> {
  const masterKey = config.masterKey ?? readFileSync(join(config.dataDir, 'master.key'), 'utf8').trim()
  const encryption = makeEncryption(masterKey, world)
  await verifyMasterKey(database.asSystem('a command of the operator checks the master key'), encryption)
  return encryption
}
