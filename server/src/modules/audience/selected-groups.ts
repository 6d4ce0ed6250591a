import type { FilterNode, Rule, Selection } from '@crewline/contract/filters'
import type { FilterContext } from './filter-rules/context.ts'
import { groupMembership } from './ports.ts'

/** Above this many groups, the count runs over all contacts: each group adds one more run to merge. */
const MOST_GROUPS = 50

/**
 * Returns the groups whose members are exactly the selection; undefined when anything else narrows it. A limit to
 * reachable contacts is allowed, because memberships record it.
 */
export function selectedGroupIds(selection: Selection, ctx: FilterContext): string[] | undefined {
  const { search = '', reach = 'all', groupId, filter } = selection.audience ?? {}
  if (!selection.selectedAll || search.trim() || (reach !== 'all' && reach !== 'can_text')) return undefined
  const rules = filter ? narrowingRules(filter) : []
  const [rule] = rules
  const named =
    rules.length === 0 && groupId !== undefined
      ? [groupId]
      : rules.length === 1 && rule && groupId === undefined
        ? namedBy(rule)
        : undefined
  const ids = [...new Set(named?.map((id) => id.toLowerCase()))]
  if (ids.length === 0 || ids.length > MOST_GROUPS) return undefined
  const groups = groupMembership.get()
  return ids.some((id) => groups.builtInRules(ctx.orgId, id)) ? undefined : ids
}

function narrowingRules(node: FilterNode): Rule[] {
  return node.children.flatMap((child) => ('children' in child ? narrowingRules(child) : [child]))
}

function namedBy({ field, cmp, value }: Rule): string[] | undefined {
  return field === 'group' && cmp === 'member_of' && Array.isArray(value) ? value.map(String) : undefined
}
