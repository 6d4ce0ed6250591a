import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useValueSuggestions } from './suggestions-api.ts'

export interface SuggestedTextProps extends Omit<AutocompleteProps, 'data' | 'name' | 'value'> {
  /** The fact whose values are offered. */
  name: string
  value: string
}

/** A text that may be anything, with the values people have in that fact on offer. */
export function SuggestedText({ name, value, ...props }: SuggestedTextProps) {
  const data = useValueSuggestions(name, value)
  // The server has narrowed them already, by any of their words.
  return <Autocomplete {...props} name={name} value={value} data={data} filter={({ options }) => options} />
}
