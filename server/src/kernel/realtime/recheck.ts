import type { Server, Socket } from 'socket.io'
import { effectiveScope, sessionReader, type SessionFacts } from '../http/session-gate.ts'
import type { Kernel, Running } from '../kernel.ts'
import type { Scope } from '../scope.ts'
import { groupsSeen } from './share.ts'

/** What a socket remembers of its door. */
export interface Admitted {
  scope: Scope
  token: string
  /** The groups the member sees, as one word; empty for one who sees everybody. */
  groups: string
}

/**
 * Asks again, every so often, whether the session of each socket still stands. One whose session, person, membership or
 * organization is dead is told and closed; one whose role, groups or standing changed is closed to come back by the door.
 * This is the net below the whisper that closes the sockets of a log-out at once.
 */
export function recheckSockets(io: Server, kernel: Kernel): Running {
  let checking: Promise<void> | undefined
  const timer = setInterval(() => {
    checking ??= checkAll(io, kernel)
      .catch((error: unknown) => kernel.log.warn({ err: (error as Error).message }, 'sockets: could not be rechecked'))
      .finally(() => (checking = undefined))
  }, kernel.config.socketRecheckSeconds * 1000)
  return {
    stop: async () => {
      clearInterval(timer)
      await checking
    },
  }
}

async function checkAll(io: Server, kernel: Kernel): Promise<void> {
  const byToken = Map.groupBy(io.sockets.sockets.values(), (socket) => (socket.data as Admitted).token)
  for (const [token, sockets] of byToken) {
    const found = await sessionReader.get()(kernel, token)
    for (const socket of sockets) {
      const { scope } = socket.data as Admitted
      check(socket, found, found && (await groupsSeen(scope)))
    }
  }
}

function check(socket: Socket, found: SessionFacts | undefined, groups: string | undefined): void {
  const admitted = socket.data as Admitted
  if (!found) socket.emit('session-revoked', { reason: 'revoked' })
  else if (isAsAdmitted(admitted, found) && admitted.groups === groups) return
  socket.disconnect(true)
}

function isAsAdmitted({ scope: { actor } }: Admitted, found: SessionFacts): boolean {
  return (
    actor.kind === 'member' &&
    actor.role === found.role &&
    actor.scope === effectiveScope(found) &&
    found.org.standing === 'active'
  )
}
