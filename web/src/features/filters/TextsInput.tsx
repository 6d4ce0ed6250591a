import { useLingui } from '@lingui/react/macro'
import { MultiSelect, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useValueSuggestions } from './suggestions-api.ts'
import { lookOf, type ValueProps } from './value-props.ts'

const textMax = 200
const listMax = 200
const shownMax = 60

/** Several values: chosen where there are choices, written freely where not. */
export function TextsInput({ field, value, onChange, comboboxProps, isFirst }: ValueProps) {
  const { t } = useLingui()
  const { label, kind, options } = field
  const [typed, setTyped] = useState('')
  const suggestions = useValueSuggestions(field.name, typed)
  const chosen = (Array.isArray(value) ? value : []).map(String)
  const shared = { ...lookOf({ isFirst }), value: chosen, onChange, ...(comboboxProps && { comboboxProps }) }
  if (kind === 'text')
    return (
      <TagsInput
        {...shared}
        aria-label={t`Values of ${label}`}
        placeholder={chosen.length === 0 ? t`Write one, press Enter` : ''}
        maxTags={listMax}
        maxLength={textMax}
        splitChars={[',', ';']}
        // With one chosen, the list waits for letters: else it would lie over what comes next.
        data={typed === '' && chosen.length > 0 ? [] : suggestions}
        filter={({ options: all }) => all}
        searchValue={typed}
        onSearchChange={setTyped}
      />
    )
  // A choice that is gone stays, to be seen and taken away.
  const gone = chosen.filter((one) => !options?.some((option) => option.value === one))
  return (
    <MultiSelect
      {...shared}
      aria-label={t`Values of ${label}`}
      placeholder={chosen.length === 0 ? t`Choose` : ''}
      data={[...(options ?? []), ...gone.map((one) => ({ value: one, label: options ? t`Not there any more` : '…' }))]}
      searchable
      selectFirstOptionOnChange
      hidePickedOptions
      maxValues={listMax}
      limit={shownMax}
      nothingFoundMessage={t`Nothing found`}
    />
  )
}
