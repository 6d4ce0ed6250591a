import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const start = (dsn: string) =>
  startChild(
    START,
    {
      ...{
        DATABASE_URL: database.url,
        MASTER_KEY: Buffer.alloc(32, 5).toString('base64'),
        DATA_DIR: dataDir,
        PORT: '0',
      },
      ...{ ROLES: 'web', LOG_LEVEL: 'warn', SENTRY_DSN: dsn },
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CRASHES)}`,
    },
    /Open\s+http/,
  )

test('reports a crash to a service that never responds, and still exits', async () => {
  const sentry = await fakeSentry()
  sentry.hang()
  const { child } = await start(sentry.dsn)
  child.signal('SIGUSR2')
  const startedAt = performance.now()
  await child.ended
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  const [event] = sentry.events()
  expect(event).toMatchObject({
    level: 'fatal',
    tags: { code: 'E_PLANTED' },
    exception: { values: [{ type: 'RangeError' }] },
  })
  expect(child.outputLines().join('\n')).toContain('process: uncaught error, exiting')
  expect(sentry.wire()).not.toContain('Rosalinda')
  await sentry.close()
}, 40_000)

test('starts and stops although the service cannot be reached', async () => {
  const { child } = await start('http://key@127.0.0.1:9/1')
  child.signal('SIGTERM')
  await child.ended
  expect(child.outputLines().join('\n')).not.toMatch(/could not start|error/i)
}, 40_000)
