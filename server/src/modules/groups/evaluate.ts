import { RUN_KINDS } from '@crewline/contract/events'
import type { FilterNode } from '@crewline/contract/filters'
import { startRun } from '../../kernel/runs/define.ts'
import type { OrgSummary, Tx } from '../../kernel/scope.ts'
import type { World } from '../../kernel/world.ts'
import { GroupChanged } from './events.ts'
import { compileFilter, filterContext } from '../audience/index.ts'
import { readStoredCount } from './store/counts.ts'
import { evaluateMembers, noteEvaluation, setState, type Moved } from './store/evaluate.ts'
import { systemGroupId } from './filter-rules/system-groups.ts'
import { upkeepOf, type Upkeep } from './upkeep.ts'

/**
 * Groups in organizations with at most this many contacts are evaluated during the request, larger ones in the
 * background.
 */
const AT_ONCE_UP_TO = 20_000

/** Evaluates the rules of a group now, for all contacts or for some; the database handle must see all contacts. */
export async function evaluate(
  upkeep: Upkeep,
  org: { org: OrgSummary; world: World },
  group: { id: string; filter: FilterNode },
  ids: string[] | null,
): Promise<Moved> {
  const ctx = await filterContext({ db: upkeep.db, ...org }, group.filter)
  const moved = await evaluateMembers(upkeep, { id: group.id, fits: compileFilter(group.filter, ctx) }, ids)
  await noteEvaluation(upkeep, group.id, moved, ids === null)
  return moved
}

/**
 * Evaluates a group within a transaction and notifies groups that reference it. Attributes the change to the rules
 * unless `byHand`.
 */
export async function evaluateIn(
  tx: Tx,
  group: { id: string; filter: FilterNode },
  ids: string[] | null,
  isManual = false,
): Promise<Moved> {
  const upkeep = { ...upkeepOf(tx), ...(isManual ? {} : { by: null }) }
  const moved = await tx.unscoped(() => evaluate(upkeep, tx, group, ids))
  publishGroupChanged(tx, group.id, moved.members && [...moved.members.joined, ...moved.members.left])
  return moved
}

/**
 * Publishes that these contacts joined or left a group, for groups that reference it; null when there were too many to
 * list.
 */
export function publishGroupChanged(tx: Tx, groupId: string, contactIds: string[] | null): void {
  if (contactIds === null) tx.publish(GroupChanged, { groupId, contactIds: [], isWholeGroup: true })
  else if (contactIds.length > 0) tx.publish(GroupChanged, { groupId, contactIds })
}

/** Evaluates a group immediately, or leaves it to the worker when that would take long; returns which of the two. */
export async function evaluateNowOrLater(
  tx: Tx,
  group: { id: string; filter: FilterNode },
  requestedBy: string | null,
): Promise<'ready' | 'evaluating'> {
  if ((await readStoredCount(tx.db, tx.orgId, systemGroupId(tx.orgId, 'all'))).contacts <= AT_ONCE_UP_TO) {
    await evaluateIn(tx, group, null)
    return 'ready'
  }
  await evaluateLater(tx, group.id, requestedBy)
  return 'evaluating'
}

/** Leaves the evaluation of a group to the worker, which notifies the requesting member when it is done. */
export async function evaluateLater(tx: Tx, groupId: string, requestedBy: string | null): Promise<void> {
  await setState(upkeepOf(tx), groupId, 'evaluating', requestedBy)
  // The product evaluates, not the member: the group must be updated even if the member leaves the team meanwhile.
  startRun(tx, { name: RUN_KINDS.group }, { id: groupId, userId: null })
}
