import { expect, it } from 'vitest'
import { describeCarrierProblem, phoneTyped, formatPhone } from './words.ts'

it('parses phone numbers as people type them', () => {
  expect(['(555) 010-2233', '+52 55 1234 5678', '15550102233', 'Maria', '123'].map(phoneTyped)).toEqual([
    '+15550102233',
    '+525512345678',
    '+15550102233',
    null,
    null,
  ])
  expect([formatPhone('+15550102233'), formatPhone('+525512345678')]).toEqual(['(555) 010-2233', '+525512345678'])
})

it('describes what is wrong with the carrier, and nothing when it works', () => {
  const works = { mode: 'ok', latencyMs: 0, receiptDelayMs: 900, lostCallbacksPct: 0, doubledCallbacks: false } as const
  expect(describeCarrierProblem(works)).toBeNull()
  expect(describeCarrierProblem({ ...works, mode: 'outage', latencyMs: 1000, receiptDelayMs: 5000 })).toBe(
    'Outage. Every text is refused with 503. Every answer takes 1 second longer. Receipts take 5 seconds.',
  )
  expect(describeCarrierProblem({ ...works, lostCallbacksPct: 20, doubledCallbacks: true })).toBe(
    '20% of its calls to the product are lost. Every call to the product comes twice.',
  )
})
