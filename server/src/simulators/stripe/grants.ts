import type { Invoice } from './objects.ts'
import { makeId, type StripeState } from './state.ts'

/** Returns what is left of a customer's credit, in cents. */
export function creditLeft(state: StripeState, customer: string): number {
  return grantsOf(state, customer).reduce((sum, grant) => sum + grant.amount.monetary.value - grant.usedCents, 0)
}

/** Returns the grants of a customer that are not void, the oldest first. */
function grantsOf({ creditGrants }: StripeState, customer: string) {
  return Object.values(creditGrants).filter((grant) => grant.customer === customer && grant.voided_at === null)
}

/** Uses credit for what metered prices cost; the oldest grant first. */
export function takeCredit(
  state: StripeState,
  customer: string,
  cents: number,
): Invoice['total_pretax_credit_amounts'] {
  const used: Invoice['total_pretax_credit_amounts'] = []
  let left = cents
  for (const grant of grantsOf(state, customer)) {
    const amount = Math.min(left, grant.amount.monetary.value - grant.usedCents)
    if (amount <= 0) continue
    grant.usedCents += amount
    left -= amount
    const transaction = makeId(state, 'cbtxn')
    used.push({ amount, type: 'credit_balance_transaction', credit_balance_transaction: transaction })
  }
  return used
}
