import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { CustomFieldInput } from '../fields/index.ts'
import { SuggestedText } from '../filters/index.ts'
import { BirthdayInput } from './BirthdayInput.tsx'
import type { Fact, FactValue } from './facts.ts'
import { languageName, workerLanguages } from './languages.ts'
import { useWorkWords } from './useFactWords.ts'

export interface FactInputProps {
  fact: Fact
  value: FactValue
  onChange: (value: FactValue) => void
  error?: string
  /** The label is said beside it already. */
  hideLabel?: boolean
  /** The drawer it is in opens with the focus here. */
  isFirst?: boolean
  /** Offers the values people have already, where there are any. */
  suggests?: boolean
}

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }))

/** What a fact about a worker is written with, by its kind. */
export function FactInput({
  fact,
  value,
  onChange,
  error,
  hideLabel = false,
  isFirst = false,
  suggests = false,
}: FactInputProps) {
  const { t, i18n } = useLingui()
  const work = useWorkWords()
  const text = String(value ?? '')
  const usual = {
    name: fact.name,
    ...(hideLabel ? { 'aria-label': fact.label } : { label: fact.label }),
    ...(error && { error }),
    value: text,
    'data-autofocus': isFirst || undefined,
  }
  if (fact.field) {
    return (
      <CustomFieldInput
        field={fact.field}
        value={value}
        onChange={onChange}
        hideLabel={hideLabel}
        {...(error !== undefined && { error })}
      />
    )
  }
  if (fact.kind === 'birthday') {
    return (
      <BirthdayInput
        label={fact.label}
        value={value}
        onChange={onChange}
        hideLabel={hideLabel}
        {...(error !== undefined && { error })}
      />
    )
  }
  if (fact.kind === 'language' || fact.kind === 'work' || fact.kind === 'zone') {
    const languages = [...new Set([...workerLanguages, ...(fact.kind === 'language' && text ? [text] : [])])]
    const choices = {
      language: languages.map((tag) => ({ value: tag, label: languageName(tag, i18n.locale) })),
      work: Object.entries(work).map(([value, label]) => ({ value, label })),
      zone: [{ value: '', label: t`Same as the organization` }, ...zones],
    }
    return (
      <NativeSelect
        {...usual}
        data={choices[fact.kind]}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
    )
  }
  if (suggests && fact.kind === 'text')
    return <SuggestedText {...usual} {...(fact.longest && { maxLength: fact.longest })} onChange={onChange} />
  return (
    <TextInput
      {...usual}
      type={fact.kind}
      {...(fact.kind === 'tel' && !hideLabel && { description: t`In any format, like (555) 010-2233` })}
      maxLength={fact.longest}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
