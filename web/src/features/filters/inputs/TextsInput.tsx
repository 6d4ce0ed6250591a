import { useLingui } from '@lingui/react/macro'
import { MultiSelect, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { useValueSuggestions } from './suggestions-api.ts'
import { lookOf, type ValueProps } from './value-props.ts'

const textMax = 200
const listMax = 200
const visibleLimit = 60

/** Takes several values: selected when the field has options, else typed. */
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
        aria-label={t`Values for ${label}`}
        placeholder={chosen.length === 0 ? t`Type a value and press Enter` : ''}
        maxTags={listMax}
        maxLength={textMax}
        splitChars={[',', ';']}
        // With a value chosen, suggestions show only after typing: otherwise the list would cover what follows.
        data={typed === '' && chosen.length > 0 ? [] : suggestions}
        filter={({ options: all }) => all}
        searchValue={typed}
        onSearchChange={setTyped}
      />
    )
  // A deleted option stays visible, so that it can be removed.
  const unavailable = chosen.filter((choice) => !options?.some((option) => option.value === choice))
  return (
    <MultiSelect
      {...shared}
      aria-label={t`Values for ${label}`}
      placeholder={chosen.length === 0 ? t`Choose` : ''}
      data={[
        ...(options ?? []),
        ...unavailable.map((choice) => ({ value: choice, label: options ? t`No longer available` : '…' })),
      ]}
      searchable
      selectFirstOptionOnChange
      hidePickedOptions
      maxValues={listMax}
      limit={visibleLimit}
      nothingFoundMessage={t`No matches`}
    />
  )
}
