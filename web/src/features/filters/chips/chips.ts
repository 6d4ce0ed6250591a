import { FILTER_DEPTH_MAX, FILTER_RULES_MAX } from '@crewline/contract/filter-fields'
import type { FilterNode, Rule } from '@crewline/contract/filters'
import { depthOf, isNode, rulesOf } from '../rules.ts'

/**
 * Returns the rules of a filter that chips can show: all must match and none is nested; undefined for any other filter.
 */
export function plainRules(filter: FilterNode | undefined): Rule[] | undefined {
  if (!filter) return []
  const { op, children } = filter
  const rules = children.flatMap((child) => (isNode(child) ? [] : [child]))
  return rules.length === children.length && (op === 'and' || rules.length === 1) ? rules : undefined
}

/**
 * Returns the filter with the rule at an index replaced or, without an index, with another rule that must match too;
 * undefined when it is full.
 */
export function withRule(filter: FilterNode | undefined, at: number | undefined, rule: Rule): FilterNode | undefined {
  const rules = plainRules(filter)
  if (at !== undefined) return rules && { op: 'and', children: rules.with(at, rule) }
  if (!filter) return { op: 'and', children: [rule] }
  if (rulesOf(filter).length >= FILTER_RULES_MAX) return undefined
  if (rules) return { op: 'and', children: [...rules, rule] }
  if (filter.op === 'and') return { op: 'and', children: [...filter.children, rule] }
  return depthOf(filter) < FILTER_DEPTH_MAX ? { op: 'and', children: [filter, rule] } : undefined
}
