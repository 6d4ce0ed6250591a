import type { Server, Socket } from 'socket.io'
import type { Kernel } from '../kernel.ts'
import type { Admitted } from './recheck.ts'

/**
 * How long an ended session is remembered for sockets whose handshake is still in progress, in ms; a handshake takes
 * far less.
 */
const REMEMBERED_MS = 60_000

/**
 * Closes the sockets of an ended session in every process, including those whose session was read just before its end
 * and that are admitted only now.
 */
export function closeRevokedSockets(io: Server, kernel: Kernel): void {
  const revoked = new Map<string, number>()
  kernel.signals.onBroadcast('session-revoked', (sessionId) => {
    const now = kernel.world.monotonicMs()
    for (const [id, at] of revoked) {
      if (now - at < REMEMBERED_MS) break
      revoked.delete(id)
    }
    revoked.set(sessionId, now)
    io.to(`session:${sessionId}`).emit('session-revoked', { reason: 'revoked' })
    io.in(`session:${sessionId}`).disconnectSockets(true)
  })
  io.on('connection', (socket: Socket) => {
    const { actor } = (socket.data as Admitted).scope
    if (actor.kind !== 'member' || !revoked.has(actor.sessionId)) return
    socket.emit('session-revoked', { reason: 'revoked' })
    socket.disconnect(true)
  })
}
