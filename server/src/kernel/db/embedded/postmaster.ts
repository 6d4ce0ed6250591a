import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { programEnv } from './initialize.ts'
import type { Programs } from './programs.ts'
import type { Runner } from './runner.ts'
import { EmbeddedDatabaseFailure, explainOutput } from './words.ts'

const SETTINGS = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'shared_buffers=256MB',
  'jit=off',
  'max_connections=120',
  'max_wal_size=2GB',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  // The client logs failed statements; here they would put personal data into the log file.
  'log_min_messages=fatal',
  'log_min_error_statement=panic',
  'logging_collector=off',
]

// With these settings a commit does not wait for the disk. A crash of the process alone still loses nothing.
const FAST_SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]

// PostgreSQL stops when the other end of its standard input closes, which the kernel does however this process ends.
// Background jobs of sh read from /dev/null, so the input is first duplicated as descriptor 3.
const WATCHED = `exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(cat <&3 >/dev/null; kill -INT $server 2>/dev/null) &
exec 3<&-
wait $server`

const STOP_PATIENCE_MS = 60_000
const LEFTOVER_PATIENCE_MS = 60_000
const SLOW_START_MS = 10_000

export interface Postmaster {
  /** Resolves when PostgreSQL and everything it started have ended, for whatever reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

/** Runs PostgreSQL on the cluster and resolves once it accepts connections on the socket. */
export async function startPostmaster(of: {
  programs: Programs
  runner: Runner | undefined
  cluster: string
  socketDir: string
  log: (line: string) => void
  fast: boolean
}): Promise<Postmaster> {
  const { programs, runner, cluster, socketDir, log, fast } = of
  await waitForLeftover(cluster, log)
  const settings = [...SETTINGS, ...(fast ? FAST_SETTINGS : [])].flatMap((setting) => ['-c', setting])
  const child = spawn(
    '/bin/sh',
    ['-c', WATCHED, 'postgresql', programs.postgres, '-D', cluster, '-k', socketDir, '-p', '5432', ...settings],
    // A separate process group, so that Ctrl-C reaches this process first, which stops PostgreSQL after the last
    // request.
    { ...runner, cwd: '/', env: programEnv(), stdio: ['pipe', 'ignore', 'pipe'], detached: true },
  )
  const outputLines = collectOutput(child, log)
  const ended = new Promise<void>((settle) => child.once('close', () => settle()))
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  child.once('error', (error) => outputLines.push(error.message))
  child.stdin?.on('error', () => {})

  const startedAt = performance.now()
  let lastLogAt = startedAt
  for (;;) {
    if (hasEnded) throw explainOutput('Starting the database', outputLines.join('\n'), cluster)
    if (await accepts(socketDir)) break
    if (performance.now() - lastLogAt > SLOW_START_MS) {
      lastLogAt = performance.now()
      log('The database is still starting. After a power failure it first recovers the latest changes.')
    }
    await sleep(15)
  }
  // From here on the child must not keep a finished program alive; the closing pipe stops it.
  child.unref()
  for (const pipe of [child.stdin, child.stderr]) (pipe as unknown as { unref(): void } | null)?.unref()

  return {
    ended,
    stop: async () => {
      child.ref()
      child.stdin?.end()
      const waited = new AbortController()
      const isLate = await Promise.race([
        ended.then(() => false),
        sleep(STOP_PATIENCE_MS, true, { signal: waited.signal }).catch(() => false),
      ])
      waited.abort()
      if (!isLate) return
      log('The database did not stop within a minute, so it is killed. It will recover at the next start.')
      signalPostmaster(cluster, 'SIGQUIT')
      await ended
    },
  }
}

function collectOutput(child: ChildProcess, log: (line: string) => void): string[] {
  const outputLines: string[] = []
  let partialLine = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    const lines = (partialLine + chunk.toString()).split('\n')
    partialLine = lines.pop() ?? ''
    for (const line of lines) {
      outputLines.push(line)
      if (outputLines.length > 200) outputLines.shift()
      if (!isRoutine(line)) log(line)
    }
  })
  return outputLines
}

// Start and stop messages are routine; repairs and problems are not.
function isRoutine(line: string): boolean {
  if (/FATAL: {2}the database system is (starting up|shutting down|not yet accepting)/.test(line)) return true
  return / LOG: {2}/.test(line) && !/interrupted|not properly shut down|redo|terminated by signal|crash/.test(line)
}

async function accepts(socketDir: string): Promise<boolean> {
  if (!existsSync(join(socketDir, '.s.PGSQL.5432'))) return false
  const client = new pg.Client({
    host: socketDir,
    port: 5432,
    user: 'postgres',
    password: '',
    database: 'postgres',
    ssl: false,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

// After the product is killed, its PostgreSQL needs a moment to shut down.
async function waitForLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const until = performance.now() + LEFTOVER_PATIENCE_MS
  let hasLogged = false
  for (;;) {
    const pid = postmasterPid(cluster)
    if (pid === undefined || !isRunning(pid)) return
    if (!isPostgres(pid)) {
      // Another program now has the process id of the dead PostgreSQL; PostgreSQL itself would refuse to start.
      rmSync(join(cluster, 'postmaster.pid'), { force: true })
      return
    }
    if (performance.now() > until) {
      throw new EmbeddedDatabaseFailure(
        'already_running',
        `A PostgreSQL from an earlier start (process ${pid}) is still using ${cluster} and does not stop. Stop it with: kill -INT ${pid}`,
      )
    }
    if (!hasLogged) log('Waiting for the database of an earlier start to stop.')
    hasLogged = true
    await sleep(50)
  }
}

function postmasterPid(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true
  try {
    return /postgres/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '')
  } catch {
    return false
  }
}

function signalPostmaster(cluster: string, signal: NodeJS.Signals): void {
  const pid = postmasterPid(cluster)
  if (pid === undefined) return
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended in the meantime.
  }
}
