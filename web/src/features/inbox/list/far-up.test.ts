import { expect, it } from 'vitest'
import { isEndFarAway } from './far-up.ts'

it('is true more than two screens from the end', () => {
  expect(isEndFarAway({ distanceToEnd: 1300, viewport: 600, isAtEnd: false })).toBe(true)
  expect(isEndFarAway({ distanceToEnd: 1100, viewport: 600, isAtEnd: false })).toBe(false)
})

it('is false at the end while an on-screen keyboard opens', () =>
  expect(isEndFarAway({ distanceToEnd: 400, viewport: 90, isAtEnd: true })).toBe(false))
