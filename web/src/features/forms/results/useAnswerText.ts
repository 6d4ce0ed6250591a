import { formText } from '@crewline/contract/form-questions'
import { useLingui } from '@lingui/react/macro'
import type { QuestionResults, Response } from '../api.ts'
import { startLanguage } from '../useFormNames.ts'

/** Returns a function that writes out an answer in the language of the interface. */
export function useAnswerText(): (
  question: QuestionResults,
  answer: string | string[],
  row?: Pick<Response, 'files' | 'people'>,
) => string {
  const { t, i18n } = useLingui()
  const language = startLanguage(i18n.locale)
  return ({ type, choices }, answer, { files, people } = { files: [], people: [] }) =>
    [answer]
      .flat()
      .map((one) => {
        if (type === 'consent') return t`Agreed`
        if (type === 'yes_no') return one === 'yes' ? t`Yes` : t`No`
        if (type === 'employee') {
          const names = people.filter(({ number }) => number === one.toLowerCase()).map(({ name }) => name)
          return names.length === 0 ? one : `${one} (${names.join(', ')})`
        }
        const file = files.find(({ id }) => id === one)
        if (file) return file.name
        return formText(choices.find(({ id }) => id === one)?.label ?? {}, language) || one
      })
      .join(', ')
}
