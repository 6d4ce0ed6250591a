import type { CustomValue } from '@crewline/contract/contacts'
import type { CustomField } from '@crewline/contract/fields'
import { msg } from '@lingui/core/macro'
import type { I18n } from '@lingui/core'

/** What is needed of a field to say its values. */
export type Spoken = Pick<CustomField, 'type' | 'options'>

/** Says what a custom field says, in the language of the page; an empty text for nothing. Choices that are gone are left out. */
export function customValueWords(field: Spoken, value: CustomValue | null | undefined, i18n: I18n): string {
  if (value === null || value === undefined || value === '') return ''
  switch (field.type) {
    case 'boolean':
      return value === true ? i18n._(msg`Yes`) : i18n._(msg`No`)
    case 'number':
      return typeof value === 'number'
        ? i18n.number(value, { maximumFractionDigits: 10, useGrouping: false })
        : String(value)
    case 'date':
      return dateWords(String(value), i18n)
    case 'select':
    case 'multiselect':
      return labelsOf(field, value).join(', ')
    case 'phone':
      return String(value).replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
    default:
      return String(value)
  }
}

function labelsOf({ options }: Spoken, value: CustomValue): string[] {
  const ids = new Set<unknown>([value].flat())
  return options.filter((option) => ids.has(option.id)).map((option) => option.label)
}

/** A day is the same everywhere: it is said in UTC, in which it was read. */
function dateWords(text: string, i18n: I18n): string {
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) ? text : i18n.date(day, { dateStyle: 'medium', timeZone: 'UTC' })
}
