import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { claimFolder } from './embedded/claim.ts'
import { initializeCluster } from './embedded/initialize.ts'
import { chooseHome } from './embedded/place.ts'
import { startPostmaster } from './embedded/postmaster.ts'
import { locatePrograms } from './embedded/programs.ts'
import { chooseRunner } from './embedded/runner.ts'
import { EmbeddedDatabaseFailure } from './embedded/words.ts'

export { EmbeddedDatabaseFailure } from './embedded/words.ts'

export interface EmbeddedOptions {
  /** The folder this database owns; made when it is missing. */
  dataDir: string
  /** Hears one line at a time: what PostgreSQL warns about and what takes long. */
  log?: (line: string) => void
  /** For tests only: commits do not wait for the disk, so a power cut may lose or damage the data. */
  fast?: boolean
}

export interface EmbeddedDatabase {
  /** A connection string; the database is `postgres` and the role the superuser `postgres` unless named. */
  url(database?: string, role?: string): string
  /** The private folder of the Unix socket, the only way in. */
  socketDir: string
  /** Shuts PostgreSQL down cleanly and gives the folder free; a second call waits for the first. */
  stop(): Promise<void>
  /** The version of the programs, such as `18.4`. */
  version: string
}

/**
 * Starts PostgreSQL on its own folder and answers once it accepts connections. It ends with this process, however
 * that ends. Everything that stands in the way is thrown as an EmbeddedDatabaseFailure whose message is meant for people.
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
      const fresh = join(home, `cluster.new-${randomBytes(4).toString('hex')}`)
      await initializeCluster({ programs, runner, folder: fresh, fast: options.fast === true })
      renameSync(fresh, cluster)
    }
    socketDir = makeSocketDir(runner)
    claim.note({ socketDir })
    const postmaster = await startPostmaster({ programs, runner, cluster, socketDir, log, fast: options.fast === true })
    let stopping: Promise<void> | undefined
    const openedDir = socketDir
    return {
      socketDir: openedDir,
      version: programs.version,
      url: (database = 'postgres', role = 'postgres') =>
        `postgres://${encodeURIComponent(role)}@localhost:5432/${encodeURIComponent(database)}?host=${encodeURIComponent(openedDir)}`,
      stop: () => {
        stopping ??= postmaster.stop().finally(() => {
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
  const found = readFileSync(file, 'utf8').trim()
  if (found === major) return
  throw new EmbeddedDatabaseFailure(
    'other_version',
    `The data in ${cluster} was made by PostgreSQL ${found}, and this version of the product brings PostgreSQL ${major}. ` +
      `Start the version of the product that made it, or run PostgreSQL ${found} on that folder yourself, dump it with pg_dump ` +
      'and load the dump into a fresh DATA_DIR or a database named by DATABASE_URL. Nothing was changed.',
  )
}

// A Unix socket's whole path may have 107 bytes, so the socket never lives under the data folder.
function makeSocketDir(runner: { uid: number; gid: number } | undefined): string {
  const parent = existsSync('/tmp') ? '/tmp' : tmpdir()
  const dir = mkdtempSync(join(parent, 'crewline-pg-'))
  if (runner) chownSync(dir, runner.uid, runner.gid)
  return dir
}
