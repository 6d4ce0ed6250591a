import type { ServerEvents } from '@crewline/contract/events'
import type { Db } from '../db/pool.ts'
import type { Permission } from '@crewline/contract/permissions'
import type { FactKind } from '../facts/define.ts'
import type { Scope } from '../scope.ts'

/** One event for the browsers of an organization, or of one of its people. */
export type Told = {
  [Name in keyof ServerEvents]: { event: Name; data: Parameters<ServerEvents[Name]>[0]; userId?: string }
}[keyof ServerEvents]

/** Turns facts of one kind, of one organization, in order, into events. Asked only where somebody listens. */
export interface Teller {
  fact: FactKind
  /** Only members who hold this hear of it. */
  can: Permission
  tell(view: { orgId: string; country: string; db: Db }, payloads: object[]): Promise<Told[]>
}

/** Answers one kind of event a browser sends. */
export interface Hearer {
  event: string
  hear(scope: Scope, data: unknown): Promise<Told[]>
}

/** Declares a teller with the payload's type, for members who hold a permission. */
export function defineTeller<Payload extends object>(
  fact: FactKind<Payload>,
  can: Permission,
  tell: (view: { orgId: string; country: string; db: Db }, payloads: Payload[]) => Promise<Told[]>,
): Teller {
  return { fact, can, tell: (view, payloads) => tell(view, payloads as Payload[]) }
}
