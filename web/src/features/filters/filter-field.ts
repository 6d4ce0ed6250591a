import type { FieldKind } from '@crewline/contract/filter-fields'

/** One value a choice can have. */
export interface FilterOption {
  value: string
  label: string
}

/** Where a field stands in menus. */
export type FieldSection = 'person' | 'work' | 'texting' | 'record' | 'custom'

/** A fact people can be filtered by, with its words. */
export interface FilterField {
  /** As a rule calls it: a standard field, or `custom.` and a key. */
  name: string
  label: string
  kind: FieldKind
  section: FieldSection
  /** What can be chosen, for choices and groups; absent while it loads. */
  options?: readonly FilterOption[]
}

/** The field of a name; undefined for one that is gone. */
export function fieldNamed(fields: readonly FilterField[], name: string): FilterField | undefined {
  return fields.find((field) => field.name === name)
}
