import type { CustomField, FieldOption, FieldType } from '@crewline/contract/fields'
import { isChoice, uniqueTypes } from './useFieldTypes.ts'

/** The values of the field form. */
export interface FieldDraft {
  name: string
  type: FieldType
  options: FieldOption[]
  fallback: string
  required: boolean
  unique: boolean
  sensitive: boolean
  showInList: boolean
}

const emptyDraft: FieldDraft = {
  name: '',
  type: 'text',
  options: [],
  fallback: '',
  required: false,
  unique: false,
  sensitive: false,
  showInList: false,
}

/** Returns the initial form values: empty, or those of the field. */
export function draftOf(field: CustomField | undefined): FieldDraft {
  if (!field) return emptyDraft
  const { name, type, options, fallback, required, unique, sensitive, showInList } = field
  return { name, type, options, fallback, required, unique, sensitive, showInList }
}

/** Prepares the form values for the request: drops empty options, and settings that the type does not support. */
export function readyDraft(draft: FieldDraft): FieldDraft {
  const options = draft.options
    .map((option) => ({ ...option, label: option.label.trim() }))
    .filter(({ label }) => label !== '')
  return {
    ...draft,
    name: draft.name.trim(),
    fallback: draft.sensitive ? '' : draft.fallback.trim(),
    options: isChoice(draft.type) ? options : [],
    unique: draft.unique && uniqueTypes.includes(draft.type),
  }
}

/** A problem found before the form is sent. */
export type DraftProblem = 'name' | 'noOptions' | 'sameOptions'

/** Returns the first problem of a prepared form; undefined when it is valid. */
export function problemOf(ready: FieldDraft): DraftProblem | undefined {
  if (ready.name === '') return 'name'
  if (!isChoice(ready.type)) return undefined
  if (!ready.options.some(({ archived }) => !archived)) return 'noOptions'
  const labels = new Set(ready.options.map(({ label }) => label.toLocaleLowerCase()))
  return labels.size < ready.options.length ? 'sameOptions' : undefined
}

/** Returns the form values that differ from the field. */
export function changesOf(field: CustomField, ready: FieldDraft): Partial<FieldDraft> {
  const before = draftOf(field)
  const keys = Object.keys(ready) as (keyof FieldDraft)[]
  return Object.fromEntries(
    keys.filter((key) => JSON.stringify(ready[key]) !== JSON.stringify(before[key])).map((key) => [key, ready[key]]),
  )
}

/** Moves an item up (-1) or down (1); at the ends the order stays the same. */
export function movedBy<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const to = at + by
  const moving = list[at]
  if (moving === undefined || to < 0 || to >= list.length) return [...list]
  return list.toSpliced(at, 1).toSpliced(to, 0, moving)
}
