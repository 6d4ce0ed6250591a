import type { Kernel } from '../../kernel/kernel.ts'
import { announceLine, carriersOf } from '../carriers/index.ts'
import { everyLine } from '../lines/index.ts'
import { organizationOf } from '../organizations/index.ts'

/** Tells simulated carriers where to call for each line; at real carriers people set this once. */
export async function announceLines(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('simulated carriers learn the webhook address of every line')
  const carriers = carriersOf(kernel.config, kernel.world)
  for (const line of await everyLine(system, kernel.seal)) {
    if (!carriers.get(line.carrier)?.setUp) continue
    const { organization } = await organizationOf(system, line.orgId)
    await announceLine(kernel, line, organization.name)
  }
}
