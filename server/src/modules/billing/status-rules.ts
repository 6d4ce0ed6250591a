import type { BillingStatus } from '@crewline/contract/billing'
import { BLOCK_AFTER_MS } from '@crewline/contract/billing-limits'

/** What is known about the account of an organization. */
export interface AccountState {
  trialEndsAt: Date | null
  subscriptionStatus: string | null
  pastDueSince: Date | null
  blockedAt: Date | null
  /** Whether the plan is charged automatically, and there is nothing to charge. */
  isMethodMissing: boolean
}

/** The states of a subscription in which its plan can be used. */
const LIVE: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due', 'unpaid'])

/** Whether an organization has a plan, paid or not. */
export function isSubscribed({ subscriptionStatus }: Pick<AccountState, 'subscriptionStatus'>): boolean {
  return subscriptionStatus !== null && LIVE.has(subscriptionStatus)
}

/** Returns where an organization stands. */
export function statusOf(account: AccountState | undefined, now: Date): BillingStatus {
  if (!account) return 'none'
  if (account.blockedAt) return 'blocked'
  if (account.pastDueSince) return 'past_due'
  if (isSubscribed(account)) return 'active'
  if (account.trialEndsAt && account.trialEndsAt > now) return 'trialing'
  return 'canceled'
}

/** Returns what an organization must add to go on: a plan, or a payment method for its plan. */
export function missingOf(account: AccountState, now: Date): 'plan' | 'payment_method' | null {
  if (isSubscribed(account)) return account.isMethodMissing ? 'payment_method' : null
  return account.trialEndsAt && account.trialEndsAt > now ? null : 'plan'
}

/** What of an invoice decides whether a payment is missing. */
export interface OwedInvoice {
  status: string
  owedCents: number
  tries: number
  issuedAt: Date
  /** Until when it may be paid; null when it is charged at once. */
  dueAt: Date | null
}

/**
 * Returns since when a payment is missing: the oldest open invoice of which a payment failed. An invoice with a term is
 * missing from the end of the term on, also when a payment failed before. `oldestOwed` reads the same.
 */
export function pastDueSinceOf(invoices: readonly OwedInvoice[], now: Date): Date | null {
  const since = invoices
    .filter(
      ({ status, owedCents, tries }) => (status === 'open' || status === 'uncollectible') && owedCents > 0 && tries > 0,
    )
    .map(({ issuedAt, dueAt }) => (dueAt && dueAt > issuedAt ? dueAt : issuedAt))
    .filter((at) => at <= now)
  return since.reduce<Date | null>((oldest, at) => (oldest && oldest < at ? oldest : at), null)
}

/** Returns when an organization is blocked, unless it pays before. */
export function blockAtOf(pastDueSince: Date): Date {
  return new Date(pastDueSince.getTime() + BLOCK_AFTER_MS)
}

/** Returns how far the reminders are, from 1 to 4: one for each payment that failed. */
export function stageOf(tries: number): number {
  return Math.min(4, Math.max(1, tries))
}
