import type { FormLanguage, FormQuestion } from '@crewline/contract/form-content'
import { formText } from '@crewline/contract/form-questions'
import { useLingui } from '@lingui/react/macro'

/** Returns how the builder names an answer that a question offers. */
export function useAnswerName(language: FormLanguage): (question: FormQuestion, choice: string) => string {
  const { t } = useLingui()
  return ({ options }, choice) => {
    if (choice === 'yes') return t`Yes`
    if (choice === 'no') return t`No`
    const option = options.find(({ id }) => id === choice)
    if (!option) return choice
    return formText(option.label, language) || t`an answer without text`
  }
}
