import type { Server, Socket } from 'socket.io'
import type { Running } from '../kernel.ts'

/** When a reader who takes nothing is let go. */
export interface Patience {
  /** Time between two looks, in ms. */
  lookMs: number
  /** How long something may wait without anything being taken, in ms. */
  waitMs: number
  /** Events that may wait. */
  most: number
}

const USUAL: Patience = { lookMs: 2_000, waitMs: 15_000, most: 1_000 }

/** What of the engine's connection is read here: what waits for the reader, and the WebSocket below. */
interface Wire {
  writeBuffer: object[]
  transport: { writable: boolean; socket?: { terminate(): void }; on(event: 'drain', hear: () => void): void }
}

const wireOf = (socket: Socket) => socket.conn as unknown as Wire

/**
 * Cuts the sockets of readers who take nothing any more: a laptop that sleeps with its connection open, a phone that left
 * the network. What waits for them would fill the memory that everybody shares until the heartbeat finds out; whoever
 * comes back reads anew.
 */
export function cutStalled(io: Server, patience: Patience = USUAL): Running {
  /** Since when something waits of which nothing was taken. */
  const waits = new WeakMap<Wire, number>()
  io.on('connection', (socket) => {
    const wire = wireOf(socket)
    wire.transport.on('drain', () => waits.delete(wire))
    // Who did not answer the heartbeat reads no farewell either; waiting for its answer would hold all that was written.
    socket.on('disconnect', (reason) => {
      if (reason === 'ping timeout') wire.transport.socket?.terminate()
    })
  })
  const look = (wire: Wire) => {
    const { writeBuffer, transport } = wire
    if (transport.writable && writeBuffer.length === 0) return void waits.delete(wire)
    const now = performance.now()
    const since = waits.get(wire) ?? now
    waits.set(wire, since)
    // A farewell would wait behind everything else.
    if (now - since >= patience.waitMs || writeBuffer.length > patience.most) transport.socket?.terminate()
  }
  const timer = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) look(wireOf(socket))
  }, patience.lookMs)
  return { stop: async () => clearInterval(timer) }
}
