import { useLingui } from '@lingui/react/macro'
import { MultiSelect, TagsInput } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useMemo, useState, type KeyboardEvent } from 'react'
import { offered } from './suggestion-rules.ts'
import { useSuggestionLookup, useValueSuggestions } from './suggestions-api.ts'
import { lookOf, type ValueProps } from './value-props.ts'

const textMax = 200
const listMax = 200
const visibleLimit = 60

/** Takes several values: selected when the field has options, else typed. */
export function TextsInput(props: ValueProps) {
  return props.field.kind === 'text' ? <TypedTexts {...props} /> : <ChosenTexts {...props} />
}

/** Enter takes the first suggestion, so that the start of a word does not become a value that no contact has. */
function TypedTexts({ field, value, onChange, comboboxProps, isFirst }: ValueProps) {
  const { t } = useLingui()
  const { label } = field
  const [typed, setTyped] = useState('')
  const suggestions = useValueSuggestions(field.name, typed)
  const lookUp = useSuggestionLookup(field.name)
  // A new array tells the input to select the first option again, also when only the suggestions change.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const chosen = useMemo(() => (Array.isArray(value) ? value : []).map(String), [value, suggestions])
  const isChosen = (text: string) => chosen.some((other) => other.toLocaleLowerCase() === text.toLocaleLowerCase())
  const add = (text: string) => {
    if (!isChosen(text) && chosen.length < listMax) onChange([...chosen, text])
  }
  const replace = useCallbackRef((text: string, found: string) => {
    if (chosen.includes(text) && !isChosen(found)) onChange(chosen.map((other) => (other === text ? found : other)))
  })
  const text = typed.trim()
  // With a value chosen, suggestions show only after typing: otherwise the list would cover what follows.
  const options = text === '' && chosen.length > 0 ? [] : offered(suggestions, text, chosen)

  // The text counts at once: a filter that is applied before the suggestions arrive must not lack it.
  async function addTyped(): Promise<void> {
    setTyped('')
    add(text)
    const [first = text] = offered(await lookUp(text), text, chosen)
    if (first !== text) replace(text, first)
  }

  function addOnLeaving(): void {
    const [first] = options
    if (text === '' || first === undefined) return
    setTyped('')
    add(first)
  }

  function onKeyDownCapture(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || text === '' || options.length > 0) return
    // The suggestions for this text may still be on their way.
    event.preventDefault()
    event.stopPropagation()
    void addTyped()
  }

  return (
    <TagsInput
      {...lookOf({ isFirst })}
      {...(comboboxProps && { comboboxProps })}
      aria-label={t`Values for ${label}`}
      placeholder={chosen.length === 0 ? t`Type a value and press Enter` : ''}
      value={chosen}
      onChange={onChange}
      maxTags={listMax}
      maxLength={textMax}
      splitChars={[',', ';']}
      data={options}
      filter={({ options: all }) => all}
      renderOption={({ option }) =>
        option.value === text && options.length > 1 && option.value === options.at(-1)
          ? t`Use “${text}” anyway`
          : option.value
      }
      selectFirstOptionOnChange={text !== ''}
      searchValue={typed}
      onSearchChange={setTyped}
      onKeyDownCapture={onKeyDownCapture}
      onBlur={addOnLeaving}
      acceptValueOnBlur={text !== '' && options.length === 0}
    />
  )
}

function ChosenTexts({ field, value, onChange, comboboxProps, isFirst }: ValueProps) {
  const { t } = useLingui()
  const { label, options } = field
  const chosen = (Array.isArray(value) ? value : []).map(String)
  // A deleted option stays visible, so that it can be removed.
  const unavailable = chosen.filter((choice) => !options?.some((option) => option.value === choice))
  return (
    <MultiSelect
      {...lookOf({ isFirst })}
      {...(comboboxProps && { comboboxProps })}
      value={chosen}
      onChange={onChange}
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
