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

/** The value of a rule. */
export type RuleValue = NonNullable<Rule['value']>

const daysMax = 3650
const listMax = 200
const textMax = 200
const usualDays = 90

/** Returns true for a group of rules, false for a single rule. */
export function isNode(part: FilterNode | Rule): part is FilterNode {
  return 'children' in part
}

/** Returns the rules of a filter at all levels, in order. */
export function rulesOf(filter: FilterNode): Rule[] {
  return filter.children.flatMap((child) => (isNode(child) ? rulesOf(child) : [child]))
}

/** Returns the number of nested levels; 1 for a flat filter. */
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
  // The server requires the smaller end of a range first.
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

/** Returns whether a rule about a field of this kind is complete: only such rules may be sent to the server. */
export function isCompleteFor(kind: FieldKind, { cmp, value }: Pick<Rule, 'cmp' | 'value'>): boolean {
  return COMPARATORS[kind].includes(cmp) && fits[valueShapeOf(kind, cmp)](value)
}

/** Returns whether a rule is complete, by the name of its field; never for a deleted field. */
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

/** Creates a rule about a field, with its most common comparator. */
export function newRule({ name, kind }: FilterField): Rule {
  const first = COMPARATORS[kind][0] ?? 'is'
  return withComparator({ field: name, cmp: first }, kind, listFields.has(name) ? 'in' : first)
}

/** Changes the comparator of a rule; the value stays if it still fits. */
export function withComparator(rule: Rule, kind: FieldKind, cmp: Comparator): Rule {
  const before = valueShapeOf(kind, rule.cmp)
  const shape = valueShapeOf(kind, cmp)
  const value = before === shape ? rule.value : carried(rule.value, shape)
  const nextValue = value ?? startOf(shape)
  return { field: rule.field, cmp, ...(nextValue !== undefined && { value: nextValue }) }
}

function carried(value: Rule['value'], shape: ValueShape): RuleValue | undefined {
  if (shape === 'texts' && typeof value === 'string') return value === '' ? undefined : [value]
  if (shape === 'text' && Array.isArray(value) && typeof value[0] === 'string') return value[0]
  return undefined
}

/** Removes incomplete rules and empty groups; undefined when nothing is left. */
export function completeOf(filter: FilterNode | undefined, fields: readonly FilterField[]): FilterNode | undefined {
  return filter && keepMatchingRules(filter, (rule) => isComplete(rule, fields))
}

/** Checks for incomplete rules. Without them, a filter can match more people than it says. */
export function isUnfinished(filter: FilterNode | undefined, fields: readonly FilterField[]): boolean {
  return filter !== undefined && rulesOf(filter).some((rule) => !isComplete(rule, fields))
}

/** Keeps only the rules that pass; undefined when nothing is left. Drops levels below the third. */
export function keepMatchingRules(
  filter: FilterNode,
  passes: (rule: Rule) => boolean,
  depth = 1,
): FilterNode | undefined {
  const children = filter.children.flatMap((child): (FilterNode | Rule)[] => {
    if (!isNode(child)) return passes(child) ? [child] : []
    const inner = depth < FILTER_DEPTH_MAX ? keepMatchingRules(child, passes, depth + 1) : undefined
    return inner ? [inner] : []
  })
  return children.length > 0 ? { op: filter.op, children } : undefined
}
