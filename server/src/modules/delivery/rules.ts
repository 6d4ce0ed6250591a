import { SUBMIT_WRITE_TIMEOUT_MS } from '@crewline/contract/limits'

/** Returns the webhook URL of a line, or with a message id the one for receipts of that message. */
export function hookUrl(publicUrl: string, carrier: string, lineId: string, messageId?: string): string {
  return `${publicUrl}/hooks/${carrier}/${lineId}${messageId ? `/${messageId}` : ''}`
}

/**
 * Returns how long a line waits after messages that were provably not accepted: 5 s, doubling up to 5 minutes, ±20%.
 */
export function backoffMs(failuresInARow: number, chance: number): number {
  const base = Math.min(5_000 * 2 ** Math.max(0, failuresInARow - 1), 300_000)
  return Math.round(base * (0.8 + 0.4 * chance))
}

/**
 * Returns whether a marked message may still be submitted. A process that was paused in between must not submit it,
 * because another process may have taken over. Checks both clocks, because either may stop while a machine sleeps.
 */
export function mayWrite(
  marked: { wallMs: number; monotonicMs: number },
  now: { wallMs: number; monotonicMs: number },
): boolean {
  const wall = now.wallMs - marked.wallMs
  const monotonic = now.monotonicMs - marked.monotonicMs
  return wall >= -1000 && wall <= SUBMIT_WRITE_TIMEOUT_MS && monotonic <= SUBMIT_WRITE_TIMEOUT_MS
}

/**
 * The share of a line's rate that refills steadily; the rest may accumulate as a burst. Together they equal the rate.
 */
const STEADY = 0.95

/** Token bucket: at most `perSecond` messages in any second, halved when the carrier reports overload. */
export class RateLimit {
  private readonly perSecond: number
  private factor = 1
  private tokens: number
  private at: number

  constructor(perSecond: number, nowMs: number) {
    this.perSecond = perSecond
    this.tokens = this.most()
    this.at = nowMs
  }

  /** Takes up to `wanted` tokens and returns how many messages may be sent now. */
  take(requested: number, nowMs: number): number {
    this.tokens = Math.min(this.most(), this.tokens + (nowMs - this.at) * this.perMs())
    this.at = nowMs
    const granted = Math.min(requested, Math.floor(this.tokens))
    this.tokens -= granted
    return granted
  }

  /** Milliseconds until the next token. */
  waitMs(): number {
    return this.tokens >= 1 ? 0 : Math.ceil((1 - this.tokens) / this.perMs())
  }

  private perMs(): number {
    return (this.perSecond * this.factor * STEADY) / 1000
  }

  private most(): number {
    return Math.max(1, this.perSecond * this.factor * (1 - STEADY))
  }

  /** Halves the rate after an overload answer. */
  slower(): void {
    this.factor = Math.max(this.factor / 2, 1 / 64)
  }

  /** Raises the rate a little after a success. */
  faster(): void {
    this.factor = Math.min(1, this.factor + 0.05)
  }
}

/** Returns the items due now, and the time of the earliest later one. */
export function splitByDue<T extends { dueAt: Date }>(items: T[], now: Date): { due: T[]; nextAt: Date | undefined } {
  const due = items.filter((item) => item.dueAt <= now)
  const times = items.flatMap(({ dueAt }) => (dueAt > now ? [dueAt.getTime()] : []))
  return { due, nextAt: times.length > 0 ? new Date(Math.min(...times)) : undefined }
}

/**
 * Classifies a storage failure: `refused` when the database rejected the data (SQLSTATE classes 22 and 23), or else
 * `trouble`.
 */
export function quarantineReason(error: unknown): 'refused' | 'trouble' {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^2[23]/.test(code) ? 'refused' : 'trouble'
}

/**
 * Whether a message gets its connection before it is marked. Where the carrier cannot be asked about a message, one that
 * waits for a connection when the process dies would stay unknown, although it was never sent.
 */
export function takesPermitFirst({
  maxOpenSubmissions,
  concurrency,
}: {
  maxOpenSubmissions: number
  concurrency: number
}): boolean {
  return maxOpenSubmissions <= concurrency
}
