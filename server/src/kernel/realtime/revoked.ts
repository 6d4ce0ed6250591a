import type { SessionRevoked } from '@crewline/contract/events'
import type { Server, Socket } from 'socket.io'
import type { Kernel } from '../kernel.ts'
import type { Scope } from '../scope.ts'
import { checkSockets, type Admitted } from './recheck.ts'

/**
 * How long an ended session or a changed member is remembered for sockets whose handshake is still in progress, in ms;
 * a handshake takes far less.
 */
const REMEMBERED_MS = 60_000

/** Remembers words for a minute. */
function makeMemory(kernel: Kernel) {
  const remembered = new Map<string, number>()
  return {
    add: (word: string): void => {
      const now = kernel.world.monotonicMs()
      for (const [earlier, at] of remembered) {
        if (now - at < REMEMBERED_MS) break
        remembered.delete(earlier)
      }
      // Deleted first, so that the oldest words stay at the front.
      remembered.delete(word)
      remembered.set(word, now)
    },
    has: (word: string): boolean => remembered.has(word),
  }
}

/** Announces to every process that a session ended, and whether its own member ended it. Call it after the commit. */
export function announceSessionEnd(
  kernel: Kernel,
  sessionId: string,
  reason: SessionRevoked['reason'] = 'revoked',
): void {
  kernel.signals.broadcast('session-revoked', `${sessionId} ${reason}`)
}

/**
 * Closes the sockets of an ended session in every process, including those whose session was read just before its end
 * and that are admitted only now.
 */
export function closeRevokedSockets(io: Server, kernel: Kernel): void {
  const revoked = makeMemory(kernel)
  kernel.signals.onBroadcast('session-revoked', (word) => {
    const [sessionId, reason = 'revoked'] = word.split(' ') as [string, SessionRevoked['reason']?]
    revoked.add(sessionId)
    io.to(`session:${sessionId}`).emit('session-revoked', { reason })
    io.in(`session:${sessionId}`).disconnectSockets(true)
  })
  io.on('connection', (socket: Socket) => {
    const { actor } = (socket.data as Admitted).scope
    if (actor.kind !== 'member') return
    if (!revoked.has(actor.sessionId) && !revoked.has(actor.viewing?.sessionId ?? '')) return
    socket.emit('session-revoked', { reason: 'revoked' })
    socket.disconnect(true)
  })
}

/** Announces to every process that the role, the groups or the membership of a user changed. Call it after the commit. */
export function announceMemberChange(kernel: Kernel, { orgId, userId }: { orgId: string; userId: string }): void {
  kernel.signals.broadcast('member-changed', roomOf(orgId, userId))
}

/**
 * Announces to every process that the rules for all members of an organization changed: their sockets are rechecked. Call
 * it after the commit.
 */
export function announceRulesChange(kernel: Kernel, orgId: string): void {
  kernel.signals.broadcast('member-changed', `org:${orgId}`)
}

/**
 * Returns the rooms of a socket whose teammate views as another one: it closes with the viewer's own session, and is
 * rechecked when the viewer may do less.
 */
export function viewerRooms({ orgId, actor }: Scope): string[] {
  if (actor.kind !== 'member' || !actor.viewing) return []
  const { sessionId, userId } = actor.viewing
  return [`session:${sessionId}`, ...[actor.userId, userId].map((id) => `viewing:${roomOf(orgId, id)}`)]
}

function roomOf(orgId: string, userId: string): string {
  return `org:${orgId}:user:${userId}`
}

/**
 * Rechecks the sockets of a changed member at once, in every process: a removed member's are closed, and those of a
 * member with another role or other groups are closed so that they reconnect with what the member may see now.
 */
export function closeSocketsOfChangedMembers(io: Server, kernel: Kernel): void {
  const changed = makeMemory(kernel)
  const check = (sockets: Socket[]): void => {
    // Without a database, the periodic recheck closes them.
    checkSockets(kernel, sockets).catch((error: unknown) =>
      kernel.log.warn({ err: (error as Error).message }, 'sockets: a changed member could not be rechecked'),
    )
  }
  kernel.signals.onBroadcast('member-changed', (room) => {
    changed.add(room)
    const ids = new Set([room, `viewing:${room}`].flatMap((name) => [...(io.sockets.adapter.rooms.get(name) ?? [])]))
    check([...ids].flatMap((id) => io.sockets.sockets.get(id) ?? []))
  })
  io.on('connection', (socket: Socket) => {
    const { orgId, actor } = (socket.data as Admitted).scope
    if (actor.kind !== 'member') return
    const users = [actor.userId, ...(actor.viewing ? [actor.viewing.userId] : [])]
    if (users.some((userId) => changed.has(roomOf(orgId, userId))) || changed.has(`org:${orgId}`)) check([socket])
  })
}
