import type { I18n } from '@lingui/core'
import type { Message } from '@crewline/contract/messages'
import { reasonFor } from '@crewline/contract/reasons'

/**
 * Explains in the user's language why a message was not delivered; null when nothing is wrong. Message status goes to
 * all teammates at once, so it is sent as a code.
 */
export function failureReasonText(
  { state, errorCode, reason }: Pick<Message, 'state' | 'errorCode' | 'reason'>,
  i18n: I18n,
): string | null {
  if (reason === null) return null
  return i18n._(reasonFor(errorCode ?? (state === 'unknown' ? 'outcome_unknown' : null)).text)
}

/** Returns what a teammate can do about the failure, in the user's language; empty when nothing helps. */
export function failureAdviceText(errorCode: string | null, i18n: I18n): string {
  const { advice } = reasonFor(errorCode)
  return advice.id === '' ? '' : i18n._(advice)
}
