import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isReachable } from './embedded/place.ts'
import { explainFileSystem, explainOutput } from './embedded/words.ts'
import { EmbeddedDatabaseFailure, startEmbedded } from './embedded.ts'

// Only root can run as other users, and other users can only run what they can reach.
const canActAsOthers =
  process.getuid?.() === 0 && isReachable(import.meta.dirname) && isReachable(dirname(process.execPath))
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'crewline-embedded-'))
  chmodSync(dataDir, 0o711)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function runQuery(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

const failureOf = (work: Promise<unknown>): Promise<EmbeddedDatabaseFailure> =>
  work.then(
    () => expect.unreachable('it started'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(EmbeddedDatabaseFailure)
      return error as EmbeddedDatabaseFailure
    },
  )

/**
 * Starts the database on the folder in another process, optionally as another user; it prints `ready` or the refusal.
 */
async function startElsewhere(user?: { uid: number; gid: number }): Promise<{ output: string; child: ChildProcess }> {
  const code = `
    const { startEmbedded } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))})
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, fast: true }).then(
      () => { console.log('ready'); setInterval(() => {}, 1000) },
      (error) => { console.log(error.problem + ': ' + error.message) },
    )`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    ...user,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return { output: chunk.toString(), child }
}

describe('the embedded database', () => {
  test('keeps its data, commits durably and accepts connections only through its private socket', async () => {
    const first = await startEmbedded({ dataDir })
    expect(first.version).toMatch(/^18\./)
    await runQuery(first.url(), 'create table kept as select 7 as answer')
    expect(
      await runQuery(
        first.url(),
        "select string_agg(setting, ',' order by name) as answer from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')",
      ),
    ).toBe('on,on,on')
    expect(await runQuery(first.url(), "select current_setting('listen_addresses') as answer")).toBe('')
    await first.stop()
    expect(existsSync(first.socketDir)).toBe(false)
    const second = await startEmbedded({ dataDir })
    expect(await runQuery(second.url(), 'select answer from kept')).toBe(7)
    await second.stop()
    await second.stop()
  })

  test('rejects a second start on the folder, from this or another process, and names the owner', async () => {
    const running = await startEmbedded({ dataDir, fast: true })
    const { output } = await startElsewhere()
    expect(output).toContain(
      `already_running: The product is already running on ${dataDir}, as process ${process.pid}.`,
    )
    expect((await failureOf(startEmbedded({ dataDir }))).problem).toBe('already_running')
    await running.stop()
  })

  test('stops when its process is killed, and the next start recovers everything committed', async () => {
    const { output, child } = await startElsewhere()
    expect(output.trim()).toBe('ready')
    const { socketDir } = JSON.parse(readFileSync(join(dataDir, 'running'), 'utf8')) as { socketDir: string }
    child.kill('SIGKILL')
    await once(child, 'exit')
    const next = await startEmbedded({ dataDir, fast: true })
    expect(next.socketDir).not.toBe(socketDir)
    expect(existsSync(socketDir)).toBe(false)
    await next.stop()
  })

  test('restarts after PostgreSQL is killed, on the same address and with everything committed', async () => {
    const lines: string[] = []
    const database = await startEmbedded({ dataDir, alert: (line) => lines.push(line) })
    await runQuery(database.url(), 'create table kept as select 7 as answer')
    for (const round of [1, 2]) {
      process.kill(Number(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
      await vi.waitFor(() => expect(lines).toHaveLength(2 * round), { timeout: 60_000 })
      expect(await runQuery(database.url(), 'select answer from kept')).toBe(7)
    }
    expect(lines.slice(0, 2)).toEqual([
      'The database ended unexpectedly and is restarted.',
      'The database accepts connections again.',
    ])
    await database.stop()
    expect(existsSync(database.socketDir)).toBe(false)
    expect(lines).toHaveLength(4)
  })

  test('runs on two folders at the same time', async () => {
    const [first, second] = await Promise.all([
      startEmbedded({ dataDir: join(dataDir, 'a'), fast: true }),
      startEmbedded({ dataDir: join(dataDir, 'b'), fast: true }),
    ])
    expect(await runQuery(first.url(), 'select 1 as answer')).toBe(await runQuery(second.url(), 'select 1 as answer'))
    await Promise.all([first.stop(), second.stop()])
  })

  test('rejects data of another major version and leaves it unchanged', async () => {
    const made = await startEmbedded({ dataDir, fast: true })
    await made.stop()
    const file = join(dataDir, 'cluster/PG_VERSION')
    writeFileSync(file, '17\n')
    const failure = await failureOf(startEmbedded({ dataDir }))
    expect(failure.problem).toBe('other_version')
    expect(failure.message).toMatch(/PostgreSQL 17.*PostgreSQL 18/s)
    writeFileSync(file, '18\n')
    await (await startEmbedded({ dataDir, fast: true })).stop()
  })

  test.runIf(process.getuid?.() === 0)(
    'as root on a folder that only root can reach, the cluster lives elsewhere and stays found',
    async () => {
      chmodSync(dataDir, 0o700)
      const inner = join(dataDir, 'inner')
      const first = await startEmbedded({ dataDir: inner, fast: true })
      const home = readFileSync(join(inner, 'place'), 'utf8').trim()
      try {
        await runQuery(first.url(), 'create table kept as select 7 as answer')
        await first.stop()
        const second = await startEmbedded({ dataDir: inner, fast: true })
        expect(await runQuery(second.url(), 'select answer from kept')).toBe(7)
        await second.stop()
      } finally {
        rmSync(home, { recursive: true, force: true })
      }
      expect((await failureOf(startEmbedded({ dataDir: inner }))).problem).toBe('damaged')
    },
  )

  test.runIf(canActAsOthers)('rejects data of another owner, and a user without a name', async () => {
    const made = await startEmbedded({ dataDir, fast: true })
    await made.stop()
    chownSync(dataDir, 65_534, 65_534)
    expect((await startElsewhere({ uid: 65_534, gid: 65_534 })).output).toMatch(/^other_owner: .* belongs to /)
    rmSync(join(dataDir, 'cluster'), { recursive: true })
    chownSync(dataDir, 54_321, 54_321)
    expect((await startElsewhere({ uid: 54_321, gid: 54_321 })).output).toMatch(/^no_name: .*54321.*DATABASE_URL/)
    chownSync(dataDir, 0, 0)
    chmodSync(dataDir, 0o755)
    expect((await startElsewhere({ uid: 65_534, gid: 65_534 })).output).toMatch(/^not_writable: .*DATA_DIR/)
  })
})

test('explains errors of the programs and of the file system', () => {
  expect(explainOutput('Starting', 'FATAL: could not write: No space left on device', '/d').problem).toBe('disk_full')
  expect(
    explainOutput('Starting', 'FATAL:  lock file "postmaster.pid" already exists\nHINT: (PID 77)', '/d').message,
  ).toContain('process 77')
  expect(explainOutput('Starting', 'postgres: error while loading shared libraries: libx.so', '/d').problem).toBe(
    'no_programs',
  )
  expect(explainOutput('Starting', 'odd', '/d').message).toContain('odd')
  expect(explainFileSystem(Object.assign(new Error('x'), { code: 'ENOSPC' }), '/d')).toMatchObject({
    problem: 'disk_full',
  })
  const unrelated = new Error('y')
  expect(explainFileSystem(unrelated, '/d')).toBe(unrelated)
})
