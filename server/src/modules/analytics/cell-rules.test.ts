import { describe, expect, test } from 'vitest'
import { cellsOf, totalOf, type ChildCounts } from './cell-rules.ts'

const MANY: ChildCounts = {
  contacts: 100,
  reachable: 90,
  sent: 300,
  delivered: 280,
  notDelivered: 20,
  received: 60,
  optOuts: 6,
  people: { sent: 90, delivered: 88, notDelivered: 9, received: 30 },
}
const shown = cellsOf(MANY)
const withPeople = (people: Partial<ChildCounts['people']>): ChildCounts => ({
  ...MANY,
  people: { ...MANY.people, ...people },
})

const cases: [string, ChildCounts, Partial<typeof shown>][] = [
  ['figures about many people', MANY, {}],
  ['nothing at all', { ...MANY, optOuts: 0 }, { optOuts: 0 }],
  ['exactly five people', { ...MANY, optOuts: 5 }, { optOuts: 5 }],
  ['four opt-outs', { ...MANY, optOuts: 4 }, { optOuts: null }],
  ['a child with three contacts', { ...MANY, contacts: 3, reachable: 0 }, { contacts: null, reachable: null }],
  ['one contact who cannot be texted', { ...MANY, reachable: 99 }, { reachable: null }],
  ['every contact can be texted', { ...MANY, reachable: 100 }, { reachable: 100 }],
  ['many texts to two people', withPeople({ sent: 2 }), { sent: null }],
  ['failures of one person', withPeople({ notDelivered: 1 }), { delivered: null, notDelivered: null }],
  ['many texts from three people', withPeople({ received: 3 }), { received: null, contactsWhoReplied: null }],
]
test.each(cases)('hides only what is about a few people: %s', (_name, counts, expected) => {
  expect(cellsOf(counts)).toEqual({ ...shown, ...expected })
})

describe('totals', () => {
  test('add what is shown, so that a hidden figure cannot be computed from them', () => {
    const rows = [shown, { ...shown, optOuts: null }]
    expect(totalOf(rows)).toMatchObject({ contacts: 200, optOuts: 6 })
    expect(totalOf([{ ...shown, optOuts: null }]).optOuts).toBeNull()
  })
})
