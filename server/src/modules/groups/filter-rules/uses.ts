import { CUSTOM_PREFIX } from '@crewline/contract/filter-fields'
import { rulesOf, type FilterNode } from '@crewline/contract/filters'
import { SYSTEM_GROUPS, systemKeyOf } from './system-groups.ts'

/** The names of the fields a filter reads, custom ones as `custom.` and their key. */
export function filterFieldsUsed(filter: FilterNode): Set<string> {
  return new Set(rulesOf(filter).map((rule) => rule.field))
}

/** The groups a filter asks for. */
export function groupsNamed(filter: FilterNode): string[] {
  const named = rulesOf(filter)
    .filter((rule) => rule.field === 'group')
    .flatMap((rule) => (Array.isArray(rule.value) ? rule.value.map(String) : [String(rule.value ?? '')]))
  return [...new Set(named.map((id) => id.toLowerCase()))]
}

/** Comparators whose answer changes as days go by. */
const TIMED = new Set([
  'in_last_days',
  'in_next_days',
  'anniversary_in_next_days',
  'replied_in_days',
  'silent_for_days',
])

/** Whether who matches changes by time alone, also through a group of the product that it asks for. */
export function isTimed(filter: FilterNode, orgId: string): boolean {
  return (
    rulesOf(filter).some((rule) => TIMED.has(rule.cmp)) ||
    groupsNamed(filter).some((id) => systemKeyOf(orgId, id) === 'new')
  )
}

/** What a fact's name for a field means to rules: some fields are read under another name or through another one. */
const READ_AS: Record<string, string[]> = {
  work: ['status'],
  phone: ['phone', 'reach', 'activity'],
  phoneState: ['reach'],
  sharesPhone: ['phone', 'reach', 'activity'],
  reach: ['reach', 'activity'],
}

/**
 * Whether a change of these fields can change who matches. No fields at all means any; an archived, merged or erased worker
 * leaves every group.
 */
export function readsAny(filter: FilterNode, orgId: string, changed: ReadonlySet<string> | null): boolean {
  if (changed === null) return true
  if ([...changed].some((field) => /^(archived|merged|erased|created)/.test(field))) return true
  const read = allFieldsRead(filter, orgId)
  return [...changed].some((field) =>
    field === 'customFields' || field === 'custom'
      ? [...read].some((one) => one.startsWith(CUSTOM_PREFIX))
      : (READ_AS[field] ?? [field]).some((one) => read.has(one)),
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
