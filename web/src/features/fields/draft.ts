import type { CustomField, FieldOption, FieldType } from '@crewline/contract/fields'
import { isChoice, uniqueTypes } from './useFieldTypes.ts'

/** What a form knows of a field. */
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

const fresh: FieldDraft = {
  ...{ name: '', type: 'text', options: [], fallback: '', required: false, unique: false, sensitive: false },
  showInList: false,
}

/** A form as it opens: empty, or what a field is now. */
export function draftOf(field: CustomField | undefined): FieldDraft {
  if (!field) return fresh
  const { name, type, options, fallback, required, unique, sensitive, showInList } = field
  return { name, type, options, fallback, required, unique, sensitive, showInList }
}

/** What a form says, ready to be sent: without empty options, and without what its type cannot have. */
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

/** What is wrong with a form before it is sent. */
export type DraftProblem = 'name' | 'noOptions' | 'sameOptions'

/** The first thing that is wrong with a form that is ready; undefined when nothing is. */
export function problemOf(ready: FieldDraft): DraftProblem | undefined {
  if (ready.name === '') return 'name'
  if (!isChoice(ready.type)) return undefined
  if (!ready.options.some(({ archived }) => !archived)) return 'noOptions'
  const labels = new Set(ready.options.map(({ label }) => label.toLocaleLowerCase()))
  return labels.size < ready.options.length ? 'sameOptions' : undefined
}

/** The parts of a form that differ from the field it was opened with. */
export function changesOf(field: CustomField, ready: FieldDraft): Partial<FieldDraft> {
  const before = draftOf(field)
  const keys = Object.keys(ready) as (keyof FieldDraft)[]
  return Object.fromEntries(
    keys.filter((key) => JSON.stringify(ready[key]) !== JSON.stringify(before[key])).map((key) => [key, ready[key]]),
  )
}

/** A list with one thing moved up (-1) or down (1); the same list where it cannot go further. */
export function movedBy<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const to = at + by
  const moving = list[at]
  if (moving === undefined || to < 0 || to >= list.length) return [...list]
  return list.toSpliced(at, 1).toSpliced(to, 0, moving)
}
