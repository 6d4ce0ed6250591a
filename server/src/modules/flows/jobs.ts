import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeScope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { closeFlow } from './service.ts'
import { listFlowsToClose } from './store/flows.ts'

/** Flows closed in one step. */
const STEP = 100

/**
 * Closes flows whose time has come. Their answers have not counted since then; what remains is to show the last anonymous
 * ones, and to let their owners see that they are closed.
 */
export async function closeDueFlows(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('flows of every organization end')
  for (;;) {
    const now = kernel.world.now()
    const due = await listFlowsToClose(system, now, STEP)
    for (const [orgId, ofOrg] of Map.groupBy(due, (flow) => flow.orgId)) {
      const { organization } = await organizationOf(kernel.database.ofOrg(orgId), orgId)
      const scope = makeScope(
        kernel,
        organization,
        { kind: 'system', reason: 'closing' },
        `closing-${orgId.slice(0, 8)}`,
      )
      for (const { id } of ofOrg) await scope.tx((tx) => closeFlow(tx, id))
    }
    if (due.length < STEP) return
  }
}

/** The cron jobs of flows. */
export const crons = [defineCron({ name: 'flows.close-due', at: '* * * * *', run: closeDueFlows })]
