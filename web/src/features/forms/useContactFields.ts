import type { FormQuestionType } from '@crewline/contract/form-content'
import { useCustomFields } from '../fields/index.ts'
import { useFormNames } from './useFormNames.ts'

/** Returns the fields of contacts that a form may write, as options of a select; those of dates only for a date. */
export function useContactFields(type?: FormQuestionType): { value: string; label: string }[] {
  const { field, dateField } = useFormNames()
  const custom = useCustomFields()
  return [
    ...Object.entries({ ...field, ...(type === 'date' && dateField) }).map(([value, label]) => ({ value, label })),
    ...custom.filter(({ sensitive }) => !sensitive).map(({ key, name }) => ({ value: `custom.${key}`, label: name })),
  ]
}
