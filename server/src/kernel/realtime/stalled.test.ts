import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { cutStalled, type Patience } from './stalled.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A gateway of its own, and readers of it who count what they hear. */
async function scene(patience: Patience, heartbeatMs = 20_000) {
  const server = createServer()
  const io = new Server(server, {
    path: '/ws',
    addTrailingSlash: false,
    transports: ['websocket'],
    ...{ pingInterval: heartbeatMs, pingTimeout: heartbeatMs },
  })
  const cutter = cutStalled(io, patience)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(
    () => io.close(),
    () => cutter.stop(),
  )
  const read = async () => {
    const { port } = server.address() as AddressInfo
    const wire = new WebSocket(`ws://127.0.0.1:${port}/ws?EIO=4&transport=websocket`)
    const reader = { wire, heard: 0 }
    const isIn = Promise.withResolvers<void>()
    wire.on('message', (data: Buffer) => {
      const words = data.toString('latin1', 0, 4)
      if (words.startsWith('0')) wire.send('40')
      else if (words.startsWith('40')) isIn.resolve()
      else if (words.startsWith('42')) reader.heard += 1
    })
    wire.on('error', () => {})
    ends.push(async () => wire.terminate())
    await isIn.promise
    return reader
  }
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, many) => resolve(many)))
  return { io, read, connections }
}

const LARGE = 'x'.repeat(1_000_000)
const count = (io: Server) => io.sockets.sockets.size

test('who takes nothing is cut after a while; who reads hears everything', async () => {
  const { io, read } = await scene({ lookMs: 20, waitMs: 1_500, most: 1_000_000 })
  const [stalled, reading] = [await read(), await read()]
  stalled.wire.pause()
  // More than the buffers of the system hold; one after the other, so that who reads takes something all the time.
  for (let n = 1; n <= 40; n++) {
    io.emit('large', LARGE)
    await vi.waitFor(() => expect(reading.heard).toBe(n), { timeout: 10_000, interval: 5 })
  }
  await vi.waitFor(() => expect(count(io)).toBe(1), 10_000)
  io.emit('small', 1)
  await vi.waitFor(() => expect(reading.heard).toBe(41), 10_000)
})

test('who has too much waiting is cut at the next look, whatever the time', async () => {
  const { io, read } = await scene({ lookMs: 20, waitMs: 3_600_000, most: 100 })
  const [stalled, reading] = [await read(), await read()]
  stalled.wire.pause()
  for (let n = 0; n < 20; n++) io.emit('large', LARGE)
  await vi.waitFor(() => expect(reading.heard).toBe(20), 10_000)
  expect(count(io)).toBe(2)
  for (let n = 0; n < 101; n++) {
    io.emit('small', n)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await vi.waitFor(() => expect(count(io)).toBe(1), 10_000)
  await vi.waitFor(() => expect(reading.heard).toBe(121), 10_000)
})

test('who does not answer the heartbeat is gone at once, and not only after a farewell', async () => {
  const { read, connections } = await scene({ lookMs: 20, waitMs: 3_600_000, most: 1_000_000 }, 200)
  const stalled = await read()
  expect(await connections()).toBe(1)
  stalled.wire.pause()
  await vi.waitFor(async () => expect(await connections()).toBe(0), 10_000)
})

test('who reads slowly, but reads, stays', async () => {
  const { io, read } = await scene({ lookMs: 20, waitMs: 1_500, most: 1_000_000 })
  const slow = await read()
  for (let part = 1; part <= 15; part++) {
    slow.wire.pause()
    for (let n = 0; n < 8; n++) io.emit('large', LARGE)
    await new Promise((resolve) => setTimeout(resolve, 100))
    slow.wire.resume()
    await vi.waitFor(() => expect(slow.heard).toBe(part * 8), 10_000)
  }
  expect(count(io)).toBe(1)
})
