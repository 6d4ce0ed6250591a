import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useValueSuggestions } from './suggestions-api.ts'

export interface SuggestedTextProps extends Omit<AutocompleteProps, 'data' | 'name' | 'value'> {
  /** The contact field whose values are suggested. */
  name: string
  value: string
}

/** A free text input that suggests the values contacts have in that field. */
export function SuggestedText({ name, value, ...props }: SuggestedTextProps) {
  const data = useValueSuggestions(name, value)
  // The server has filtered the options already, by any of their words.
  return <Autocomplete {...props} name={name} value={value} data={data} filter={({ options }) => options} />
}
