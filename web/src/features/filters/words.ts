import { CUSTOM_PREFIX, valueShapeOf, type Comparator } from '@crewline/contract/filter-fields'
import type { FilterNode, Rule } from '@crewline/contract/filters'
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
  anniversary_in_next_days: msg`comes round in the next`,
  has_any: msg`has any of`,
  has_all: msg`has all of`,
  has_none: msg`has none of`,
  member_of: msg`is any of`,
  not_member_of: msg`is none of`,
  replied_in_days: msg`Replied in the last`,
  silent_for_days: msg`Did not write for`,
  last_delivery_failed: msg`Last text was not delivered`,
  opted_out: msg`Opted out`,
}

/** How a comparison is called in menus and chips: "is any of". */
export function comparatorWords(cmp: Comparator, i18n: I18n): string {
  return i18n._(comparators[cmp])
}

/** A calendar date in the reader's way; what is no date is shown as it is. */
function dateWords(text: unknown, i18n: I18n): string {
  const day = new Date(`${String(text)}T00:00:00Z`)
  return Number.isNaN(day.getTime()) ? '…' : i18n.date(day, { dateStyle: 'medium', timeZone: 'UTC' })
}

function numberWords(value: unknown, i18n: I18n): string {
  return typeof value === 'number' && Number.isFinite(value) ? i18n.number(value) : '…'
}

function pairWords(value: unknown, one: (part: unknown) => string, i18n: I18n): string {
  const [first, second] = (Array.isArray(value) ? value : []).map(one)
  const from = first ?? '…'
  const to = second ?? '…'
  return i18n._(msg`${from} and ${to}`)
}

function choiceWords(value: string, field: FilterField | undefined, i18n: I18n): string {
  if (!field || !['choice', 'choices', 'group'].includes(field.kind)) return value
  const option = field.options?.find((one) => one.value === value)
  if (option) return option.label
  if (field.kind !== 'group') return value
  return field.options ? i18n._(msg`a group that is gone`) : '…'
}

/** What stands beside the comparator, in words; empty where nothing does, "…" where it is not written yet. */
export function valueWords(rule: Rule, field: FilterField | undefined, i18n: I18n): string {
  const { cmp, value } = rule
  const shape = valueShapeOf(field?.kind ?? 'text', cmp)
  if (shape === 'none') return ''
  if (shape === 'numbers') return pairWords(value, (one) => numberWords(one, i18n), i18n)
  if (shape === 'dates') return pairWords(value, (one) => dateWords(one, i18n), i18n)
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '…'
  if (shape === 'boolean') return i18n._(value === true ? msg`Yes` : msg`No`)
  if (shape === 'number') return numberWords(value, i18n)
  if (shape === 'date') return dateWords(value, i18n)
  if (shape === 'days') {
    const days = Number(value)
    return i18n._(msg`${plural(days, { one: '# day', other: '# days' })}`)
  }
  const all = Array.isArray(value) ? value : [value]
  return all.map((one) => choiceWords(String(one), field, i18n)).join(', ')
}

/** The label of a field by name; of one that is gone its name. */
export function fieldWords(name: string, fields: readonly FilterField[]): string {
  return fieldNamed(fields, name)?.label ?? (name.startsWith(CUSTOM_PREFIX) ? name.slice(CUSTOM_PREFIX.length) : name)
}

/** A whole rule in words: "Location is any of Plant 2, Plant 3". */
export function ruleWords(rule: Rule, fields: readonly FilterField[], i18n: I18n): string {
  const field = fieldNamed(fields, rule.field)
  const comparator = comparatorWords(rule.cmp, i18n)
  const value = valueWords(rule, field, i18n)
  // What somebody did needs no name of a field before it.
  if (rule.field === 'activity') return value ? i18n._(msg`${comparator} ${value}`) : comparator
  const label = fieldWords(rule.field, fields)
  return value ? i18n._(msg`${label} ${comparator} ${value}`) : i18n._(msg`${label} ${comparator}`)
}

/** A whole filter in words: "Location is any of Plant 2 and (Language is any of Español or Hire date is empty)". */
export function filterWords(filter: FilterNode, fields: readonly FilterField[], i18n: I18n): string {
  const parts = filter.children.map((child) => {
    if (!isNode(child)) return ruleWords(child, fields, i18n)
    const inner = filterWords(child, fields, i18n)
    return child.children.length > 1 ? `(${inner})` : inner
  })
  const type = filter.op === 'and' ? 'conjunction' : 'disjunction'
  return new Intl.ListFormat(i18n.locale, { type }).format(parts)
}
