import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { createHash } from 'node:crypto'
import type { CustomValue } from '@crewline/contract/contacts'
import { checkCustom, hasOptions, type FieldRule } from '../../fields/index.ts'
import { readDate } from './date-rules.ts'
import type { StoredColumn } from './plan.ts'

/** Maximum number of options of a field created by an import. */
const OPTIONS_MAX = 100
const LABEL_MAX = 60

/** Returns the rule that a field to be created will have. */
export function ruleOfNew({ newKey = '', newField, newOptions = [] }: StoredColumn): FieldRule {
  return {
    id: newKey,
    key: newKey,
    name: newField?.name ?? '',
    type: newField?.type ?? 'text',
    required: false,
    unique: false,
    sensitive: false,
    fallback: '',
    managedBy: null,
    position: 0,
    options: newOptions.map((option) => ({
      ...option,
      color: 'gray',
      archived: false,
    })),
  }
}

/** Reads a value for a field to be created; new options are added to it. */
export function newValue(
  text: string,
  column: StoredColumn,
  thisYear: number,
): { value: CustomValue | null } | { words: LocalizedText } {
  const { newField, newKey = '' } = column
  if (newField && hasOptions(newField.type)) {
    const labels = newField.type === 'select' ? [text] : text.split(/[;,|]/)
    const refused = noteOptions(labels, column)
    if (refused) return { words: refused }
  }
  const value = newField?.type === 'date' ? dateOf(text, column, thisYear) : text
  const { values, errors } = checkCustom([ruleOfNew(column)], { [newKey]: value }, { country: 'US', partial: true })
  const message = errors[`custom.${newKey}`]
  return message === undefined ? { value: values[newKey] ?? null } : { words: message }
}

/** A date of a certificate or a permit may be years ahead. */
const YEARS_AHEAD = 30

/** Reads a date of a custom field as the dates of its column are written; text that is no date stays as it is. */
export function dateOf(text: string, { readOrder = 'mdy' }: StoredColumn, thisYear: number): string {
  return readDate(text.trim(), readOrder, thisYear + YEARS_AHEAD) ?? text
}

function noteOptions(labels: string[], column: StoredColumn): LocalizedText | undefined {
  const options = (column.newOptions ??= [])
  for (const label of labels.map((rawLabel) => rawLabel.replace(/\s+/g, ' ').trim()).filter(Boolean)) {
    if (label.length > LABEL_MAX)
      return msg({
        message: 'A choice has up to {most} characters. Shorten it, or make the field a text.',
        values: { most: LABEL_MAX },
      })
    if (options.some((option) => option.label.toLowerCase() === label.toLowerCase())) continue
    if (options.length >= OPTIONS_MAX)
      return msg({
        message: 'A field has up to {most} choices. Make it a text field instead.',
        values: { most: OPTIONS_MAX },
      })
    const id = createHash('sha1').update(label.toLowerCase()).digest('hex').slice(0, 12)
    options.push({ id, label })
  }
  return undefined
}
