import { expect, test } from 'vitest'
import { randomOf } from '../../../test/kit/random.ts'
import { isFew, revealingRows, type Part, type RevealRow } from './reveal-rules.ts'

const NONE = { periods: [], isRestFew: false }
const part = (...keys: string[]): Part => ({ periods: ['p'], keys })

test.each<[string, RevealRow[], Part[], string[]]>([
  [
    'the smallest row beside the only hidden one',
    [row('a', 9), row('b', 6), row('few', 2)],
    [part('a'), part('b'), part('few')],
    ['b'],
  ],
  ['nothing where no row is hidden', [row('a', 9), row('b', 6)], [part('a'), part('b')], []],
  [
    'nothing where two rows are hidden',
    [row('a', 9), row('few', 2), row('one', 4)],
    [part('a'), part('few'), part('one')],
    [],
  ],
  ['nothing where others are in no row', [row('a', 9), row('few', 2)], [part('a'), part('few'), part()], []],
  [
    'a group that differs from the one around it by a hidden one',
    [row('all', 9), row('day', 7), row('few', 2)],
    [part('all', 'day'), part('all', 'few'), part()],
    ['day'],
  ],
])('hides %s', (_, rows, parts, hidden) => {
  expect([...revealingRows(rows, [parts], NONE)]).toEqual(hidden)
})

test('hides a row where hidden ones, with what is in no row, are about a few people even together', () => {
  const rows = [row('a', 9), row('b', 6), row('few', 2), row('one', 1)]
  const parts = [part('a'), part('b'), part('few'), part('one'), part()]
  expect([...revealingRows(rows, [parts], { ...NONE, isRestFew: true })]).toEqual(['b'])
  expect([...revealingRows(rows.slice(0, 2), [parts], { ...NONE, isRestFew: true })]).toEqual([])
})

test('hides a row that a period would make reveal another', () => {
  const parts: Part[] = [
    { periods: ['one'], keys: ['a'] },
    { periods: ['two'], keys: ['b'] },
    { periods: ['two'], keys: ['few'] },
    { periods: ['one'], keys: [] },
  ]
  const rows = [row('a', 9), row('b', 6), row('few', 2)]
  expect([...revealingRows(rows, [parts], { periods: ['one'], isRestFew: false })]).toEqual(['b'])
})

/** Rows, parts and periods of people who are in groups at random: divided among them, in several, or in none. */
function randomReport(random: (below: number) => number) {
  const groups = Array.from({ length: 2 + random(6) }, (_, nth) => `g${nth}`)
  const periods = ['one', 'two', 'three'].slice(0, 1 + random(3))
  const isDivided = random(2) === 0
  const people = Array.from({ length: 6 + random(40) }, (_, id) => {
    // Some groups are small, so that reports have rows to hide.
    const home = groups[Math.floor((random(100) ** 2 / 10_000) * groups.length)] as string
    const others = isDivided ? [] : groups.filter(() => random(5) === 0)
    const keys = random(isDivided ? 60 : 10) === 0 ? [] : [...new Set([home, ...others])].sort()
    return { id, keys, periods: periods.filter(() => random(3) > 0) }
  })
  const counted = people.filter((person) => person.periods.length > 0)
  const texts = counted.flatMap(({ id, keys, periods: active }) =>
    active.map((period) => ({ id, keys, periods: [period] })),
  )
  const parts = [
    ...new Map(
      texts.map(({ keys, periods: [at] }) => [`${at} ${keys.join()}`, { keys, periods: [at as string] }]),
    ).values(),
  ]
  const peopleIn = (holds: (text: (typeof texts)[number]) => boolean) =>
    new Set(texts.filter(holds).map(({ id }) => id)).size
  const rows = groups
    .map((key) =>
      row(
        key,
        peopleIn((text) => text.keys.includes(key)),
      ),
    )
    .filter((one) => one.people > 0)
  const shownPeriods = periods.filter((period) => peopleIn((text) => text.periods.includes(period)) >= 5)
  const enough = new Set(rows.filter(({ people: n }) => !isFew(n)).map(({ key }) => key))
  const isRest = ({ keys }: { keys: readonly string[] }) => !keys.some((key) => enough.has(key))
  const isRestFew = rows.length > enough.size && isFew(peopleIn(isRest))
  return { rows, parts, texts, isRest, also: { periods: shownPeriods, isRestFew } }
}

test.each([false, true])(
  'lets no hidden row follow from what is shown, over random reports (folded: %s)',
  (isFolded) => {
    const random = randomOf(4711)
    let revealed = 0
    let protectedRows = 0
    let shown = 0
    for (let nth = 0; nth < 250; nth += 1) {
      const { rows, parts, texts, isRest, also } = randomReport(random)
      // Every text as a part of its own: more parts than vectors, and the same rows.
      const hidden = revealingRows(rows, [isFolded ? [...texts, ...texts, ...texts] : parts], also)
      const vectorOf = (holds: (part: Part) => boolean) => parts.map((one) => (holds(one) ? 1n : 0n))
      const ofKey = (key: string) => vectorOf(({ keys }) => keys.includes(key))
      const known = [
        vectorOf(() => true),
        ...also.periods.map((period) => vectorOf((one) => one.periods.includes(period))),
      ]
      const big = rows.filter(({ people }) => !isFew(people))
      const visible = big.filter(({ key }) => !hidden.has(key))
      const targets = [
        ...rows.filter(({ people }) => isFew(people)).map(({ key }) => ofKey(key)),
        ...(also.isRestFew ? [vectorOf(isRest)] : []),
      ].filter((target) => !follows(target, known))
      for (const target of targets) {
        if (follows(target, [...known, ...big.map(({ key }) => ofKey(key))])) revealed += 1
        expect(follows(target, [...known, ...visible.map(({ key }) => ofKey(key))])).toBe(false)
      }
      // No row is hidden without need: with it, a figure about a few people follows.
      for (const key of hidden) {
        const more = [...known, ...visible.map((one) => ofKey(one.key)), ofKey(key)]
        expect(targets.some((target) => follows(target, more))).toBe(true)
      }
      protectedRows += hidden.size
      shown += visible.length
    }
    // The reports had something to protect, and most rows are still shown.
    expect(revealed).toBeGreaterThan(20)
    expect(protectedRows).toBeGreaterThan(0)
    expect(shown).toBeGreaterThan(protectedRows * 3)
  },
)

function row(key: string, people: number): RevealRow {
  return { key, people }
}

/** Whether a vector is a sum of multiples of others, in exact fractions. */
function follows(vector: bigint[], others: bigint[][]): boolean {
  const rank = (matrix: bigint[][]) => {
    const left = matrix.map((line) => [...line])
    let found = 0
    for (let column = 0; column < vector.length; column += 1) {
      const at = left.findIndex((line, nth) => nth >= found && line[column] !== 0n)
      if (at < 0) continue
      const [pivot] = left.splice(at, 1) as [bigint[]]
      left.splice(found, 0, pivot)
      for (let nth = found + 1; nth < left.length; nth += 1) {
        const line = left[nth] as bigint[]
        const times = line[column] as bigint
        if (times !== 0n) left[nth] = line.map((value, i) => value * pivot[column]! - times * pivot[i]!)
      }
      found += 1
    }
    return found
  }
  return rank([...others, vector]) === rank(others)
}
