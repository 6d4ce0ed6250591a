import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { CustomValue } from '@crewline/contract/contacts'
import { asValue, type Ground } from './value-rules.ts'
import type { FieldRule } from './rules.ts'

/** The values to store by key, and errors by `custom.<key>`. */
export interface CheckedValues {
  values: Record<string, CustomValue | null>
  errors: Record<string, LocalizedText>
}

export interface ValueRules extends Ground {
  /** Whether this is a partial change; otherwise required values must be present. */
  partial: boolean
  /**
   * The contact's current values: an archived option stays valid only where it is set. When absent, every option is
   * valid by id.
   */
  before?: Readonly<Record<string, CustomValue>>
}

/**
 * Parses values of custom fields from forms and files into stored form: phones as E.164, dates as YYYY-MM-DD, choices
 * as option ids. An empty value becomes null. Never throws; its output is valid input and stays the same.
 */
export function checkCustom(
  fields: readonly FieldRule[],
  input: Readonly<Record<string, unknown>>,
  { country, partial, before }: ValueRules,
): CheckedValues {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const values = new Map<string, CustomValue | null>()
  const errors = new Map<string, LocalizedText>()
  for (const [key, raw] of Object.entries(input)) {
    const field = byKey.get(key)
    if (!field) {
      if (!isEmpty(raw)) errors.set(key, msg({ message: "This field doesn't exist." }))
      continue
    }
    const had = before && (Object.hasOwn(before, key) ? before[key] : null)
    const read = isEmpty(raw) ? { value: null } : asValue(field, raw, { country, ...(before && { before: had }) })
    if ('words' in read) errors.set(key, read.words)
    else values.set(key, read.value)
  }
  for (const field of fields) {
    if (!field.required || errors.has(field.key)) continue
    const value = values.get(field.key)
    if (value === null || (value === undefined && !partial))
      errors.set(field.key, msg({ message: 'Fill in “{field}”.', values: { field: field.name } }))
  }
  return {
    values: Object.fromEntries([...values].filter(([key]) => !errors.has(key))),
    errors: Object.fromEntries([...errors].map(([key, text]) => [`custom.${key}`, text])),
  }
}

function isEmpty(raw: unknown): boolean {
  if (raw === null || raw === undefined) return true
  if (typeof raw === 'string') return raw.trim() === ''
  return Array.isArray(raw) && raw.length === 0
}
