import { formText } from '@crewline/contract/form-questions'
import { useLingui } from '@lingui/react/macro'
import type { QuestionResults } from '../api.ts'
import { startLanguage } from '../useFormNames.ts'

/** Returns a function that writes out an answer in the language of the interface. */
export function useAnswerText(): (question: QuestionResults, answer: string | string[]) => string {
  const { t, i18n } = useLingui()
  const language = startLanguage(i18n.locale)
  return ({ type, choices }, answer) =>
    [answer]
      .flat()
      .map((one) => {
        if (type === 'consent') return t`Agreed`
        if (type === 'yes_no') return one === 'yes' ? t`Yes` : t`No`
        return formText(choices.find(({ id }) => id === one)?.label ?? {}, language) || one
      })
      .join(', ')
}
