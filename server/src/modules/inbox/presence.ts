import { Id } from '@crewline/contract/ids'
import { PRESENCE_EXPIRY_MS } from '@crewline/contract/limits'
import { z } from 'zod'
import type { Kernel } from '../../kernel/kernel.ts'
import type { ClientEventHandler, SocketEvent } from '../../kernel/realtime/socket-events.ts'
import type { Scope } from '../../kernel/scope.ts'
import { summariesOf } from '../contacts/index.ts'
import { nameOf } from './members.ts'

const PresenceInput = z.object({ contactId: Id.nullable() })
const CHANNEL = 'presence'

/** The view of a conversation in one browser, as sent to all processes; `gone` when it ended. */
interface ViewChange {
  /** The id of the sending process. */
  from: string
  /** `<organization>|<contact>`. */
  conversationKey: string
  /** The id of the socket. */
  key: string
  userId: string
  name: string
  hasLeft: boolean
}

interface Viewer {
  userId: string
  name: string
  receivedAt: number
}

/** The viewers of conversations that one process has received from all processes. */
interface Viewers {
  process: string
  at: Map<string, Map<string, Viewer>>
}

const viewersByKernel = new WeakMap<Kernel, Viewers>()
/** The conversation each socket views; the scope identifies the socket. */
const lookingAt = new WeakMap<Scope, string>()

/**
 * Pushes the viewers of a conversation to the requesting member and all members with inbox access. If browsers of two
 * processes report at the same moment, the next report corrects the list.
 */
export const presenceHandler: ClientEventHandler = {
  event: 'presence',
  others: 'inbox.read',
  echoes: true,
  handle: async (scope, data, kernel) => {
    const input = PresenceInput.safeParse(data)
    if (!input.success || !scope.can('inbox.read')) return []
    const { contactId } = input.data
    if (contactId !== null && (await summariesOf(scope.db, scope.org.country, [contactId])).length === 0) return []
    const before = lookingAt.get(scope)
    const leaveEvents = before !== undefined && before !== contactId ? recordView(scope, kernel, before, true) : []
    if (contactId === null) lookingAt.delete(scope)
    else lookingAt.set(scope, contactId)
    return contactId === null ? leaveEvents : [...leaveEvents, ...recordView(scope, kernel, contactId, false)]
  },
  onDisconnect: async (scope, kernel) => {
    const before = lookingAt.get(scope)
    lookingAt.delete(scope)
    return before === undefined ? [] : recordView(scope, kernel, before, true)
  },
}

/** Receives the viewers reported by other processes, for the life of the process. */
export function subscribeToPresence(kernel: Kernel): void {
  viewersOf(kernel)
}

function recordView(scope: Scope, kernel: Kernel, contactId: string, hasLeft: boolean): SocketEvent[] {
  const { actor } = scope
  if (actor.kind !== 'member') return []
  const viewers = viewersOf(kernel)
  const conversationKey = `${scope.orgId}|${contactId}`
  const viewChange: ViewChange = {
    from: viewers.process,
    conversationKey,
    key: scope.requestId,
    hasLeft,
    userId: actor.userId,
    name: nameOf(actor),
  }
  note(kernel, viewers, viewChange)
  kernel.signals.broadcast(CHANNEL, JSON.stringify(viewChange))
  return [{ event: 'presence', data: { contactId, viewers: namesAt(kernel, viewers, conversationKey) } }]
}

function viewersOf(kernel: Kernel): Viewers {
  const existing = viewersByKernel.get(kernel)
  if (existing) return existing
  const viewers: Viewers = { process: kernel.world.id(), at: new Map() }
  viewersByKernel.set(kernel, viewers)
  kernel.signals.onBroadcast(CHANNEL, (message) => {
    const viewChange = JSON.parse(message) as ViewChange
    if (viewChange.from !== viewers.process) note(kernel, viewers, viewChange)
  })
  return viewers
}

function note(kernel: Kernel, viewers: Viewers, { conversationKey, key, hasLeft, userId, name }: ViewChange): void {
  const here = viewers.at.get(conversationKey) ?? new Map<string, Viewer>()
  if (hasLeft) here.delete(key)
  else here.set(key, { userId, name, receivedAt: kernel.world.monotonicMs() })
  keep(viewers, conversationKey, here)
}

function namesAt(kernel: Kernel, viewers: Viewers, conversationKey: string): { userId: string; name: string }[] {
  const since = kernel.world.monotonicMs() - PRESENCE_EXPIRY_MS
  const here = viewers.at.get(conversationKey) ?? new Map<string, Viewer>()
  for (const [key, viewer] of here) if (viewer.receivedAt < since) here.delete(key)
  keep(viewers, conversationKey, here)
  const byUser = new Map([...here.values()].map((viewer) => [viewer.userId, viewer.name]))
  return [...byUser].map(([userId, name]) => ({ userId, name })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function keep(viewers: Viewers, conversationKey: string, here: Map<string, Viewer>): void {
  if (here.size > 0) viewers.at.set(conversationKey, here)
  else viewers.at.delete(conversationKey)
}
