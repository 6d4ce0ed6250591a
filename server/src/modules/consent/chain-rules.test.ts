import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isChainIntact, type Link } from './chain-rules.ts'

const chainOf = (hashes: string[]): Link[] =>
  hashes.map((hash, nth) => ({ hash, recomputed: hash, before: nth === 0 ? null : (hashes[nth - 1] as string) }))
const hashes = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })
const shuffled = fc
  .tuple(hashes, fc.infiniteStream(fc.nat()))
  .map(([all, order]) => [all, chainOf(all).sort(() => ((order.next().value as number) % 2 === 0 ? 1 : -1))] as const)

test('accepts an intact chain in any entry order, and an empty one', () => {
  expect(isChainIntact([], null)).toBe(true)
  fc.assert(fc.property(shuffled, ([all, links]) => isChainIntact(links, all.at(-1) as string)))
})

test('rejects a chain with a changed, missing, inserted or duplicated entry or another end', () => {
  fc.assert(
    fc.property(hashes, fc.nat(), (all, at) => {
      const links = chainOf(all)
      const end = all.at(-1) as string
      const nth = at % links.length
      const changedLinks = links.with(nth, { ...(links[nth] as Link), recomputed: 'another' })
      expect(isChainIntact(changedLinks, end)).toBe(false)
      expect(isChainIntact(links.toSpliced(nth, 1), end)).toBe(false)
      expect(isChainIntact([...links, { hash: 'new', recomputed: 'new', before: all[nth] as string }], end)).toBe(false)
      expect(isChainIntact(links, null)).toBe(false)
      expect(isChainIntact(links, 'another end')).toBe(false)
    }),
  )
})
