import { ROLES_BY_PERMISSION, type Permission } from '@crewline/contract/permissions'
import type { OrgStatus } from '@crewline/contract/organizations'
import type { Server, Socket } from 'socket.io'
import { sessionReader } from '../http/session-gate.ts'
import type { Kernel } from '../kernel.ts'
import type { Scope } from '../scope.ts'
import type { Admitted } from './recheck.ts'
import { sharedRoom } from './scoped-events.ts'

/** Announces to every process that the status of an organization may have changed. Call it after the commit. */
export function announceOrgStatus(kernel: Kernel, orgId: string): void {
  kernel.signals.broadcast('org-status', orgId)
}

const PERMISSIONS = Object.keys(ROLES_BY_PERMISSION) as Permission[]

/** Returns the rooms whose events hold data of the organization; a blocked one gets none of them. */
export function dataRooms(scope: Scope): string[] {
  const { orgId, actor } = scope
  if (actor.kind !== 'member') return []
  return [
    // What is for the member alone, such as notifications, is not for a teammate who views as them.
    ...(actor.viewing ? [] : [`org:${orgId}:user:${actor.userId}`]),
    ...(actor.scope === 'groups'
      ? [sharedRoom(orgId)]
      : PERMISSIONS.filter((permission) => scope.can(permission)).map((permission) => `org:${orgId}:${permission}`)),
  ]
}

/**
 * Follows a changed status without closing the socket: a blocked organization gets no more data, one that may work again
 * gets it from now on. The browser is told in both cases, after the rooms are right, so that what it fetches then and the
 * events that follow leave no gap.
 */
export async function applyOrgStatus(socket: Socket, status: OrgStatus): Promise<void> {
  const { scope } = socket.data as Admitted
  scope.org.status = status
  const rooms = dataRooms(scope)
  if (status === 'active') await socket.join(rooms)
  else for (const room of rooms) await socket.leave(room)
  socket.emit('organization-status', { status })
}

/** Tells the sockets of an organization in every process when its status changed. */
export function followOrgStatus(io: Server, kernel: Kernel): void {
  kernel.signals.onBroadcast('org-status', (orgId) => {
    const sockets = [...(io.sockets.adapter.rooms.get(`org:${orgId}`) ?? [])].flatMap(
      (id) => io.sockets.sockets.get(id) ?? [],
    )
    // Without a database, the periodic recheck tells them.
    tellStatus(kernel, sockets).catch((error: unknown) =>
      kernel.log.warn({ err: (error as Error).message }, 'sockets: a changed organization could not be read'),
    )
  })
}

async function tellStatus(kernel: Kernel, sockets: Socket[]): Promise<void> {
  const [first] = sockets
  if (!first) return
  for (const socket of sockets) {
    const session = await sessionReader.get()(kernel, (socket.data as Admitted).token)
    // Also when it is the same: an organization may need a plan now, which the pages read with it.
    if (session) await applyOrgStatus(socket, session.org.status)
  }
}
