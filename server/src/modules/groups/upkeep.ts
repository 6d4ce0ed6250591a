import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'
import { contactActivityRules, type ContactActivity } from '../audience/index.ts'

/**
 * What writes to the store need: a transaction that sees every contact of the organization, one time, and a member or
 * the rules as author.
 */
export interface Upkeep {
  db: Db
  orgId: string
  now: Date
  /** The member who acts; null when the product acts. */
  by: string | null
  /** Provides the time of the last message of a contact that joins a group. */
  activity: ContactActivity
}

/** Builds the upkeep of a transaction; an actor with a group scope must run it in `tx.unscoped`. */
export function upkeepOf(tx: Tx): Upkeep {
  return {
    db: tx.db,
    orgId: tx.orgId,
    now: tx.world.now(),
    activity: contactActivityRules.get(),
    by: tx.actor.kind === 'member' ? tx.actor.userId : null,
  }
}

/** Why a contact joined or left a group. */
export type Cause = 'hand' | 'rules' | 'import' | 'copy' | 'merge' | 'sync' | 'page'
