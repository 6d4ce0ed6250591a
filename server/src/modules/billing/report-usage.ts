import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { providerOf } from './payment.ts'
import { countedMonths, isReportable } from './period-rules.ts'
import { ProviderDown, type PaymentProvider } from './provider.ts'
import { arrivedOf, isOld } from './report-rules.ts'
import { addReports, markSent, pendingReports, reportsOfMinute, type Report } from './store/reports.ts'

/** Reports read at once, and the most that one pass looks at. */
const STEP = 200
const MOST = 10_000

type Pending = Report & { customerId: string }

/**
 * Reports what the counters gained to the payment service. Each part is a row first, with an id that follows from its
 * place in the counter, so that a crash or a lost answer bills nothing twice. The payment service forgets ids after a day:
 * an older part is sent only if it is missing from what arrived. Reports that cannot be sent do not keep later ones back.
 * Returns how many reports were sent.
 */
export async function reportUsage(kernel: Kernel, step = STEP): Promise<number> {
  const provider = providerOf(kernel)
  if (!provider) return 0
  const system = kernel.database.asSystem('the usage of every organization is billed')
  const now = kernel.world.now()
  const months = countedMonths(now).filter((month) => isReportable(month, now))
  await addReports(system, { months, now, state: 'pending' })
  let sent = 0
  for await (const report of everyPending(system, step)) {
    const { orgId, kind, month } = report
    try {
      const isMissing =
        !isOld(report.billedAt, now) || (await findArrived(kernel, provider, { system, report })) === 'missing'
      if (isMissing) {
        await send(provider, report)
        await markSent(system, report)
        sent += 1
      }
    } catch (error) {
      if (error instanceof ProviderDown) return sent
      kernel.log.error({ err: error, org: orgId, month, kind }, 'billing: usage could not be reported')
    }
  }
  return sent
}

async function* everyPending(system: Db, step: number): AsyncGenerator<Pending> {
  let last: Pending | undefined
  for (let seen = 0; seen < MOST; seen += step) {
    const reports = await pendingReports(system, { after: last, most: step })
    yield* reports
    last = reports.at(-1)
    if (reports.length < step) return
  }
}

async function send(provider: PaymentProvider, report: Pending): Promise<void> {
  const { orgId, customerId, kind, month, fromCount, billedAt } = report
  await provider.reportUsage({
    customerId,
    kind,
    count: countOf(report),
    identifier: `${orgId}-${month}-${kind}-${fromCount}`,
    at: billedAt,
  })
}

/**
 * Marks the reports of a minute that arrived, and returns whether this one is missing. The reports are read before what
 * arrived: one that another process sends in between counts as arrived.
 */
async function findArrived(
  kernel: Kernel,
  provider: PaymentProvider,
  { system, report }: { system: Db; report: Pending },
): Promise<'arrived' | 'missing' | 'unclear'> {
  const reports = await reportsOfMinute(system, report)
  const waiting = reports.filter(({ isSent }) => !isSent)
  const there = await provider.reportedIn({ customerId: report.customerId, kind: report.kind, at: report.billedAt })
  const known = reports.filter(({ isSent }) => isSent).reduce((sum, one) => sum + countOf(one), 0)
  const found = arrivedOf(waiting.map(countOf), there - known)
  if (!found) {
    const { orgId, kind, month } = report
    kernel.log.warn({ org: orgId, month, kind }, 'billing: what arrived is not what was reported, not sent again')
    return 'unclear'
  }
  const isThis = (one: Report) => one.month === report.month && one.fromCount === report.fromCount
  for (const at of found) {
    const one = waiting[at]
    if (one) await markSent(system, one)
  }
  const at = waiting.findIndex(isThis)
  return at === -1 || found.includes(at) ? 'arrived' : 'missing'
}

function countOf({ fromCount, toCount }: Report): number {
  return toCount - fromCount
}
