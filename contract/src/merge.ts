// Merge fields of a text: {first_name}, or {location|your site} with a word to use instead, and {shift} for a custom field
// by its key. Filled in one pass, so that what a contact is called can never become a field itself. The composer shows what
// the server will send.

/** Every field a text may hold, in the order a menu lists them. */
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

/** What each field says for one contact; one that is absent or empty is missing. */
export type MergeValues = Partial<Record<MergeField, string>>

/** What a custom field says for one contact, by its key; empty where it says nothing or must not be said. */
export interface CustomMerge {
  key: string
  value: string
  /** What it says where nobody wrote a word to use instead. */
  fallback: string
}

/** Longest value a field puts into a text, in characters. */
export const MERGE_VALUE_MAX = 120

const KNOWN = new Set<string>(mergeFields)
// A field never spans lines and never holds braces, so a text can be read once from left to right.
const FIELD = /\{ *([a-z][a-z0-9_]{0,35}) *(?:\|([^{}|\n]{0,120}))?\}/g

/** A text with its fields filled, and the names of those that are empty and have no word to use instead. */
export interface Filled {
  body: string
  missing: string[]
}

/** Fills the fields of a text. Braces around anything else stay as they were written; a missing field stays too. */
export function fillMerge(body: string, values: MergeValues, custom: readonly CustomMerge[] = []): Filled {
  const missing = new Set<string>()
  const byKey = new Map(custom.map((field) => [field.key, field]))
  const filled = body.replace(FIELD, (written: string, name: string, instead: string | undefined) => {
    const own = isField(name) ? undefined : byKey.get(name)
    if (!isField(name) && !own) return written
    const value = asValue((isField(name) ? values[name] : own?.value) ?? '')
    if (value !== '') return value
    if (instead !== undefined) return asValue(instead)
    const usual = asValue(own?.fallback ?? '')
    if (usual !== '') return usual
    missing.add(name)
    return written
  })
  return { body: filled, missing: [...missing] }
}

/** The names a text writes as fields, those of custom fields and of nothing too. */
export function tagsIn(body: string): string[] {
  return [...new Set([...body.matchAll(FIELD)].map((found) => found[1] ?? ''))]
}

/** Whether a text may hold custom fields: it writes a name as a field that no standard one has. */
export function mayHaveCustomFields(body: string): boolean {
  return tagsIn(body).some((name) => !isField(name))
}

function isField(name: string): name is MergeField {
  return KNOWN.has(name)
}

/** One line of at most 120 characters, without what turns the direction of the words after it. */
function asValue(text: string): string {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  return Array.from(line).slice(0, MERGE_VALUE_MAX).join('')
}
