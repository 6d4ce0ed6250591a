import { fieldOf, withoutSchema, type Alternatives } from './rules.ts'

/** Returns whether a resource fits a filter. Texts are compared without case, as RFC 7643 has it for these attributes. */
export function fits(resource: Record<string, unknown>, filter: Alternatives): boolean {
  return filter.some((all) =>
    Object.entries(all).every(([name, test]) => fitsAttribute(resource, withoutSchema(name), test)),
  )
}

function fitsAttribute(resource: unknown, name: string, test: unknown): boolean {
  const found = Object.entries(resource as Record<string, unknown>).find(
    ([key]) => key.toLowerCase() === name.toLowerCase(),
  )?.[1]
  if (Array.isArray(test)) {
    // Two conditions on one attribute are a list of conditions.
    return Array.isArray(test[0])
      ? test.every((condition: unknown) => fitsCondition(found, condition as unknown[]))
      : fitsCondition(found, test)
  }
  const parts = Object.entries(test as Record<string, unknown>)
  // Of a list, one element must fit all conditions.
  const candidates = Array.isArray(found) ? (found as unknown[]) : [found ?? {}]
  return candidates.some((item) => parts.every(([part, inner]) => fitsAttribute(item, part, inner)))
}

function fitsCondition(found: unknown, [first, ...rest]: unknown[]): boolean {
  if (first === 'not') return !fitsCondition(found, rest)
  const [wanted] = rest
  const values = Array.isArray(found)
    ? found.map((item: unknown) => (typeof item === 'object' ? fieldOf(item, 'value') : item))
    : [found]
  return values.some((value) => compare(first, value, wanted))
}

function compare(operator: unknown, value: unknown, wanted: unknown): boolean {
  if (operator === 'pr') return value !== undefined && value !== null && value !== ''
  if (operator === 'np') return value === undefined || value === null || value === ''
  const [mine, theirs] = [plain(value), plain(wanted)]
  if (operator === 'eq') return mine === theirs
  if (operator === 'ne') return mine !== theirs
  if (mine === undefined || theirs === undefined) return false
  if (operator === 'co') return mine.includes(theirs)
  if (operator === 'sw') return mine.startsWith(theirs)
  if (operator === 'ew') return mine.endsWith(theirs)
  if (operator === 'gt') return mine > theirs
  if (operator === 'ge') return mine >= theirs
  if (operator === 'lt') return mine < theirs
  return operator === 'le' && mine <= theirs
}

function plain(value: unknown): string | undefined {
  if (value instanceof Date) return value.toISOString().toLowerCase()
  if (typeof value === 'string') return value.toLowerCase()
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : undefined
}
