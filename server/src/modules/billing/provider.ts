import type { PlanKey } from '@crewline/contract/billing'
import type { Counts } from './plan-rules.ts'

/** An invoice or a credit note as the payment service has it. */
export interface ProviderInvoice {
  externalId: string
  kind: 'invoice' | 'credit_note'
  number: string
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  /** With taxes; negative for a credit note. */
  cents: number
  taxCents: number
  /** What prepaid credit paid, before taxes. */
  creditCents: number
  owedCents: number
  currency: string
  lines: { text: string; quantity: number; cents: number }[]
  taxes: { percent: number | null; cents: number }[]
  /** The number of the invoice that a credit note is about. */
  corrects: string | null
  billedTo: string
  issuedAt: Date
  dueAt: Date | null
  paidAt: Date | null
  /** How many payments failed. */
  tries: number
  nextTryAt: Date | null
  /** The page on which it is paid. */
  pageUrl: string | null
}

/** Everything about one customer, read at one moment. */
export interface ProviderCustomer {
  subscription: {
    id: string
    status: string
    plan: PlanKey | null
    extraSeats: number
    startedAt: Date
    cancelAt: Date | null
  } | null
  /** Whether the plan is charged automatically, and there is nothing to charge. */
  isMethodMissing: boolean
  card: { brand: string; last4: string; expMonth: number; expYear: number } | null
  /** Prepaid credit: what is left, and all that was ever bought, in cents. */
  credit: { leftCents: number; boughtCents: number }
  /** The newest first. */
  invoices: ProviderInvoice[]
}

/** A verified webhook: only that something about a customer changed. */
export interface ProviderEvent {
  id: string
  type: string
  customerId: string | null
  createdAt: Date
}

/**
 * The payment service. Calls that change something may be repeated: a key makes them count once. Every call fails with
 * `ProviderDown` while the service cannot be reached, and with `ProviderRefused` when it refuses.
 */
export interface PaymentProvider {
  createCustomer(about: { orgId: string; name: string; email: string }): Promise<string>
  readCustomer(customerId: string): Promise<ProviderCustomer>
  /** Closes the pages on which a plan or credit could still be bought; fails with `PageStaysOpen` when one stays open. */
  closePages(customerId: string, what: 'plan' | 'credit'): Promise<void>
  /** Returns the page on which a card is entered; the subscription begins there. Earlier such pages are closed, as in `closePages`. */
  startCheckout(order: {
    customerId: string
    orgId: string
    plan: PlanKey
    extraSeats: number
    /** The first end of a month. */
    closesAt: Date
    returnUrl: string
  }): Promise<string>
  /** Returns the page on which credit is paid. Earlier such pages are closed. */
  startTopUp(order: { customerId: string; orgId: string; cents: number; returnUrl: string }): Promise<string>
  /** Grants the credit of each paid purchase that has none yet; a purchase is granted once, however often this runs. */
  grantTopUps(customerId: string): Promise<void>
  /** Returns the page on which the payment method is changed. */
  openPortal(customerId: string, returnUrl: string): Promise<string>
  changePlan(subscriptionId: string, to: { plan: PlanKey; extraSeats: number }): Promise<void>
  setCancellation(subscriptionId: string, isCanceled: boolean): Promise<void>
  /** Returns the usage that arrived with a time in one minute, which is named by any moment in it. */
  reportedIn(minute: { customerId: string; kind: keyof Counts; at: Date }): Promise<number>
  /** Adds usage; an identifier counts once for at least 24 hours. */
  reportUsage(usage: {
    customerId: string
    kind: keyof Counts
    count: number
    identifier: string
    at: Date
  }): Promise<void>
  /** Verifies the signature of a webhook over its raw bytes. */
  readEvent(raw: Buffer, signature: string, now: Date): ProviderEvent | 'forged'
}

/** A page on which something can still be bought could not be closed, so no other one may be opened. */
export class PageStaysOpen extends Error {}

/** The payment service understood a call and refused it; the message is in its words, for the log. Repeating it does not help. */
export class ProviderRefused extends Error {}

/** The payment service cannot be reached or has trouble of its own; nothing is known about the call. */
export class ProviderDown extends Error {}
