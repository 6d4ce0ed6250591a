import type { Kernel } from '../kernel.ts'
import type { Scope } from '../scope.ts'

/** A user who is at a place. */
export interface PresentUser {
  userId: string
  name: string
}

/** The users who are at one place of an organization, by name. */
export interface PresentAt {
  place: string
  users: PresentUser[]
}

/** Keeps in memory which members have which place open, such as a conversation, in all processes. */
export interface PresenceTracker {
  /** Receives what other processes report, for the life of the process. */
  subscribe(kernel: Kernel): void
  /** Returns the place where the socket of this scope was reported last. */
  placeOf(scope: Scope): string | undefined
  /**
   * Records that the member of a socket is at a place now, or at none (null). Returns who is at the place that was left
   * and at the new one, in this order. If browsers of two processes report at the same moment, the next report corrects
   * the list.
   */
  move(scope: Scope, kernel: Kernel, place: string | null): PresentAt[]
}

/** The place of one browser, as sent to all processes. */
interface PlaceChange {
  /** The id of the sending process. */
  from: string
  /** `<organization>|<place>`. */
  placeKey: string
  /** The id of the socket. */
  key: string
  userId: string
  name: string
  hasLeft: boolean
}

interface Seen extends PresentUser {
  receivedAt: number
}

/** What one process has received from all processes. */
interface Received {
  process: string
  at: Map<string, Map<string, Seen>>
}

/** Builds a tracker; `channel` names its signals, and who is not reported again within `expiryMs` has left. */
export function buildPresenceTracker(channel: string, expiryMs: number): PresenceTracker {
  const receivedByKernel = new WeakMap<Kernel, Received>()
  // The scope identifies the socket.
  const placeByScope = new WeakMap<Scope, string>()

  function receivedOf(kernel: Kernel): Received {
    const existing = receivedByKernel.get(kernel)
    if (existing) return existing
    const received: Received = { process: kernel.world.id(), at: new Map() }
    receivedByKernel.set(kernel, received)
    kernel.signals.onBroadcast(channel, (message) => {
      const change = JSON.parse(message) as PlaceChange
      if (change.from !== received.process) note(kernel, received, change)
    })
    return received
  }

  function record(scope: Scope, kernel: Kernel, place: string, hasLeft: boolean): PresentAt[] {
    const { actor } = scope
    if (actor.kind !== 'member') return []
    const received = receivedOf(kernel)
    const change: PlaceChange = {
      from: received.process,
      placeKey: `${scope.orgId}|${place}`,
      key: scope.requestId,
      hasLeft,
      userId: actor.userId,
      name: `${actor.firstname} ${actor.lastname}`.trim(),
    }
    note(kernel, received, change)
    kernel.signals.broadcast(channel, JSON.stringify(change))
    return [{ place, users: usersAt(kernel, received, { placeKey: change.placeKey, expiryMs }) }]
  }

  return {
    subscribe: (kernel) => void receivedOf(kernel),
    placeOf: (scope) => placeByScope.get(scope),
    move(scope, kernel, place) {
      const before = placeByScope.get(scope)
      if (place === null) placeByScope.delete(scope)
      else placeByScope.set(scope, place)
      return [
        ...(before !== undefined && before !== place ? record(scope, kernel, before, true) : []),
        ...(place === null ? [] : record(scope, kernel, place, false)),
      ]
    },
  }
}

function note(kernel: Kernel, received: Received, { placeKey, key, hasLeft, userId, name }: PlaceChange): void {
  const here = received.at.get(placeKey) ?? new Map<string, Seen>()
  if (hasLeft) here.delete(key)
  else here.set(key, { userId, name, receivedAt: kernel.world.monotonicMs() })
  keep(received, placeKey, here)
}

function usersAt(
  kernel: Kernel,
  received: Received,
  { placeKey, expiryMs }: { placeKey: string; expiryMs: number },
): PresentUser[] {
  const since = kernel.world.monotonicMs() - expiryMs
  const here = received.at.get(placeKey) ?? new Map<string, Seen>()
  for (const [key, seen] of here) if (seen.receivedAt < since) here.delete(key)
  keep(received, placeKey, here)
  const byUser = new Map([...here.values()].map((seen) => [seen.userId, seen.name]))
  return [...byUser].map(([userId, name]) => ({ userId, name })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function keep(received: Received, placeKey: string, here: Map<string, Seen>): void {
  if (here.size > 0) received.at.set(placeKey, here)
  else received.at.delete(placeKey)
}
