import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import { filterFieldsUsed, groupsNamed, rulesOf, type FilterNode } from '@crewline/contract/filters'
import { SYSTEM_GROUPS, systemKeyOf } from './system-groups.ts'

/** Comparators whose result changes with the calendar. */
const TIMED = new Set([
  'in_last_days',
  'in_next_days',
  'anniversary_in_next_days',
  'replied_in_days',
  'silent_for_days',
])

/**
 * Checks whether the matching contacts change by time alone, including through a system group that the filter
 * references.
 */
export function isTimed(filter: FilterNode, orgId: string): boolean {
  return (
    rulesOf(filter).some((rule) => TIMED.has(rule.cmp)) ||
    groupsNamed(filter).some((id) => systemKeyOf(orgId, id) === 'new')
  )
}

/**
 * Maps field names in domain events to field names in rules, because rules read some fields under another name or
 * through another field.
 */
const READ_AS: Record<string, string[]> = {
  work: ['status'],
  phone: ['phone', 'reach', 'activity'],
  phoneState: ['reach'],
  sharesPhone: ['phone', 'reach', 'activity'],
  reach: ['reach', 'activity'],
}

/**
 * Checks whether a change of these fields can change which contacts match. Null means any field: an archived, merged or
 * erased contact leaves every group.
 */
export function readsAny(filter: FilterNode, orgId: string, changed: ReadonlySet<string> | null): boolean {
  if (changed === null) return true
  if ([...changed].some((field) => /^(archived|merged|erased|created)/.test(field))) return true
  const read = allFieldsRead(filter, orgId)
  return [...changed].some((field) =>
    field === 'customFields' || field === 'custom'
      ? [...read].some((fieldName) => fieldName.startsWith(CUSTOM_PREFIX))
      : (READ_AS[field] ?? [field]).some((fieldName) => read.has(fieldName)),
  )
}

function allFieldsRead(filter: FilterNode, orgId: string): Set<string> {
  const read = filterFieldsUsed(filter)
  for (const id of groupsNamed(filter)) {
    const key = systemKeyOf(orgId, id)
    if (key) for (const field of filterFieldsUsed(SYSTEM_GROUPS[key])) read.add(field)
  }
  return read
}
