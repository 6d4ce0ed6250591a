import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { claimFolder, socketOfOwner } from './embedded/claim.ts'
import { initializeCluster } from './embedded/initialize.ts'
import { chooseHome } from './embedded/place.ts'
import { startPostmaster } from './embedded/postmaster.ts'
import { locatePrograms } from './embedded/programs.ts'
import { chooseRunner } from './embedded/runner.ts'
import { supervise } from './embedded/supervisor.ts'
import { EmbeddedDatabaseFailure } from './embedded/words.ts'

export { EmbeddedDatabaseFailure } from './embedded/words.ts'

export interface EmbeddedOptions {
  /** The folder this database owns; created when missing. */
  dataDir: string
  /** Receives one line at a time: PostgreSQL's warnings and slow operations. */
  log?: (line: string) => void
  /** Receives what needs an operator: PostgreSQL ended and was restarted, or could not be. */
  alert?: (line: string) => void
  /** For tests only: commits do not wait for the disk, so a power cut may lose or damage the data. */
  fast?: boolean
}

export interface EmbeddedDatabase {
  /** Returns a connection string; by default for the database `postgres` and the superuser `postgres`. */
  url(database?: string, role?: string): string
  /** The private folder of the Unix socket, the only way to connect. */
  socketDir: string
  /** Shuts PostgreSQL down cleanly and releases the folder; a second call waits for the first. */
  stop(): Promise<void>
  /** The version of the programs, such as `18.4`. */
  version: string
}

/**
 * Starts PostgreSQL on its own folder and resolves once it accepts connections. It is restarted when it crashes, and
 * stops with this process, however that ends. Throws an EmbeddedDatabaseFailure with a message for people when it cannot start.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir)
  const log = options.log ?? (() => {})
  const claim = claimFolder(dataDir)
  let socketDir: string | undefined
  try {
    const home = chooseHome(dataDir, log)
    const cluster = join(home, 'cluster')
    const runner = chooseRunner(cluster)
    const programs = locatePrograms(runner, home)
    refuseOtherMajor(cluster, programs.major)
    if (!existsSync(cluster)) {
      const newCluster = join(home, `cluster.new-${randomBytes(4).toString('hex')}`)
      await initializeCluster({ programs, runner, folder: newCluster, fast: options.fast === true })
      renameSync(newCluster, cluster)
    }
    socketDir = makeSocketDir(runner)
    claim.note({ socketDir })
    const openedDir = socketDir
    const run = () =>
      startPostmaster({ programs, runner, cluster, socketDir: openedDir, log, fast: options.fast === true })
    const supervisor = supervise(await run(), run, options.alert ?? log)
    let stopping: Promise<void> | undefined
    return {
      socketDir: openedDir,
      version: programs.version,
      url: (database, role) => urlOf(openedDir, database, role),
      stop: () => {
        stopping ??= supervisor.stop().finally(() => {
          rmSync(openedDir, { recursive: true, force: true })
          claim.release()
        })
        return stopping
      },
    }
  } catch (error) {
    if (socketDir) rmSync(socketDir, { recursive: true, force: true })
    claim.release()
    throw error
  }
}

/** Returns the connection string of the database that another process of this machine runs on the folder. */
export function runningEmbedded(dataDir: string): string | undefined {
  const socketDir = socketOfOwner(resolve(dataDir))
  return socketDir && urlOf(socketDir)
}

function urlOf(socketDir: string, database = 'postgres', role = 'postgres'): string {
  return `postgres://${encodeURIComponent(role)}@localhost:5432/${encodeURIComponent(database)}?host=${encodeURIComponent(socketDir)}`
}

function refuseOtherMajor(cluster: string, major: string): void {
  const file = join(cluster, 'PG_VERSION')
  if (!existsSync(cluster)) return
  if (!existsSync(file)) {
    throw new EmbeddedDatabaseFailure(
      'damaged',
      `The folder ${cluster} is not a PostgreSQL data folder (it has no PG_VERSION). ` +
        'Restore it from a backup, or choose another folder with DATA_DIR.',
    )
  }
  const version = readFileSync(file, 'utf8').trim()
  if (version === major) return
  throw new EmbeddedDatabaseFailure(
    'other_version',
    `The data in ${cluster} was created by PostgreSQL ${version}, but this version of the product includes PostgreSQL ${major}. ` +
      `Start the version of the product that created it, or run PostgreSQL ${version} on that folder yourself, dump it with pg_dump ` +
      'and load the dump into a new DATA_DIR or into the database in DATABASE_URL. Nothing was changed.',
  )
}

// The path of a Unix socket is limited to 107 bytes, so the socket never lives under the data folder.
function makeSocketDir(runner: { uid: number; gid: number } | undefined): string {
  const parent = existsSync('/tmp') ? '/tmp' : tmpdir()
  const dir = mkdtempSync(join(parent, 'crewline-pg-'))
  if (runner) chownSync(dir, runner.uid, runner.gid)
  return dir
}
