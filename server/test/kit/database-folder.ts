import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningEmbedded } from '../../src/kernel/db/embedded.ts'

const IN_MEMORY = '/dev/shm'
/** A prefix that nothing else has: what is abandoned is removed. */
const PREFIX = 'crewline-test-database-'
/** A run needs less than a third of this. */
const NEEDED_BYTES = 3 * 1024 ** 3
const MINUTE_MS = 60_000

/**
 * Creates a folder for the database of a test run, in memory where there is enough. Each test database is more than a
 * thousand files. ext4 looks at every file that was deleted within the last minutes before it creates one, so that
 * creating and dropping databases on it takes more processor time than everything else that PostgreSQL does in a run.
 */
export function createDatabaseFolder(): string {
  const folder = mkdtempSync(join(isMemoryFree() ? IN_MEMORY : tmpdir(), PREFIX))
  // Under root the database runs as another user, who must be able to enter this directory.
  chmodSync(folder, 0o711)
  return folder
}

function isMemoryFree(): boolean {
  if (!existsSync(IN_MEMORY)) return false
  removeAbandoned()
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES
}

/** Removes what killed runs left in memory. A folder without a database may belong to a run that starts just now. */
function removeAbandoned(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    if (!name.startsWith(PREFIX)) continue
    const folder = join(IN_MEMORY, name)
    try {
      if (Date.now() - statSync(folder).mtimeMs < MINUTE_MS || runningEmbedded(folder)) continue
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // It belongs to another user, or its own run removes it at the same time.
    }
  }
}
