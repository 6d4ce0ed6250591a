// Merge fields of a message: {first_name}, {location|your site} with a fallback, and {shift} for a custom field by its
// key. Filled in one pass, so that a contact's name can never act as a field. The composer shows what the server will
// send.

/** Every standard merge field, in menu order. */
export const mergeFields = [
  'first_name',
  'last_name',
  'full_name',
  'job_title',
  'location',
  'organization',
  'my_first_name',
  'my_full_name',
] as const

/** The name of a merge field. */
export type MergeField = (typeof mergeFields)[number]

/** The value of each field for one contact; an absent or empty one is missing. */
export type MergeValues = Partial<Record<MergeField, string>>

/** The value of a custom field for one contact, by its key; empty when there is none or it is sensitive. */
export interface CustomMerge {
  key: string
  value: string
  /** Used when the text has no inline fallback. */
  fallback: string
}

/** Longest value a field inserts, in characters. */
export const MERGE_VALUE_MAX = 120

const MERGE_FIELD_NAMES = new Set<string>(mergeFields)
// A field never spans lines and never contains braces, so a text can be parsed once from left to right.
const FIELD = /\{ *([a-z][a-z0-9_]{0,35}) *(?:\|([^{}|\n]{0,120}))?\}/g

/** A text with its fields filled, and the names of empty fields without a fallback. */
export interface Filled {
  body: string
  missing: string[]
}

/** Fills the fields of a text. Other text in braces stays unchanged, and so does a missing field. */
export function fillMerge(body: string, values: MergeValues, custom: readonly CustomMerge[] = []): Filled {
  const missing = new Set<string>()
  const byKey = new Map(custom.map((field) => [field.key, field]))
  const filled = body.replace(FIELD, (written: string, name: string, instead: string | undefined) => {
    const customField = isField(name) ? undefined : byKey.get(name)
    if (!isField(name) && !customField) return written
    const value = asValue((isField(name) ? values[name] : customField?.value) ?? '')
    if (value !== '') return value
    if (instead !== undefined) return asValue(instead)
    const usual = asValue(customField?.fallback ?? '')
    if (usual !== '') return usual
    missing.add(name)
    return written
  })
  return { body: filled, missing: [...missing] }
}

/** Lists the names a text uses as fields, including custom and unknown ones. */
export function tagsIn(body: string): string[] {
  return [...new Set([...body.matchAll(FIELD)].map((match) => match[1] ?? ''))]
}

/** Returns whether a text may use custom fields: it contains a field name that is not a standard one. */
export function mayHaveCustomFields(body: string): boolean {
  return tagsIn(body).some((name) => !isField(name))
}

function isField(name: string): name is MergeField {
  return MERGE_FIELD_NAMES.has(name)
}

/** Returns one line of at most 120 characters, without bidirectional control characters. */
function asValue(text: string): string {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  return Array.from(line).slice(0, MERGE_VALUE_MAX).join('')
}
