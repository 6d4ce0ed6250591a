import type { Kernel } from '../../kernel/kernel.ts'
import { providerOf } from './payment.ts'
import { countedMonths, isReportable } from './period-rules.ts'
import { ProviderDown } from './provider.ts'
import { addReports, markSent, pendingReports } from './store/reports.ts'

/** Reports sent in one pass. */
const STEP = 200

/**
 * Reports what the counters gained to the payment service. Each part is a row first, with an id that follows from its
 * place in the counter, so that a crash or a lost answer bills nothing twice. Returns how many reports were sent.
 */
export async function reportUsage(kernel: Kernel): Promise<number> {
  const provider = providerOf(kernel)
  if (!provider) return 0
  const system = kernel.database.asSystem('the usage of every organization is billed')
  const now = kernel.world.now()
  const months = countedMonths(now).filter((month) => isReportable(month, now))
  await addReports(system, { months, now, state: 'pending' })
  let sent = 0
  for (const report of await pendingReports(system, STEP)) {
    const { orgId, customerId, kind, fromCount, toCount } = report
    try {
      await provider.reportUsage({
        customerId,
        kind,
        count: toCount - fromCount,
        identifier: `${orgId}-${report.month}-${kind}-${fromCount}`,
        at: report.billedAt,
      })
      await markSent(system, report)
      sent += 1
    } catch (error) {
      if (error instanceof ProviderDown) return sent
      kernel.log.error({ err: error, org: orgId, month: report.month, kind }, 'billing: usage could not be reported')
    }
  }
  return sent
}
