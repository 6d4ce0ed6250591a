import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { trueCount, type TrueCount } from './true-count.ts'

let asked: number
let count: TrueCount

beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  count = trueCount(() => {
    asked += 1
    count.asked()
  })
})
afterEach(() => vi.useRealTimers())

describe('the count of who waits', () => {
  it('is asked for once, however many wish it at once', () => {
    for (let wish = 0; wish < 5; wish++) count.want()
    expect(asked).toBe(0)
    vi.advanceTimersByTime(1000)
    expect(asked).toBe(1)
  })

  it('is asked for again when something moved before the answer, and then no more', () => {
    count.asked()
    count.moved()
    count.answered()
    vi.advanceTimersByTime(1000)
    expect(asked).toBe(1)
    count.answered()
    vi.advanceTimersByTime(1000)
    expect(asked).toBe(1)
  })

  it('is not doubted for what moved before the question or after the answer', () => {
    count.moved()
    count.asked()
    count.answered()
    count.moved()
    vi.advanceTimersByTime(1000)
    expect(asked).toBe(0)
  })

  it('is not asked for twice at the same time: a wish meanwhile waits for the answer', () => {
    count.asked()
    count.want()
    vi.advanceTimersByTime(1000)
    expect(asked).toBe(0)
    count.answered()
    vi.advanceTimersByTime(1000)
    expect(asked).toBe(1)
  })

  it('does not wait for ever for an answer that was lost', () => {
    count.asked()
    vi.advanceTimersByTime(11_000)
    count.want()
    vi.advanceTimersByTime(1000)
    expect(asked).toBe(1)
  })
})
