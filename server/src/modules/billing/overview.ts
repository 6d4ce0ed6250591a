import type { BillingOverview } from '@crewline/contract/billing'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { listBillingContacts } from '../team/index.ts'
import { currentUsage } from '../usage/index.ts'
import { appsInUse } from './apps-in-use.ts'
import { billedNow, creditNow } from './cap.ts'
import { providerOf } from './payment.ts'
import { nextClosing } from './period-rules.ts'
import { CURRENCY, isCapReached, nextInvoiceOf, overageCents, overageOf, PLANS, planOf } from './plan-rules.ts'
import { isSubscribed, missingOf, statusOf } from './status-rules.ts'
import { accountOf } from './store/accounts.ts'
import { countMembers, oldestOwed } from './views.ts'

/** Returns everything that the billing page shows, from the exact counters. */
export async function overviewOf(kernel: Kernel, scope: Scope): Promise<BillingOverview> {
  const [account, usage, { used, month }, members, contacts, owed, inUse] = await Promise.all([
    accountOf(scope.db, scope.orgId),
    currentUsage(scope),
    billedNow(scope),
    countMembers(scope.db, scope.orgId),
    listBillingContacts(scope.db),
    oldestOwed(scope.db, scope.orgId, scope.world.now()),
    appsInUse(scope),
  ])
  const now = scope.world.now()
  const isLive = account !== undefined && isSubscribed(account)
  const plan = isLive && account.plan ? planOf(account.plan) : null
  const overage = overageOf(plan, used)
  const forecast = overageOf(plan, {
    segments: usage.segments.forecast - (usage.segments.used - used.segments),
    mms: usage.mms.forecast - (usage.mms.used - used.mms),
  })
  const cap = account?.spendingCapCents ?? null
  const creditCents = account ? await creditNow(scope, account, month) : 0
  const isReached =
    cap !== null && (account?.cappedMonth === month || isCapReached(plan, used, { capCents: cap, creditCents }))
  return {
    isSetUp: providerOf(kernel) !== undefined,
    status: statusOf(account, now),
    missing: account ? missingOf(account, now) : null,
    plan,
    plans: [...PLANS],
    appsInUse: inUse,
    currency: account?.currency ?? CURRENCY,
    seats: { used: members, included: plan?.seats ?? null },
    usage: {
      segments: { ...usage.segments, overage: overage.segments },
      mms: { ...usage.mms, overage: overage.mms },
      overageCents: overageCents(plan, overage),
      forecastOverageCents: overageCents(plan, forecast),
      periodStart: usage.periodStart,
      periodEnd: usage.periodEnd,
      level: usage.level,
    },
    spendingCapCents: cap,
    isCapReached: isReached,
    paymentMethod: account?.card ?? null,
    contacts: contacts.map(({ userId, firstname, lastname, email }) => ({ userId, firstname, lastname, email })),
    trialEndsAt: isLive ? null : (account?.trialEndsAt?.toISOString() ?? null),
    cancelAt: account?.cancelAt?.toISOString() ?? null,
    creditCents: account?.creditCents ?? 0,
    nextInvoice:
      plan && !account?.cancelAt
        ? {
            ...nextInvoiceOf(plan, { extraSeats: account?.extraSeats ?? 0, overage, creditCents }),
            at: nextClosing(now).toISOString(),
          }
        : null,
    pastDue: owed ? withoutPage(owed) : null,
  }
}

/** Only a member who is about to pay gets the page. */
export function withoutPage<T extends object>(owed: T & { pageUrl?: unknown; tries?: unknown; externalId?: unknown }) {
  const { pageUrl: _page, tries: _tries, externalId: _external, ...shown } = owed
  return shown
}
