import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedDatabaseFailure } from './words.ts'

/**
 * Answers the folder that holds the cluster. It is the data folder itself, except for root on a folder that the user
 * PostgreSQL runs as cannot reach (a checkout under /root): then it is a folder under /var/lib/crewline, and the file
 * `place` in the data folder says which.
 */
export function chooseHome(dataDir: string, log: (line: string) => void): string {
  const pointer = join(dataDir, 'place')
  if (existsSync(pointer)) {
    const home = readFileSync(pointer, 'utf8').trim()
    if (existsSync(home)) return sweepHalfMade(home)
    throw new EmbeddedDatabaseFailure(
      'damaged',
      `${pointer} says that the database lives in ${home}, and that folder is gone. ` +
        `Restore it from a backup, or remove ${pointer} to begin with an empty database.`,
    )
  }
  if (process.getuid?.() !== 0 || existsSync(join(dataDir, 'cluster')) || isReachable(dataDir)) {
    return sweepHalfMade(dataDir)
  }
  const home = mkdtempSync(join(sharedFolder(), 'data-'))
  // mkdtemp makes it private; only the cluster inside has to be.
  chmodSync(home, 0o755)
  writeFileSync(join(home, 'belongs-to'), `${dataDir}\n`)
  writeFileSync(pointer, `${home}\n`)
  log(`PostgreSQL cannot reach ${dataDir} because a folder above it is private to root; the database lives in ${home}.`)
  return home
}

/** Whether every folder from the root down to this one lets other users pass. */
export function isReachable(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    try {
      if ((statSync(at).mode & 0o001) === 0) return false
    } catch {
      return false
    }
    if (at === dirname(at)) return true
  }
}

/** A folder of root's that every user can read, for what PostgreSQL must reach; made on first use. */
export function sharedFolder(): string {
  for (const folder of ['/var/lib/crewline', '/var/tmp/crewline']) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      const { uid, mode } = lstatSync(folder)
      // Somebody else's folder of this name could swap the programs under us.
      if (uid === 0 && (mode & 0o022) === 0 && isReachable(folder)) return folder
    } catch {
      // The next one may do; a read-only /var/lib is common in containers.
    }
  }
  throw new EmbeddedDatabaseFailure(
    'not_writable',
    'Neither /var/lib/crewline nor /var/tmp/crewline can be made for the database. ' +
      'Choose a folder that other users can reach with DATA_DIR, or set DATABASE_URL.',
  )
}

// What a start that was killed while making the cluster left behind.
function sweepHalfMade(home: string): string {
  for (const name of readdirSync(home)) {
    if (name.startsWith('cluster.new-')) rmSync(join(home, name), { recursive: true, force: true })
  }
  return home
}
