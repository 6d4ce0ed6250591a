// How custom fields appear in messages; shared, so that the composer shows exactly what the server sends.
import type { CustomValue } from './contacts.ts'
import type { CustomField } from './fields.ts'
import { formatDay } from './formats.ts'
import type { CustomMerge } from './merge.ts'

/** The part of a custom field that merging needs. */
export type MergeableField = Pick<CustomField, 'key' | 'type' | 'options' | 'fallback' | 'sensitive'>

/**
 * Renders custom fields for one contact: option labels, and days in the contact's language. Sensitive fields always
 * render empty, because everyone who can see the conversation can read the message.
 */
export function customMerge(
  fields: readonly MergeableField[],
  values: Readonly<Record<string, CustomValue>>,
  language: string,
): CustomMerge[] {
  return fields.map((field) => {
    const { key, sensitive, fallback } = field
    if (sensitive) return { key, value: '', fallback: '' }
    return { key, value: Object.hasOwn(values, key) ? formatCustomValue(field, values[key], language) : '', fallback }
  })
}

function formatCustomValue(
  { type, options }: MergeableField,
  value: CustomValue | undefined,
  language: string,
): string {
  if (value === undefined) return ''
  if (type === 'boolean') return yesOrNo(value === true, language)
  if (type === 'date') return formatDay(String(value), 'date', language)
  if (type !== 'select' && type !== 'multiselect') return String(value)
  const ids = new Set<unknown>([value].flat())
  return options
    .filter((option) => ids.has(option.id))
    .map((option) => option.label)
    .join(', ')
}

function yesOrNo(yes: boolean, language: string): string {
  const [first, second] = language.startsWith('es') ? ['Sí', 'No'] : ['Yes', 'No']
  return (yes ? first : second) ?? ''
}
