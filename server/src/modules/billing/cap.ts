import { dayIn } from '@crewline/contract/calendar'
import { USAGE_ALERTS } from '@crewline/contract/billing-limits'
import { instantOf } from '@crewline/contract/schedule-rules'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { pauseForBilling, resumeAfterBilling, type MonthlyUse, type SpendingLeft } from '../broadcasts/index.ts'
import { holdWelcomes } from '../hr/index.ts'
import { readUsage } from '../usage/index.ts'
import { capMail, usageMail } from './emails.ts'
import { BillingChanged } from './events.ts'
import { notifyOnce } from './notices.ts'
import { closingOf, monthAfter, monthBefore } from './period-rules.ts'
import { isCapReached as isReached, leftUnderCap, overageCents, overageOf, planOf, type Counts } from './plan-rules.ts'
import { systemScope } from './scope.ts'
import { accountOf, lockAccount, saveCap, saveCappedMonth, type Account } from './store/accounts.ts'
import { waivedOf } from './store/reports.ts'
import {
  hasUsedCreditSince,
  organizationsAtThreshold,
  organizationsCapped,
  organizationsCappedBefore,
  usedIn,
} from './usage-views.ts'

/** How long after the closing of a month its invoice is issued, at the latest, in ms. */
const INVOICE_WITHIN_MS = 2 * 3_600_000

type Reader = Pick<Scope, 'db' | 'orgId' | 'world' | 'org'>

/** Returns what was used in the current month since the plan began, with the month, such as 2026-11-01. */
export async function billedNow(scope: Reader): Promise<{ used: Counts; month: string }> {
  const usage = await readUsage(scope)
  const month = monthIn(scope.org.timezone, usage.periodStart)
  const waived = await waivedOf(scope.db, scope.orgId, month)
  return { used: { segments: usage.segments.used - waived.segments, mms: usage.mms.used - waived.mms }, month }
}

/**
 * Returns the credit that pays for the current month: without what the invoice of the month before will use, until that invoice
 * is here, which already took it.
 */
export async function creditNow(scope: Reader, account: Account, month: string): Promise<number> {
  if (account.creditCents === 0 || !account.plan) return account.creditCents
  const before = monthBefore(month)
  const closedAt = closingOf(before)
  if (scope.world.now().getTime() >= closedAt.getTime() + INVOICE_WITHIN_MS) return account.creditCents
  if (await hasUsedCreditSince(scope.db, scope.orgId, closedAt)) return account.creditCents
  const [used, waived] = await Promise.all([
    usedIn(scope.db, scope.orgId, before),
    waivedOf(scope.db, scope.orgId, before),
  ])
  const plan = planOf(account.plan)
  const billed = { segments: used.segments - waived.segments, mms: used.mms - waived.mms }
  return Math.max(0, account.creditCents - overageCents(plan, overageOf(plan, billed)))
}

/** Pauses broadcasts, and welcome texts of HR syncs that wait; returns how many broadcasts. */
async function pause(tx: Tx): Promise<number> {
  await holdWelcomes(tx, true)
  return pauseForBilling(tx)
}

/** Continues what the cap paused; returns how many broadcasts. */
async function resume(tx: Tx): Promise<number> {
  await holdWelcomes(tx, false)
  return resumeAfterBilling(tx)
}

/** Whether a cap is reached with this usage of the current month; false without a cap. */
async function isOver(
  scope: Reader,
  account: Account,
  { used, month, capCents }: { used: Counts; month: string; capCents: number | null },
): Promise<boolean> {
  if (capCents === null) return false
  const creditCents = await creditNow(scope, account, month)
  return isReached(account.plan ? planOf(account.plan) : null, used, { capCents, creditCents })
}

function monthIn(timeZone: string, start: string): string {
  return `${dayIn(timeZone, new Date(start)).slice(0, 7)}-01`
}

/** Emails alerts, applies spending caps, and ends those of earlier months, for every organization that it concerns. */
export async function watchUsage(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('usage of every organization is compared with its plan')
  for (const orgId of await organizationsCappedBefore(system, kernel.world.now())) {
    try {
      await endCap(await systemScope(kernel, orgId))
    } catch (error) {
      kernel.log.warn({ err: error, org: orgId }, 'billing: a spending cap could not be ended, trying again')
    }
  }
  // Credit may be enough again without any event of the payment service, as when the last month was billed.
  for (const orgId of await organizationsCapped(system, kernel.world.now())) {
    try {
      await liftCap(await systemScope(kernel, orgId))
    } catch (error) {
      kernel.log.warn({ err: error, org: orgId }, 'billing: a spending cap could not be looked at, trying again')
    }
  }
  for (const orgId of await organizationsAtThreshold(system, kernel.world.now(), USAGE_ALERTS[0])) {
    try {
      const scope = await systemScope(kernel, orgId)
      await sendAlerts(kernel, scope)
      await applyCap(kernel, scope)
    } catch (error) {
      kernel.log.warn({ err: error, org: orgId }, 'billing: usage could not be compared with the plan, trying again')
    }
  }
}

/** Continues the broadcasts that the cap of an earlier month paused, unless the new month reached it already. */
async function endCap(scope: Scope): Promise<void> {
  await scope.tx(async (tx) => {
    const account = await lockAccount(tx)
    // Read under the lock: credit that is bought or a cap that is raised meanwhile counts.
    const { used, month } = await billedNow(tx)
    if (!account?.cappedMonth || account.cappedMonth >= month) return
    const isStillOver = await isOver(tx, account, { used, month, capCents: account.spendingCapCents })
    await saveCappedMonth(tx, null)
    // What began since the month turned is paused with the cap of the new month.
    if (isStillOver) return
    const resumed = await resume(tx)
    tx.audit('billing.cap-ended', tx.orgId, { resumed })
    tx.publish(BillingChanged, {})
  })
}

