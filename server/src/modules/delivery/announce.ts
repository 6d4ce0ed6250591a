import type { Kernel } from '../../kernel/kernel.ts'
import { announceLine, carriersOf } from '../carriers/index.ts'
import { everyLine } from '../lines/index.ts'
import { organizationOf } from '../organizations/index.ts'

/** Registers the webhooks of every line with simulated carriers. At real carriers an administrator does this once. */
export async function announceLines(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('simulated carriers receive the webhook address of every line')
  const carriers = carriersOf(kernel.config, kernel.world)
  for (const line of await everyLine(system, kernel.encryption)) {
    if (!carriers.get(line.carrier)?.setUp) continue
    const { organization } = await organizationOf(system, line.orgId)
    await announceLine(kernel, line, organization.name)
  }
}
