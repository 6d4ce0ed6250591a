import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { afterEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { cutStalled, type Patience } from './stalled.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of cleanups.splice(0).reverse()) await end()
})

/** Starts a separate gateway, with readers that count what they receive. */
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
  cleanups.push(
    () => io.close(),
    () => cutter.stop(),
  )
  const read = async () => {
    const { port } = server.address() as AddressInfo
    const wire = new WebSocket(`ws://127.0.0.1:${port}/ws?EIO=4&transport=websocket`)
    const reader = { wire, received: 0 }
    const isIn = Promise.withResolvers<void>()
    wire.on('message', (data: Buffer) => {
      const prefix = data.toString('latin1', 0, 4)
      if (prefix.startsWith('0')) wire.send('40')
      else if (prefix.startsWith('40')) isIn.resolve()
      else if (prefix.startsWith('42')) reader.received += 1
    })
    wire.on('error', () => {})
    cleanups.push(async () => wire.terminate())
    await isIn.promise
    return reader
  }
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_, connectionCount) => resolve(connectionCount)))
  return { io, read, connections }
}

const LARGE = 'x'.repeat(1_000_000)
const count = (io: Server) => io.sockets.sockets.size

test('closes a socket that reads nothing for a while; one that reads receives everything', async () => {
  const { io, read } = await scene({ checkIntervalMs: 20, waitMs: 5_000, most: 1_000_000 })
  const [stalled, reading] = [await read(), await read()]
  stalled.wire.pause()
  // More than the system buffers hold; one after the other, so that an active reader always makes progress.
  for (let n = 1; n <= 40; n++) {
    io.emit('large', LARGE)
    await vi.waitFor(() => expect(reading.received).toBe(n), { timeout: 60_000, interval: 5 })
  }
  await vi.waitFor(() => expect(count(io)).toBe(1), 60_000)
  io.emit('small', 1)
  await vi.waitFor(() => expect(reading.received).toBe(41), 60_000)
})

test('closes a socket with too many pending events at the next check, regardless of time', async () => {
  const { io, read } = await scene({ checkIntervalMs: 20, waitMs: 3_600_000, most: 100 })
  const [stalled, reading] = [await read(), await read()]
  stalled.wire.pause()
  for (let n = 0; n < 20; n++) io.emit('large', LARGE)
  await vi.waitFor(() => expect(reading.received).toBe(20), 60_000)
  expect(count(io)).toBe(2)
  for (let n = 0; n < 101; n++) {
    io.emit('small', n)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await vi.waitFor(() => expect(count(io)).toBe(1), 60_000)
  await vi.waitFor(() => expect(reading.received).toBe(121), 60_000)
})

test('closes a socket without a heartbeat at once, without waiting for the close handshake', async () => {
  const { read, connections } = await scene({ checkIntervalMs: 20, waitMs: 3_600_000, most: 1_000_000 }, 2_000)
  const stalled = await read()
  expect(await connections()).toBe(1)
  stalled.wire.pause()
  await vi.waitFor(async () => expect(await connections()).toBe(0), 60_000)
})

test('keeps a socket that reads slowly', async () => {
  const { io, read } = await scene({ checkIntervalMs: 20, waitMs: 5_000, most: 1_000_000 })
  const slow = await read()
  for (let part = 1; part <= 15; part++) {
    slow.wire.pause()
    for (let n = 0; n < 8; n++) io.emit('large', LARGE)
    await new Promise((resolve) => setTimeout(resolve, 400))
    slow.wire.resume()
    await vi.waitFor(() => expect(slow.received).toBe(part * 8), 60_000)
  }
  expect(count(io)).toBe(1)
})
