import { valueShapeOf } from '@crewline/contract/filter-fields'
import type { Rule } from '@crewline/contract/filters'
import { useLingui } from '@lingui/react/macro'
import { NumberInput, Select, TextInput } from '@mantine/core'
import { DatesInput, NumbersInput } from './PairInput.tsx'
import { SuggestedText } from './SuggestedText.tsx'
import { TextsInput } from './TextsInput.tsx'
import { asTyped, lookOf, type ValueProps } from './value-props.ts'

export interface ValueInputProps extends Omit<ValueProps, 'value'> {
  rule: Rule
}

const textMax = 200
const daysMax = 3650

function TextValue({ field, value, onChange, comboboxProps, isFirst }: ValueProps) {
  const { t } = useLingui()
  const { label } = field
  return (
    <SuggestedText
      {...lookOf({ isFirst })}
      name={field.name}
      aria-label={t`Value for ${label}`}
      value={typeof value === 'string' ? value : ''}
      maxLength={textMax}
      onChange={onChange}
      {...(comboboxProps && { comboboxProps })}
    />
  )
}

function NumberValue({ field, value, onChange, isFirst }: ValueProps) {
  const { t } = useLingui()
  const { label } = field
  return (
    <NumberInput
      {...lookOf({ isFirst })}
      aria-label={t`Value for ${label}`}
      value={asTyped(value)}
      onChange={(typed) => onChange(typed === '' ? undefined : Number(typed))}
    />
  )
}

function DaysValue({ field, value, onChange, isFirst }: ValueProps) {
  const { t } = useLingui()
  const { label } = field
  return (
    <NumberInput
      {...lookOf({ isFirst })}
      aria-label={t`Days for ${label}`}
      min={1}
      max={daysMax}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      rightSection={<span aria-hidden>{t`days`}</span>}
      rightSectionWidth={56}
      value={asTyped(value)}
      onChange={(typed) => onChange(typed === '' ? undefined : Number(typed))}
    />
  )
}

function DateValue({ field, value, onChange, isFirst }: ValueProps) {
  const { t } = useLingui()
  const { label } = field
  return (
    <TextInput
      {...lookOf({ isFirst })}
      type="date"
      max="9999-12-31"
      aria-label={t`Date for ${label}`}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function BooleanValue({ field, value, onChange, comboboxProps, isFirst }: ValueProps) {
  const { t } = useLingui()
  const { label } = field
  return (
    <Select
      {...lookOf({ isFirst })}
      aria-label={t`Value for ${label}`}
      data={[
        { value: 'yes', label: t`Yes` },
        { value: 'no', label: t`No` },
      ]}
      value={value === false ? 'no' : 'yes'}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen === 'yes')}
      {...(comboboxProps && { comboboxProps })}
    />
  )
}

const inputs = {
  none: undefined,
  text: TextValue,
  texts: TextsInput,
  number: NumberValue,
  numbers: NumbersInput,
  date: DateValue,
  dates: DatesInput,
  days: DaysValue,
  boolean: BooleanValue,
}

/** Renders the input for the value of a rule, by its shape; nothing for a comparator without a value. */
export function ValueInput({ rule, ...props }: ValueInputProps) {
  const Input = inputs[valueShapeOf(props.field.kind, rule.cmp)]
  return Input && <Input {...props} value={rule.value} />
}
