import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openJobs } from '../../src/kernel/jobs/queues.ts'
import { openSignals } from '../../src/kernel/signals.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { openDatabase, type Db } from '../../src/kernel/db/pool.ts'
import type { Kernel } from '../../src/kernel/kernel.ts'
import { makeLog } from '../../src/kernel/log.ts'
import { makeEncryption } from '../../src/kernel/secrets/encryption.ts'
import { realWorld } from '../../src/kernel/world.ts'
import { seedDemo } from '../../src/main/seed.ts'
import { testDatabase } from './template-db.ts'

/** The demo in a database of one test file. */
export interface SeededDemo {
  kernel: Kernel
  /** Reads every organization. */
  system: Db
  /** The data directory. */
  dir: string
  /** What `seedDemo` returned. */
  wasMade: boolean
  close: () => Promise<void>
}

/** Seeds the demo in an empty database, as the first start does. */
export async function seededDemo(): Promise<SeededDemo> {
  const made = await testDatabase()
  const dir = mkdtempSync(join(tmpdir(), 'crewline-demo-'))
  const database = openDatabase(made.url)
  const log = makeLog('silent')
  const signals = await openSignals(database, log)
  const world = realWorld()
  const kernel: Kernel = {
    config: readConfig({ DATA_DIR: dir, PORT: '0' }),
    world,
    log,
    database,
    signals,
    jobs: openJobs(made.url, log),
    encryption: makeEncryption(world.bytes(32).toString('base64'), world),
  }
  const wasMade = await seedDemo(kernel)
  return {
    kernel,
    system: database.asSystem('a test looks at the demo'),
    dir,
    wasMade,
    close: async () => {
      await kernel.jobs.stop()
      await signals.close()
      await database.close()
      await made.drop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
