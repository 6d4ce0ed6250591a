import type { Server, Socket } from 'socket.io'
import { permissionsHeld, type RoleHolder } from '@crewline/contract/permissions'
import { effectiveScope, readToken, type SessionInfo } from '../http/session-gate.ts'
import type { Kernel, Running } from '../kernel.ts'
import type { Scope } from '../scope.ts'
import { applyOrgStatus } from './org-status.ts'
import { readVisibleGroups } from './scoped-events.ts'

/** What a socket keeps from its handshake. */
export interface Admitted {
  scope: Scope
  token: string
  /** The member's groups as one string; empty when the member sees all contacts. */
  groups: string
}

/**
 * Periodically rechecks the session of each socket. When the session, user, membership or organization is no longer
 * valid, the socket gets an event and is closed; when role or groups changed, it is closed so that it reconnects; when the
 * organization was blocked or may work again, it is told. This is the fallback for the broadcasts that do so at once after a log-out or a change of the member.
 */
export function recheckSockets(io: Server, kernel: Kernel): Running {
  let checking: Promise<void> | undefined
  const timer = setInterval(() => {
    checking ??= checkAll(io, kernel)
      .catch((error: unknown) => kernel.log.warn({ err: (error as Error).message }, 'sockets: the recheck failed'))
      .finally(() => (checking = undefined))
  }, kernel.config.socketRecheckSeconds * 1000)
  return {
    stop: async () => {
      clearInterval(timer)
      await checking
    },
  }
}

function checkAll(io: Server, kernel: Kernel): Promise<void> {
  return checkSockets(kernel, io.sockets.sockets.values())
}

/** Closes those of these sockets whose session is no longer valid, or no longer what it was at the handshake. */
export async function checkSockets(kernel: Kernel, checked: Iterable<Socket>): Promise<void> {
  const byToken = Map.groupBy(checked, (socket) => (socket.data as Admitted).token)
  for (const [token, sockets] of byToken) {
    const session = await readToken(kernel, token)
    for (const socket of sockets) {
      const { scope } = socket.data as Admitted
      await check(socket, session, session && (await readVisibleGroups(scope)))
    }
  }
}

async function check(socket: Socket, session: SessionInfo | undefined, groups: string | undefined): Promise<void> {
  const admitted = socket.data as Admitted
  if (session && isAsAdmitted(admitted, session) && admitted.groups === groups) {
    if (session.org.status !== admitted.scope.org.status) await applyOrgStatus(socket, session.org.status)
    return
  }
  if (session) socket.emit('access-changed', {})
  else socket.emit('session-revoked', { reason: 'revoked' })
  socket.disconnect(true)
}

function isAsAdmitted({ scope: { actor } }: Admitted, session: SessionInfo): boolean {
  return (
    actor.kind === 'member' &&
    actor.role === session.role &&
    hasSamePermissions(actor, session) &&
    !session.needsSecondStep &&
    actor.scope === effectiveScope(session)
  )
}

type Holder = RoleHolder & Pick<SessionInfo, 'apiKey'>

/** A key has permissions of its own; its role says nothing. */
function hasSamePermissions(one: Holder, other: Holder): boolean {
  const held = (holder: Holder) => (holder.apiKey?.permissions ?? permissionsHeld(holder)).toSorted().join()
  return held(one) === held(other)
}
