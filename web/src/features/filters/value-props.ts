import type { Rule } from '@crewline/contract/filters'
import type { ComboboxProps } from '@mantine/core'
import type { FilterField } from './filter-field.ts'
import type { RuleValue } from './rules.ts'

/** What every input for the value of a rule is given. */
export interface ValueProps {
  field: FilterField
  value: Rule['value']
  onChange: (value: RuleValue | undefined) => void
  /** Where the lists of choices open; a popover wants them inside itself. */
  comboboxProps?: ComboboxProps | undefined
  /** Takes the focus when the dialog or popover around it opens. */
  isFirst?: boolean | undefined
}

/** The look all of them share; Mantine's focus trap begins at the one so marked. */
export function lookOf({ isFirst }: Pick<ValueProps, 'isFirst'>) {
  return { size: 'sm' as const, ...(isFirst && { 'data-autofocus': true }) }
}

/** What a number input shows: nothing while the number is not written. */
export function asTyped(value: unknown): number | '' {
  return typeof value === 'number' && Number.isFinite(value) ? value : ''
}
