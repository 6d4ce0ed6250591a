import {
  COMPARATORS,
  CUSTOM_KINDS,
  CUSTOM_PREFIX,
  FILTER_DEPTH_MAX,
  FILTER_RULES_MAX,
  STANDARD_FIELDS,
  type FieldKind,
} from '@crewline/contract/filter-fields'
import type { FilterNode, Rule } from '@crewline/contract/filters'
import { fieldNamed, type FilterField } from './filter-field.ts'
import { isCompleteFor } from './rules.ts'

/** A filter read from a URL, and which of its rules could not be used. */
export interface ReadFilter {
  /** Undefined when there are no rules. */
  filter: FilterNode | undefined
  /** The fields of the dropped rules, without duplicates; empty when all rules were valid. */
  dropped: string[]
  /** The text was not a filter. */
  isBroken: boolean
}

const nothing: ReadFilter = { filter: undefined, dropped: [], isBroken: false }

function kindsOf(name: string, fields: readonly FilterField[] | undefined): readonly FieldKind[] {
  const field = fields && fieldNamed(fields, name)
  if (field) return [field.kind]
  if (Object.hasOwn(STANDARD_FIELDS, name)) return [STANDARD_FIELDS[name as keyof typeof STANDARD_FIELDS]]
  // Until the custom fields are loaded, any of their kinds is possible.
  return !fields && name.startsWith(CUSTOM_PREFIX) ? Object.values(CUSTOM_KINDS) : []
}

function asRule(raw: Record<string, unknown>, fields: readonly FilterField[] | undefined): Rule | undefined {
  const { field, cmp, value } = raw
  if (typeof field !== 'string' || typeof cmp !== 'string') return undefined
  const rule = { field, cmp, ...(value !== undefined && { value }) } as Rule
  const isComparator = Object.values(COMPARATORS).some((all) => (all as readonly string[]).includes(cmp))
  return isComparator && kindsOf(field, fields).some((kind) => isCompleteFor(kind, rule)) ? rule : undefined
}

/** Parses a filter. Drops rules about deleted fields or with invalid values, and lists their fields. */
export function readFilter(text: string | null | undefined, fields?: readonly FilterField[]): ReadFilter {
  if (!text) return nothing
  const dropped = new Set<string>()
  let rulesLeft = FILTER_RULES_MAX
  function readNode(raw: unknown, depth: number): FilterNode | undefined {
    const { op, children } = (raw ?? {}) as { op?: unknown; children?: unknown }
    if ((op !== 'and' && op !== 'or') || !Array.isArray(children)) return undefined
    const read = children.flatMap((child: unknown) => readChild(child, depth) ?? [])
    return read.length > 0 ? { op, children: read } : undefined
  }
  function readChild(raw: unknown, depth: number): FilterNode | Rule | undefined {
    if (typeof raw !== 'object' || raw === null) return undefined
    if ('children' in raw) {
      if (depth < FILTER_DEPTH_MAX) return readNode(raw, depth + 1)
      dropped.add('')
      return undefined
    }
    const rule = rulesLeft > 0 ? asRule(raw as Record<string, unknown>, fields) : undefined
    if (rule) rulesLeft -= 1
    else dropped.add('field' in raw && typeof raw.field === 'string' ? raw.field : '')
    return rule
  }
  try {
    const raw: unknown = JSON.parse(text)
    const isBroken = typeof raw !== 'object' || raw === null || !('children' in raw)
    return { filter: isBroken ? undefined : readNode(raw, 1), dropped: [...dropped], isBroken }
  } catch {
    return { ...nothing, isBroken: true }
  }
}

/** Serializes a filter for URLs and queries; empty when there are no rules. */
export function writeFilter(filter: FilterNode | undefined): string {
  return filter && filter.children.length > 0 ? JSON.stringify(filter) : ''
}
