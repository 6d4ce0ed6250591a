import type { Locale } from '@crewline/contract/accounts'
import type { Message } from '@crewline/contract/messages'
import { reasonFor } from '@crewline/contract/reasons'

/**
 * Why a text did not arrive, in the reader's language; null where nothing is wrong. What is told about a text goes to every
 * teammate at once, so it travels as a code.
 */
export function reasonWords(
  { state, errorCode, reason }: Pick<Message, 'state' | 'errorCode' | 'reason'>,
  locale: string,
): string | null {
  if (reason === null) return null
  return reasonFor(errorCode ?? (state === 'unknown' ? 'outcome_unknown' : null)).words[asLocale(locale)]
}

/** What a teammate can do about it, in the reader's language; empty where nothing helps. */
export function adviceWords(errorCode: string | null, locale: string): string {
  return reasonFor(errorCode).advice[asLocale(locale)]
}

function asLocale(locale: string): Locale {
  return locale === 'es' ? 'es' : 'en'
}
