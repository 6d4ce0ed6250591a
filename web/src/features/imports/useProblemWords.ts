import type { ImportRow } from '@crewline/contract/imports'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'

type Problem = ImportRow['problems'][number]

/**
 * Says what is wrong with rows in the reader's language. The server says it in English with every detail; in another language the
 * kind of problem is said, and what to do.
 */
export function useProblemWords(): (row: ImportRow) => ImportRow {
  const { t, i18n } = useLingui()
  const isEnglish = i18n.locale.startsWith('en')
  return useCallback(
    (row) => {
      if (isEnglish || row.problems.length === 0) return row
      const inWords = (problem: Problem): string => {
        const other = problem.otherRow ?? 0
        switch (problem.code) {
          case 'phone_invalid':
            return t`This is no complete number. Check its digits and area code.`
          case 'email_invalid':
            return t`This is no email. Write one like ana@company.com.`
          case 'hireDate_invalid':
            return t`This is no date. Write one like 2024-03-31.`
          case 'birthday_invalid':
            return t`This is no birthday. Write one like 1990-04-23 or 04-23.`
          case 'language_invalid':
            return t`We do not know this language. Write one like Spanish or es.`
          case 'timezone_invalid':
            return t`We do not know this time zone. Write one like America/Chicago.`
          case 'work_invalid':
            return t`We do not know this status. Write active, on leave or terminated.`
          case 'name_missing':
            return t`The name is missing. Write at least a first name.`
          case 'too_long':
            return t`This is too long. Shorten it.`
          case 'too_many':
            return t`These are too many groups for one row.`
          case 'same_phone':
            return t`Same mobile as row ${other}.`
          case 'same_employee_id':
            return t`Same employee ID as row ${other}.`
          case 'same_person':
            return t`Same person as row ${other}.`
          case 'phone_of_other':
            return t`This mobile belongs to somebody with another employee ID. Check which is right.`
          case 'two_people':
            return t`This mobile and this employee ID belong to two people. Check which is right.`
          case 'out_of_sight':
            return t`This belongs to somebody you cannot see. Ask an admin to import this row.`
          case 'custom_missing':
            return t`A required field is empty.`
          case 'custom_taken':
            return t`Somebody else has this value, and it must be unique.`
          case 'custom_invalid':
            return t`This value does not fit its field.`
          default:
            return problem.words
        }
      }
      return { ...row, problems: row.problems.map((problem) => ({ ...problem, words: inWords(problem) })) }
    },
    [t, isEnglish],
  )
}
