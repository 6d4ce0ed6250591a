import { expect, test } from 'vitest'
import { pastDueSinceOf, type OwedInvoice } from './status-rules.ts'

const DAY_MS = 86_400_000
const at = (days: number) => new Date(Date.parse('2026-03-01T12:00:00Z') + days * DAY_MS)
const invoice = (changes: Partial<OwedInvoice> = {}): OwedInvoice => ({
  status: 'open',
  owedCents: 4_900,
  tries: 1,
  issuedAt: at(0),
  dueAt: null,
  ...changes,
})

test('an invoice that is charged at once is missing since it was issued', () => {
  expect(pastDueSinceOf([invoice({ issuedAt: at(3) }), invoice()], at(5))).toEqual(at(0))
  expect(
    pastDueSinceOf([invoice({ tries: 0 }), invoice({ owedCents: 0 }), invoice({ status: 'paid' })], at(5)),
  ).toBeNull()
})

test('an invoice with a term is missing since the end of the term, also when a card was declined before', () => {
  const net30 = invoice({ dueAt: at(30) })
  expect(pastDueSinceOf([net30], at(29))).toBeNull()
  expect(pastDueSinceOf([net30], at(30))).toEqual(at(30))
  expect(pastDueSinceOf([net30, invoice({ issuedAt: at(31) })], at(32))).toEqual(at(30))
})
