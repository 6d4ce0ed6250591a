import type { RegisteredCompany, RegisteredUse, RegistrationState } from '@crewline/contract/carrier-registration'
import type { LocalizedText } from '@crewline/contract/words'

/** The answers that are stored; the tax number is stored apart. */
export interface Answers {
  company: RegisteredCompany
  use: RegisteredUse
}

/** Answers with the tax number, which only checks and carriers see. */
export interface CompleteAnswers extends Answers {
  /** As typed; empty until it is known. */
  ein: string
  /** The name that people know the organization by. */
  senderName: string
}

/** A known cause of rejection: beside which field, and what to write instead. */
export interface Check {
  field: string
  text: LocalizedText
}

/** Returns the digits of a tax number. */
export function einDigits(ein: string): string {
  return ein.replace(/\D/g, '')
}

/** Returns the state of a number that needs both, the company and its use: the one that is further behind. */
export function stateOfNumber(brand: RegistrationState, campaign: RegistrationState): RegistrationState {
  const worst: RegistrationState[] = ['rejected', 'not_started', 'submitting', 'in_review', 'approved']
  return worst.find((state) => state === brand || state === campaign) ?? 'not_started'
}

/**
 * Returns the daily limit after carriers said how much they take: theirs, unless the organization chose a lower one. A limit
 * that equals what they said before was not chosen, and follows them up and down.
 */
export function dailyLimitAfter(
  current: number | null,
  segmentsPerDay: number | null,
  before: number | null = null,
): number | null {
  if (segmentsPerDay === null) return current
  return current === null || current === before ? segmentsPerDay : Math.min(current, segmentsPerDay)
}

/** Returns the host of a public web address with https; null for anything else. */
export function hostOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname, username } = new URL(address)
  return protocol === 'https:' && username === '' && /\.[a-z]{2,}$/i.test(hostname) ? hostname : null
}

/** Collects checks; only the first one of each field counts. */
export function collectChecks() {
  const checks: Check[] = []
  const check = (isWrong: boolean, field: string, text: LocalizedText): void => {
    if (isWrong && !checks.some((known) => known.field === field)) checks.push({ field, text })
  }
  return { checks, check }
}
