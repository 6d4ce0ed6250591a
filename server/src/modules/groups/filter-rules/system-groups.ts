import { msg } from '@crewline/contract/localized-text'
import { createHash } from 'node:crypto'
import type { FilterNode } from '@crewline/contract/filters'
import type { LocalizedText } from '@crewline/contract/words'

/** The groups every organization has, by key, with the rules that define their members. */
export const SYSTEM_GROUPS = {
  all: { op: 'and', children: [] },
  new: { op: 'and', children: [{ field: 'createdAt', cmp: 'in_last_days', value: 30 }] },
  unreachable: {
    op: 'and',
    children: [{ field: 'reach', cmp: 'in', value: ['no_mobile', 'landline', 'not_in_use'] }],
  },
  opted_out: { op: 'and', children: [{ field: 'activity', cmp: 'opted_out' }] },
  terminated: { op: 'and', children: [{ field: 'status', cmp: 'in', value: ['terminated'] }] },
} as const satisfies Record<string, FilterNode>
export type SystemGroupKey = keyof typeof SYSTEM_GROUPS

/** The keys in display order. */
export const SYSTEM_KEYS = Object.keys(SYSTEM_GROUPS) as SystemGroupKey[]

/** The display name of each system group. */
export const SYSTEM_NAMES: Readonly<Record<SystemGroupKey, LocalizedText>> = {
  all: msg({ message: 'All contacts' }),
  new: msg({ message: 'New (30 days)' }),
  unreachable: msg({ message: 'Unreachable' }),
  opted_out: msg({ message: 'Opted out', context: 'group' }),
  terminated: msg({ message: 'Terminated', context: 'group' }),
}

/** Returns the id of a system group; `system_group_id` in the database computes the same one. */
export function systemGroupId(orgId: string, key: SystemGroupKey): string {
  const hex = createHash('md5').update(`${orgId}:${key}`).digest('hex')
  // Includes a version and a variant, so that the id is a valid UUID.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Returns which system group of an organization an id belongs to, if any. */
export function systemKeyOf(orgId: string, id: string): SystemGroupKey | undefined {
  return SYSTEM_KEYS.find((key) => systemGroupId(orgId, key) === id)
}
