import type { Card } from './objects.ts'

/** What happens when a card is charged. `authentication`: only while its owner is on the page. */
export type CardOutcome = 'pays' | 'declined' | 'insufficient_funds' | 'authentication'

/** Stripe's own test cards. */
export const TEST_CARDS: { number: string; label: string; outcome: CardOutcome }[] = [
  { number: '4242424242424242', label: 'Pays', outcome: 'pays' },
  { number: '4000000000000341', label: 'Accepted, then declined', outcome: 'declined' },
  { number: '4000000000009995', label: 'Insufficient funds', outcome: 'insufficient_funds' },
  { number: '4000002500003155', label: 'Needs authentication', outcome: 'authentication' },
]

/** Returns a card by its number; undefined for any number but Stripe's test cards. */
export function cardOf(number: string): Card | undefined {
  const digits = number.replace(/\D/g, '')
  const known = TEST_CARDS.find((card) => card.number === digits)
  return known && { brand: 'visa', last4: known.number.slice(-4), exp_month: 4, exp_year: 2034 }
}

/** Returns what a charge of this card does. */
export function outcomeOf({ last4 }: Pick<Card, 'last4'>): CardOutcome {
  return TEST_CARDS.find((card) => card.number.endsWith(last4))?.outcome ?? 'pays'
}
