import type { ServerEvents } from '@crewline/contract/events'
import type { Db } from '../db/pool.ts'
import type { Permission } from '@crewline/contract/permissions'
import type { EventType } from '../events/define.ts'
import type { Kernel } from '../kernel.ts'
import type { Scope } from '../scope.ts'

/** One event for the browsers of an organization or of one of its users. */
export type SocketEvent = {
  [Name in keyof ServerEvents]: {
    event: Name
    data: Parameters<ServerEvents[Name]>[0]
    userId?: string
    /** The permission of the recipients, instead of the one the mapper names. */
    can?: Permission
  }
}[keyof ServerEvents]

/**
 * Events that are soon repeated or expire: a slow socket drops them instead of queueing them. Presence is excluded: a
 * change of conversation sends two events at once, and the second would be dropped while the first is being sent.
 */
export const VOLATILE: ReadonlySet<string> = new Set<keyof ServerEvents>(['typing', 'usage'])

/** Above this number of changed conversations or messages, browsers get one event and fetch what they show. */
export const EACH_UP_TO = 200

/** The one event in place of too many about conversations or messages. */
export const MANY_CONVERSATIONS: SocketEvent = { event: 'conversations-updated', data: {} }

/** The read access of a socket event mapper: one whole organization. */
export interface View {
  orgId: string
  country: string
  db: Db
  kernel: Kernel
}

/** Maps events of one kind and organization, in order, to socket events. Called only when a socket is connected. */
export interface SocketEventMapper {
  event: EventType
  /** Only members with this permission receive the socket events. */
  can: Permission
  map(view: View, payloads: object[]): Promise<SocketEvent[]>
}

/** Handles one kind of event from a browser. */
export interface ClientEventHandler {
  event: string
  /**
   * Set when the resulting events go to all other members with this permission, in every process, but not to the
   * sender.
   */
  others?: Permission
  /** Set when the sender receives the resulting events too. */
  echoes?: boolean
  handle(scope: Scope, data: unknown, kernel: Kernel): Promise<SocketEvent[]>
  /** Returns the events that follow when the socket closes. */
  onDisconnect?(scope: Scope, kernel: Kernel): Promise<SocketEvent[]>
}

/** Declares a socket event mapper with the type of its payload, for members with a permission. */
export function mapToSocketEvents<Payload extends object>(
  event: EventType<Payload>,
  can: Permission,
  map: (view: View, payloads: Payload[]) => Promise<SocketEvent[]>,
): SocketEventMapper {
  return { event, can, map: (view, payloads) => map(view, payloads as Payload[]) }
}
