import { COMPARATORS } from '@crewline/contract/filter-fields'
import type { Rule } from '@crewline/contract/filters'
import { useLingui } from '@lingui/react/macro'
import { Select, type ComboboxProps } from '@mantine/core'
import { fieldNamed, type FilterField } from '../filter-field.ts'
import { newRule, withComparator } from '../rules.ts'
import { useSections } from '../useSections.ts'
import { formatComparator, formatField } from '../words.ts'

interface RuleProps {
  rule: Rule
  fields: readonly FilterField[]
  onChange: (rule: Rule) => void
  comboboxProps?: ComboboxProps | undefined
}

/** Selects the field of a rule; another field resets the rule. */
export function FieldSelect({ rule, fields, onChange, comboboxProps }: RuleProps) {
  const { t } = useLingui()
  const sections = useSections(fields)
  const isAvailable = fieldNamed(fields, rule.field) !== undefined
  const data = sections.map((section) => ({
    group: section.name,
    items: section.fields.map(({ name, label }) => ({ value: name, label })),
  }))
  const unavailableGroup = {
    group: t`No longer available`,
    items: [{ value: rule.field, label: formatField(rule.field, fields) }],
  }
  return (
    <Select
      aria-label={t`Field`}
      size="sm"
      data={isAvailable ? data : [unavailableGroup, ...data]}
      value={rule.field}
      searchable
      selectFirstOptionOnChange
      // Typing searches for another field instead of editing the label.
      onFocus={(event) => event.currentTarget.select()}
      allowDeselect={false}
      nothingFoundMessage={t`No matches`}
      error={!isAvailable}
      onChange={(name) => {
        const field = name === null ? undefined : fieldNamed(fields, name)
        if (field && field.name !== rule.field) onChange(newRule(field))
      }}
      {...(comboboxProps && { comboboxProps })}
    />
  )
}

/** Selects the comparator of a rule; the value stays when it fits. */
export function ComparatorSelect({ rule, fields, onChange, comboboxProps }: RuleProps) {
  const { t, i18n } = useLingui()
  const field = fieldNamed(fields, rule.field)
  const all = field ? COMPARATORS[field.kind] : [rule.cmp]
  return (
    <Select
      aria-label={t`Comparison`}
      size="sm"
      data={all.map((cmp) => ({ value: cmp, label: formatComparator(cmp, i18n) }))}
      value={rule.cmp}
      allowDeselect={false}
      disabled={!field}
      onChange={(cmp) => {
        if (field && cmp !== null) onChange(withComparator(rule, field.kind, cmp))
      }}
      {...(comboboxProps && { comboboxProps })}
    />
  )
}
