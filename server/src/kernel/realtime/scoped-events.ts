import { decodeMessage, type ServerEvents } from '@crewline/contract/events'
import type { Permission } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Server, Socket } from 'socket.io'
import { isPassing } from '../http/answer.ts'
import type { Kernel } from '../kernel.ts'
import type { Scope } from '../scope.ts'
import { VOLATILE, type SocketEvent } from './socket-events.ts'
import type { Admitted } from './recheck.ts'

/** An event for all members of an organization with a permission. */
export interface AddressedEvent {
  orgId: string
  can: Permission
  event: SocketEvent
}

type CanSee = (contactId: string) => boolean
type DataOf<Name extends keyof ServerEvents> = Parameters<ServerEvents[Name]>[0]

/**
 * The part of each event that a member limited to some contacts receives; undefined for nothing. Events addressed to
 * one user or one socket bypass this. A new event without an entry does not compile.
 */
const SHARES: { [Name in keyof ServerEvents]: (data: DataOf<Name>, sees: CanSee) => DataOf<Name> | undefined } = {
  message: (json, canSee) => (canSee(decodeMessage(json).contactId) ? json : undefined),
  'message-status': ({ items }, canSee) => {
    const visible = items.filter((item) => canSee(item.contactId))
    return visible.length > 0 ? { items: visible } : undefined
  },
  'outgoing-message': (event, canSee) => (canSee(event.message.contactId) ? event : undefined),
  'conversation-updated': (event, canSee) => (canSee(event.contactId) ? event : undefined),
  'message-changed': (event, canSee) => (canSee(event.message.contactId) ? event : undefined),
  presence: (event, canSee) => (canSee(event.contactId) ? event : undefined),
  // Members who edit news see all issues, whatever groups they are limited to.
  'news-editors': (event) => event,
  'draft-updated': (event, canSee) => (canSee(event.contactId) ? event : undefined),
  'conversation-read': () => undefined,
  'contact-updated': (event, canSee) => (canSee(event.contact.id) ? event : undefined),
  'contacts-updated': (event) => event,
  'conversations-updated': (event) => event,
  // An id alone: what it names is read within the member's scope.
  'broadcast-updated': (event) => event,
  'run-updated': (event) => event,
  'shift-note': (event) => event,
  // Removed, because the count includes contacts the member cannot see.
  'new-voicemail': ({ unheard: _all, ...event }, canSee) => (canSee(event.contact.id) ? event : undefined),
  typing: (event, canSee) => (canSee(event.contactId) ? event : undefined),
  usage: (event) => event,
  'team-updated': (event) => event,
  'organization-updated': (event) => event,
  'shifts-updated': (event) => event,
  'organization-status': (event) => event,
  'billing-updated': (event) => event,
  'access-changed': () => undefined,
  'pins-updated': () => undefined,
  'session-revoked': (event) => event,
  notifications: () => undefined,
  'sibling-notifications': () => undefined,
  'inapp-notification': () => undefined,
}

/** Returns the Socket.IO room of sockets that receive only events of contacts visible to their member. */
export function sharedRoom(orgId: string): string {
  return `org:${orgId}:shared`
}

/** Returns the member's groups as one string to compare; empty when the member sees all contacts. */
export async function readVisibleGroups(scope: Scope): Promise<string> {
  if (scope.actor.kind !== 'member' || scope.actor.scope === 'all') return ''
  const result = await sql<{ id: string }>`select group_id as id from member_group order by 1`.execute(scope.db)
  return result.rows.map((row) => row.id).join()
}

/**
 * Sends events to all members with the permission, and only their share to members limited to some groups; skips
 * `exceptSocket`. Reads everything before the first event is sent, so a caller may retry after an error.
 */
export async function emitToOrganizations(
  io: Server,
  kernel: Kernel,
  addressed: AddressedEvent[],
  exceptSocket?: string,
): Promise<void> {
  const shares = await sharesOf(io, kernel, addressed)
  for (const { orgId, can, event: one } of addressed) {
    const room = one.userId ? `org:${orgId}:user:${one.userId}` : `org:${orgId}:${can}`
    const recipients = exceptSocket === undefined ? io.to(room) : io.to(room).except(exceptSocket)
    ;(VOLATILE.has(one.event) ? recipients.volatile : recipients).emit(one.event, one.data)
  }
  for (const { socket, event, data } of shares)
    if (socket.id !== exceptSocket) (VOLATILE.has(event) ? socket.volatile : socket).emit(event, data)
}

interface Share {
  socket: Socket
  event: string
  data: unknown
}

async function sharesOf(io: Server, kernel: Kernel, addressed: AddressedEvent[]): Promise<Share[]> {
  const shares: Share[] = []
  const everybodys = addressed.filter(({ event }) => event.userId === undefined)
  for (const [orgId, events] of Map.groupBy(everybodys, (event) => event.orgId)) {
    const sharedSockets = [...(io.sockets.adapter.rooms.get(sharedRoom(orgId)) ?? [])].flatMap(
      (id) => io.sockets.sockets.get(id) ?? [],
    )
    if (sharedSockets.length === 0) continue
    const contactIds = contactsOf(events)
    for (const [memberId, sockets] of Map.groupBy(sharedSockets, memberOf)) {
      const visibleIds = await listVisibleContacts(kernel, { orgId, memberId, contactIds })
      for (const socket of sockets) shares.push(...sharesFor(socket, events, (id) => visibleIds.has(id)))
    }
  }
  return shares
}

function sharesFor(socket: Socket, events: AddressedEvent[], canSee: CanSee): Share[] {
  const { scope } = socket.data as Admitted
  return events.flatMap(({ can, event }) => {
    const data = scope.can(can) ? shareOf(event, canSee) : undefined
    return data === undefined ? [] : [{ socket, event: event.event, data }]
  })
}

/** A malformed event yields no share; it must not block later events. */
function shareOf(event: SocketEvent, canSee: CanSee): unknown {
  try {
    return (SHARES[event.event] as (data: unknown, sees: CanSee) => unknown)(event.data, canSee)
  } catch {
    return undefined
  }
}

function contactsOf(events: AddressedEvent[]): string[] {
  const ids = new Set<string>()
  for (const { event } of events) shareOf(event, (id) => ids.add(id) && false)
  return [...ids]
}

function memberOf(socket: Socket): string {
  const { actor } = (socket.data as Admitted).scope
  return actor.kind === 'member' ? actor.memberId : ''
}

async function listVisibleContacts(
  kernel: Kernel,
  { orgId, memberId, contactIds }: { orgId: string; memberId: string; contactIds: string[] },
): Promise<Set<string>> {
  if (contactIds.length === 0) return new Set()
  try {
    const result = await sql<{ id: string }>`select id from contact where id = any(${contactIds}::uuid[])`.execute(
      kernel.database.ofOrg(orgId, memberId),
    )
    return new Set(result.rows.map((row) => row.id))
  } catch (error) {
    if (isPassing(error)) throw error
    // A failure for one member must not block events for the others.
    kernel.log.error({ err: error, org: orgId, member: memberId }, 'gateway: could not check what a member may see')
    return new Set()
  }
}
