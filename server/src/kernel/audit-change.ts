import { isDeepStrictEqual } from 'node:util'

/** What an audit entry says about a change. */
export interface AuditedChange extends Record<string, unknown> {
  before: Record<string, unknown>
  after: Record<string, unknown>
  /** Fields that changed, whose values are not in the log. */
  changed?: string[]
}

/**
 * Returns what differs: the fields of `after` with their values before and after. Of the fields in `without`, which hold
 * secrets, personal values or long documents, it returns only the names.
 */
export function changeOf<T extends object>(
  before: T,
  after: T,
  { without = [] }: { without?: readonly (keyof T & string)[] } = {},
): AuditedChange {
  const was = asStored(before)
  const is = asStored(after)
  const different = Object.keys(after).filter((name) => !isDeepStrictEqual(was[name] ?? null, is[name] ?? null))
  const hidden = new Set<string>(without)
  const shown = different.filter((name) => !hidden.has(name))
  const changed = different.filter((name) => hidden.has(name))
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(shown.map((name) => [name, values[name] ?? null]))
  return { before: pick(was), after: pick(is), ...(changed.length > 0 ? { changed } : {}) }
}

/** Values as the log stores them: without what is undefined, and moments as texts. */
function asStored(values: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(values)) as Record<string, unknown>
}
