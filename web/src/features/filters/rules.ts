import {
  COMPARATORS,
  FILTER_DEPTH_MAX,
  valueShapeOf,
  type Comparator,
  type FieldKind,
  type ValueShape,
} from '@crewline/contract/filter-fields'
import type { FilterNode, Rule } from '@crewline/contract/filters'
import { fieldNamed, type FilterField } from './filter-field.ts'

/** What can stand beside a comparator. */
export type RuleValue = NonNullable<Rule['value']>

const daysMax = 3650
const listMax = 200
const textMax = 200
const usualDays = 90

/** True for a group of rules, false for one rule. */
export function isNode(one: FilterNode | Rule): one is FilterNode {
  return 'children' in one
}

/** The rules of a filter, from the top. */
export function rulesOf(filter: FilterNode): Rule[] {
  return filter.children.flatMap((child) => (isNode(child) ? rulesOf(child) : [child]))
}

/** Levels a filter is nested; one of plain rules has one. */
export function depthOf(filter: FilterNode): number {
  return 1 + Math.max(0, ...filter.children.map((child) => (isNode(child) ? depthOf(child) : 0)))
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= textMax
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}

function isPairOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  // The server takes a range only from its smaller end.
  return Array.isArray(value) && value.length === 2 && value.every(isOne) && value[0] <= value[1]
}

const fits: Record<ValueShape, (value: unknown) => boolean> = {
  none: (value) => value === undefined,
  text: isText,
  texts: (value) => Array.isArray(value) && value.length > 0 && value.length <= listMax && value.every(isText),
  number: Number.isFinite,
  numbers: (value) => isPairOf(value, Number.isFinite),
  date: isDate,
  dates: (value) => isPairOf(value, isDate),
  days: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= daysMax,
  boolean: (value) => typeof value === 'boolean',
}

/** Whether a rule about a field of this kind says everything it needs: only such rules may be asked of the server. */
export function isCompleteFor(kind: FieldKind, { cmp, value }: Pick<Rule, 'cmp' | 'value'>): boolean {
  return COMPARATORS[kind].includes(cmp) && fits[valueShapeOf(kind, cmp)](value)
}

/** The same for a rule by the name of its field; a field that is gone is never complete. */
export function isComplete(rule: Rule, fields: readonly FilterField[]): boolean {
  const field = fieldNamed(fields, rule.field)
  return field !== undefined && isCompleteFor(field.kind, rule)
}

function startOf(shape: ValueShape): RuleValue | undefined {
  if (shape === 'boolean') return true
  if (shape === 'days') return usualDays
  return undefined
}

const listFields = new Set(['jobTitle', 'department', 'location'])

/** A new rule about a field, with the comparator people use most for it. */
export function newRule({ name, kind }: FilterField): Rule {
  const first = COMPARATORS[kind][0] ?? 'is'
  return withComparator({ field: name, cmp: first }, kind, listFields.has(name) ? 'in' : first)
}

/** The rule compared another way; what was written stays where it still fits. */
export function withComparator(rule: Rule, kind: FieldKind, cmp: Comparator): Rule {
  const before = valueShapeOf(kind, rule.cmp)
  const shape = valueShapeOf(kind, cmp)
  const value = before === shape ? rule.value : carried(rule.value, shape)
  const kept = value ?? startOf(shape)
  return { field: rule.field, cmp, ...(kept !== undefined && { value: kept }) }
}

function carried(value: Rule['value'], shape: ValueShape): RuleValue | undefined {
  if (shape === 'texts' && typeof value === 'string') return value === '' ? undefined : [value]
  if (shape === 'text' && Array.isArray(value) && typeof value[0] === 'string') return value[0]
  return undefined
}

/** The filter without rules that are not finished and without empty groups; undefined when nothing is left. */
export function completeOf(filter: FilterNode | undefined, fields: readonly FilterField[]): FilterNode | undefined {
  return filter && kept(filter, (rule) => isComplete(rule, fields))
}

/** The filter with only the rules that pass; undefined when nothing is left. Levels below the third are dropped. */
export function kept(filter: FilterNode, passes: (rule: Rule) => boolean, depth = 1): FilterNode | undefined {
  const children = filter.children.flatMap((child): (FilterNode | Rule)[] => {
    if (!isNode(child)) return passes(child) ? [child] : []
    const inner = depth < FILTER_DEPTH_MAX ? kept(child, passes, depth + 1) : undefined
    return inner ? [inner] : []
  })
  return children.length > 0 ? { op: filter.op, children } : undefined
}
