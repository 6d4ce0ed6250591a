import type { ServerEvents } from '@crewline/contract/events'
import type { Db } from '../db/pool.ts'
import type { Permission } from '@crewline/contract/permissions'
import type { FactKind } from '../facts/define.ts'
import type { Kernel } from '../kernel.ts'
import type { Scope } from '../scope.ts'

/** One event for the browsers of an organization, or of one of its people. */
export type Told = {
  [Name in keyof ServerEvents]: {
    event: Name
    data: Parameters<ServerEvents[Name]>[0]
    userId?: string
    /** Who hears of it, instead of those the teller names. */
    can?: Permission
  }
}[keyof ServerEvents]

/**
 * Events that are soon said again, or forgotten: a socket that lags behind does not collect them. Presence is none of them:
 * whoever moves on is told of twice in one breath, and the second word would be dropped while the first is on its way.
 */
export const VOLATILE: ReadonlySet<string> = new Set<keyof ServerEvents>(['typing', 'usage'])

/** What a teller may look at: one organization, whole. */
export interface View {
  orgId: string
  country: string
  db: Db
  kernel: Kernel
}

/** Turns facts of one kind, of one organization, in order, into events. Asked only where somebody listens. */
export interface Teller {
  fact: FactKind
  /** Only members who hold this hear of it. */
  can: Permission
  tell(view: View, payloads: object[]): Promise<Told[]>
}

/** Answers one kind of event a browser sends. */
export interface Hearer {
  event: string
  /** Set where what comes of it is for everybody else who holds this, in every process, and not for who sent it. */
  others?: Permission
  /** Set where who sent it hears what comes of it too. */
  echoes?: boolean
  hear(scope: Scope, data: unknown, kernel: Kernel): Promise<Told[]>
  /** What comes of it that the socket has closed. */
  left?(scope: Scope, kernel: Kernel): Promise<Told[]>
}

/** Declares a teller with the payload's type, for members who hold a permission. */
export function defineTeller<Payload extends object>(
  fact: FactKind<Payload>,
  can: Permission,
  tell: (view: View, payloads: Payload[]) => Promise<Told[]>,
): Teller {
  return { fact, can, tell: (view, payloads) => tell(view, payloads as Payload[]) }
}
