import type { QueryOf } from '@crewline/contract/endpoint'
import { CHILD_ROWS_MAX, type analyticsChildren, type ChildCells } from '@crewline/contract/figures'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { childrenOf } from '../family/index.ts'
import { cellsOf, totalOf } from './cell-rules.ts'
import { countChild } from './children-views.ts'
import { remembered } from './remembered.ts'
import { daysOf } from './service.ts'

/** Children counted at once, so that a family of hundreds does not use every connection. */
const AT_ONCE = 4

/** Returns the figures of each child on the requested days, up to a minute old, without those about a few people. */
export async function childrenFigures(scope: Scope, kernel: Kernel, query: QueryOf<typeof analyticsChildren>) {
  const { days, range } = daysOf(scope, query)
  if (scope.isLimitedToGroups) return { range, rows: [], totals: totalOf([]), hasMore: false }
  return remembered(scope, ['children', days.start, days.end], async () => {
    const children = await childrenOf(
      kernel.database.asSystem('a parent sees figures of its children, without those about a few people'),
      scope.orgId,
    )
    const listed = children.slice(0, CHILD_ROWS_MAX)
    const rows: (ChildCells & { id: string; name: string })[] = []
    for (let start = 0; start < listed.length; start += AT_ONCE) {
      const counted = listed.slice(start, start + AT_ONCE).map(async ({ id, name, timezone }) => {
        const counts = await countChild(kernel.database.ofOrg(id), { ...days, orgId: id, timeZone: timezone })
        return { id, name, ...cellsOf(counts) }
      })
      rows.push(...(await Promise.all(counted)))
    }
    return { range, rows, totals: totalOf(rows), hasMore: children.length > CHILD_ROWS_MAX }
  })
}
