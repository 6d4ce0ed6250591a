import type { ChatProblem } from '@crewline/contract/integrations'

/** How one attempt to post ended. */
export interface PostOutcome {
  http: number | null
  /** Null when it arrived. */
  problem: ChatProblem | null
  /** The header Retry-After of the response. */
  retryAfter?: string | undefined
}

/**
 * Returns what a response means. Slack answers 404 and 410 when the webhook was removed or the channel archived, and 403
 * when an admin forbids it; a workflow of Teams answers 401 and 403 to an old signature, and 404 once it is deleted.
 */
export function problemOf(http: number): ChatProblem | null {
  if (http >= 200 && http < 300) return null
  if ([401, 403, 404, 410].includes(http)) return 'gone'
  if (http === 429) return 'limited'
  // 408 and 425 ask to try again later.
  return http >= 500 || http === 408 || http === 425 ? 'down' : 'refused'
}

/** The longest time that a service may ask us to wait, in ms. */
const ASKED_MAX = 3_600_000

/** Returns for how long a service asked to get nothing, in ms. */
export function askedWait({ problem, retryAfter }: PostOutcome): number {
  if (problem !== 'limited' && problem !== 'down') return 0
  const seconds = Number(retryAfter)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1000, ASKED_MAX) : 0
}
