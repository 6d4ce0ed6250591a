import type { Words } from '@crewline/contract/words'
import type { CustomValue } from '@crewline/contract/contacts'
import { asValue, type Ground } from './value-rules.ts'
import type { FieldRule } from './rules.ts'

/** Values as they are stored, by key, and words for those that are refused, by `custom.<key>`. */
export interface CheckedValues {
  values: Record<string, CustomValue | null>
  errors: Record<string, Words>
}

/** How values are read. */
export interface ValueRules extends Ground {
  /** Whether only what is given changes; otherwise what is required must be given. */
  partial: boolean
  /** What the worker has now: an archived option may stay, nobody else gets it. Left out, any option may be named by its id. */
  before?: Readonly<Record<string, CustomValue>>
}

/**
 * Reads values of custom fields as people and files write them and answers them as they are stored: a phone as E.164, a
 * date as YYYY-MM-DD, choices by the ids of their options. An empty value is null. Never throws; checking what it
 * answered answers the same.
 */
export function checkCustom(
  fields: readonly FieldRule[],
  given: Readonly<Record<string, unknown>>,
  { country, partial, before }: ValueRules,
): CheckedValues {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const values = new Map<string, CustomValue | null>()
  const errors = new Map<string, Words>()
  for (const [key, raw] of Object.entries(given)) {
    const field = byKey.get(key)
    if (!field) {
      if (!isEmpty(raw)) errors.set(key, { en: 'This field does not exist.', es: 'Este campo no existe.' })
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
      errors.set(field.key, { en: `Fill in “${field.name}”.`, es: `Completa «${field.name}».` })
  }
  return {
    values: Object.fromEntries([...values].filter(([key]) => !errors.has(key))),
    errors: Object.fromEntries([...errors].map(([key, words]) => [`custom.${key}`, words])),
  }
}

function isEmpty(raw: unknown): boolean {
  if (raw === null || raw === undefined) return true
  if (typeof raw === 'string') return raw.trim() === ''
  return Array.isArray(raw) && raw.length === 0
}
