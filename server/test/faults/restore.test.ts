import { expect, test } from 'vitest'
import { checkRestore, type RestoreEvidence } from './restore.ts'

// The checks of the restore drill find what each of them is for; the drill itself runs with `npm run test:faults`.

const text = (nth: number) => ({ body: `text ${nth}`, to: `+1312555000${nth}` })
const good: RestoreEvidence = {
  promised: new Map([1, 2, 3].map((nth) => [text(nth).body, text(nth).to])),
  stopped: new Set([text(3).to]),
  ledger: [text(1), text(2)],
  before: 1,
  decided: 1,
  suppressed: new Set([text(3).body]),
}

test('finds nothing when each text left once and a person who wrote STOP got none', () => {
  expect(checkRestore(good)).toEqual({})
})

test.each<[string, Partial<RestoreEvidence>, Record<string, string[]>]>([
  [
    'a text that left before the backup was restored and again after it',
    { ledger: [text(1), text(2), text(1)] },
    { 'sent twice': ['text 1'] },
  ],
  ['a text that left before a person decided', { decided: 2 }, { 'sent before anyone decided': ['text 2'] }],
  [
    'a text to a person who wrote STOP after the backup',
    { ledger: [text(1), text(2), text(3)] },
    { 'sent to a person who wrote STOP': ['text 3'] },
  ],
  ['a text that never left', { ledger: [text(1)] }, { lost: ['text 2'] }],
  ['a text that nothing explains', { suppressed: new Set() }, { lost: ['text 3'] }],
])('finds %s', (_case, change, problems) => {
  expect(checkRestore({ ...good, ...change })).toEqual(problems)
})
