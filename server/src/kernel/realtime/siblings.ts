import { setTimeout as pause } from 'node:timers/promises'
import type { SiblingNotifications } from '@crewline/contract/events'
import { permissionsHeld, type MemberRole } from '@crewline/contract/permissions'
import type { Server, Socket } from 'socket.io'
import type { Db } from '../db/pool.ts'
import type { DomainEvent, EventType } from '../events/define.ts'
import { effectiveScope } from '../http/session-gate.ts'
import type { Kernel, Running } from '../kernel.ts'
import { definePort } from '../ports.ts'
import type { Scope } from '../scope.ts'
import type { Admitted } from './recheck.ts'

// In each of their organizations, a user of several receives how many contacts have unread messages in the others.

/** One user's membership in one organization. */
export interface SiblingMember {
  organizationId: string
  userId: string
  memberId: string
  role: MemberRole
  /** The permissions of a custom role; null for a built-in one. */
  permissions: readonly string[] | null
  scope: 'all' | 'groups'
}

/** Provided by team: the active memberships of one user in all organizations, and of some users in one organization. */
export const siblingMembers = definePort<{
  of(system: Db, userId: string): Promise<SiblingMember[]>
  among(db: Db, userIds: string[]): Promise<SiblingMember[]>
}>('siblingMembers')

/**
 * Provided by notifications: how many contacts have unread messages for a user, within the handle's visibility, and the
 * events that may change the count.
 */
export const siblingCount = definePort<{
  events: EventType[]
  count(db: Db, userId: string): Promise<number>
}>('siblingCount')

/** Throttle: at most one count per organization in this time, in ms. */
const INTERVAL_MS = 1000

/** Counts the contacts with unread messages in each other organization whose inbox the user may read. */
export async function siblingsOf(
  kernel: Kernel,
  user: { orgId: string; userId: string },
): Promise<SiblingNotifications[]> {
  const siblings: SiblingNotifications[] = []
  for (const member of await othersOf(kernel, user))
    siblings.push({ organizationId: member.organizationId, count: await countFor(kernel, member) })
  return siblings
}

/** Returns the Socket.IO rooms for counts of the user's other organizations. */
export async function siblingRooms(kernel: Kernel, scope: Scope): Promise<string[]> {
  // A session through the identity provider of one organization learns nothing about the others.
  // Neither does a teammate who views as this member.
  if (scope.actor.kind !== 'member' || scope.actor.ssoConnectionId || scope.actor.viewing) return []
  const others = await othersOf(kernel, { orgId: scope.orgId, userId: scope.actor.userId })
  return others.map((member) => roomOf(member.organizationId))
}

async function othersOf(
  kernel: Kernel,
  { orgId, userId }: { orgId: string; userId: string },
): Promise<SiblingMember[]> {
  const system = kernel.database.asSystem('a user is notified of unread contacts in their other organizations')
  const members = await siblingMembers.get().of(system, userId)
  return members.filter((member) => member.organizationId !== orgId && maySee(member))
}

function maySee(member: SiblingMember): boolean {
  return permissionsHeld(member).includes('inbox.read')
}

function roomOf(orgId: string): string {
  return `sibling:${orgId}`
}

function countFor(kernel: Kernel, member: SiblingMember): Promise<number> {
  const memberId = effectiveScope(member) === 'groups' ? member.memberId : undefined
  return siblingCount.get().count(kernel.database.ofOrg(member.organizationId, memberId), member.userId)
}

/** Sends to the sockets of this process the counts of their users' other organizations. */
export interface SiblingNotifier extends Running {
  /** Schedules a count for each organization that these events may affect; the latest value is always sent. */
  notice(events: DomainEvent[]): void
}

/** Starts sending counts; they follow the event log, so changes by any process are included. */
export function startSiblingNotifier(io: Server, kernel: Kernel): SiblingNotifier {
  const names = new Set(siblingCount.get().events.map((event) => event.name))
  const pending = new Map<string, { again: boolean; done: Promise<void> }>()
  const stopped = new AbortController()

  const keepTelling = async (orgId: string, state: { again: boolean }): Promise<void> => {
    do {
      state.again = false
      await emitCounts(io, kernel, orgId).catch((error: unknown) => {
        state.again = true
        if (!stopped.signal.aborted)
          kernel.log.warn(
            { err: (error as Error).message, org: orgId },
            'siblings: the counts could not be updated, trying again',
          )
      })
      await pause(INTERVAL_MS, undefined, { signal: stopped.signal }).catch(() => {})
    } while (state.again && !stopped.signal.aborted)
    pending.delete(orgId)
  }

  return {
    notice: (events) => {
      for (const { name, orgId } of events) {
        if (!names.has(name) || !io.sockets.adapter.rooms.has(roomOf(orgId))) continue
        const current = pending.get(orgId)
        if (current) current.again = true
        else {
          const state = { again: false, done: Promise.resolve() }
          pending.set(orgId, state)
          state.done = keepTelling(orgId, state)
        }
      }
    },
    stop: async () => {
      stopped.abort()
      await Promise.all([...pending.values()].map((state) => state.done))
    },
  }
}

/** Memberships are read each time: a socket outlives a membership by up to half a minute. */
async function emitCounts(io: Server, kernel: Kernel, orgId: string): Promise<void> {
  const ids = io.sockets.adapter.rooms.get(roomOf(orgId)) ?? []
  const byUser = Map.groupBy(
    [...ids].flatMap((id) => io.sockets.sockets.get(id) ?? []),
    getUserId,
  )
  const members = await siblingMembers.get().among(kernel.database.ofOrg(orgId), [...byUser.keys()])
  for (const member of members.filter(maySee)) {
    const event: SiblingNotifications = { organizationId: orgId, count: await countFor(kernel, member) }
    for (const socket of byUser.get(member.userId) ?? []) socket.emit('sibling-notifications', event)
  }
}

function getUserId(socket: Socket): string {
  const { actor } = (socket.data as Admitted).scope
  return actor.kind === 'member' ? actor.userId : ''
}
