import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { begin } from './purge.ts'
import { systemScope } from './scope.ts'
import { organizationsWithPeriods } from './views.ts'

/** Starts the purge of every organization with data past its period. Returns how many were started. */
export async function beginPurges(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('purges of every organization begin')
  let begun = 0
  for (const orgId of await organizationsWithPeriods(system, kernel.world.now())) {
    try {
      const scope = await systemScope(kernel, orgId)
      if (await scope.tx(begin)) begun += 1
    } catch (error) {
      kernel.log.warn({ err: error, org: orgId }, 'retention: a purge could not begin, trying again tomorrow')
    }
  }
  return begun
}

/** The cron jobs of this module. */
export const crons = [
  defineCron({ name: 'retention.begin', at: '53 2 * * *', run: async (kernel) => void (await beginPurges(kernel)) }),
]
