import type { Server, Socket } from 'socket.io'
import type { Kernel } from '../kernel.ts'
import type { Admitted } from './recheck.ts'

/** How long a session that ended is remembered for sockets that are still at the door, in ms; letting one in takes far less. */
const REMEMBERED_MS = 60_000

/**
 * Closes the sockets of a session that ends, in every process: those that are open, and those whose session was read just
 * before its end and that are only now let in.
 */
export function closeEnded(io: Server, kernel: Kernel): void {
  const ended = new Map<string, number>()
  kernel.bell.hearWhisper('session-revoked', (sessionId) => {
    const now = kernel.world.monotonicMs()
    for (const [id, at] of ended) {
      if (now - at < REMEMBERED_MS) break
      ended.delete(id)
    }
    ended.set(sessionId, now)
    io.to(`session:${sessionId}`).emit('session-revoked', { reason: 'revoked' })
    io.in(`session:${sessionId}`).disconnectSockets(true)
  })
  io.on('connection', (socket: Socket) => {
    const { actor } = (socket.data as Admitted).scope
    if (actor.kind !== 'member' || !ended.has(actor.sessionId)) return
    socket.emit('session-revoked', { reason: 'revoked' })
    socket.disconnect(true)
  })
}
