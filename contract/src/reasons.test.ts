import { expect, test } from 'vitest'
import { reasonFor } from './reasons.ts'

test.each<[code: string, kind: string]>([
  ['21610', 'opted_out'],
  ['opted_out', 'opted_out'],
  ['21211', 'not_in_use'],
  ['30005', 'not_in_use'],
  ['21614', 'landline'],
  ['30006', 'landline'],
  ['30003', 'phone'],
  ['30007', 'filtered'],
  ['30004', 'filtered'],
  ['30036', 'expired'],
  ['expired', 'expired'],
  ['30034', 'sender'],
  ['outcome_unknown', 'unknown'],
  ['quarantined', 'unknown'],
])('%s means %s', (code, kind) => {
  expect(reasonFor(code).class).toBe(kind)
  expect(reasonFor(code).words).toMatch(/\.$/)
})

test.each([null, '', '0', '99999', 'constructor', 'toString', '__proto__', 'hasOwnProperty', '21610 '])(
  '%j, which says nothing, still has words',
  (code) => {
    expect(reasonFor(code)).toEqual({ class: 'unknown', words: 'The carrier did not say why. Try again.' })
  },
)
