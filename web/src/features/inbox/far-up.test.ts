import { expect, it } from 'vitest'
import { isFarUpIn } from './far-up.ts'

it('is more than two screens from the end', () => {
  expect(isFarUpIn({ left: 1300, viewport: 600, isAtEnd: false })).toBe(true)
  expect(isFarUpIn({ left: 1100, viewport: 600, isAtEnd: false })).toBe(false)
})

it('is not said of who is at the end while a keyboard comes up', () =>
  expect(isFarUpIn({ left: 400, viewport: 90, isAtEnd: true })).toBe(false))
