import { useLingui } from '@lingui/react/macro'
import type { Missing } from '../draft-rules.ts'

/** Returns a function that says what to do about a missing part. */
export function useMissingText(): (part: Missing) => string {
  const { t } = useLingui()
  const texts: Record<Missing, string> = {
    name: t`Name this broadcast.`,
    audience: t`Choose who gets it.`,
    message: t`Write a message.`,
    question: t`Write the question.`,
    options: t`Add at least two answers.`,
    translation: t`Approve or edit the machine translation.`,
    quietReason: t`Say why it can't wait for the morning.`,
    date: t`Choose another date.`,
  }
  return (part) => texts[part]
}
