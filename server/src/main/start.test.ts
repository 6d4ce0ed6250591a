import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChild } from '../../test/faults/child.ts'
import { fakeSentry } from '../../test/kit/fake-sentry.ts'
import { testDatabase } from '../../test/kit/template-db.ts'

const START = fileURLToPath(new URL('./start.ts', import.meta.url))

/** Makes the process throw an uncaught error on a signal. */
const CRASHES = `process.on('SIGUSR2', () => { throw Object.assign(new RangeError('Rosalinda'), { code: 'E_PLANTED' }) })`

let database: Awaited<ReturnType<typeof testDatabase>>
let dataDir: string
beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'crewline-start-'))
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const settings = () => ({
  DATABASE_URL: database.url,
  MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
  DATA_DIR: dataDir,
  PORT: '0',
  ROLES: 'web',
  LOG_LEVEL: 'warn',
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CRASHES)}`,
})

const start = (dsn: string) => startChild(START, { ...settings(), SENTRY_DSN: dsn }, /Open\s+http/)

/** Starts the product with settings that it refuses, and returns what it prints. */
const refusal = async (env: Record<string, string>): Promise<string> => {
  const ended = await startChild(START, { ...settings(), ...env }, /Open\s+http/).catch((error: Error) => error.message)
  return typeof ended === 'string' ? ended : 'it started'
}

test('reports a crash to a service that never responds, and still exits', async () => {
  const sentry = await fakeSentry()
  sentry.hang()
  const { child } = await start(sentry.dsn)
  child.signal('SIGUSR2')
  // Not sooner than the time the service has to respond; without an end the test would time out.
  await child.ended
  const [event] = sentry.events()
  expect(event).toMatchObject({
    level: 'fatal',
    tags: { code: 'E_PLANTED' },
    exception: { values: [{ type: 'RangeError' }] },
  })
  expect(child.outputLines().join('\n')).toContain('process: uncaught error, exiting')
  expect(sentry.wire()).not.toContain('Rosalinda')
  await sentry.close()
})

test('starts and stops although the service cannot be reached', async () => {
  const { child } = await start('http://key@127.0.0.1:9/1')
  child.signal('SIGTERM')
  await child.ended
  expect(child.outputLines().join('\n')).not.toMatch(/could not start|error/i)
})

test.each<[problem: string, env: Record<string, string>, words: RegExp]>([
  ['no public address in production', { NODE_ENV: 'production' }, /PUBLIC_URL is missing/],
  ['a key that is too short', { MASTER_KEY: 'c2hvcnQ=' }, /MASTER_KEY must be 32 bytes/],
  ['an unknown role', { ROLES: 'cook' }, /ROLES contains "cook"/],
])('refuses %s in words and without a stack', async (_problem, env, words) => {
  const output = await refusal(env)
  expect(output).toMatch(words)
  expect(output).not.toMatch(/\n\s+at /)
})

test('refuses a database that was written with another master key', async () => {
  const { child } = await start('http://key@127.0.0.1:9/1')
  child.signal('SIGTERM')
  await child.ended
  const output = await refusal({ MASTER_KEY: Buffer.alloc(32, 6).toString('base64') })
  expect(output).toMatch(/MASTER_KEY is not the key that this database was written with/)
  expect(output).not.toMatch(/\n\s+at /)
})

test('ends in order when it is told to stop during the start', async () => {
  const tells = `const timer = setInterval(() => {
    if (process.listenerCount('SIGTERM') === 0) return
    clearInterval(timer)
    process.stdout.write('handles signals\\n')
  }, 1)`
  const env = { ...settings(), NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tells)}` }
  for (const delayMs of [0, 50, 200, 500]) {
    const { child } = await startChild(START, env, /^handles signals$/)
    await wait(delayMs)
    child.signal('SIGTERM')
    await child.ended
    const output = child.outputLines().join('\n')
    expect(output).toMatch(/Stopping …/)
    expect(output).not.toMatch(/could not start/)
    if (delayMs === 0) expect(output).not.toMatch(/Crewline is ready/)
  }
})

test('is not ready while its embedded database is down, and recovers from a kill by itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crewline-start-'))
  await chmod(folder, 0o755)
  const env = { ...settings(), DATABASE_URL: '', DEMO: 'off', ROLES: 'web,worker,sender', DATA_DIR: folder }
  const { child, match } = await startChild(START, env, /Open\s+(http\S+)/)
  const ready = () => fetch(`${match[1]}/readyz`).then(({ status }) => status)
  // A database that answers late is not ready either, which is not what this test is about.
  await expect.poll(ready).toBe(200)
  const pidFile = join(folder, 'postgres/cluster/postmaster.pid')
  const kill = async () => process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGKILL')
  await kill()
  const seen = async () => {
    const status = await ready()
    // An outage is short. Where it was over before the test looked, there is another.
    if (status === 200) await kill().catch(() => {})
    return status
  }
  await expect.poll(seen, { interval: 10 }).toBe(503)
  await expect.poll(ready).toBe(200)
  child.signal('SIGTERM')
  await child.ended
  expect(child.outputLines().join('\n')).toContain('The database accepts connections again.')
  await rm(folder, { recursive: true, force: true })
})
