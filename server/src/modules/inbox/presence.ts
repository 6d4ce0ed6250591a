import { Id } from '@crewline/contract/ids'
import { PRESENCE_FORGOTTEN_MS } from '@crewline/contract/limits'
import { z } from 'zod'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Hearer, Told } from '../../kernel/realtime/live.ts'
import type { Scope } from '../../kernel/scope.ts'
import { headsOf } from '../contacts/index.ts'
import { nameOf } from './members.ts'

const Said = z.object({ contactId: Id.nullable() })
const CHANNEL = 'presence'

/** One browser that looks at a conversation, as every process hears of it; gone when it stopped. */
interface Look {
  /** The process that says so. */
  from: string
  /** `<organization>|<contact>`. */
  place: string
  /** The socket. */
  key: string
  userId: string
  name: string
  gone: boolean
}

interface Viewer {
  userId: string
  name: string
  heardAt: number
}

/** Who looks at what, as one process heard from all of them in the last half minute. */
interface Viewers {
  process: string
  at: Map<string, Map<string, Viewer>>
}

const known = new WeakMap<Kernel, Viewers>()
/** The conversation each socket looks at; its scope stands for it. */
const lookingAt = new WeakMap<Scope, string>()

/**
 * Tells teammates who see the inbox, and whoever asks, which of them look at a conversation. What browsers of two processes
 * say at the same moment is set right when they say it again.
 */
export const tellPresence: Hearer = {
  event: 'presence',
  others: 'inbox.read',
  echoes: true,
  hear: async (scope, data, kernel) => {
    const said = Said.safeParse(data)
    if (!said.success || !scope.can('inbox.read')) return []
    const { contactId } = said.data
    if (contactId !== null && (await headsOf(scope.db, scope.org.country, [contactId])).length === 0) return []
    const before = lookingAt.get(scope)
    const left = before !== undefined && before !== contactId ? look(scope, kernel, before, true) : []
    if (contactId === null) lookingAt.delete(scope)
    else lookingAt.set(scope, contactId)
    return contactId === null ? left : [...left, ...look(scope, kernel, contactId, false)]
  },
  left: async (scope, kernel) => {
    const before = lookingAt.get(scope)
    lookingAt.delete(scope)
    return before === undefined ? [] : look(scope, kernel, before, true)
  },
}

/** Listens to what browsers of other processes look at, for the life of the process. */
export function hearPresence(kernel: Kernel): void {
  viewersOf(kernel)
}

function look(scope: Scope, kernel: Kernel, contactId: string, gone: boolean): Told[] {
  const { actor } = scope
  if (actor.kind !== 'member') return []
  const viewers = viewersOf(kernel)
  const place = `${scope.orgId}|${contactId}`
  const said: Look = {
    ...{ from: viewers.process, place, key: scope.requestId, gone },
    ...{ userId: actor.personId, name: nameOf(actor) },
  }
  note(kernel, viewers, said)
  kernel.bell.whisper(CHANNEL, JSON.stringify(said))
  return [{ event: 'presence', data: { contactId, viewers: namesAt(kernel, viewers, place) } }]
}

function viewersOf(kernel: Kernel): Viewers {
  const found = known.get(kernel)
  if (found) return found
  const viewers: Viewers = { process: kernel.world.id(), at: new Map() }
  known.set(kernel, viewers)
  kernel.bell.hearWhisper(CHANNEL, (word) => {
    const said = JSON.parse(word) as Look
    if (said.from !== viewers.process) note(kernel, viewers, said)
  })
  return viewers
}

function note(kernel: Kernel, viewers: Viewers, { place, key, gone, userId, name }: Look): void {
  const here = viewers.at.get(place) ?? new Map<string, Viewer>()
  if (gone) here.delete(key)
  else here.set(key, { userId, name, heardAt: kernel.world.monotonicMs() })
  keep(viewers, place, here)
}

function namesAt(kernel: Kernel, viewers: Viewers, place: string): { userId: string; name: string }[] {
  const since = kernel.world.monotonicMs() - PRESENCE_FORGOTTEN_MS
  const here = viewers.at.get(place) ?? new Map<string, Viewer>()
  for (const [key, viewer] of here) if (viewer.heardAt < since) here.delete(key)
  keep(viewers, place, here)
  const byPerson = new Map([...here.values()].map((viewer) => [viewer.userId, viewer.name]))
  return [...byPerson].map(([userId, name]) => ({ userId, name })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function keep(viewers: Viewers, place: string, here: Map<string, Viewer>): void {
  if (here.size > 0) viewers.at.set(place, here)
  else viewers.at.delete(place)
}
