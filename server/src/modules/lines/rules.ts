import { parsePhone } from '@crewline/contract/phone'

/** What a number can be. */
export type LineType = 'local' | 'toll_free' | 'short_code'
/** Whether a number is in use. */
export type LineState = 'active' | 'paused' | 'released'

/** Texts a second that carriers take from a number of this type until its owner has agreed on more (product notes on 10DLC). */
export const PACE_OF_TYPE: Record<LineType, number> = { local: 1, toll_free: 3, short_code: 100 }

/** A number as carriers name it: E.164, or the five or six digits of a short code; null when it is neither. */
export function linePhone(typed: string, type: LineType, country: string): string | null {
  if (type !== 'short_code') return parsePhone(typed, country)?.e164 ?? null
  const digits = typed.replace(/[\s-]/g, '')
  return /^\d{5,6}$/.test(digits) ? digits : null
}

/** What of a line its addresses are made of. */
interface Named {
  id: string
  carrier: string
}

/** Where the carrier calls about texts to this line. */
export function textHookUrl(publicUrl: string, { id, carrier }: Named): string {
  return `${publicUrl}/hooks/${carrier}/${id}`
}

/** Where the carrier calls about phone calls to this line. */
export function voiceHookUrl(publicUrl: string, line: Named): string {
  return `${textHookUrl(publicUrl, line)}/voice`
}

/** How texts of one line fared lately. */
export interface LineCounts {
  /** Handed over to the carrier. */
  sent: number
  delivered: number
  failed: number
  /** Of the failed ones: taken for spam. */
  filtered: number
  /** Still to be handed over. */
  waiting: number
}

/** How a line does, for people: shares of those whose end is known, in percent with one decimal. */
export interface LineHealth {
  sent: number
  deliveredPct: number | null
  failedPct: number | null
  filteredPct: number | null
  waiting: number
  score: 'good' | 'watch' | 'bad' | 'unknown'
}

/** Fewer texts than this tell nothing about a number. */
const ENOUGH = 20

/**
 * Judges a line. More than 5 in 100 filtered is bad, because carriers block such numbers; from 1 in 100, or from 10 in 100
 * that failed for any reason, somebody should look.
 */
export function healthOf({ sent, delivered, failed, filtered, waiting }: LineCounts): LineHealth {
  const ended = delivered + failed
  const pct = (part: number) => (ended === 0 ? null : Math.round((part / ended) * 1000) / 10)
  const [deliveredPct, failedPct, filteredPct] = [pct(delivered), pct(failed), pct(filtered)]
  const base = { sent, deliveredPct, failedPct, filteredPct, waiting }
  if (ended < ENOUGH || failedPct === null || filteredPct === null) return { ...base, score: 'unknown' }
  if (filteredPct > 5 || failedPct > 25) return { ...base, score: 'bad' }
  return { ...base, score: filteredPct >= 1 || failedPct >= 10 ? 'watch' : 'good' }
}
