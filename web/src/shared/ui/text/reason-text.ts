import type { Locale } from '@crewline/contract/accounts'
import type { Message } from '@crewline/contract/messages'
import { reasonFor } from '@crewline/contract/reasons'

/**
 * Explains in the user's language why a message was not delivered; null when nothing is wrong. Message status goes to
 * all teammates at once, so it is sent as a code.
 */
export function failureReasonText(
  { state, errorCode, reason }: Pick<Message, 'state' | 'errorCode' | 'reason'>,
  locale: string,
): string | null {
  if (reason === null) return null
  return reasonFor(errorCode ?? (state === 'unknown' ? 'outcome_unknown' : null)).text[asLocale(locale)]
}

/** Returns what a teammate can do about the failure, in the user's language; empty when nothing helps. */
export function failureAdviceText(errorCode: string | null, locale: string): string {
  return reasonFor(errorCode).advice[asLocale(locale)]
}

function asLocale(locale: string): Locale {
  return locale === 'es' ? 'es' : 'en'
}
