import { expect, test } from 'vitest'
import type { BroadcastEvidence } from './broadcast-checkers.ts'
import { checkPoison } from './poison.ts'

const evidence = (quarantined: string[]) =>
  ({
    messages: ['+1', '+2', '+3'].map((to) => ({
      id: to,
      runId: 'run',
      to,
      state: quarantined.includes(to) ? 'quarantined' : 'delivered',
    })),
  }) as BroadcastEvidence

const problems = (quarantined: string[], change: { attempts?: number; crashes?: number } = {}) =>
  Object.keys(
    checkPoison(evidence(quarantined), {
      phones: new Set(['+1', '+2']),
      attempts: new Map([
        ['+1', 3],
        ['+2', change.attempts ?? 3],
      ]),
      crashes: change.crashes ?? 4,
    }),
  )

test('passes when exactly the poisonous texts are quarantined', () => {
  expect(problems(['+1', '+2'])).toEqual([])
})

test('reports a poisonous text that was not quarantined, and another that was', () => {
  expect(problems(['+1'])).toEqual(['not quarantined'])
  expect(problems(['+1', '+2', '+3'])).toEqual(['quarantined without cause'])
})

test('reports a text that was tried a fourth time, and a run that did not crash', () => {
  expect(problems(['+1', '+2'], { attempts: 4 })).toEqual(['tried too often'])
  expect(problems(['+1', '+2'], { crashes: 1 })).toEqual(['too few crashes'])
})
