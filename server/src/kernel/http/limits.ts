import { RateLimiterMemory } from 'rate-limiter-flexible'
import { fail } from '../failure.ts'

/** A counter that refuses with 429 and says when to come back. */
export interface Limit {
  /** Takes one place for this key or refuses. */
  take(key: string): Promise<void>
}

/** Allows `points` uses per key in `seconds`; counted in this process. */
export function makeLimit(points: number, seconds: number): Limit {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return {
    take: async (key) => {
      try {
        await limiter.consume(key)
      } catch (refusal) {
        fail('slow_down', { retryAfterS: (refusal as { msBeforeNext: number }).msBeforeNext / 1000 })
      }
    },
  }
}
