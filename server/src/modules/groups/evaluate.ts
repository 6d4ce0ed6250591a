import type { FilterNode } from '@crewline/contract/filters'
import type { OrgFacts, Tx } from '../../kernel/scope.ts'
import type { World } from '../../kernel/world.ts'
import { GroupChanged } from './facts.ts'
import { compileFilter } from './store/filter/compile.ts'
import { filterContext } from './context.ts'
import { ownCount } from './store/counts.ts'
import { evaluateMembers, noteEvaluation, setState, type Moved } from './store/evaluate.ts'
import { systemGroupId } from './filter-rules/system-groups.ts'
import { upkeepOf, type Upkeep } from './upkeep.ts'

/** Up to so many workers a group is evaluated while one waits; beyond, in the background. */
const AT_ONCE_UP_TO = 20_000

/** Evaluates a group's rules now, for everybody or for some workers; the caller sees everybody. */
export async function evaluate(
  upkeep: Upkeep,
  org: { org: OrgFacts; world: World },
  group: { id: string; filter: FilterNode },
  ids: string[] | null,
): Promise<Moved> {
  const ctx = await filterContext({ db: upkeep.db, ...org }, group.filter)
  const moved = await evaluateMembers(upkeep, { id: group.id, fits: compileFilter(group.filter, ctx) }, ids)
  await noteEvaluation(upkeep, group.id, moved, ids === null)
  return moved
}

/** Evaluates a group within a transaction and tells whoever asks for it; in the name of rules unless `byHand`. */
export async function evaluateIn(
  tx: Tx,
  group: { id: string; filter: FilterNode },
  ids: string[] | null,
  byHand = false,
): Promise<Moved> {
  const upkeep = { ...upkeepOf(tx), ...(byHand ? {} : { by: null }) }
  const moved = await tx.unscoped(() => evaluate(upkeep, tx, group, ids))
  tellMoved(tx, group.id, moved.who && [...moved.who.joined, ...moved.who.left])
  return moved
}

/** Tells groups that ask for this one that these workers came or went; null where they were a crowd. */
export function tellMoved(tx: Tx, groupId: string, contactIds: string[] | null): void {
  if (contactIds === null) tx.publish(GroupChanged, { groupId, contactIds: [], isCrowd: true })
  else if (contactIds.length > 0) tx.publish(GroupChanged, { groupId, contactIds })
}

/** Evaluates a group at once, or leaves it to the worker where that would take long; answers which. */
export async function evaluateSoon(
  tx: Tx,
  group: { id: string; filter: FilterNode },
  askedBy: string | null,
): Promise<'ready' | 'evaluating'> {
  if ((await ownCount(tx.db, tx.orgId, systemGroupId(tx.orgId, 'all'))).contacts <= AT_ONCE_UP_TO) {
    await evaluateIn(tx, group, null)
    return 'ready'
  }
  await evaluateLater(tx, group.id, askedBy)
  return 'evaluating'
}

/** Leaves the evaluation of a group to the worker, which tells whoever asked when it is done. */
export async function evaluateLater(tx: Tx, groupId: string, askedBy: string | null): Promise<void> {
  await setState(upkeepOf(tx), groupId, 'evaluating', askedBy)
  tx.ring('groups')
}
