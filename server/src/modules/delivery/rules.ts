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

/** How fast a line may send, lowered while its carrier reports overload. */
abstract class LineRate {
  private readonly perSecond: number
  private factor = 1

  constructor(perSecond: number) {
    this.perSecond = perSecond
  }

  /** Messages in a second, at most. */
  protected now(): number {
    return this.perSecond * this.factor
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

/** Token bucket: at most `perSecond` messages in any second, halved when the carrier reports overload. */
export class RateLimit extends LineRate {
  private tokens: number
  private at: number

  constructor(perSecond: number, nowMs: number) {
    super(perSecond)
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
  waitMs(nowMs: number): number {
    const tokens = this.tokens + (nowMs - this.at) * this.perMs()
    return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / this.perMs())
  }

  /** Milliseconds until a new limit would allow no more than this one. */
  restMs(nowMs: number): number {
    const tokens = this.tokens + (nowMs - this.at) * this.perMs()
    return Math.max(0, Math.ceil((this.most() - tokens) / this.perMs()))
  }

  /** Does nothing: a token that was taken is used up. */
  giveBack(): void {}

  /** Messages are sent as soon as they are marked. */
  untilNextMs(): number {
    return 0
  }

  private perMs(): number {
    return (this.now() * STEADY) / 1000
  }

  private most(): number {
    return Math.max(1, this.now() * (1 - STEADY))
  }
}

/** How far ahead of their moments messages are marked, in ms: one transaction for several. */
const AHEAD_MS = 500
/** The share of a line's rate at which messages follow each other; the rest is left for those that are late. */
const PACED = 0.99
/** How late a message may be so that the next one still keeps its moment, in ms; what `PACED` leaves of a second covers it. */
const LATE_MS = 8

/**
 * Messages one by one at equal distances: at most `perSecond` are written in any second, and 99 % of that when messages
 * wait. They are marked up to half a second before their moment.
 */
export class PacedRate extends LineRate {
  /** The moment of the next message. */
  private nextMs: number
  /** Messages that were taken and not written. */
  private unwritten = 0

  constructor(perSecond: number, nowMs: number) {
    super(perSecond)
    this.nextMs = nowMs
  }

  /** Takes up to `requested` messages whose moments are near, none while only few are, and returns how many. */
  take(requested: number, nowMs: number): number {
    const granted = Math.min(requested, this.near(nowMs))
    if (granted < Math.min(requested, this.least())) return 0
    this.unwritten += granted
    return granted
  }

  /** Milliseconds until enough moments are near. */
  waitMs(nowMs: number): number {
    const missing = this.least() - this.near(nowMs)
    if (missing <= 0) return 0
    return Math.max(1, Math.ceil(this.endMs(nowMs) + (this.least() - 1) * this.gapMs() - AHEAD_MS - nowMs))
  }

  /** Milliseconds until a new rate would allow no more than this one. */
  restMs(nowMs: number): number {
    return Math.max(0, Math.ceil(this.nextMs - nowMs))
  }

  /** Gives back what was taken and is not written. */
  giveBack(count: number): void {
    this.unwritten = Math.max(0, this.unwritten - count)
  }

  /** Milliseconds until the next message may be written; when none, it counts as written now. */
  untilNextMs(nowMs: number): number {
    if (this.nextMs > nowMs) return this.nextMs - nowMs
    this.nextMs = Math.max(this.nextMs, nowMs - LATE_MS) + this.gapMs()
    this.giveBack(1)
    return 0
  }

  /** The moment of the first message that is not taken. */
  private endMs(nowMs: number): number {
    return Math.max(this.nextMs, nowMs - LATE_MS) + this.unwritten * this.gapMs()
  }

  /** How many moments are near. */
  private near(nowMs: number): number {
    return Math.max(0, Math.floor((nowMs + AHEAD_MS - this.endMs(nowMs)) / this.gapMs()) + 1)
  }

  /** How many are taken at once, at least. */
  private least(): number {
    return Math.max(1, Math.floor(AHEAD_MS / this.gapMs() / 2))
  }

  private gapMs(): number {
    return 1_000 / (this.now() * PACED)
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
export function takesPermitFirst({ maxOpenSubmissions, concurrency }: Openness): boolean {
  return maxOpenSubmissions <= concurrency
}

/** Where a carrier cannot be asked, messages are marked when they can be written; elsewhere several ahead. */
export function rateOf(carrier: Openness, perSecond: number, nowMs: number): RateLimit | PacedRate {
  return takesPermitFirst(carrier) ? new RateLimit(perSecond, nowMs) : new PacedRate(perSecond, nowMs)
}

interface Openness {
  maxOpenSubmissions: number
  concurrency: number
}

/**
 * Returns the lines that a sender takes at once: half of the free ones, in no order, because a signal wakes every process at
 * the same moment and the first would otherwise take them all. `chance` is in [0, 1).
 */
export function linesAtOnce<Line>(free: Line[], chance: () => number): Line[] {
  return free
    .map((line) => ({ line, place: chance() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, Math.ceil(free.length / 2))
    .map(({ line }) => line)
}
