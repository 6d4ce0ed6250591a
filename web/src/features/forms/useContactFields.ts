import { useCustomFields } from '../fields/index.ts'
import { useFormNames } from './useFormNames.ts'

/** Returns the fields of contacts that a form may write, as options of a select. */
export function useContactFields(): { value: string; label: string }[] {
  const names = useFormNames().field
  const custom = useCustomFields()
  return [
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
    ...custom.filter(({ sensitive }) => !sensitive).map(({ key, name }) => ({ value: `custom.${key}`, label: name })),
  ]
}
