import { languageName } from '@crewline/contract/formats'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { CustomFieldInput } from '../../fields/index.ts'
import { SuggestedText } from '../../filters/index.ts'
import { useCrewLanguages } from '../../organizations/index.ts'
import { BirthdayInput } from './BirthdayInput.tsx'
import type { Attribute, AttributeValue } from './attributes.ts'
import { useWorkStatusLabels } from './useAttributeText.ts'

export interface AttributeInputProps {
  attribute: Attribute
  value: AttributeValue
  onChange: (value: AttributeValue) => void
  error?: string
  /** A label next to the input exists already. */
  hideLabel?: boolean
  /** Focused when the surrounding drawer opens. */
  isFirst?: boolean
  /** Suggests the values that contacts already have. */
  suggests?: boolean
}

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }))

/** Renders the input for a contact field, by its kind. */
export function AttributeInput({
  attribute,
  value,
  onChange,
  error,
  hideLabel = false,
  isFirst = false,
  suggests = false,
}: AttributeInputProps) {
  const { t, i18n } = useLingui()
  const work = useWorkStatusLabels()
  const { offered } = useCrewLanguages()
  const text = String(value ?? '')
  const usual = {
    name: attribute.name,
    ...(hideLabel ? { 'aria-label': attribute.label } : { label: attribute.label }),
    ...(error && { error }),
    value: text,
    'data-autofocus': isFirst || undefined,
  }
  if (attribute.field) {
    return (
      <CustomFieldInput
        field={attribute.field}
        value={value}
        onChange={onChange}
        hideLabel={hideLabel}
        {...(error !== undefined && { error })}
      />
    )
  }
  if (attribute.kind === 'birthday') {
    return (
      <BirthdayInput
        label={attribute.label}
        value={value}
        onChange={onChange}
        hideLabel={hideLabel}
        {...(error !== undefined && { error })}
      />
    )
  }
  if (attribute.kind === 'language' || attribute.kind === 'work' || attribute.kind === 'zone') {
    const languages = [...new Set([...offered, ...(attribute.kind === 'language' && text ? [text] : [])])]
    const choices = {
      language: languages.map((tag) => ({ value: tag, label: languageName(tag, i18n.locale) })),
      work: Object.entries(work).map(([value, label]) => ({ value, label })),
      zone: [{ value: '', label: t`Same as organization` }, ...zones],
    }
    return (
      <NativeSelect
        {...usual}
        data={choices[attribute.kind]}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    )
  }
  if (suggests && attribute.kind === 'text')
    return <SuggestedText {...usual} {...(attribute.longest && { maxLength: attribute.longest })} onChange={onChange} />
  return (
    <TextInput
      {...usual}
      type={attribute.kind}
      {...(attribute.kind === 'tel' && !hideLabel && { description: t`Any format, like (555) 010-2233` })}
      maxLength={attribute.longest}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
