import type { Server, Socket } from 'socket.io'
import type { Running } from '../kernel.ts'

/** When to drop a client that has stopped reading. */
export interface Patience {
  /** Time between two checks, in ms. */
  checkIntervalMs: number
  /** How long events may wait without progress, in ms. */
  waitMs: number
  /** Most events that may wait. */
  most: number
}

const USUAL: Patience = { checkIntervalMs: 2_000, waitMs: 15_000, most: 1_000 }

/** The used internals of the engine's connection: the pending packets and the WebSocket. */
interface Wire {
  writeBuffer: object[]
  transport: { writable: boolean; socket?: { terminate(): void }; on(event: 'drain', hear: () => void): void }
}

const wireOf = (socket: Socket) => socket.conn as unknown as Wire

/**
 * Closes the sockets of clients that have stopped reading, such as a sleeping laptop or a phone without network. Until
 * the heartbeat fails, their pending events would fill the shared memory; a client that reconnects fetches again.
 */
export function cutStalled(io: Server, patience: Patience = USUAL): Running {
  /** Since when packets have been waiting without progress. */
  const waitingSince = new WeakMap<Wire, number>()
  io.on('connection', (socket) => {
    const wire = wireOf(socket)
    wire.transport.on('drain', () => waitingSince.delete(wire))
    // A client that missed the heartbeat does not read the close frame either; waiting for its reply would keep all
    // pending data.
    socket.on('disconnect', (reason) => {
      if (reason === 'ping timeout') wire.transport.socket?.terminate()
    })
  })
  const checkConnection = (wire: Wire) => {
    const { writeBuffer, transport } = wire
    if (transport.writable && writeBuffer.length === 0) return void waitingSince.delete(wire)
    const now = performance.now()
    const since = waitingSince.get(wire) ?? now
    waitingSince.set(wire, since)
    // A close frame would wait behind all pending data.
    if (now - since >= patience.waitMs || writeBuffer.length > patience.most) transport.socket?.terminate()
  }
  const timer = setInterval(() => {
    for (const socket of io.sockets.sockets.values()) checkConnection(wireOf(socket))
  }, patience.checkIntervalMs)
  return { stop: async () => clearInterval(timer) }
}
