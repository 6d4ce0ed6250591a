import { describe, expect, it } from 'vitest'
import { formatAgo } from './format-ago.ts'

const now = new Date('2026-11-21T12:00:00Z')
const ago = (ms: number) => formatAgo(new Date(now.getTime() - ms), now, 'en')

describe('the relative time', () => {
  it.each([
    [0, 'now'],
    [59_000, 'now'],
    [-5000, 'now'],
    [120_000, '2 min. ago'],
    [3 * 3_600_000, '3 hr. ago'],
    [26 * 3_600_000, 'yesterday'],
    [40 * 86_400_000, '40 days ago'],
  ])('formats %i ms as %s', (ms, expected) => {
    expect(ago(ms)).toBe(expected)
  })
})
