import type { Words } from '@crewline/contract/words'
import type { CustomValue } from '@crewline/contract/contacts'
import type { CustomField, FieldOption, FieldType } from '@crewline/contract/fields'
import { fail } from '../../kernel/failure.ts'

/** What other rooms need to know of a live custom field. */
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
  /** The organization that manages it, by id; null for this one. */
  managedBy: string | null
  position: number
}

/** The parts of a field that its organization decides. */
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

/** The types that offer choices. */
export function hasOptions(type: FieldType): boolean {
  return type === 'select' || type === 'multiselect'
}

/** The types of which a value can belong to one worker only. */
const CAN_BE_UNIQUE = new Set<FieldType>(['text', 'number', 'phone', 'email', 'url'])

/** Whether a value of one type says the same as a value of the other: anything becomes text, one choice a list of one. */
export function widens(from: FieldType, to: FieldType): boolean {
  if (from === to) return true
  if (to === 'longtext') return true
  if (to === 'text') return from !== 'longtext'
  return from === 'select' && to === 'multiselect'
}

/** Refuses, next to the part that is wrong, what no field can be. */
export function refuseMisfits(field: Pick<FieldParts, 'type' | 'options' | 'unique'>): void {
  const fieldErrors: Record<string, Words> = {}
  const options = optionTrouble(field)
  if (options) fieldErrors.options = options
  if (field.unique && !CAN_BE_UNIQUE.has(field.type))
    fieldErrors.unique = {
      en: 'Only text, numbers, phones, e-mails and links can be one of a kind.',
      es: 'Solo pueden ser únicos los textos, números, teléfonos, correos y enlaces.',
    }
  if (Object.keys(fieldErrors).length > 0) fail('invalid', { fieldErrors })
}

function optionTrouble({ type, options }: Pick<FieldParts, 'type' | 'options'>): Words | undefined {
  if (!hasOptions(type))
    return options.length > 0
      ? { en: 'Only a choice has options.', es: 'Solo una elección tiene opciones.' }
      : undefined
  if (!options.some((one) => !one.archived)) return { en: 'Add at least one option.', es: 'Añade al menos una opción.' }
  if (new Set(options.map((one) => one.id)).size < options.length)
    return { en: 'Two options have the same id.', es: 'Dos opciones tienen el mismo id.' }
  const labels = options.map((one) => plain(one.label))
  const twice = options.find((one, at) => labels.indexOf(plain(one.label)) !== at)
  return twice && { en: `“${twice.label}” is there twice.`, es: `«${twice.label}» está dos veces.` }
}

/** A label as labels are compared: without case and spaces around. */
export function plain(label: string): string {
  return label.normalize('NFC').trim().toLowerCase()
}

/** Those values whose field is alive and that the asker may see. */
export function visibleValues(
  fields: readonly Pick<FieldRule, 'key' | 'sensitive'>[],
  values: Readonly<Record<string, CustomValue>>,
  seesSensitive: boolean,
): Record<string, CustomValue> {
  return Object.fromEntries(
    fields.flatMap(({ key, sensitive }) => {
      const value = Object.hasOwn(values, key) ? values[key] : undefined
      return value === undefined || (sensitive && !seesSensitive) ? [] : [[key, value]]
    }),
  )
}
