import { CUSTOM_PREFIX, valueShapeOf, type Comparator } from '@crewline/contract/filter-fields'
import type { FilterNode, Rule } from '@crewline/contract/filters'
import { formatDay, formatList, formatNumber } from '@crewline/contract/formats'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { fieldNamed, type FilterField } from './filter-field.ts'
import { isNode } from './rules.ts'

const comparators: Record<Comparator, MessageDescriptor> = {
  is: msg`is`,
  is_not: msg`is not`,
  contains: msg`contains`,
  not_contains: msg`does not contain`,
  starts_with: msg`starts with`,
  in: msg`is any of`,
  not_in: msg`is none of`,
  empty: msg`is empty`,
  not_empty: msg`has a value`,
  eq: msg`is equal to`,
  neq: msg`is not equal to`,
  gt: msg`is more than`,
  gte: msg`is at least`,
  lt: msg`is less than`,
  lte: msg`is at most`,
  between: msg`is between`,
  on: msg`is on`,
  before: msg`is before`,
  after: msg`is after`,
  in_last_days: msg`is in the last`,
  in_next_days: msg`is in the next`,
  anniversary_in_next_days: msg`is coming up in the next`,
  has_any: msg`has any of`,
  has_all: msg`has all of`,
  has_none: msg`has none of`,
  member_of: msg`is any of`,
  not_member_of: msg`is none of`,
  replied_in_days: msg`Replied in the last`,
  silent_for_days: msg`Hasn't replied in`,
  last_delivery_failed: msg`Last text wasn't delivered`,
  opted_out: msg`Opted out`,
}

/** Returns the label of a comparator in menus and chips: "is any of". */
export function formatComparator(cmp: Comparator, i18n: I18n): string {
  return i18n._(comparators[cmp])
}

function dateText(value: unknown, i18n: I18n): string {
  const day = String(value)
  return Number.isNaN(Date.parse(day)) ? '…' : formatDay(day, 'date', i18n.locale)
}

function numberText(value: unknown, i18n: I18n): string {
  return typeof value === 'number' && Number.isFinite(value) ? formatNumber(value, i18n.locale) : '…'
}

function formatPair(value: unknown, formatPart: (part: unknown) => string, i18n: I18n): string {
  const [first, second] = (Array.isArray(value) ? value : []).map(formatPart)
  const from = first ?? '…'
  const to = second ?? '…'
  return i18n._(msg`${from} and ${to}`)
}

function formatChoice(value: string, field: FilterField | undefined, i18n: I18n): string {
  if (!field || !['choice', 'choices', 'group'].includes(field.kind)) return value
  const option = field.options?.find((item) => item.value === value)
  if (option) return option.label
  if (field.name === 'shift') return field.options ? i18n._(msg`a deleted shift`) : '…'
  if (field.kind !== 'group') return value
  return field.options ? i18n._(msg`a deleted group`) : '…'
}

/** Formats the value of a rule; empty for a comparator without a value, "…" for a missing value. */
export function formatValue(rule: Rule, field: FilterField | undefined, i18n: I18n): string {
  const { cmp, value } = rule
  const shape = valueShapeOf(field?.kind ?? 'text', cmp)
  if (shape === 'none') return ''
  if (shape === 'numbers') return formatPair(value, (part) => numberText(part, i18n), i18n)
  if (shape === 'dates') return formatPair(value, (part) => dateText(part, i18n), i18n)
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '…'
  if (shape === 'boolean') return i18n._(value === true ? msg`Yes` : msg`No`)
  if (shape === 'number') return numberText(value, i18n)
  if (shape === 'date') return dateText(value, i18n)
  if (shape === 'days') {
    const days = Number(value)
    return i18n._(msg`${plural(days, { one: '# day', other: '# days' })}`)
  }
  const all = Array.isArray(value) ? value : [value]
  return all.map((choice) => formatChoice(String(choice), field, i18n)).join(', ')
}

/** Returns the label of a field; its name when it was deleted. */
export function formatField(name: string, fields: readonly FilterField[]): string {
  return fieldNamed(fields, name)?.label ?? (name.startsWith(CUSTOM_PREFIX) ? name.slice(CUSTOM_PREFIX.length) : name)
}

/** Formats a rule: "Location is any of Plant 2, Plant 3". */
export function formatRule(rule: Rule, fields: readonly FilterField[], i18n: I18n): string {
  const field = fieldNamed(fields, rule.field)
  const comparator = formatComparator(rule.cmp, i18n)
  const value = formatValue(rule, field, i18n)
  // An activity comparator is a full phrase without a field label.
  if (rule.field === 'activity') return value ? i18n._(msg`${comparator} ${value}`) : comparator
  const label = formatField(rule.field, fields)
  return value ? i18n._(msg`${label} ${comparator} ${value}`) : i18n._(msg`${label} ${comparator}`)
}

/** Formats a filter: "Location is any of Plant 2 and (Language is any of Español or Hire date is empty)". */
export function formatFilter(filter: FilterNode, fields: readonly FilterField[], i18n: I18n): string {
  const parts = filter.children.map((child) => {
    if (!isNode(child)) return formatRule(child, fields, i18n)
    const inner = formatFilter(child, fields, i18n)
    return child.children.length > 1 ? `(${inner})` : inner
  })
  const type = filter.op === 'and' ? 'conjunction' : 'disjunction'
  return formatList(parts, i18n.locale, type)
}
