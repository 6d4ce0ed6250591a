import { openSignals } from '../kernel/signals.ts'
import { openJobs } from '../kernel/jobs/queues.ts'
import { openDatabase } from '../kernel/db/pool.ts'
import { collectStatistics } from '../kernel/db/statistics.ts'
import { makeEncryption } from '../kernel/secrets/encryption.ts'
import { verifyKeys } from '../kernel/secrets/keys-in-use.ts'
import { isEmpty } from '../modules/organizations/index.ts'
import type { ProcessParts } from './process.ts'

/** Seeds an empty database with the demo before the server listens; `beginning` is called only when there is work. */
export async function seedFirst(parts: ProcessParts, beginning: () => void): Promise<void> {
  const database = openDatabase(parts.databaseUrl)
  try {
    if (!(await isEmpty(database.asSystem('the first start checks whether any organization exists')))) return
    beginning()
    const encryption = makeEncryption(parts.masterKey, parts.world, parts.config.encryptionKeys)
    await verifyKeys(database.asSystem('the first start records the key it seals with'), encryption, parts.config)
    const signals = await openSignals(database, parts.log)
    const jobs = openJobs(parts.databaseUrl, parts.log)
    const { seedDemo } = await import('./seed.ts')
    const isSeeded = await seedDemo({
      config: parts.config,
      world: parts.world,
      log: parts.log,
      database,
      signals,
      jobs,
      encryption,
    })
    await jobs.stop()
    await signals.close()
    if (isSeeded) await collectStatistics(parts.databaseUrl)
  } finally {
    await database.close()
  }
}
