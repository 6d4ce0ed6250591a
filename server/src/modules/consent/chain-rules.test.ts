import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWhole, type Link } from './chain-rules.ts'

const chainOf = (hashes: string[]): Link[] =>
  hashes.map((hash, nth) => ({ hash, again: hash, before: nth === 0 ? null : (hashes[nth - 1] as string) }))
const hashes = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })
const shuffled = fc
  .tuple(hashes, fc.infiniteStream(fc.nat()))
  .map(([all, order]) => [all, chainOf(all).sort(() => ((order.next().value as number) % 2 === 0 ? 1 : -1))] as const)

test('a chain is whole in whatever order its entries come, and an empty one too', () => {
  expect(isWhole([], null)).toBe(true)
  fc.assert(fc.property(shuffled, ([all, links]) => isWhole(links, all.at(-1) as string)))
})

test('one entry changed, taken away, put in between or doubled, or another end, and it is not', () => {
  fc.assert(
    fc.property(hashes, fc.nat(), (all, at) => {
      const links = chainOf(all)
      const end = all.at(-1) as string
      const nth = at % links.length
      const other = links.with(nth, { ...(links[nth] as Link), again: 'another' })
      expect(isWhole(other, end)).toBe(false)
      expect(isWhole(links.toSpliced(nth, 1), end)).toBe(false)
      expect(isWhole([...links, { hash: 'new', again: 'new', before: all[nth] as string }], end)).toBe(false)
      expect(isWhole(links, null)).toBe(false)
      expect(isWhole(links, 'another end')).toBe(false)
    }),
  )
})
