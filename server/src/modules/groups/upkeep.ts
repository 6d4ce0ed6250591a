import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'
import { contactActivityRules } from './plugs.ts'
import type { ContactActivity } from './store/activity.ts'

/** Where the store writes: a transaction that sees every worker of the organization, at one moment, for somebody or for rules. */
export interface Upkeep {
  db: Db
  orgId: string
  now: Date
  /** The member who acts; null where the product does. */
  by: string | null
  /** When workers were last heard, for whoever comes into a group. */
  activity: ContactActivity
}

/** The upkeep of a transaction; who only sees some groups runs it in `tx.unscoped`. */
export function upkeepOf(tx: Tx): Upkeep {
  return {
    ...{ db: tx.db, orgId: tx.orgId, now: tx.world.now(), activity: contactActivityRules.get() },
    by: tx.actor.kind === 'member' ? tx.actor.personId : null,
  }
}

/** How somebody came into a group or left it. */
export type Cause = 'hand' | 'rules' | 'import' | 'copy' | 'merge' | 'sync'
