import type { Kernel } from '../../kernel/kernel.ts'
import { carriersOf } from '../carriers/index.ts'
import { everyLine } from '../lines/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { hookUrl } from './rules.ts'

/** Tells simulated carriers where to call for each line; at real carriers people set this once. */
export async function announceLines(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('simulated carriers learn the webhook address of every line')
  const carriers = carriersOf(kernel.config, kernel.world)
  for (const line of await everyLine(system, kernel.seal)) {
    const carrier = carriers.get(line.carrier)
    if (!carrier?.setUp) continue
    const { organization } = await organizationOf(system, line.orgId)
    await carrier.setUp(line.credentials, {
      phone: line.phone,
      label: organization.name,
      inboundUrl: hookUrl(kernel.config.publicUrl, line.carrier, line.id),
    })
  }
}
