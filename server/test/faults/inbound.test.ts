import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Client } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { nativeCall } from '../kit/hooks.ts'
import { testDatabase } from '../kit/template-db.ts'
import type { Child } from './child.ts'
import { pause } from './driver.ts'
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

/** A connection of its own for each worker, over which calls do not wait for answers: those of one arrive in order. */
interface Wires {
  of(phone: string): Client
  close(): Promise<void>
}

function layWires(stage: Stage): Wires {
  const known = new Map<string, Client>()
  return {
    of(phone) {
      const client = known.get(phone) ?? new Client(stage.address, { pipelining: 50 })
      known.set(phone, client)
      return client
    },
    close: async () => void (await Promise.all([...known.values()].map((client) => client.close()))),
  }
}

/** Tells a text behind those of the same worker that are not answered yet. */
async function tellInOrder(stage: Stage, wires: Wires, from: string, body: string): Promise<number> {
  const call = nativeCall(stage.fast, { type: 'inbound', id: `txt_${randomUUID()}`, from, to: stage.fast.phone, body })
  const answer = await wires.of(from).request({
    ...{ method: 'POST', path: `/hooks/simulated/${stage.fast.id}`, ...call },
    ...{ idempotent: true, blocking: false, headersTimeout: 10_000 },
  })
  await answer.body.dump()
  return answer.statusCode
}

/** A carrier that tells each text once and never again; answers how it was answered. */
async function tell(stage: Stage, from: string, body: string, id = `txt_${randomUUID()}`): Promise<number> {
  const call = nativeCall(stage.fast, { type: 'inbound', id, from, to: stage.fast.phone, body })
  try {
    const answer = await fetch(`${stage.address}/hooks/simulated/${stage.fast.id}`, {
      method: 'POST',
      ...call,
      signal: AbortSignal.timeout(10_000),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}

async function received(stage: Stage): Promise<string[]> {
  const { rows } = await stage.sql.query<{ body: string }>(
    "select body from message where direction = 'in' order by id",
  )
  return rows.map((row) => row.body)
}

async function until(what: () => Promise<boolean>, ms = 30_000): Promise<void> {
  const end = performance.now() + ms
  while (!(await what())) {
    if (performance.now() > end) throw new Error('it did not happen in time')
    await pause(50)
  }
}

/** Tells a text every so often while something else happens; answers the bodies that were answered 200. */
async function stream(
  stage: Stage,
  perSecond: number,
  work: () => Promise<void>,
): Promise<{ kept: string[]; told: string[] }> {
  const kept: string[] = []
  const told: string[] = []
  const calls: Promise<void>[] = []
  const wires = layWires(stage)
  let isOver = false
  const done = work().finally(() => (isOver = true))
  for (let n = 0; !isOver; n++) {
    const body = `streamed ${n}`
    const phone = stage.workers[n % stage.workers.length]?.phone as string
    told.push(body)
    const answered = tellInOrder(stage, wires, phone, body).catch(() => 0)
    calls.push(answered.then((status) => void (status === 200 && kept.push(body))))
    await pause(1000 / perSecond)
  }
  await done
  await Promise.all(calls)
  await wires.close()
  return { kept, told }
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
    const inOrder = there.filter((body) => body.startsWith('streamed')).map((body) => Number(body.split(' ')[1]))
    for (let worker = 0; worker < stage.workers.length; worker++) {
      const mine = inOrder.filter((n) => n % stage.workers.length === worker)
      expect(mine).toEqual(mine.toSorted((a, b) => a - b))
    }
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
