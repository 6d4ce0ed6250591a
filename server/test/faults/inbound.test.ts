import { readdir } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '../kit/template-db.ts'
import type { Child } from './child.ts'
import { pause } from './driver.ts'
import { outOfOrder, received, stream, sendInbound, until } from './inbound-driver.ts'
import { startTestEnvironment, type TestEnvironment } from './test-environment.ts'
import { layWire, type Wire } from './wire.ts'

interface Scene {
  environment: TestEnvironment
  wire: Wire
  open: () => Promise<Child>
}

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of cleanups.splice(0).reverse()) await end()
})

/** Starts the product behind a wire to its database, with contacts who text. */
async function scene(): Promise<Scene> {
  const database = await testDatabase()
  cleanups.push(() => database.drop())
  const wire = await layWire(database.url)
  const environment = await startTestEnvironment(database.url, {
    carrier: 'simulated',
    contacts: 40,
    slowPerSecond: 20,
    fastPerSecond: 200,
  })
  cleanups.push(async () => {
    await environment.close()
    await wire.close()
  })
  return { environment, wire, open: () => environment.product({ DATABASE_URL: wire.url, LOG_LEVEL: 'error' }) }
}

test('answers texts with 200 while the database is away and receives each once, in order, when it is back', async () => {
  const { environment, wire, open } = await scene()
  await open()
  // The line is known after its first call.
  expect(await sendInbound(environment, environment.contacts[0]?.phone as string, 'before')).toBe(200)
  const { accepted, sent } = await stream(environment, 50, async () => {
    await pause(700)
    await wire.cut()
    // Longer than a call waits for the database before it is spooled to disk.
    await pause(2_500)
    await wire.mend()
    await pause(700)
  })
  expect(accepted.length).toBe(sent.length)
  await until(async () => (await received(environment)).length > sent.length)
  const there = await received(environment)
  expect(there.toSorted()).toEqual(['before', ...sent].toSorted())
  expect(outOfOrder(environment, there)).toEqual([])
})

test('answers before the carrier times out while the database hangs', async () => {
  const { environment, wire, open } = await scene()
  await open()
  expect(await sendInbound(environment, environment.contacts[0]?.phone as string, 'before')).toBe(200)
  wire.stall()
  expect(await sendInbound(environment, environment.contacts[1]?.phone as string, 'first while it hangs')).toBe(200)
  expect(await sendInbound(environment, environment.contacts[1]?.phone as string, 'second while it hangs')).toBe(200)
  await wire.mend()
  await until(async () => (await received(environment)).length === 3)
  await pause(1_000)
  expect(await received(environment)).toEqual(['before', 'first while it hangs', 'second while it hangs'])
})

test('keeps every answered text on disk when killed, and applies STOP before anything is sent', async () => {
  const { environment, wire, open } = await scene()
  const leaving = environment.contacts[3]?.phone as string
  const first = await open()
  expect(await sendInbound(environment, leaving, 'before')).toBe(200)
  await wire.cut()
  const accepted: string[] = []
  for (let n = 0; n < 40; n++) {
    const body = n === 20 ? 'STOP' : `on the disk ${n}`
    const from = n === 20 ? leaving : (environment.contacts[n % 40]?.phone as string)
    if ((await sendInbound(environment, from, body)) === 200) accepted.push(body)
  }
  expect(accepted).toHaveLength(40)
  first.signal('SIGKILL')
  await first.ended
  await wire.mend()
  await open()
  await until(async () => (await received(environment)).length >= 41)
  expect((await received(environment)).toSorted()).toEqual(['before', ...accepted].toSorted())
  const { rows } = await environment.sql.query<{ opted_out: boolean }>(
    'select opted_out from consent where phone = $1',
    [leaving],
  )
  expect(rows).toEqual([{ opted_out: true }])
  const listSpoolFiles = async () =>
    (await readdir(environment.dataDir + '/spool')).filter((name) => !name.startsWith('dead-'))
  await until(async () => (await listSpoolFiles()).length === 0)
})
