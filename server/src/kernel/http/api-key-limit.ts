import { API_KEY_CALLS_AT_ONCE, API_KEY_CALLS_PER_MINUTE } from '@crewline/contract/api-key-limits'
import { fail } from '../failure.ts'
import type { Kernel } from '../kernel.ts'
import type { Scope } from '../scope.ts'
import { makeLimit } from './limits.ts'

/** The window of the rate limit, in seconds. */
const WINDOW_S = 60

/** Sets a header of the response, whether it succeeds or not. */
type SetHeader = (name: string, value: string) => void

/** The rate limit of API keys, which every response to a key reports. */
export interface ApiKeyLimit {
  /**
   * Counts a call of an API key and writes the `RateLimit` headers. Fails with `slow_down` when the key made too many
   * calls in a minute or too many at once. The returned function ends the call; undefined for other callers.
   */
  begin(scope: Scope | undefined, setHeader: SetHeader): Promise<(() => void) | undefined>
}

/** Limits each API key per minute across all processes, and at once in this process. */
export function makeApiKeyLimit(kernel: Kernel): ApiKeyLimit {
  const limit = makeLimit(kernel, 'api-key', API_KEY_CALLS_PER_MINUTE, WINDOW_S)
  const inProgress = new Map<string, number>()
  return {
    begin: async (scope, setHeader) => {
      if (scope?.actor.kind !== 'member' || !scope.actor.apiKey) return undefined
      const { sessionId: keyId } = scope.actor
      const { remaining, resetS, isRefused } = await limit.count(keyId)
      // Fields of draft-ietf-httpapi-ratelimit-headers: the quota and its window, what is left and for how long.
      setHeader('ratelimit-policy', `"api-key";q=${API_KEY_CALLS_PER_MINUTE};w=${WINDOW_S}`)
      setHeader('ratelimit', `"api-key";r=${remaining};t=${Math.ceil(resetS)}`)
      if (isRefused) fail('slow_down', { retryAfterS: resetS })
      const count = inProgress.get(keyId) ?? 0
      if (count >= API_KEY_CALLS_AT_ONCE)
        fail('slow_down', { internal: 'too many calls of one API key at once', retryAfterS: 1 })
      inProgress.set(keyId, count + 1)
      return () => {
        const left = (inProgress.get(keyId) ?? 1) - 1
        if (left > 0) inProgress.set(keyId, left)
        else inProgress.delete(keyId)
      }
    },
  }
}
