import type { FieldKind } from '@crewline/contract/filter-fields'

/** One option of a field. */
export interface FilterOption {
  value: string
  label: string
}

/** The menu section of a field. */
export type FieldSection = 'person' | 'work' | 'texting' | 'record' | 'custom'

/** A contact field that can be filtered by, with its label. */
export interface FilterField {
  /** The name in rules: a standard field, or `custom.` and a key. */
  name: string
  label: string
  kind: FieldKind
  section: FieldSection
  /** The options of choices and groups; absent while they load. */
  options?: readonly FilterOption[]
}

/** Returns the field with this name; undefined for a deleted one. */
export function fieldNamed(fields: readonly FilterField[], name: string): FilterField | undefined {
  return fields.find((field) => field.name === name)
}
