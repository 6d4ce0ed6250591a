import type { Locale } from '@crewline/contract/accounts'
import type { MemberRole, Permission } from '@crewline/contract/permissions'
import type { Db } from '../db/pool.ts'
import type { Kernel } from '../kernel.ts'
import type { ActingVia, Scope, Tx } from '../scope.ts'
import { RunUpdated } from './progress.ts'

/** The member a run acts for, with their current role and scope. */
export interface RunMember {
  userId: string
  memberId: string
  role: MemberRole
  /** The permissions of a custom role; null for a built-in one. */
  permissions?: readonly string[] | null
  /** Owners and admins see all contacts. */
  scope: 'all' | 'groups'
  firstname: string
  lastname: string
  locale: Locale
  /** Set for a teammate of the parent organization who acts by a grant. */
  via?: ActingVia | null
  /** Set when an API key started the run: its permissions now. */
  apiKey?: { permissions: readonly Permission[] }
}

/** A run that this process works on now. */
export interface RunInProgress {
  id: string
  orgId: string
  kernel: Kernel
  /** Acts for the member, or for the product when no member started the run. */
  scope: Scope
  /** The user for whom the run acts; null when the product started it. */
  userId: string | null
  /** Undefined when the product started the run, or when the user is not a member any more, which stops it. */
  member: RunMember | undefined
  /** Aborts when another process took the run over; nothing of this step can be saved then. */
  signal: AbortSignal
}

/** Why a run ended before its last step. */
export type StopReason =
  /** A step failed in every attempt. */
  | 'failed'
  /** The member who started the run may not do this any more. */
  | 'not_permitted'
  /** The user who started the run is not a member any more. */
  | 'not_a_member'

/** Work in many steps that survives restarts, done for one organization. */
export interface RunDefinition<Prepared = unknown> {
  /** `<module>.<noun>`; also the name of its queue. */
  name: string
  /** The table of the module whose rows hold cursor, counts and result of each run. */
  table: string
  /** How often a step is tried before the run is stopped. A process that dies in the step counts as one attempt. */
  maxAttempts: number
  /** A step runs at most this long, in seconds; 15 minutes by default. */
  stepSeconds?: number
  /** Whether the steps act on every row of the organization, whatever the member sees. */
  isUnlimited?: boolean
  /** The permission that the member needs for the next step; looked up before each step. */
  permission?: (run: RunInProgress) => Promise<Permission | undefined>
  /** Returns the user for whom a run acts now; looked up when the user who started it is not a member any more. */
  actsFor?: (db: Db, id: string) => Promise<string | null>
  /** Members with this permission get the progress too, not only the user who started the run. */
  watchers?: Permission
  /**
   * Does the part of a step that needs no transaction, or several of its own, such as reading a file. Repeated when the
   * step is.
   */
  prepare?: (run: RunInProgress) => Promise<Prepared>
  /**
   * Does the next part of the work and saves its cursor in the run's row; commits in one transaction with the next job.
   * Returns whether the run continues. Must lock the row, and end without changes when the run is over already.
   */
  step(tx: Tx, run: RunInProgress, prepared: Prepared): Promise<'continue' | 'end'>
  /** Ends the run in its row and tells the user why, unless it is over already. */
  stop(tx: Tx, run: RunInProgress, reason: StopReason): Promise<void>
}

/** Declares a kind of durable run. */
export function defineRun<Prepared = unknown>(definition: RunDefinition<Prepared>): RunDefinition<Prepared> {
  return definition
}

/** Starts a run, or continues one, in the caller's transaction; its first step begins after the commit. */
export function startRun(
  tx: Tx,
  definition: Pick<RunDefinition, 'name'>,
  run: { id: string; userId: string | null },
): void {
  const data = { orgId: tx.orgId, runId: run.id, userId: run.userId }
  tx.changeJob({ kind: 'add', queue: definition.name, data })
  tx.publish(RunUpdated, { run: definition.name, id: run.id, userId: run.userId })
  tx.wakeUp(`run:${definition.name}`)
}
