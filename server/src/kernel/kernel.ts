import type { Signals } from './signals.ts'
import type { Jobs } from './jobs/queues.ts'
import type { Config } from './config.ts'
import type { Database } from './db/pool.ts'
import type { Log } from './log.ts'
import type { Encryption } from './secrets/encryption.ts'
import type { World } from './world.ts'

/** The services of one process. Modules get it at start; requests and jobs get a Scope made from it. */
export interface Kernel {
  config: Config
  world: World
  log: Log
  database: Database
  signals: Signals
  jobs: Jobs
  encryption: Encryption
}

/** Something that runs until it is stopped; `stop` resolves when it has ended. */
export interface Running {
  stop(): Promise<void>
}
