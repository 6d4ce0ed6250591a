import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { fail } from '../failure.ts'
import type { Kernel } from '../kernel.ts'

/** A counter that refuses with 429 and says when to come back. */
export interface Limit {
  /** Takes one place for this key or refuses. */
  take(key: string): Promise<void>
  /** Gives one place back that turned out to be well used. */
  giveBack(key: string): Promise<void>
}

/** Allows `points` uses per key in `seconds`; counted in this process, for calls too frequent to ask the database about. */
export function makeLocalLimit(points: number, seconds: number): Limit {
  return limitOf(new RateLimiterMemory({ points, duration: seconds }))
}

/** The limits of one process by name; several processes in one program have their own. */
const made = new WeakMap<Kernel, Map<string, Limit>>()

/** Allows `points` uses per key in `seconds`, counted in the database for all processes; what is used up is refused without asking again. */
export function makeLimit(kernel: Kernel, name: string, points: number, seconds: number): Limit {
  const limits = made.get(kernel) ?? new Map<string, Limit>()
  made.set(kernel, limits)
  const known = limits.get(name)
  if (known) return known
  const limit = limitOf(
    new RateLimiterPostgres({
      storeClient: { query: (query: pg.QueryConfig) => kernel.database.plainSystem(query) },
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
      inMemoryBlockOnConsumed: points + 1,
    }),
  )
  limits.set(name, limit)
  return limit
}

function limitOf(limiter: RateLimiterMemory | RateLimiterPostgres): Limit {
  return {
    take: async (key) => {
      try {
        await limiter.consume(hidden(key))
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        fail('slow_down', { retryAfterS: refusal.msBeforeNext / 1000 })
      }
    },
    giveBack: async (key) => {
      await limiter.reward(hidden(key))
    },
  }
}

/** Keys are addresses, numbers and e-mails: nobody needs to read them in a table of counters. */
function hidden(key: string): string {
  return createHash('sha256').update(key.toLowerCase()).digest('base64url').slice(0, 22)
}
