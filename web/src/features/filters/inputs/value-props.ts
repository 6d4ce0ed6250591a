import type { Rule } from '@crewline/contract/filters'
import type { ComboboxProps } from '@mantine/core'
import type { FilterField } from '../filter-field.ts'
import type { RuleValue } from '../rules.ts'

/** The props of every input for the value of a rule. */
export interface ValueProps {
  field: FilterField
  value: Rule['value']
  onChange: (value: RuleValue | undefined) => void
  /** Where dropdowns render; inside a popover they must stay within it. */
  comboboxProps?: ComboboxProps | undefined
  /** Focused when the surrounding dialog or popover opens. */
  isFirst?: boolean | undefined
}

/** Returns the shared props of the value inputs; Mantine's focus trap starts at `data-autofocus`. */
export function lookOf({ isFirst }: Pick<ValueProps, 'isFirst'>) {
  return { size: 'sm' as const, ...(isFirst && { 'data-autofocus': true }) }
}

/** Returns what a number input shows: empty while there is no number. */
export function asTyped(value: unknown): number | '' {
  return typeof value === 'number' && Number.isFinite(value) ? value : ''
}
