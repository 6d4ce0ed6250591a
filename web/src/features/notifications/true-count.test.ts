import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { trueCount, type TrueCount } from './true-count.ts'

let fetchCount: number
let count: TrueCount

beforeEach(() => {
  vi.useFakeTimers()
  fetchCount = 0
  count = trueCount(() => {
    fetchCount += 1
    count.fetchStarted()
  })
})
afterEach(() => vi.useRealTimers())

describe('the count of waiting contacts', () => {
  it('is fetched once for several simultaneous requests', () => {
    for (let wish = 0; wish < 5; wish++) count.requestFetch()
    expect(fetchCount).toBe(0)
    vi.advanceTimersByTime(1000)
    expect(fetchCount).toBe(1)
  })

  it('is fetched again after a change before the response, but only once', () => {
    count.fetchStarted()
    count.moved()
    count.answered()
    vi.advanceTimersByTime(1000)
    expect(fetchCount).toBe(1)
    count.answered()
    vi.advanceTimersByTime(1000)
    expect(fetchCount).toBe(1)
  })

  it('is not refetched for changes before the request or after the response', () => {
    count.moved()
    count.fetchStarted()
    count.answered()
    count.moved()
    vi.advanceTimersByTime(1000)
    expect(fetchCount).toBe(0)
  })

  it('is never fetched twice at the same time: a request meanwhile waits for the response', () => {
    count.fetchStarted()
    count.requestFetch()
    vi.advanceTimersByTime(1000)
    expect(fetchCount).toBe(0)
    count.answered()
    vi.advanceTimersByTime(1000)
    expect(fetchCount).toBe(1)
  })

  it('does not wait forever for a lost response', () => {
    count.fetchStarted()
    vi.advanceTimersByTime(11_000)
    count.requestFetch()
    vi.advanceTimersByTime(1000)
    expect(fetchCount).toBe(1)
  })
})
