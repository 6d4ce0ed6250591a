// What custom fields say in texts, the same words for the composer that shows them and the server that sends them.
import type { CustomValue } from './contacts.ts'
import type { CustomField } from './fields.ts'
import type { CustomMerge } from './merge.ts'

/** What a text needs to know of a custom field. */
export type MergeableField = Pick<CustomField, 'key' | 'type' | 'options' | 'fallback' | 'sensitive'>

/**
 * What custom fields say for one contact: labels of choices, days in the language the contact reads. Sensitive fields say
 * nothing, whoever writes: a text is read by everybody who sees the conversation.
 */
export function customMerge(
  fields: readonly MergeableField[],
  values: Readonly<Record<string, CustomValue>>,
  language: string,
): CustomMerge[] {
  return fields.map((field) => {
    const { key, sensitive, fallback } = field
    if (sensitive) return { key, value: '', fallback: '' }
    return { key, value: Object.hasOwn(values, key) ? wordsOf(field, values[key], language) : '', fallback }
  })
}

function wordsOf({ type, options }: MergeableField, value: CustomValue | undefined, language: string): string {
  if (value === undefined) return ''
  if (type === 'boolean') return yesOrNo(value === true, language)
  if (type === 'date') return dayWords(String(value), language)
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

/** A day is the same everywhere: it is said in UTC, in which it was read. */
function dayWords(text: string, language: string): string {
  const day = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(day.getTime())) return text
  try {
    return day.toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })
  } catch {
    // The language of a contact may be a word no calendar knows.
    return day.toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' })
  }
}
