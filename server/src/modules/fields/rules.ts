import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { CustomValue } from '@crewline/contract/contacts'
import type { CustomField, FieldOption, FieldType } from '@crewline/contract/fields'
import { fail } from '../../kernel/failure.ts'

/** The public data of an active custom field. */
export interface FieldRule {
  id: string
  key: string
  name: string
  type: FieldType
  options: FieldOption[]
  required: boolean
  unique: boolean
  sensitive: boolean
  fallback: string
  /** The id of the parent organization that manages it; null for a field of this organization. */
  managedBy: string | null
  position: number
}

/** The parts of a field that its organization sets. */
export type FieldParts = Pick<
  CustomField,
  | 'name'
  | 'key'
  | 'type'
  | 'options'
  | 'required'
  | 'unique'
  | 'sensitive'
  | 'fallback'
  | 'source'
  | 'showInList'
  | 'portal'
>

/** Returns whether a type offers choices. */
export function hasOptions(type: FieldType): boolean {
  return type === 'select' || type === 'multiselect'
}

/** Types that can be unique per contact. */
const CAN_BE_UNIQUE = new Set<FieldType>(['text', 'number', 'phone', 'email', 'url'])

/** Returns whether a type change keeps the meaning of values: any type to text, one choice to a list of one. */
export function widens(from: FieldType, to: FieldType): boolean {
  if (from === to) return true
  if (to === 'longtext') return true
  if (to === 'text') return from !== 'longtext'
  return from === 'select' && to === 'multiselect'
}

/** Fails with errors at each invalid part of a field definition. */
export function refuseMisfits(field: Pick<FieldParts, 'type' | 'options' | 'unique'>): void {
  const fieldErrors: Record<string, LocalizedText> = {}
  const options = optionsError(field)
  if (options) fieldErrors.options = options
  if (field.unique && !CAN_BE_UNIQUE.has(field.type))
    fieldErrors.unique = msg({ message: 'Only text, number, phone, email, and link fields can be unique.' })
  if (Object.keys(fieldErrors).length > 0) fail('invalid', { fieldErrors })
}

function optionsError({ type, options }: Pick<FieldParts, 'type' | 'options'>): LocalizedText | undefined {
  if (!hasOptions(type)) return options.length > 0 ? msg({ message: 'Only a choice has options.' }) : undefined
  if (!options.some((option) => !option.archived)) return msg({ message: 'Add at least one option.' })
  if (new Set(options.map((option) => option.id)).size < options.length)
    return msg({ message: 'Two options have the same id.' })
  const labels = options.map((option) => plain(option.label))
  const twice = options.find((option, at) => labels.indexOf(plain(option.label)) !== at)
  return twice && msg({ message: '“{label}” is listed twice.', values: { label: twice.label } })
}

/** Normalizes a label for comparison: ignores case and surrounding spaces. */
export function plain(label: string): string {
  return label.normalize('NFC').trim().toLowerCase()
}

/** Returns the values of active fields that the member may see. */
export function visibleValues(
  fields: readonly Pick<FieldRule, 'key' | 'sensitive'>[],
  values: Readonly<Record<string, CustomValue>>,
  canSeeSensitive: boolean,
): Record<string, CustomValue> {
  return Object.fromEntries(
    fields.flatMap(({ key, sensitive }) => {
      const value = Object.hasOwn(values, key) ? values[key] : undefined
      return value === undefined || (sensitive && !canSeeSensitive) ? [] : [[key, value]]
    }),
  )
}
