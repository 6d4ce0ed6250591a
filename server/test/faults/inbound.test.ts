import { readdir } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '../kit/template-db.ts'
import type { Child } from './child.ts'
import { pause } from './driver.ts'
import { outOfOrder, received, stream, tell, until } from './inbound-driver.ts'
import { setStage, type Stage } from './stage.ts'
import { layWire, type Wire } from './wire.ts'

interface Scene {
  stage: Stage
  wire: Wire
  open: () => Promise<Child>
}

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** The product behind a wire to its database, with workers who text. */
async function scene(): Promise<Scene> {
  const database = await testDatabase()
  ends.push(() => database.drop())
  const wire = await layWire(database.url)
  const stage = await setStage(database.url, {
    carrier: 'simulated',
    workers: 40,
    slowPerSecond: 20,
    fastPerSecond: 200,
  })
  ends.push(async () => {
    await stage.close()
    await wire.close()
  })
  return { stage, wire, open: () => stage.product({ DATABASE_URL: wire.url, LOG_LEVEL: 'error' }) }
}

test(
  'texts told while the database is away are answered 200 and received once each when it is back, in order',
  { timeout: 90_000 },
  async () => {
    const { stage, wire, open } = await scene()
    await open()
    // The line is known from its first call on.
    expect(await tell(stage, stage.workers[0]?.phone as string, 'before')).toBe(200)
    const { kept, told } = await stream(stage, 50, async () => {
      await pause(700)
      await wire.cut()
      // Longer than a call waits for the database before it goes to the disk.
      await pause(2_500)
      await wire.mend()
      await pause(700)
    })
    expect(kept.length).toBe(told.length)
    await until(async () => (await received(stage)).length > told.length)
    const there = await received(stage)
    expect(there.toSorted()).toEqual(['before', ...told].toSorted())
    expect(outOfOrder(stage, there)).toEqual([])
  },
)

test('a database that hangs is not waited for longer than a carrier waits', { timeout: 60_000 }, async () => {
  const { stage, wire, open } = await scene()
  await open()
  expect(await tell(stage, stage.workers[0]?.phone as string, 'before')).toBe(200)
  wire.hold()
  expect(await tell(stage, stage.workers[1]?.phone as string, 'first while it hangs')).toBe(200)
  expect(await tell(stage, stage.workers[1]?.phone as string, 'second while it hangs')).toBe(200)
  await wire.mend()
  await until(async () => (await received(stage)).length === 3)
  await pause(1_000)
  expect(await received(stage)).toEqual(['before', 'first while it hangs', 'second while it hangs'])
})

test(
  'killed while texts are on the disk, the product forgets none it answered for, and STOP holds before anything is sent',
  { timeout: 90_000 },
  async () => {
    const { stage, wire, open } = await scene()
    const leaving = stage.workers[3]?.phone as string
    const first = await open()
    expect(await tell(stage, leaving, 'before')).toBe(200)
    await wire.cut()
    const kept: string[] = []
    for (let n = 0; n < 40; n++) {
      const body = n === 20 ? 'STOP' : `on the disk ${n}`
      const from = n === 20 ? leaving : (stage.workers[n % 40]?.phone as string)
      if ((await tell(stage, from, body)) === 200) kept.push(body)
    }
    expect(kept).toHaveLength(40)
    first.signal('SIGKILL')
    await first.ended
    await wire.mend()
    await open()
    await until(async () => (await received(stage)).length >= 41)
    expect((await received(stage)).toSorted()).toEqual(['before', ...kept].toSorted())
    const { rows } = await stage.sql.query<{ opted_out: boolean }>('select opted_out from consent where phone = $1', [
      leaving,
    ])
    expect(rows).toEqual([{ opted_out: true }])
    const left = async () => (await readdir(stage.dataDir + '/spool')).filter((name) => !name.startsWith('dead-'))
    await until(async () => (await left()).length === 0)
  },
)
