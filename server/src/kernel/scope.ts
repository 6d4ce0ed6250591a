import type { Locale } from '@crewline/contract/accounts'
import { permissionsHeld, type MemberRole, type Permission } from '@crewline/contract/permissions'
import type { AppKey } from '@crewline/contract/app-keys'
import type { Features } from '@crewline/contract/features'
import type { OrgStatus } from '@crewline/contract/organizations'
import { CompiledQuery, sql } from 'kysely'
import { fail } from './failure.ts'
import type { WakeUpChannel } from './signals.ts'
import { inOtherOrganization } from './db/elsewhere.ts'
import type { Db } from './db/pool.ts'
import { widened } from './db/role-within.ts'
import { pipelined } from './db/pipelined-transaction.ts'
import type { EventType } from './events/define.ts'
import type { JobChange } from './jobs/queues.ts'
import type { Viewing } from './http/session-gate.ts'
import type { Kernel } from './kernel.ts'
import type { Log } from './log.ts'
import type { Encryption } from './secrets/encryption.ts'
import { forgetPages } from './pages/memory.ts'
import { contextOf, nothingWritten } from './transaction-context.ts'
import { notesOf, type Written } from './transaction-notes.ts'
import type { World } from './world.ts'

/** The names of the two organizations when a teammate of a parent acts in a child by a grant. */
export interface ActingVia {
  parent: string
  child: string
}

/** The actor: a signed-in member, or the product itself. */
export type Actor =
  | {
      kind: 'member'
      userId: string
      memberId: string
      role: MemberRole
      /** The permissions of a custom role; unset for a built-in one. */
      permissions?: readonly string[] | null
      /** Whether the organization requires a second step that the user has not set up. */
      needsSecondStep?: boolean
      /** The single sign-on connection through which the user logged in; unset or null after a password. */
      ssoConnectionId?: string | null
      /** Whether the member sees all contacts or only those of some groups. */
      scope: 'all' | 'groups'
      sessionId: string
      firstname: string
      lastname: string
      /** The language of responses: that of the request, else of the account. */
      locale: Locale
      /** Set when an API key acts: its permissions, which count instead of the role. */
      apiKey?: { permissions: readonly Permission[] }
      /** Set for a teammate of the parent organization who acts by a grant; every audit entry names both organizations. */
      via?: ActingVia | null
      /** Set when a teammate views the product as this member: the database refuses every write. */
      viewing?: Viewing
    }
  | { kind: 'system'; reason: string }

/** Returns the language of responses and documents for the actor; English for the product itself. */
export function languageOf({ actor }: { actor: Actor }): Locale {
  return actor.kind === 'member' ? actor.locale : 'en'
}

/** Lists the permissions of the actor: of their role, or as an API key those of its own list. */
function permissionsOfActor(actor: Actor): readonly Permission[] {
  if (actor.kind !== 'member') return []
  return actor.apiKey?.permissions ?? permissionsHeld(actor)
}

/** Returns whether the actor has a permission. */
export function hasPermission(actor: Actor, permission: Permission): boolean {
  return permissionsOfActor(actor).includes(permission)
}

/** Returns whether the actor must set up two-step login before anything else. */
export function needsSecondStep({ actor }: { actor: Actor }): boolean {
  return actor.kind === 'member' && (actor.needsSecondStep ?? false)
}

/** Returns who views the product as the actor; undefined when the actor acts. */
export function viewingOf({ actor }: { actor: Actor }): Viewing | undefined {
  return actor.kind === 'member' ? actor.viewing : undefined
}

/** Returns the acting user; fails with `not_permitted` for the system actor. */
export function requireUserId({ actor }: { actor: Actor }): string {
  return actor.kind === 'member' ? actor.userId : fail('not_permitted')
}

/** The organization as loaded by the session gate. */
export interface OrgSummary {
  id: string
  country: string
  timezone: string
  status: OrgStatus
  /** Whether a plan or its payment method is missing, where the caller's own requests depend on it. */
  needsPlan?: boolean
  /** Which features are on, where the caller's own requests depend on it. */
  features?: Partial<Features>
  /** Which apps the plan leaves out, where the caller's own requests depend on it. */
  appsNotInPlan?: readonly AppKey[]
}

/** The execution of a call that its caller named with an idempotency key. */
export interface IdempotencyClaim {
  id: string
  userId: string
  key: string
}

