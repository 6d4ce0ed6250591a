import { formText } from '@crewline/contract/form-questions'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Column } from '../../../shared/ui/table/DataTable.tsx'
import { RelativeTime } from '../../../shared/ui/text/RelativeTime.tsx'
import type { QuestionResults, Response } from '../api.ts'
import classes from '../Forms.module.css'
import { startLanguage } from '../useFormNames.ts'
import { useAnswerText } from './useAnswerText.ts'

/** Questions shown in the table; all of them are in the drawer. */
const COLUMNS_MAX = 3

/** Returns the columns of the responses: who, when, and the first questions. */
export function useResponseColumns(questions: readonly QuestionResults[]): Column<Response>[] {
  const { t, i18n } = useLingui()
  const nameOf = useAnswerText()
  const language = startLanguage(i18n.locale)
  return useMemo(
    (): Column<Response>[] => [
      {
        id: 'name',
        header: t`Name`,
        phone: 'title',
        width: 200,
        cell: ({ name }) => <bdi className={classes.name}>{name || t`Unknown person`}</bdi>,
      },
      { id: 'at', header: t`Time`, width: 120, phone: 'end', cell: (row) => <RelativeTime at={row.at} /> },
      ...questions.slice(0, COLUMNS_MAX).map((question): Column<Response> => ({
        id: question.id,
        header: formText(question.label, language),
        isNamedByMembers: true,
        cell: (row) => {
          const answer = row.answers[question.id]
          return (
            <bdi className={classes.shortened} translate="no">
              {answer === undefined ? '' : nameOf(question, answer, row)}
            </bdi>
          )
        },
      })),
    ],
    [t, questions, language, nameOf],
  )
}
