import type { CustomValue } from '@crewline/contract/contacts'
import type { CustomField } from '@crewline/contract/fields'
import { useLingui } from '@lingui/react/macro'
import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

export interface CustomFieldInputProps {
  field: Pick<CustomField, 'key' | 'name' | 'type' | 'options' | 'required'>
  value: CustomValue | null | undefined
  /** Called with the value; null for none. Numbers are passed as typed: the server parses them. */
  onChange: (value: CustomValue | null) => void
  error?: ReactNode
  /** A label next to the input exists already. */
  hideLabel?: boolean
  isDisabled?: boolean
  autoFocus?: boolean
  onBlur?: () => void
}

const textMax = 200
const longtextMax = 2000

/** Renders the input of a custom field, for each of the ten types. */
export function CustomFieldInput(props: CustomFieldInputProps) {
  const { field, value, onChange } = props
  const { t } = useLingui()
  const inputProps = inputPropsOf(props)
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const write = (written: string) => onChange(written === '' ? null : written)
  // An archived option is offered only where it is already selected.
  const options = field.options
    .filter((option) => !option.archived || [value].flat().includes(option.id))
    .map((option) => ({ value: option.id, label: option.label }))
  switch (field.type) {
    case 'select':
      return (
        <Select
          {...inputProps}
          data={options}
          value={text || null}
          onChange={onChange}
          clearable={!field.required}
          searchable={options.length > 7}
          placeholder={t`Choose`}
          nothingFoundMessage={t`No matches`}
        />
      )
    case 'multiselect':
      return (
        <MultiSelect
          {...inputProps}
          data={options}
          value={Array.isArray(value) ? value : []}
          onChange={(chosen) => onChange(chosen.length === 0 ? null : chosen)}
          searchable={options.length > 7}
          placeholder={Array.isArray(value) && value.length > 0 ? '' : t`Choose`}
          nothingFoundMessage={t`No matches`}
        />
      )
    case 'boolean':
      return (
        <Select
          {...inputProps}
          data={[
            { value: 'yes', label: t`Yes` },
            { value: 'no', label: t`No` },
          ]}
          value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
          onChange={(chosen) => onChange(chosen === null ? null : chosen === 'yes')}
          clearable={!field.required}
          placeholder={t`Choose`}
        />
      )
    case 'longtext':
      return (
        <Textarea
          {...inputProps}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          maxLength={longtextMax}
          autosize
          minRows={2}
          maxRows={8}
          dir="auto"
        />
      )
    default:
      return (
        <TextInput
          {...inputProps}
          {...kinds[field.type]}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
        />
      )
  }
}

function inputPropsOf({
  field,
  error,
  hideLabel = false,
  isDisabled = false,
  autoFocus = false,
  onBlur,
}: CustomFieldInputProps) {
  return {
    ...(hideLabel ? { 'aria-label': field.name } : { label: field.name }),
    name: `custom.${field.key}`,
    error,
    required: field.required,
    withAsterisk: field.required,
    disabled: isDisabled,
    autoFocus,
    ...(onBlur && { onBlur }),
    autoComplete: 'off',
  }
}

const kinds = {
  text: { maxLength: textMax, dir: 'auto' },
  number: { inputMode: 'decimal', maxLength: 24 },
  date: { type: 'date', min: '1900-01-01', max: '2200-12-31' },
  phone: { type: 'tel', maxLength: 40, dir: 'ltr' },
  email: { type: 'email', maxLength: 254, dir: 'ltr' },
  url: { type: 'url', maxLength: 1000, dir: 'ltr' },
} as const