/** One organization, one actor, one request: everything a use case may access. */
export interface Scope {
  orgId: string
  org: OrgSummary
  actor: Actor
  /** Reads this organization's rows, or only those visible to the actor, one round trip per query. */
  db: Db
  world: World
  log: Log
  requestId: string
  /**
   * Whether the actor is limited to some groups; use it only to choose a faster query, because the database enforces
   * the limit.
   */
  isLimitedToGroups: boolean
  /** A keyed hash from the encryption module. */
  fingerprint: Encryption['fingerprint']
  can(permission: Permission): boolean
  /** Set for a call with an idempotency key: every transaction marks the claim as having an effect. */
  idempotency?: IdempotencyClaim
  /** Runs work in one transaction; events and audit entries commit with it or not at all. */
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** The transaction context: the only place that can publish events, send signals or write audit entries. */
export interface Tx {
  orgId: string
  org: OrgSummary
  actor: Actor
  db: Db
  world: World
  /** A keyed hash from the encryption module. */
  fingerprint: Encryption['fingerprint']
  /** Runs maintenance that must not depend on the actor, on all rows of the organization. */
  unscoped<T>(work: () => Promise<T>): Promise<T>
  /**
   * Runs work in another organization in the same transaction: on its rows, as the actor of its scope, with its own events
   * and audit entries. Both organizations commit together or not at all: when the work fails, the transaction fails too, also
   * if the failure is caught. One visit at a time. Refused for a member who is limited to some groups.
   */
  elsewhere<T>(other: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Publishes an event to later modules and to browsers, after the commit. */
  publish<Payload extends object>(kind: EventType<Payload>, payload: Payload): void
  /** Wakes up followers after the commit. */
  wakeUp(kind: WakeUpChannel): void
  /** Forgets the remembered pages of the organization, after the commit and in every process. */
  forgetPages(): void
  /** Adds a background job, or completes a claimed one, in the same commit. */
  changeJob(change: JobChange): void
  /** Writes an audit entry in the same commit. */
  audit(action: string, target: string | null, detail?: Record<string, unknown>): void
}

/** Creates the scope of one actor in one organization. */
export function makeScope(kernel: Kernel, org: OrgSummary, actor: Actor, requestId: string): Scope {
  const held = new Set(permissionsOfActor(actor))
  const can = (permission: Permission) => held.has(permission)
  const isLimitedToGroups = actor.kind === 'member' && actor.scope === 'groups'
  const fingerprint: Encryption['fingerprint'] = (context, text) => kernel.encryption.fingerprint(context, text)
  const db = kernel.database.ofOrg(org.id, isLimitedToGroups ? actor.memberId : undefined)
  const log = kernel.log.child({ org: org.id, request: requestId })
  const viewing = viewingOf({ actor })
  const tx = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const written = nothingWritten()
    const others: { orgId: string; written: Written }[] = []
    const visits = { open: 0, failed: [] as unknown[] }
    let notes: Promise<unknown> = Promise.resolve()
    const committed = db.transaction().execute(async (transaction) => {
      const { db: inner, send } = await pipelined(transaction)
      if (viewing) await send(sql`set transaction read only`)
      const context: Tx = contextOf(scope, {
        db: inner,
        written,
        fingerprint,
        unscoped: (upkeep) => (isLimitedToGroups ? widened(inner, upkeep) : upkeep()),
        elsewhere: async (other, visit) => {
          if (isLimitedToGroups || viewing || other.isLimitedToGroups) return fail('not_permitted')
          const theirs = { orgId: other.orgId, written: nothingWritten() }
          others.push(theirs)
          visits.open += 1
          if (visits.open > 1) visits.failed.push(new Error('a transaction works in one other organization at a time'))
          return inOtherOrganization(inner, { from: org.id, to: other.orgId }, async () => {
            const there = contextOf(other, {
              db: inner,
              written: theirs.written,
              fingerprint,
              unscoped: (one) => one(),
            })
            const answer = await visit(there)
            // Their notes belong to their organization, which the database checks.
            await Promise.all(notesOf(there, theirs.written, { requestId, claim: undefined }).map(send))
            written.jobs.push(...theirs.written.jobs)
            for (const wakeUp of theirs.written.wakeUps) written.wakeUps.add(wakeUp)
            visits.open -= 1
            return answer
          }).catch((error: unknown) => {
            visits.failed.push(error)
            throw error
          })
        },
      })
      const answer = await work(context)
      // Half of the work there must not commit because its failure was caught.
      if (visits.failed.length > 0) throw visits.failed[0]
      if (viewing && written.events.length + written.jobs.length + written.audits.length > 0) fail('viewing_only')
      // Events and audit entries are sent before the commit and in the same trip: if they fail, nothing is committed.
      notes = Promise.all(notesOf(context, written, { requestId, claim: scope.idempotency }).map(send))
      notes.catch(() => {})
      if (written.jobs.length > 0) {
        // Only the system role may write jobs. Nothing else follows in this transaction, so it stays in that role.
        await send(sql`set local role crewline_system`)
        await kernel.jobs.apply(written.jobs, async (text, values) => {
          const { rows } = await inner.executeQuery(CompiledQuery.raw(text, values))
          return rows
        })
      }
      return answer
    })
    const result = await committed.catch(async (error: unknown) => {
      await notes
      throw error
    })
    await notes
    for (const wakeUp of written.wakeUps) kernel.signals.wakeUp(wakeUp)
    if (written.changesPages) forgetPages(kernel, org.id)
    for (const other of others) if (other.written.changesPages) forgetPages(kernel, other.orgId)
    return result
  }
  const base = { orgId: org.id, org, actor, db, world: kernel.world, log, requestId }
  const scope: Scope = { ...base, isLimitedToGroups, fingerprint, can, tx }
  return scope
}
