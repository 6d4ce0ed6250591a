import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { fail } from '../failure.ts'
import type { Kernel } from '../kernel.ts'

/** What one use of a limit left. */
export interface Use {
  remaining: number
  /** When the count starts again, in seconds from now. */
  resetS: number
  isRefused: boolean
}

/** A rate limit that refuses with 429 and a retry time. */
export interface Limit {
  /** Uses one point of this key or refuses. */
  take(key: string): Promise<void>
  /** Uses one point of this key if there is one, and returns what is left. */
  count(key: string): Promise<Use>
  /** Whether this key would be refused; uses no point. */
  isExhausted(key: string): Promise<boolean>
  /** How many points of this key are left; uses none. */
  left(key: string): Promise<number>
  /** Returns one point after legitimate use. */
  refund(key: string): Promise<void>
}

/** Allows `points` uses per key in `seconds`; counted in this process, for calls too frequent for the database. */
export function makeLocalLimit(points: number, seconds: number): Limit {
  return limitOf(new RateLimiterMemory({ points, duration: seconds }), (key) => key.toLowerCase())
}

/** The limits of one process by name; several processes in one program have separate ones. */
const made = new WeakMap<Kernel, Map<string, Limit>>()

/**
 * Allows `points` uses per key in `seconds`, counted in the database for all processes; an exhausted key is refused
 * without a database query.
 */
export function makeLimit(kernel: Kernel, name: string, points: number, seconds: number): Limit {
  const limits = made.get(kernel) ?? new Map<string, Limit>()
  made.set(kernel, limits)
  const existing = limits.get(name)
  if (existing) return existing
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
    hidden,
  )
  limits.set(name, limit)
  return limit
}

function limitOf(limiter: RateLimiterMemory | RateLimiterPostgres, nameOf: (key: string) => string): Limit {
  const count = async (key: string): Promise<Use> => {
    try {
      const used = await limiter.consume(nameOf(key))
      return { remaining: used.remainingPoints, resetS: used.msBeforeNext / 1000, isRefused: false }
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return { remaining: 0, resetS: refusal.msBeforeNext / 1000, isRefused: true }
    }
  }
  return {
    take: async (key) => {
      const { isRefused, resetS } = await count(key)
      if (isRefused) fail('slow_down', { retryAfterS: resetS })
    },
    count,
    isExhausted: async (key) => {
      const used = await limiter.get(nameOf(key))
      return used !== null && used.consumedPoints >= limiter.points
    },
    left: async (key) => {
      const used = await limiter.get(nameOf(key))
      return Math.max(0, limiter.points - (used?.consumedPoints ?? 0))
    },
    refund: async (key) => {
      await limiter.reward(nameOf(key))
    },
  }
}

/** Keys are addresses, phone numbers and emails, so the counter table stores only hashes. */
function hidden(key: string): string {
  return createHash('sha256').update(key.toLowerCase()).digest('base64url').slice(0, 22)
}
