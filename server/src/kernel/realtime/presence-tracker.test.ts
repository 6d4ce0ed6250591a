import { expect, test } from 'vitest'
import type { Kernel } from '../kernel.ts'
import type { Scope } from '../scope.ts'
import { buildPresenceTracker } from './presence-tracker.ts'

let nowMs = 0
const kernel = {
  world: { id: () => 'process', monotonicMs: () => nowMs },
  signals: { onBroadcast: () => () => {}, broadcast: () => {} },
} as unknown as Kernel

const socketOf = (firstname: string) =>
  ({
    orgId: 'org',
    requestId: `socket of ${firstname}`,
    actor: { kind: 'member', userId: firstname, firstname, lastname: '' },
  }) as unknown as Scope

test('who loses the connection without a word has left after the expiry', () => {
  const tracker = buildPresenceTracker('places', 10_000)
  const [eve, max] = [socketOf('Eve'), socketOf('Max')]
  const namesFor = (scope: Scope) => tracker.move(scope, kernel, 'here')[0]?.users.map(({ name }) => name)
  expect(namesFor(max)).toEqual(['Max'])
  nowMs += 6_000
  expect(namesFor(eve)).toEqual(['Eve', 'Max'])
  nowMs += 4_000
  expect(namesFor(eve)).toEqual(['Eve', 'Max'])
  nowMs += 1
  expect(namesFor(eve)).toEqual(['Eve'])
  expect(namesFor(max)).toEqual(['Eve', 'Max'])
})
