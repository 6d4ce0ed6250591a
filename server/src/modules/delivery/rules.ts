import { SUBMIT_WRITE_WITHIN_MS } from '@crewline/contract/limits'

/** Where a carrier calls for a line, and with a message id for receipts of that message. */
export function hookUrl(publicUrl: string, carrier: string, lineId: string, messageId?: string): string {
  return `${publicUrl}/hooks/${carrier}/${lineId}${messageId ? `/${messageId}` : ''}`
}

/** How long a line waits after texts that were provably not taken: 5 s doubling to 5 minutes, give or take a fifth. */
export function backoffMs(failuresInARow: number, chance: number): number {
  const base = Math.min(5_000 * 2 ** Math.max(0, failuresInARow - 1), 300_000)
  return Math.round(base * (0.8 + 0.4 * chance))
}

/**
 * Whether a marked text may still be written. A process that was paused in between must not write: its text may have
 * been given to another. Both clocks are asked, because either may stand still while a machine sleeps.
 */
export function mayWrite(
  marked: { wallMs: number; monotonicMs: number },
  now: { wallMs: number; monotonicMs: number },
): boolean {
  const wall = now.wallMs - marked.wallMs
  const monotonic = now.monotonicMs - marked.monotonicMs
  return wall >= -1000 && wall <= SUBMIT_WRITE_WITHIN_MS && monotonic <= SUBMIT_WRITE_WITHIN_MS
}

/** Of a line's rate, what refills steadily; the rest may gather for the next moment. Together they are the rate. */
const STEADY = 0.95

/** A rate that refills steadily: never more than `perSecond` texts in any second, halved when the carrier says it is too much. */
export class Pace {
  private readonly perSecond: number
  private factor = 1
  private tokens: number
  private at: number

  constructor(perSecond: number, nowMs: number) {
    this.perSecond = perSecond
    this.tokens = this.most()
    this.at = nowMs
  }

  /** How many texts may go now, at most `wanted`. */
  take(wanted: number, nowMs: number): number {
    this.tokens = Math.min(this.most(), this.tokens + (nowMs - this.at) * this.perMs())
    this.at = nowMs
    const taken = Math.min(wanted, Math.floor(this.tokens))
    this.tokens -= taken
    return taken
  }

  /** Milliseconds until one more may go. */
  waitMs(): number {
    return this.tokens >= 1 ? 0 : Math.ceil((1 - this.tokens) / this.perMs())
  }

  private perMs(): number {
    return (this.perSecond * this.factor * STEADY) / 1000
  }

  private most(): number {
    return Math.max(1, this.perSecond * this.factor * (1 - STEADY))
  }

  /** The carrier said "too fast". */
  slower(): void {
    this.factor = Math.max(this.factor / 2, 1 / 64)
  }

  /** A batch went well: a little faster again. */
  faster(): void {
    this.factor = Math.min(1, this.factor + 0.05)
  }
}

/** What is due now, and when the first of the others is. */
export function splitByDue<T extends { dueAt: Date }>(known: T[], now: Date): { due: T[]; nextAt: Date | undefined } {
  const due = known.filter((one) => one.dueAt <= now)
  const times = known.flatMap(({ dueAt }) => (dueAt > now ? [dueAt.getTime()] : []))
  return { due, nextAt: times.length > 0 ? new Date(Math.min(...times)) : undefined }
}

/** Why an event could not be taken in: the database refused what it says (SQLSTATE classes 22 and 23), else we failed. */
export function asideReason(error: unknown): 'refused' | 'trouble' {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^2[23]/.test(code) ? 'refused' : 'trouble'
}