/** Emails each threshold once a month, only the highest one that is reached. */
async function sendAlerts(kernel: Kernel, scope: Scope): Promise<void> {
  const usage = await readUsage(scope)
  const month = monthIn(scope.org.timezone, usage.periodStart)
  for (const kind of ['segments', 'mms'] as const) {
    const { used, included } = usage[kind]
    if (included === null || included === 0) continue
    const percent = USAGE_ALERTS.findLast((threshold) => used * 100 >= included * threshold)
    if (percent === undefined) continue
    await notifyOnce(kernel, scope.orgId, `usage|${month}|${kind}|${percent}`, (reader) =>
      usageMail(reader, { percent, used, included, kind }),
    )
  }
}

/** Pauses broadcasts when the overage of the month reaches the cap; replies are never paused. */
export async function applyCap(kernel: Kernel, scope: Scope): Promise<void> {
  const known = await accountOf(scope.db, scope.orgId)
  if (!known || known.spendingCapCents === null) return
  if (known.cappedMonth === (await billedNow(scope)).month) return
  // Decided under the lock: credit that is bought or a cap that is raised meanwhile counts.
  const reached = await scope.tx(async (tx) => {
    const account = await lockAccount(tx)
    const cents = account?.spendingCapCents
    if (!account || cents === null || cents === undefined) return undefined
    const { used, month } = await billedNow(tx)
    if (account.cappedMonth === month || !(await isOver(tx, account, { used, month, capCents: cents })))
      return undefined
    await saveCappedMonth(tx, month)
    const paused = await pause(tx)
    tx.audit('billing.cap-reached', tx.orgId, { cents, paused })
    tx.publish(BillingChanged, {})
    return { cents, month, currency: account.currency }
  })
  if (!reached) return
  const { cents, month, currency } = reached
  await notifyOnce(kernel, scope.orgId, `cap|${month}|${cents}`, (reader) => capMail(reader, { cents, currency }))
}

/**
 * Continues the broadcasts that the cap of this month paused when it is not reached any more, because credit was bought
 * or the plan includes more. Does nothing otherwise.
 */
export async function liftCap(scope: Scope): Promise<void> {
  if (!(await accountOf(scope.db, scope.orgId))?.cappedMonth) return
  await scope.tx(async (tx) => {
    const account = await lockAccount(tx)
    const { used, month } = await billedNow(tx)
    if (account?.cappedMonth !== month) return
    if (await isOver(tx, account, { used, month, capCents: account.spendingCapCents })) return
    await saveCappedMonth(tx, null)
    const resumed = await resume(tx)
    tx.audit('billing.cap-lifted', tx.orgId, { resumed })
    tx.publish(BillingChanged, {})
  })
}

/** Changes the cap; when the overage is below it again, the broadcasts that it paused continue. Returns how many. */
export async function changeCap(scope: Scope, cents: number | null): Promise<number> {
  return scope.tx(async (tx) => {
    const account = (await lockAccount(tx)) ?? fail('plan_missing')
    const { used, month } = await billedNow(tx)
    const isBelow = !(await isOver(tx, account, { used, month, capCents: cents }))
    await saveCap(tx, cents)
    tx.audit('billing.cap-changed', tx.orgId, { from: account.spendingCapCents, to: cents })
    tx.publish(BillingChanged, {})
    if (!isBelow) {
      await saveCappedMonth(tx, month)
      await pause(tx)
      return 0
    }
    await saveCappedMonth(tx, null)
    return resume(tx)
  })
}

/** Whether the spending cap of the current month is reached. Provided to broadcasts. */
export async function isCapReached(scope: Reader): Promise<boolean> {
  const account = await accountOf(scope.db, scope.orgId)
  if (!account?.cappedMonth) return false
  return account.cappedMonth === (await billedNow(scope)).month
}

/** What the spending cap leaves of the month of a moment, from now on, after what waits. Provided to broadcasts. */
export async function spendingLeftAt(
  scope: Reader,
  at: Date,
  waitingIn: (month: { from: Date; until: Date }) => Promise<MonthlyUse>,
): Promise<SpendingLeft | undefined> {
  const account = await accountOf(scope.db, scope.orgId)
  if (!account?.plan || account.spendingCapCents === null) return undefined
  const { spendingCapCents: capCents, currency, plan } = account
  const { used, month } = await billedNow(scope)
  const monthOf = monthIn(scope.org.timezone, at.toISOString())
  const isLater = monthOf > month
  const credit = await creditNow(scope, account, month)
  // A later month has what this one leaves of the credit.
  const creditCents = isLater ? Math.max(0, credit - overageCents(planOf(plan), overageOf(planOf(plan), used))) : credit
  const { timezone } = scope.org
  const from = isLater ? instantOf(`${monthOf}T00:00`, timezone) : scope.world.now()
  const endsAt = instantOf(`${monthAfter(isLater ? monthOf : month)}T00:00`, timezone)
  const base = isLater ? { segments: 0, mms: 0 } : used
  const limit = { capCents, creditCents }
  const none = { segments: 0, mms: 0 }
  if ((!isLater && account.cappedMonth === month) || isReached(planOf(plan), base, limit))
    return { capCents, currency, endsAt, waiting: none, leftCents: 0, ...none }
  const waiting = await waitingIn({ from, until: endsAt })
  const all = { segments: base.segments + waiting.segments, mms: base.mms + waiting.mms }
  return { capCents, currency, endsAt, waiting, ...leftUnderCap(planOf(plan), all, limit) }
}
