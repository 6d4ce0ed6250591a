import type { Kernel } from '../../kernel/kernel.ts'
import { filterContext } from '../audience/index.ts'
import { isTimed } from './filter-rules/changes.ts'
import { inOrder } from './filter-rules/circles.ts'
import { evaluateLater } from './evaluate.ts'
import { productScope } from './refresh.ts'
import { countSystemGroups } from './store/counts.ts'
import { smartGroups } from './store/groups.ts'
import { upkeepOf } from './upkeep.ts'

/** Starts the evaluation of those groups of one organization whose rules use the calendar. */
export async function evaluateTimedGroups(kernel: Kernel, orgId: string): Promise<void> {
  const scope = await productScope(kernel, orgId)
  await scope.tx(async (tx) => {
    for (const { id, filter } of inOrder(await smartGroups(upkeepOf(tx))))
      if (isTimed(filter, orgId)) await evaluateLater(tx, id, null)
    await countSystemGroups(upkeepOf(tx), await filterContext(tx))
  })
}
