import type { Locale } from '@crewline/contract/accounts'
import type { FlowStep } from '@crewline/contract/flows'
import { formatNumber } from '@crewline/contract/formats'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import type { NextAction, RecipientOutcome } from '@crewline/contract/results'
import { localize } from '../../kernel/i18n/localize.ts'
import type { PersonRow } from './views/result-people.ts'

export const OUTCOMES: Record<RecipientOutcome, LocalizedText> = {
  waiting: msg({ message: 'Waiting', context: 'recipient' }),
  sending: msg({ message: 'Sending', context: 'recipient' }),
  sent: msg({ message: 'Sent', context: 'recipient' }),
  delivered: msg({ message: 'Delivered', context: 'recipient' }),
  not_delivered: msg({ message: 'Not delivered', context: 'recipient' }),
  unknown: msg({ message: 'Not known whether it was sent', context: 'recipient' }),
  cancelled: msg({ message: 'Cancelled', context: 'recipient' }),
  suppressed: msg({ message: 'Could not be texted any more', context: 'recipient' }),
  blocked: msg({ message: 'Gets nothing', context: 'recipient' }),
}

export const NEXT_ACTIONS: Record<NextAction, LocalizedText> = {
  none: msg({ message: 'Nothing to do' }),
  wait: msg({ message: 'Wait', context: 'next step' }),
  send_again: msg({ message: 'Send it again' }),
  fix_number: msg({ message: 'Ask for the right number' }),
  add_number: msg({ message: 'Add a mobile number' }),
  tell_in_person: msg({ message: 'Tell them in person' }),
  call: msg({ message: 'Call', context: 'next step' }),
}

export const EXPORT_TEXTS = {
  outcome: msg({ message: 'Result', context: 'column' }),
  reason: msg({ message: 'Reason', context: 'column' }),
  next: msg({ message: 'Next step', context: 'column' }),
  textLanguage: msg({ message: 'Language of the text', context: 'column' }),
  sent: msg({ message: 'Sent', context: 'column' }),
  delivered: msg({ message: 'Delivered', context: 'column' }),
  replied: msg({ message: 'Replied', context: 'column' }),
  clicked: msg({ message: 'Clicked', context: 'column' }),
  answered: msg({ message: 'Answered', context: 'column' }),
  answer: msg({ message: 'Answer', context: 'column' }),
  reminders: msg({ message: 'Reminders', context: 'column' }),
}

export const LEDGER_TEXTS = {
  file: msg({ message: 'people-to-tell', comment: 'The name of a file.' }),
  title: msg({ message: 'People to tell in person' }),
  broadcast: msg({ message: 'Broadcast', context: 'ledger' }),
  people: msg({ message: 'People', context: 'ledger' }),
  madeBy: msg({ message: 'Created by' }),
  everyone: msg({ message: 'There is no one left to tell.' }),
  noPlace: msg({ message: 'No location' }),
  noPhone: msg({ message: 'No mobile' }),
}

const YES = msg({ message: 'Yes' })
const NO = msg({ message: 'No' })

/** Returns the label of an answer to a question, in the reader's language if the question has it. */
export function answerLabel(step: FlowStep | null, key: string, locale: Locale): string {
  const labels: Partial<Record<string, string>> | undefined = step?.options.find((option) => option.key === key)?.label
  if (labels) return labels[locale] ?? labels['en'] ?? Object.values(labels)[0] ?? key
  if (step?.type === 'yes_no') return localize(key === '1' ? YES : NO, locale)
  return step?.type === 'acknowledge' ? 'OK' : key
}

/** Returns what a person answered, as one text; null without an answer and for anonymous ones. */
export function answerText(
  { option_key: key, number, text }: Pick<PersonRow, 'option_key' | 'number' | 'text'>,
  step: FlowStep | null,
  locale: Locale,
): string | null {
  if (key !== null) return answerLabel(step, key, locale)
  return number === null ? text : formatNumber(number, locale)
}
