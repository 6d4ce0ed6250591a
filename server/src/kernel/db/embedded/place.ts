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
 * Chooses the folder that holds the cluster. It is the data folder itself, unless this process is root and the user
 * PostgreSQL runs as cannot reach it (a checkout under /root): then it is a folder under /var/lib/crewline, and the
 * file `place` in the data folder names it.
 */
export function chooseHome(dataDir: string, log: (line: string) => void): string {
  const pointer = join(dataDir, 'place')
  if (existsSync(pointer)) {
    const home = readFileSync(pointer, 'utf8').trim()
    if (existsSync(home)) return removeIncompleteClusters(home)
    throw new EmbeddedDatabaseFailure(
      'damaged',
      `${pointer} says that the database is in ${home}, but that folder does not exist. ` +
        `Restore it from a backup, or remove ${pointer} to start with an empty database.`,
    )
  }
  if (process.getuid?.() !== 0 || existsSync(join(dataDir, 'cluster')) || isReachable(dataDir)) {
    return removeIncompleteClusters(dataDir)
  }
  const home = mkdtempSync(join(sharedFolder(), 'data-'))
  // mkdtemp makes the folder private; only the cluster inside must be.
  chmodSync(home, 0o755)
  writeFileSync(join(home, 'belongs-to'), `${dataDir}\n`)
  writeFileSync(pointer, `${home}\n`)
  log(`PostgreSQL cannot access ${dataDir} because a parent folder is private to root, so the database is in ${home}.`)
  return home
}

/** Returns whether other users can enter every folder from the root down to this one. */
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

/** Returns a folder owned by root that every user can read, for files PostgreSQL must reach; created on first use. */
export function sharedFolder(): string {
  for (const folder of ['/var/lib/crewline', '/var/tmp/crewline']) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 })
      const { uid, mode } = lstatSync(folder)
      // In a folder of this name that another user owns, that user could replace the programs.
      if (uid === 0 && (mode & 0o022) === 0 && isReachable(folder)) return folder
    } catch {
      // Tries the next folder; a read-only /var/lib is common in containers.
    }
  }
  throw new EmbeddedDatabaseFailure(
    'not_writable',
    'Neither /var/lib/crewline nor /var/tmp/crewline can be created for the database. ' +
      'Set DATA_DIR to a folder that other users can access, or set DATABASE_URL.',
  )
}

// Removes what a start left behind that was killed while it created the cluster.
function removeIncompleteClusters(home: string): string {
  for (const name of readdirSync(home)) {
    if (name.startsWith('cluster.new-')) rmSync(join(home, name), { recursive: true, force: true })
  }
  return home
}
