import { parsePhone } from '@crewline/contract/phone'

export type LineType = 'local' | 'toll_free' | 'short_code'
/** The state of a line. */
export type LineState = 'active' | 'paused' | 'released'

/**
 * Messages per second that carriers accept from a number of this type without a higher agreement (product notes on
 * 10DLC).
 */
export const DEFAULT_RATE_BY_TYPE: Record<LineType, number> = { local: 1, toll_free: 3, short_code: 100 }

/** Returns a number as carriers write it: E.164, or the five or six digits of a short code; null when it is neither. */
export function linePhone(typed: string, type: LineType, country: string): string | null {
  if (type !== 'short_code') return parsePhone(typed, country)?.e164 ?? null
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{5,6}$/.test(digits) ? digits : null
}

/** Carriers at which calls to a number are not answered. */
const WITHOUT_CALLS = new Set(['telnyx'])

/** Whether calls to a number of this carrier are answered. */
export function answersCalls(carrier: string): boolean {
  return !WITHOUT_CALLS.has(carrier)
}

/** Returns the public part of an API key of Telnyx, which names it: the key has no account id beside it. */
export function telnyxAccountOf(key: string): string {
  return /^(KEY[0-9A-Za-z]+)_/.exec(key)?.[1] ?? 'telnyx'
}

/** The parts of a line in its webhook addresses. */
interface Named {
  id: string
  carrier: string
}

/** Returns the address the carrier calls for messages to this line. */
export function textHookUrl(publicUrl: string, { id, carrier }: Named): string {
  return `${publicUrl}/hooks/${carrier}/${id}`
}

/** Returns the address the carrier calls for phone calls to this line. */
export function voiceHookUrl(publicUrl: string, line: Named): string {
  return `${textHookUrl(publicUrl, line)}/voice`
}

/** Recent delivery counts of a line. */
export interface LineCounts {
  /** Handed over to the carrier. */
  sent: number
  delivered: number
  failed: number
  /** The failed ones that were filtered as spam. */
  filtered: number
  /** Not handed over yet. */
  waiting: number
}

/** The health of a line for display: shares of the finished messages, in percent with one decimal. */
export interface LineHealth {
  sent: number
  deliveredPct: number | null
  failedPct: number | null
  filteredPct: number | null
  waiting: number
  score: 'good' | 'watch' | 'bad' | 'unknown'
}

/** With fewer messages, health is unknown. */
const ENOUGH = 20

/**
 * Rates the health of a line. More than 5% filtered is bad, because carriers block such numbers; from 1% filtered, or
 * from 10% failed for any reason, it needs attention.
 */
export function healthOf({ sent, delivered, failed, filtered, waiting }: LineCounts): LineHealth {
  const finished = delivered + failed
  const pct = (part: number) => (finished === 0 ? null : Math.round((part / finished) * 1000) / 10)
  const [deliveredPct, failedPct, filteredPct] = [pct(delivered), pct(failed), pct(filtered)]
  const base = { sent, deliveredPct, failedPct, filteredPct, waiting }
  if (finished < ENOUGH || failedPct === null || filteredPct === null) return { ...base, score: 'unknown' }
  if (filteredPct > 5 || failedPct > 25) return { ...base, score: 'bad' }
  return { ...base, score: filteredPct >= 1 || failedPct >= 10 ? 'watch' : 'good' }
}
