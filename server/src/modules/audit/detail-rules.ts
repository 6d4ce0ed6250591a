import type { AuditEntry } from '@crewline/contract/audit'

/** What an entry recorded, for people to read. */
export type ReadableDetail = Pick<AuditEntry, 'changes' | 'details'>

/**
 * Splits a recorded detail: fields with a value before and after (`before` and `after`, or `from` and `to`), and the
 * rest. A change of a single value has no name. Values other than texts are written as JSON.
 */
export function readableDetail(detail: unknown): ReadableDetail {
  if (!isRecord(detail)) return { changes: [], details: [] }
  const { before, after, from, to, ...rest } = detail
  if (isRecord(before) && isRecord(after))
    return {
      changes: fieldsOf(before, after),
      details: detailsOf({ ...rest, ...defined({ from, to }) }),
    }
  if (before !== undefined && after !== undefined && !isRecord(before) && !isRecord(after))
    return {
      changes: [{ field: '', before: textOf(before), after: textOf(after) }],
      details: detailsOf({ ...rest, ...defined({ from, to }) }),
    }
  if (from !== undefined && to !== undefined)
    return {
      changes: [{ field: '', before: textOf(from), after: textOf(to) }],
      details: detailsOf({ ...rest, ...defined({ before, after }) }),
    }
  return { changes: [], details: detailsOf(detail) }
}

function fieldsOf(before: Record<string, unknown>, after: Record<string, unknown>): ReadableDetail['changes'] {
  const [was, is] = [flat(before), flat(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, before: textOf(was.get(field)), after: textOf(is.get(field)) }))
    .filter((change) => change.before !== change.after)
}

/** The name that an entry itself recorded for its object, such as one that was deleted; empty when there is none. */
export function recordedName(detail: unknown): string {
  if (!isRecord(detail)) return ''
  const inside = isRecord(detail['before']) ? detail['before'] : {}
  const candidates = ['name', 'title', 'fileName', 'email', 'word', 'phone'].flatMap((key) => [
    detail[key],
    inside[key],
  ])
  return candidates.find((value): value is string => typeof value === 'string') ?? ''
}

/** Values by their path, such as `settings.quietHours.start`. */
function flat(values: Record<string, unknown>, path = ''): Map<string, unknown> {
  return new Map(
    Object.entries(values).flatMap(([name, value]) =>
      isRecord(value) ? [...flat(value, `${path}${name}.`)] : [[`${path}${name}`, value] as const],
    ),
  )
}

function detailsOf(values: Record<string, unknown>): ReadableDetail['details'] {
  return Object.entries(values).flatMap(([name, value]) => {
    const text = textOf(value)
    return text === null ? [] : [{ name, value: text }]
  })
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
