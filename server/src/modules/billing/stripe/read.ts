import type { Stripe } from 'stripe'
import type { ProviderCustomer, ProviderInvoice } from '../provider.ts'
import { readLookupKey } from './catalog.ts'

function momentOf(seconds: number): Date {
  return new Date(seconds * 1_000)
}

function momentOrNull(seconds: number | null | undefined): Date | null {
  return seconds ? momentOf(seconds) : null
}

/** Reads what matters of a subscription: its plan and seats are those of its prices. */
export function readSubscription(subscription: Stripe.Subscription): ProviderCustomer['subscription'] {
  const items = subscription.items.data.map((item) => ({ item, price: readLookupKey(item.price.lookup_key) }))
  const seats = items.find(({ price }) => price?.kind === 'seats')
  return {
    id: subscription.id,
    status: subscription.status,
    plan: items.find(({ price }) => price?.kind === 'base')?.price?.plan ?? null,
    extraSeats: seats?.item.quantity ?? 0,
    startedAt: momentOf(subscription.start_date),
    cancelAt: momentOrNull(subscription.cancel_at),
  }
}

/** Whether a subscription is charged automatically, and neither it nor its customer has anything to charge. */
export function isMethodMissing(customer: Stripe.Customer, subscription: Stripe.Subscription | undefined): boolean {
  if (subscription?.collection_method !== 'charge_automatically') return false
  const methods = [
    subscription.default_payment_method,
    subscription.default_source,
    customer.invoice_settings.default_payment_method,
    customer.default_source,
  ]
  return methods.every((method) => !method)
}

/** Reads the card that is charged: that of the subscription, where checkout leaves it, before that of the customer. */
export function readCard(
  customer: Stripe.Customer,
  subscription: Stripe.Subscription | undefined,
): ProviderCustomer['card'] {
  const method = subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method
  if (!method || typeof method === 'string' || !method.card) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
  return { brand, last4, expMonth, expYear }
}

/** The states of an invoice that is not a draft any more. */
const STATUSES = ['open', 'paid', 'void', 'uncollectible'] as const

/** Reads an invoice; undefined for a draft, which may still change. */
export function readInvoice(invoice: Stripe.Invoice): ProviderInvoice | undefined {
  const status = STATUSES.find((known) => known === invoice.status)
  if (!invoice.id || !status) return undefined
  const { finalized_at: finalizedAt, paid_at: paidAt } = invoice.status_transitions
  return {
    externalId: invoice.id,
    kind: 'invoice',
    number: invoice.number ?? invoice.id,
    status,
    cents: invoice.total,
    taxCents: sumOf(invoice.total_taxes),
    creditCents: sumOf(
      (invoice.total_pretax_credit_amounts ?? []).filter(({ type }) => type === 'credit_balance_transaction'),
    ),
    owedCents: invoice.status === 'open' || invoice.status === 'uncollectible' ? invoice.amount_remaining : 0,
    currency: invoice.currency,
    lines: invoice.lines.data.map(readLine),
    taxes: readTaxes(invoice.total_taxes),
    corrects: null,
    billedTo: invoice.customer_name ?? invoice.customer_email ?? '',
    issuedAt: momentOf(finalizedAt ?? invoice.created),
    dueAt: momentOrNull(invoice.due_date),
    paidAt: momentOrNull(paidAt),
    // An invoice that is paid at once has one attempt, none of which failed.
    tries: invoice.status === 'paid' ? Math.max(0, invoice.attempt_count - 1) : invoice.attempt_count,
    nextTryAt: momentOrNull(invoice.next_payment_attempt),
    pageUrl: invoice.hosted_invoice_url ?? null,
  }
}

/** Reads a credit note, as an invoice of a negative amount. */
export function readCreditNote(
  note: Stripe.CreditNote,
  numberOf: (invoiceId: string) => string | null,
): ProviderInvoice {
  const invoiceId = typeof note.invoice === 'string' ? note.invoice : note.invoice.id
  return {
    externalId: note.id,
    kind: 'credit_note',
    number: note.number,
    status: note.status === 'void' ? 'void' : 'paid',
    cents: -note.total,
    taxCents: -sumOf(note.total_taxes),
    creditCents: 0,
    owedCents: 0,
    currency: note.currency,
    lines: note.lines.data.map((line) => ({
      text: line.description ?? '',
      quantity: line.quantity ?? 1,
      cents: -line.amount,
    })),
    taxes: readTaxes(note.total_taxes).map((tax) => ({ ...tax, cents: -tax.cents })),
    corrects: invoiceId ? numberOf(invoiceId) : null,
    billedTo: '',
    issuedAt: momentOf(note.created),
    dueAt: null,
    paidAt: null,
    tries: 0,
    nextTryAt: null,
    pageUrl: null,
  }
}

function readLine(line: Stripe.InvoiceLineItem): ProviderInvoice['lines'][number] {
  return { text: line.description ?? '', quantity: line.quantity ?? 1, cents: line.amount }
}

type Taxes = { amount: number; taxable_amount: number | null }[] | null

function sumOf(amounts: { amount: number }[] | null): number {
  return (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * The rate follows from the amounts, to a hundredth of a percent. The tax was rounded to a cent, so a small amount fits several
 * rates: then there is none, because a wrong one on an invoice is worse.
 */
export function readTaxes(taxes: Taxes): ProviderInvoice['taxes'] {
  return (taxes ?? []).map(({ amount, taxable_amount: on }) => {
    if (!on) return { percent: null, cents: amount }
    const rateOf = (cents: number) => Math.round((cents / on) * 10_000) / 100
    return { percent: rateOf(amount - 0.5) === rateOf(amount + 0.5) ? rateOf(amount) : null, cents: amount }
  })
}
