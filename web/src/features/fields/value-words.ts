import type { CustomValue } from '@crewline/contract/contacts'
import type { CustomField } from '@crewline/contract/fields'
import { formatDay, formatNumber } from '@crewline/contract/formats'
import { msg } from '@lingui/core/macro'
import type { I18n } from '@lingui/core'

/** The parts of a field needed to format its values. */
export type FormattableField = Pick<CustomField, 'type' | 'options'>

/** Formats a custom field value in the language of the page; empty for none. Deleted options are omitted. */
export function formatCustomValue(field: FormattableField, value: CustomValue | null | undefined, i18n: I18n): string {
  if (value === null || value === undefined || value === '') return ''
  switch (field.type) {
    case 'boolean':
      return value === true ? i18n._(msg`Yes`) : i18n._(msg`No`)
    case 'number':
      return typeof value === 'number'
        ? formatNumber(value, i18n.locale, { maximumFractionDigits: 10, useGrouping: false })
        : String(value)
    case 'date':
      return formatDay(String(value), 'date', i18n.locale)
    case 'select':
    case 'multiselect':
      return labelsOf(field, value).join(', ')
    case 'phone':
      return String(value).replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
    default:
      return String(value)
  }
}

function labelsOf({ options }: FormattableField, value: CustomValue): string[] {
  const ids = new Set<unknown>([value].flat())
  return options.filter((option) => ids.has(option.id)).map((option) => option.label)
}
