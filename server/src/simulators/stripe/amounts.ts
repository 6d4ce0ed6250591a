import type { Invoice } from './objects.ts'
import type { StripeState } from './state.ts'

/** The sales tax of every customer, in hundredths of a percent. */
const TAX_BASIS_POINTS = 625

/** Returns the number of the next invoice. */
export function nextNumber(state: StripeState): string {
  const count = Object.values(state.invoices).filter((one) => one.number !== null).length
  return `INV-${String(count + 1).padStart(4, '0')}`
}

/** Returns the taxes on an amount in cents. */
export function taxesOn(cents: number): Invoice['total_taxes'] {
  const amount = Math.round((cents * TAX_BASIS_POINTS) / 10_000)
  if (amount === 0) return []
  return [
    {
      amount,
      tax_behavior: 'exclusive',
      taxable_amount: cents,
      taxability_reason: 'standard_rated',
      type: 'tax_rate_details',
      tax_rate_details: { tax_rate: 'txr_illinois' },
    },
  ]
}
