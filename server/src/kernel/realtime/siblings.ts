import { setTimeout as pause } from 'node:timers/promises'
import type { SiblingNotifications } from '@crewline/contract/events'
import { HOLDERS, type Role } from '@crewline/contract/permissions'
import type { Server, Socket } from 'socket.io'
import type { Db } from '../db/pool.ts'
import type { Fact, FactKind } from '../facts/define.ts'
import { effectiveScope } from '../http/session-gate.ts'
import type { Kernel, Running } from '../kernel.ts'
import { definePlug } from '../plugs.ts'
import type { Scope } from '../scope.ts'
import type { Admitted } from './recheck.ts'

// A person who belongs to several organizations hears, in each of them, how many contacts wait in the others.

/** One person's membership in one organization. */
export interface SiblingMember {
  organizationId: string
  personId: string
  memberId: string
  role: Role
  scope: 'all' | 'groups'
}

/** Filled by team: active memberships of one person everywhere, and of some people in one organization. */
export const siblingMembers = definePlug<{
  of(system: Db, personId: string): Promise<SiblingMember[]>
  among(db: Db, personIds: string[]): Promise<SiblingMember[]>
}>('siblingMembers', { of: async () => [], among: async () => [] })

/** Filled by notifications: how many contacts wait for a person, as the handle sees them, and the facts that may change it. */
export const siblingCount = definePlug<{
  facts: FactKind[]
  count(db: Db, personId: string): Promise<number>
}>('siblingCount', {
  facts: [],
  count: async () => 0,
})

/** An organization's count is told at most this often, in ms. */
const PACE_MS = 1000

/** How many contacts wait in each other organization whose inbox the person may read. */
export async function siblingsOf(
  kernel: Kernel,
  who: { orgId: string; personId: string },
): Promise<SiblingNotifications[]> {
  const siblings: SiblingNotifications[] = []
  for (const member of await othersOf(kernel, who))
    siblings.push({ organizationId: member.organizationId, count: await countFor(kernel, member) })
  return siblings
}

/** The rooms in which a socket hears of its person's other organizations. */
export async function siblingRooms(kernel: Kernel, scope: Scope): Promise<string[]> {
  if (scope.actor.kind !== 'member') return []
  const others = await othersOf(kernel, { orgId: scope.orgId, personId: scope.actor.personId })
  return others.map((member) => roomOf(member.organizationId))
}

async function othersOf(
  kernel: Kernel,
  { orgId, personId }: { orgId: string; personId: string },
): Promise<SiblingMember[]> {
  const system = kernel.database.asSystem('a person hears how many contacts wait in their other organizations')
  const members = await siblingMembers.get().of(system, personId)
  return members.filter((member) => member.organizationId !== orgId && maySee(member))
}

function maySee({ role }: SiblingMember): boolean {
  return HOLDERS['inbox.read'].includes(role)
}

function roomOf(orgId: string): string {
  return `sibling:${orgId}`
}

function countFor(kernel: Kernel, member: SiblingMember): Promise<number> {
  const narrow = effectiveScope(member) === 'groups' ? member.memberId : undefined
  return siblingCount.get().count(kernel.database.ofOrg(member.organizationId, narrow), member.personId)
}

/** Tells sockets of this process the counts of their people's other organizations. */
export interface SiblingTeller extends Running {
  /** Looks at what happened: an organization whose count may have changed is told of soon, the last value always. */
  notice(facts: Fact[]): void
}

/** Begins to tell; counts are told from the follower of facts, so any process may have changed them. */
export function tellSiblings(io: Server, kernel: Kernel): SiblingTeller {
  const names = new Set(siblingCount.get().facts.map((fact) => fact.name))
  const told = new Map<string, { again: boolean; done: Promise<void> }>()
  const stopped = new AbortController()

  const keepTelling = async (orgId: string, one: { again: boolean }): Promise<void> => {
    do {
      one.again = false
      await tellOf(io, kernel, orgId).catch((error: unknown) => {
        one.again = true
        if (!stopped.signal.aborted)
          kernel.log.warn({ err: (error as Error).message, org: orgId }, 'siblings: could not count, trying again')
      })
      await pause(PACE_MS, undefined, { signal: stopped.signal }).catch(() => {})
    } while (one.again && !stopped.signal.aborted)
    told.delete(orgId)
  }

  return {
    notice: (facts) => {
      for (const { name, orgId } of facts) {
        if (!names.has(name) || !io.sockets.adapter.rooms.has(roomOf(orgId))) continue
        const known = told.get(orgId)
        if (known) known.again = true
        else {
          const one = { again: false, done: Promise.resolve() }
          told.set(orgId, one)
          one.done = keepTelling(orgId, one)
        }
      }
    },
    stop: async () => {
      stopped.abort()
      await Promise.all([...told.values()].map((one) => one.done))
    },
  }
}

/** Who is still a member is asked each time: a socket outlives a membership by up to half a minute. */
async function tellOf(io: Server, kernel: Kernel, orgId: string): Promise<void> {
  const ids = io.sockets.adapter.rooms.get(roomOf(orgId)) ?? []
  const byPerson = Map.groupBy(
    [...ids].flatMap((id) => io.sockets.sockets.get(id) ?? []),
    personOf,
  )
  const members = await siblingMembers.get().among(kernel.database.ofOrg(orgId), [...byPerson.keys()])
  for (const member of members.filter(maySee)) {
    const event: SiblingNotifications = { organizationId: orgId, count: await countFor(kernel, member) }
    for (const socket of byPerson.get(member.personId) ?? []) socket.emit('sibling-notifications', event)
  }
}

function personOf(socket: Socket): string {
  const { actor } = (socket.data as Admitted).scope
  return actor.kind === 'member' ? actor.personId : ''
}
