import type { Kernel } from '../../kernel/kernel.ts'
import { providerOf } from './payment.ts'
import { extraSeatsOf, planOf } from './plan-rules.ts'
import { ProviderDown } from './provider.ts'
import { syncOrganization } from './sync.ts'
import { seatsToFollow } from './usage-views.ts'

/** Bills as many seats as there are teammates, for every organization where the number changed. */
export async function followSeats(kernel: Kernel): Promise<void> {
  const provider = providerOf(kernel)
  if (!provider) return
  const system = kernel.database.asSystem('seats of every organization are counted')
  for (const { orgId, subscriptionId, plan, members, extraSeats } of await seatsToFollow(system)) {
    const wanted = extraSeatsOf(planOf(plan), members)
    if (wanted === extraSeats) continue
    try {
      await provider.changePlan(subscriptionId, { plan, extraSeats: wanted })
      await syncOrganization(kernel, orgId)
    } catch (error) {
      if (error instanceof ProviderDown) return
      kernel.log.warn({ err: error, org: orgId }, 'billing: the seats could not be changed, trying again')
    }
  }
}
