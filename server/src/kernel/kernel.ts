import type { Bell } from './bell.ts'
import type { Config } from './config.ts'
import type { Database } from './db/pool.ts'
import type { Log } from './log.ts'
import type { Seal } from './secrets/seal.ts'
import type { World } from './world.ts'

/** What one process stands on. Rooms get it at start; requests and jobs get a Scope made from it. */
export interface Kernel {
  config: Config
  world: World
  log: Log
  database: Database
  bell: Bell
  seal: Seal
}

/** Something that runs until it is told to stop, and answers when it has. */
export interface Running {
  stop(): Promise<void>
}
