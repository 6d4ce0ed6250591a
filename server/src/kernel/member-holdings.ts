import type { HeldKind } from '@crewline/contract/holdings'
import type { Permission } from '@crewline/contract/permissions'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from './db/pool.ts'
import type { Tx } from './scope.ts'

/**
 * Things that a member made or runs, declared in `defineModule({ memberHoldings })`. The module `team` shows them when a
 * member leaves, and hands them over.
 */
export interface MemberHoldings {
  kind: HeldKind
  /** What a member needs to take them over. */
  needs: Permission
  /** What happens to them while a former member holds them. */
  without: 'stops' | 'continues'
  /** Selects what a user holds as `id`, `name` and `at` (when it was made). The user may be a column of an outer query. */
  held: (orgId: string, userId: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Gives everything to another user, in the transaction of the hand-over. Unset where who made it does not change. */
  handOver?: (tx: Tx, users: HandOverUsers) => Promise<void>
  /** Makes everything stop working. Returns the ids of sessions to announce as ended after the commit. */
  revoke?: (tx: Tx, userId: string) => Promise<string[]>
}

/** Who hands over to whom. */
export interface HandOverUsers {
  userId: string
  toUserId: string
  /**
   * Whether what is under way may go on for the new user: false when they see other contacts or fields, and when the user
   * who leaves decides it alone.
   */
  canGoOn: boolean
}

/** One thing that a user holds. */
export interface HeldThing {
  id: string
  name: string
}

let declarations: readonly MemberHoldings[] | undefined

/** Connects the declarations of all modules; a kind that two modules declare is a bug. */
export function connectMemberHoldings(modules: readonly { memberHoldings?: readonly MemberHoldings[] }[]): void {
  const all = modules.flatMap(({ memberHoldings = [] }) => memberHoldings)
  if (new Set(all.map(({ kind }) => kind)).size < all.length)
    throw new Error('two modules declare the same kind of holdings')
  declarations = all
}

/** Returns the declarations in module order. */
export function memberHoldingsOfModules(): readonly MemberHoldings[] {
  if (!declarations)
    throw new Error('holdings are not connected: call connectModules() of server/src/main/modules.ts first')
  return declarations
}

/** Lists what a user holds of one kind, newest first, up to a number. Needs a handle that sees the whole organization. */
export async function listHeld(
  db: Db,
  { held }: MemberHoldings,
  { orgId, userId, most }: { orgId: string; userId: string; most: number },
): Promise<HeldThing[]> {
  const found = await sql<HeldThing>`
    select h.id, h.name from (${held(orgId, sql`${userId}::uuid`)}) h order by h.at desc, h.id limit ${most}`.execute(
    db,
  )
  return found.rows
}

/** Counts what a user holds of one kind. Needs a handle that sees the whole organization. */
export async function countHeld(
  db: Db,
  { held }: MemberHoldings,
  { orgId, userId }: { orgId: string; userId: string },
): Promise<number> {
  const found = await sql<{
    count: number
  }>`select count(*)::int as count from (${held(orgId, sql`${userId}::uuid`)}) h`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Counts everything that the user of an outer query's column holds, as an expression. */
export function heldCount(orgId: string, userId: RawBuilder<unknown>): RawBuilder<number> {
  const counts = memberHoldingsOfModules().map(({ held }) => sql`(select count(*) from (${held(orgId, userId)}) h)`)
  return sql<number>`(${sql.join(counts, sql` + `)})::int`
}
