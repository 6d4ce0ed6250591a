import { COMPARATORS } from '@crewline/contract/filter-fields'
import type { Rule } from '@crewline/contract/filters'
import { useLingui } from '@lingui/react/macro'
import { Select, type ComboboxProps } from '@mantine/core'
import { fieldNamed, type FilterField } from './filter-field.ts'
import { newRule, withComparator } from './rules.ts'
import { useSections } from './useSections.ts'
import { comparatorWords, fieldWords } from './words.ts'

interface RuleProps {
  rule: Rule
  fields: readonly FilterField[]
  onChange: (rule: Rule) => void
  comboboxProps?: ComboboxProps | undefined
}

/** Chooses what a rule is about; another field begins the rule anew. */
export function FieldSelect({ rule, fields, onChange, comboboxProps }: RuleProps) {
  const { t } = useLingui()
  const sections = useSections(fields)
  const isKnown = fieldNamed(fields, rule.field) !== undefined
  const data = sections.map((section) => ({
    group: section.name,
    items: section.fields.map(({ name, label }) => ({ value: name, label })),
  }))
  const gone = { group: t`Not there any more`, items: [{ value: rule.field, label: fieldWords(rule.field, fields) }] }
  return (
    <Select
      aria-label={t`Field`}
      size="sm"
      data={isKnown ? data : [gone, ...data]}
      value={rule.field}
      searchable
      selectFirstOptionOnChange
      // Typing looks for another field, it does not write on.
      onFocus={(event) => event.currentTarget.select()}
      allowDeselect={false}
      nothingFoundMessage={t`Nothing found`}
      error={!isKnown}
      onChange={(name) => {
        const field = name === null ? undefined : fieldNamed(fields, name)
        if (field && field.name !== rule.field) onChange(newRule(field))
      }}
      {...(comboboxProps && { comboboxProps })}
    />
  )
}

/** Chooses how the field of a rule is compared; what was written stays where it fits. */
export function ComparatorSelect({ rule, fields, onChange, comboboxProps }: RuleProps) {
  const { t, i18n } = useLingui()
  const field = fieldNamed(fields, rule.field)
  const all = field ? COMPARATORS[field.kind] : [rule.cmp]
  return (
    <Select
      aria-label={t`How it is compared`}
      size="sm"
      data={all.map((cmp) => ({ value: cmp, label: comparatorWords(cmp, i18n) }))}
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
