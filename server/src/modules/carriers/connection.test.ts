import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { callCarrier, makeCarrierPool, outcomeOfError } from './connection.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A carrier that answers only when the test says so, behind a pool with one connection. */
async function carrierWithOneConnection() {
  const asked: ServerResponse[] = []
  const server = createServer((_request, answer) => void asked.push(answer))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pool = makeCarrierPool(1)
  closers.push(
    () => pool.destroy(),
    async () => {
      server.closeAllConnections()
      server.close()
    },
  )
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const call = (timeoutMs: number, waitMs?: number) =>
    callCarrier(url, { pool, timeoutMs, method: 'POST', body: 'x', ...(waitMs === undefined ? {} : { waitMs }) })
  const untilAsked = async (count: number) => {
    while (asked.length < count) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return { asked, call, untilAsked }
}

test('starts the clock of a call when it is written, not while it waits for a connection', async () => {
  const { asked, call, untilAsked } = await carrierWithOneConnection()
  const first = call(30_000)
  await untilAsked(1)
  const second = call(2_000)
  // Longer than the second call may take.
  await new Promise((resolve) => setTimeout(resolve, 2_200))
  asked[0]?.end('one')
  expect(await (await first).body.text()).toBe('one')
  await untilAsked(2)
  asked[1]?.end('two')
  expect(await (await second).body.text()).toBe('two')
})

test('reports a call that gets no connection in time as not accepted, and never writes it', async () => {
  const { asked, call, untilAsked } = await carrierWithOneConnection()
  const first = call(30_000)
  await untilAsked(1)
  const refused: unknown = await call(30_000, 50).catch((error: unknown) => error)
  expect(outcomeOfError(refused)).toEqual({ kind: 'not_accepted', why: 'unreachable', retryAfterMs: null })
  asked[0]?.end('one')
  await (await first).body.text()
  const third = call(30_000)
  await untilAsked(2)
  asked[1]?.end('three')
  expect(await (await third).body.text()).toBe('three')
  expect(asked).toHaveLength(2)
})

test('reports a written call without an answer as unknown', async () => {
  const { call } = await carrierWithOneConnection()
  const late: unknown = await call(50).catch((error: unknown) => error)
  expect(outcomeOfError(late)).toEqual({ kind: 'unknown', why: expect.any(String) as string })
})

test('reports an answer whose body never ends as a failure of its body', async () => {
  const { asked, call, untilAsked } = await carrierWithOneConnection()
  // Long enough that a busy machine gets the first half in time.
  const first = call(3_000)
  await untilAsked(1)
  asked[0]?.write('half')
  await expect((await first).body.text()).rejects.toThrow(/time/i)
})

test('keeps no timer of a call that is over', async () => {
  const { asked, call, untilAsked } = await carrierWithOneConnection()
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const before = timers()
  for (let nth = 1; nth <= 20; nth++) {
    const answered = call(60_000)
    await untilAsked(nth)
    asked[nth - 1]?.end('ok')
    await (await answered).body.text()
  }
  // The timers of the test and of the pool itself.
  await expect.poll(timers).toBeLessThan(before + 10)
})
