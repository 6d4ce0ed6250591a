import {
  COMPARATORS,
  CUSTOM_PREFIX,
  STANDARD_FIELDS,
  valueShapeOf,
  type FieldKind,
  type StandardField,
  type ValueShape,
} from '@crewline/contract/filter-fields'
import type { FilterNode, Rule } from '@crewline/contract/filters'
import { fail } from '../../../kernel/failure.ts'
import type { FilterContext } from './context.ts'
import { isDay } from './days.ts'

/** A rule whose field, comparator and value fit each other; values stand by the shape they have. */
export interface CheckedRule {
  kind: FieldKind
  field: StandardField | 'custom'
  /** The key of a custom field; empty for others. */
  key: string
  cmp: Rule['cmp']
  text: string
  texts: string[]
  numbers: number[]
  dates: string[]
  days: number
  boolean: boolean
}

/** Most days a rule looks back or ahead. */
const DAYS_MAX = 36_500

/** Refuses rules that cannot be read, each with words at its path within the filter; answers nothing. */
export function checkFilter(filter: FilterNode, ctx: FilterContext, at = 'filter'): void {
  const errors = errorsOf(filter, ctx, at)
  if (Object.keys(errors).length > 0)
    fail('invalid', { words: Object.values(errors)[0] as string, fieldErrors: errors })
}

function errorsOf(node: FilterNode, ctx: FilterContext, at: string): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [nth, child] of node.children.entries()) {
    const path = `${at}.children.${nth}`
    if ('children' in child) Object.assign(errors, errorsOf(child, ctx, path))
    else {
      const checked = readRule(child, ctx)
      if ('wrong' in checked) errors[`${path}.${checked.wrong}`] = checked.words
    }
  }
  return errors
}

type Misfit = { wrong: 'field' | 'cmp' | 'value'; words: string }

/** A rule in the form it is compiled from, or what does not fit in it, in words. */
export function readRule(rule: Rule, ctx: FilterContext): CheckedRule | Misfit {
  const isCustom = rule.field.startsWith(CUSTOM_PREFIX)
  const key = isCustom ? rule.field.slice(CUSTOM_PREFIX.length) : ''
  const kind = isCustom
    ? ctx.customKinds.get(key)
    : Object.hasOwn(STANDARD_FIELDS, rule.field)
      ? STANDARD_FIELDS[rule.field as StandardField]
      : undefined
  if (!kind) return { wrong: 'field', words: 'There is no such field. Choose another one.' }
  if (!COMPARATORS[kind].includes(rule.cmp)) return { wrong: 'cmp', words: 'This field cannot be compared like this.' }
  const value = readValue(rule, valueShapeOf(kind, rule.cmp))
  if (typeof value === 'string') return { wrong: 'value', words: value }
  if (kind === 'group' && !value.texts?.every((id) => UUID.test(id)))
    return { wrong: 'value', words: 'Choose one or more groups.' }
  return {
    ...{ kind, field: isCustom ? 'custom' : (rule.field as StandardField), key, cmp: rule.cmp },
    ...{ text: '', texts: [], numbers: [], dates: [], days: 0, boolean: false },
    ...value,
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

type Value = Partial<Pick<CheckedRule, 'text' | 'texts' | 'numbers' | 'dates' | 'days' | 'boolean'>>

/** The value by its shape, or what is wrong with it. */
function readValue({ value, cmp }: Rule, shape: ValueShape): Value | string {
  switch (shape) {
    case 'none':
      return value === undefined ? {} : 'This needs no value.'
    case 'text': {
      const text = typeof value === 'string' ? clean(value) : ''
      return text === '' ? 'Write something to compare with.' : { text }
    }
    case 'texts':
      return readTexts(value)
    case 'number':
      return isNumber(value) ? { numbers: [value] } : 'Enter a number.'
    case 'numbers': {
      const numbers = Array.isArray(value) ? value.filter(isNumber) : []
      const [from, to] = numbers
      if (numbers.length !== 2 || from === undefined || to === undefined) return 'Enter two numbers.'
      return from <= to ? { numbers } : 'Begin with the smaller number.'
    }
    case 'date':
      return typeof value === 'string' && isDay(value) ? { dates: [value] } : 'Enter a date.'
    case 'dates': {
      const dates = Array.isArray(value) ? value.map(String).filter(isDay) : []
      const [from, to] = dates
      if (dates.length !== 2 || from === undefined || to === undefined) return 'Enter two dates.'
      return from <= to ? { dates } : 'Begin with the earlier date.'
    }
    case 'days':
      return readDays(value, cmp)
    case 'boolean':
      return typeof value === 'boolean' ? { boolean: value } : 'Choose yes or no.'
  }
}

function readTexts(value: Rule['value']): Value | string {
  const given = typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : []
  const texts = [...new Set(given.map(clean))].filter((text) => text !== '')
  return texts.length > 0 ? { texts } : 'Choose one or more.'
}

function readDays(value: Rule['value'], cmp: Rule['cmp']): Value | string {
  const most = cmp === 'anniversary_in_next_days' ? 366 : DAYS_MAX
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
  return fits ? { days: value } : `Enter a number of days from 0 to ${most}.`
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Without what the database cannot hold. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim()
}
