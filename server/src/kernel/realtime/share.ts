import { decodeMessage, type ServerEvents } from '@crewline/contract/events'
import type { Permission } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Server, Socket } from 'socket.io'
import { isPassing } from '../http/answer.ts'
import type { Kernel } from '../kernel.ts'
import type { Scope } from '../scope.ts'
import { VOLATILE, type Told } from './live.ts'
import type { Admitted } from './recheck.ts'

/** An event for everybody of an organization who holds a permission. */
export interface Addressed {
  orgId: string
  can: Permission
  one: Told
}

type Sees = (contactId: string) => boolean
type DataOf<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0]

/**
 * What somebody who sees only some workers hears of each event; undefined where that is nothing. What is told to one
 * person, or answered to one socket, is made for them and never comes by here. A new event does not compile without a line.
 */
const SHARES: { [Name in keyof ServerEvents]: (data: DataOf<Name>, sees: Sees) => DataOf<Name> | undefined } = {
  message: (json, sees) => (sees(decodeMessage(json).contactId) ? json : undefined),
  'message-status': ({ items }, sees) => {
    const seen = items.filter((item) => sees(item.contactId))
    return seen.length > 0 ? { items: seen } : undefined
  },
  'outgoing-message': (event, sees) => (sees(event.message.contactId) ? event : undefined),
  'conversation-updated': (event, sees) => (sees(event.contactId) ? event : undefined),
  'message-changed': (event, sees) => (sees(event.message.contactId) ? event : undefined),
  presence: (event, sees) => (sees(event.contactId) ? event : undefined),
  'draft-updated': (event, sees) => (sees(event.contactId) ? event : undefined),
  'conversation-read': () => undefined,
  'contact-updated': (event, sees) => (sees(event.contact.id) ? event : undefined),
  'contacts-updated': (event) => event,
  // How many nobody has heard counts workers out of sight too.
  'new-voicemail': ({ unheard: _all, ...event }, sees) => (sees(event.contact.id) ? event : undefined),
  typing: (event, sees) => (sees(event.contactId) ? event : undefined),
  usage: (event) => event,
  'session-revoked': (event) => event,
  notifications: () => undefined,
  'sibling-notifications': () => undefined,
  'inapp-notification': () => undefined,
}

/** The room of sockets that hear only of the workers their member sees. */
export function sharedRoom(orgId: string): string {
  return `org:${orgId}:shared`
}

/** The groups a member sees, as one word to compare; empty for one who sees everybody. */
export async function groupsSeen(scope: Scope): Promise<string> {
  if (scope.actor.kind !== 'member' || scope.actor.scope === 'all') return ''
  const found = await sql<{ id: string }>`select group_id as id from member_group order by 1`.execute(scope.db)
  return found.rows.map((row) => row.id).join()
}

/**
 * Tells events to whoever holds the permission, to members of some groups only their share; `exceptSocket` hears nothing.
 * Everything is looked up before the first word is said, so a caller may try again after an error.
 */
export async function tellOrganizations(
  io: Server,
  kernel: Kernel,
  told: Addressed[],
  exceptSocket?: string,
): Promise<void> {
  const shares = await sharesOf(io, kernel, told)
  for (const { orgId, can, one } of told) {
    const room = one.userId ? `org:${orgId}:user:${one.userId}` : `org:${orgId}:${can}`
    const ears = exceptSocket === undefined ? io.to(room) : io.to(room).except(exceptSocket)
    ;(VOLATILE.has(one.event) ? ears.volatile : ears).emit(one.event, one.data)
  }
  for (const { socket, event, data } of shares)
    if (socket.id !== exceptSocket) (VOLATILE.has(event) ? socket.volatile : socket).emit(event, data)
}

interface Share {
  socket: Socket
  event: string
  data: unknown
}

async function sharesOf(io: Server, kernel: Kernel, told: Addressed[]): Promise<Share[]> {
  const shares: Share[] = []
  const everybodys = told.filter(({ one }) => one.userId === undefined)
  for (const [orgId, events] of Map.groupBy(everybodys, (one) => one.orgId)) {
    const ears = [...(io.sockets.adapter.rooms.get(sharedRoom(orgId)) ?? [])].flatMap(
      (id) => io.sockets.sockets.get(id) ?? [],
    )
    if (ears.length === 0) continue
    const contactIds = contactsOf(events)
    for (const [memberId, sockets] of Map.groupBy(ears, memberOf)) {
      const seen = await seenBy(kernel, { orgId, memberId, contactIds })
      for (const socket of sockets) shares.push(...sharesFor(socket, events, (id) => seen.has(id)))
    }
  }
  return shares
}

function sharesFor(socket: Socket, events: Addressed[], sees: Sees): Share[] {
  const { scope } = socket.data as Admitted
  return events.flatMap(({ can, one }) => {
    const data = scope.can(can) ? shareOf(one, sees) : undefined
    return data === undefined ? [] : [{ socket, event: one.event, data }]
  })
}

/** An event that is not what it should be is nobody's share; it must not keep later ones from anybody. */
function shareOf(one: Told, sees: Sees): unknown {
  try {
    return (SHARES[one.event] as (data: unknown, sees: Sees) => unknown)(one.data, sees)
  } catch {
    return undefined
  }
}

function contactsOf(events: Addressed[]): string[] {
  const ids = new Set<string>()
  for (const { one } of events) shareOf(one, (id) => ids.add(id) && false)
  return [...ids]
}

function memberOf(socket: Socket): string {
  const { actor } = (socket.data as Admitted).scope
  return actor.kind === 'member' ? actor.memberId : ''
}

async function seenBy(
  kernel: Kernel,
  { orgId, memberId, contactIds }: { orgId: string; memberId: string; contactIds: string[] },
): Promise<Set<string>> {
  if (contactIds.length === 0) return new Set()
  try {
    const found = await sql<{ id: string }>`select id from contact where id = any(${contactIds}::uuid[])`.execute(
      kernel.database.ofOrg(orgId, memberId),
    )
    return new Set(found.rows.map((row) => row.id))
  } catch (error) {
    if (isPassing(error)) throw error
    // One member's trouble must not keep events from everybody else.
    kernel.log.error({ err: error, org: orgId, member: memberId }, 'gateway: could not see what a member may hear')
    return new Set()
  }
}
