import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import { liftCap } from './cap.ts'
import { sendDunning } from './dunning.ts'
import { BillingChanged } from './events.ts'
import { providerOf } from './payment.ts'
import { countedMonths } from './period-rules.ts'
import { ProviderDown, type ProviderCustomer } from './provider.ts'
import { suspensionAt, type KnownSuspension } from './release-rules.ts'
import { systemScope } from './scope.ts'
import { announceStatus, applyStatus } from './org-status.ts'
import { blockAtOf, isSubscribed, pastDueSinceOf } from './status-rules.ts'
import { countReleaseWarnings, hasBoughtNumbers } from './views.ts'
import { accountOf, beginRead, lockAccount, saveRead, type Account } from './store/accounts.ts'
import { postponeEvents, settleEvents, waitingCustomers } from './store/events.ts'
import { saveInvoices } from './store/invoices.ts'
import { addReports } from './store/reports.ts'

/** Customers whose webhooks are dealt with in one pass. */
const STEP = 20

/**
 * Reads a customer from the payment service and writes what it says: plan, card, invoices, and what follows from them.
 * Webhooks only say when to read, so their order and number do not matter. A read that began earlier never overwrites
 * one that began later. Credit that was paid for is granted first. Does nothing for an organization that is no customer. Fails with `ProviderDown`.
 */
export async function syncOrganization(kernel: Kernel, orgId: string): Promise<void> {
  const provider = providerOf(kernel)
  if (!provider) return
  const scope = await systemScope(kernel, orgId)
  const begun = await beginRead(scope.db, orgId)
  if (!begun) return
  await provider.grantTopUps(begun.customerId).catch((error: unknown) => {
    if (error instanceof ProviderDown) throw error
    // A credit that cannot be granted must not keep a payment from being seen; the next read tries again.
    kernel.log.error({ err: error, org: orgId }, 'billing: credit that was paid for could not be granted')
  })
  const customer = await provider.readCustomer(begun.customerId)
  const changed = await scope.tx(async (tx) => {
    const before = await lockAccount(tx)
    if (!before || before.readWritten >= begun.nth) return false
    await saveInvoices(tx, customer.invoices)
    const releaseWarnings = Math.min(before.releaseWarnings, await countReleaseWarnings(tx.db, orgId, tx.world.now()))
    const hasNumbers = await hasBoughtNumbers(tx.db, orgId)
    const known = { ...before, releaseWarnings, hasNumbers }
    await saveRead(tx, begun.nth, customer, owedBy(customer, known, tx.world.now()))
    const after = (await accountOf(tx.db, orgId)) ?? before
    await waiveEarlierUsage(tx, before, after)
    auditSuspension(tx, before, after)
    const added = after.creditBoughtCents - before.creditBoughtCents
    if (added > 0) tx.audit('billing.credit-added', tx.orgId, { cents: added })
    tx.publish(BillingChanged, {})
    return applyStatus(tx, after, before.blockedAt !== null)
  })
  if (changed) announceStatus(kernel, orgId)
  await liftCap(scope)
  await sendDunning(kernel, scope)
}

/**
 * Blocks from a week after the first failed payment on, suspends later, and ends both when nothing is owed. The warnings
 * before are those that are queued: one that was counted before the process ended is given again, with its full notice.
 */
function owedBy(
  { invoices }: ProviderCustomer,
  before: Account & KnownSuspension,
  now: Date,
): Parameters<typeof saveRead>[3] {
  const pastDueSince = pastDueSinceOf(invoices, now)
  const { suspendedAt, releaseAt, releaseWarnings, releasedAt } = suspensionAt(before, pastDueSince, now)
  const suspension = { suspendedAt, releaseAt, releaseWarnings, releasedAt }
  if (!pastDueSince) return { pastDueSince: null, blockedAt: null, ...suspension }
  const isDue = now >= blockAtOf(pastDueSince)
  return { pastDueSince, blockedAt: isDue ? (before.blockedAt ?? now) : null, ...suspension }
}

function auditSuspension(tx: Tx, before: Account, after: Account): void {
  const [was, is] = [before.suspendedAt !== null, after.suspendedAt !== null]
  if (!was && is) tx.audit('billing.suspended', tx.orgId, { releaseAt: after.releaseAt?.toISOString() })
  if (was && !is) tx.audit('billing.suspension-ended', tx.orgId)
  if (after.releaseWarnings > 0 && after.releaseWarnings !== before.releaseWarnings)
    tx.audit('billing.release-warned', tx.orgId, {
      nth: after.releaseWarnings,
      releaseAt: after.releaseAt?.toISOString(),
    })
}

/** What was used before a plan began is not billed. */
async function waiveEarlierUsage(tx: Tx, before: Account, after: Account): Promise<void> {
  if (!isSubscribed(after) || (after.subscriptionId === before.subscriptionId && isSubscribed(before))) return
  const now = tx.world.now()
  await addReports(tx.db, { months: countedMonths(now), now, state: 'waived', orgId: tx.orgId })
}

/**
 * Deals with the webhooks that wait: reads each customer once, however many there are. Failures are tried again later.
 * Safe in several processes. Returns whether there may be more.
 */
export async function settleWebhooks(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('webhooks of the payment service are about any organization')
  const waiting = await waitingCustomers(system, kernel.world.now(), STEP)
  for (const { orgId, ids } of waiting) {
    try {
      // A customer of no organization here, such as one of another installation with the same account.
      if (orgId) await syncOrganization(kernel, orgId)
      await settleEvents(system, ids, kernel.world.now())
    } catch (error) {
      const level = error instanceof ProviderDown ? 'info' : 'warn'
      kernel.log[level]({ err: error, org: orgId }, 'billing: a customer could not be read, trying again')
      await postponeEvents(system, ids, kernel.world.now())
    }
  }
  return waiting.length === STEP
}
