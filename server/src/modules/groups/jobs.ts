import { dayIn } from '@crewline/contract/calendar'
import type { Kernel } from '../../kernel/kernel.ts'
import { defineCron } from '../../kernel/jobs/define.ts'
import { filterContext } from '../audience/index.ts'
import { isTimed } from './filter-rules/changes.ts'
import { inOrder } from './filter-rules/circles.ts'
import { evaluateLater } from './evaluate.ts'
import { productScope } from './refresh.ts'
import { deleteChanges } from './store/changes.ts'
import { countSystemGroups, recountAll } from './store/counts.ts'
import { groupsOfAll, systemGroupsOfAll } from './store/waiting.ts'
import { upkeepOf } from './upkeep.ts'
import { CHANGES_KEPT_MS } from './views/changes.ts'

/** Delay after midnight before the groups of a day are evaluated, in ms. */
const AFTER_MIDNIGHT_MS = 10 * 60_000

/**
 * Checks whether a new day began in a time zone at least ten minutes ago and after the group was last evaluated. Also
 * catches up on days missed during downtime.
 */
export function isNewDay(now: Date, timezone: string, lookedAt: Date | null): boolean {
  if (lookedAt === null) return true
  const shifted = (moment: Date) => dayIn(timezone, moment.getTime() - AFTER_MIDNIGHT_MS)
  return shifted(now) > shifted(lookedAt)
}

/**
 * Starts the evaluation of the groups whose rules use the calendar once a day, at 00:10 in the time zone of their
 * organization, and of groups that were never evaluated.
 */
export async function evaluateAtMidnight(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('groups of every organization are updated when the day changes')
  const now = kernel.world.now()
  const due = (await groupsOfAll(system)).filter(
    ({ filter, orgId, timezone, evaluatedAt }) =>
      evaluatedAt === null || (isTimed(filter, orgId) && isNewDay(now, timezone, evaluatedAt)),
  )
  for (const [orgId, ofOrg] of Map.groupBy(due, (group) => group.orgId)) {
    const scope = await productScope(kernel, orgId)
    await scope.tx(async (tx) => {
      // The evaluations of one organization run one after the other, in the order in which they started.
      for (const { id } of inOrder(ofOrg)) await evaluateLater(tx, id, null)
    })
  }
  for (const { orgId, timezone, countedAt, isMarked } of await systemGroupsOfAll(system)) {
    if (!isMarked && !isNewDay(now, timezone, countedAt)) continue
    const scope = await productScope(kernel, orgId)
    await scope.tx(async (tx) => countSystemGroups(upkeepOf(tx), await filterContext(tx)))
  }
}

export const crons = [
  // Time zone offsets differ by multiples of 15 minutes.
  defineCron({ name: 'groups.turn-day', at: '10,25,40,55 * * * *', run: evaluateAtMidnight }),
  defineCron({
    name: 'groups.recount',
    at: '43 3 * * *',
    run: (kernel) => recountAll(kernel.database.asSystem('the counts of every group are recalculated')),
  }),
  defineCron({
    name: 'groups.forget-changes',
    at: '51 * * * *',
    run: (kernel) =>
      deleteChanges(
        kernel.database.asSystem('changes of the audiences of every organization are forgotten after a day'),
        new Date(kernel.world.now().getTime() - CHANGES_KEPT_MS),
      ),
  }),
]
