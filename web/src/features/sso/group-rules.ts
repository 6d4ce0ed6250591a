import type { SsoSettings } from './api.ts'

/** A rule while it is edited. */
export interface RuleDraft {
  key: number
  group: string
  role: string
  /** Undefined: all contacts. Empty: only some groups, none chosen yet. */
  groupIds: string[] | undefined
}

type GroupRole = SsoSettings['groupRoles'][number]

/** Returns a saved rule for editing; a saved rule without groups is not limited. */
export function toDraft({ group, role, groupIds }: GroupRole, key: number): RuleDraft {
  return { key, group, role, groupIds: groupIds.length > 0 ? groupIds : undefined }
}

/** Returns the fields of the rules that are limited to groups without naming one. Saved like that, they would limit nothing. */
export function emptyLimits(rules: readonly RuleDraft[]): string[] {
  return rules.flatMap(({ groupIds }, index) => (groupIds?.length === 0 ? [`groupRoles.${index}.groupIds`] : []))
}

/** Returns the rules as they are saved. */
export function toGroupRoles(rules: readonly RuleDraft[]): GroupRole[] {
  return rules.map(({ group, role, groupIds = [] }) => ({ group: group.trim(), role, groupIds }))
}
