import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
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

/** A validated rule whose field, comparator and value fit together; each value shape has its own property. */
export interface CheckedRule {
  kind: FieldKind
  field: StandardField | 'custom'
  /** The key of a custom field; empty for other fields. */
  key: string
  cmp: Rule['cmp']
  text: string
  texts: string[]
  numbers: number[]
  dates: string[]
  days: number
  boolean: boolean
}

/** Maximum number of days a rule can look back or ahead. */
const DAYS_MAX = 36_500

/** Fails with `invalid` when rules cannot be read, with a message at the path of each rule within the filter. */
export function checkFilter(filter: FilterNode, ctx: FilterContext, at = 'filter'): void {
  const errors = errorsOf(filter, ctx, at)
  const [text] = Object.values(errors)
  if (text) fail('invalid', { text, fieldErrors: errors })
}

function errorsOf(node: FilterNode, ctx: FilterContext, at: string): Record<string, LocalizedText> {
  const errors: Record<string, LocalizedText> = {}
  for (const [nth, child] of node.children.entries()) {
    const path = `${at}.children.${nth}`
    if ('children' in child) Object.assign(errors, errorsOf(child, ctx, path))
    else {
      const checked = readRule(child, ctx)
      if ('wrong' in checked) errors[`${path}.${checked.wrong}`] = checked.message
    }
  }
  return errors
}

type Misfit = { wrong: 'field' | 'cmp' | 'value'; message: LocalizedText }

/** Returns the rule in the form it is compiled from, or which part is wrong with a message. */
export function readRule(rule: Rule, ctx: FilterContext): CheckedRule | Misfit {
  const isCustom = rule.field.startsWith(CUSTOM_PREFIX)
  const key = isCustom ? rule.field.slice(CUSTOM_PREFIX.length) : ''
  const kind = isCustom
    ? ctx.customKinds.get(key)
    : Object.hasOwn(STANDARD_FIELDS, rule.field)
      ? STANDARD_FIELDS[rule.field as StandardField]
      : undefined
  if (!kind)
    return {
      wrong: 'field',
      message: msg({ message: 'There is no such field. Choose another one.' }),
    }
  if (!COMPARATORS[kind].includes(rule.cmp))
    return {
      wrong: 'cmp',
      message: msg({ message: "This field can't be compared this way." }),
    }
  const value = readValue(rule, valueShapeOf(kind, rule.cmp))
  if ('id' in value) return { wrong: 'value', message: value }
  if (kind === 'group' && !value.texts?.every((id) => UUID.test(id)))
    return { wrong: 'value', message: msg({ message: 'Choose one or more groups.' }) }
  if (
    rule.field === 'shift' &&
    !value.texts?.every((id) => UUID.test(id)) &&
    (rule.cmp === 'in' || rule.cmp === 'not_in')
  )
    return { wrong: 'value', message: msg({ message: 'Choose one or more shifts.' }) }
  return {
    kind,
    field: isCustom ? 'custom' : (rule.field as StandardField),
    key,
    cmp: rule.cmp,
    text: '',
    texts: [],
    numbers: [],
    dates: [],
    days: 0,
    boolean: false,
    ...value,
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

type Value = Partial<Pick<CheckedRule, 'text' | 'texts' | 'numbers' | 'dates' | 'days' | 'boolean'>>

/** Returns the value by its shape, or a message about what is wrong. */
function readValue({ value, cmp }: Rule, shape: ValueShape): Value | LocalizedText {
  switch (shape) {
    case 'none':
      return value === undefined ? {} : msg({ message: 'This needs no value.' })
    case 'text': {
      const text = typeof value === 'string' ? clean(value) : ''
      return text === '' ? msg({ message: 'Write something to compare with.' }) : { text }
    }
    case 'texts':
      return readTexts(value)
    case 'number':
      return isNumber(value) ? { numbers: [value] } : msg({ message: 'Enter a number.' })
    case 'numbers': {
      const numbers = Array.isArray(value) ? value.filter(isNumber) : []
      const [from, to] = numbers
      if (numbers.length !== 2 || from === undefined || to === undefined) return msg({ message: 'Enter two numbers.' })
      return from <= to ? { numbers } : msg({ message: 'Begin with the smaller number.' })
    }
    case 'date':
      return typeof value === 'string' && isDay(value) ? { dates: [value] } : msg({ message: 'Enter a date.' })
    case 'dates': {
      const dates = Array.isArray(value) ? value.map(String).filter(isDay) : []
      const [from, to] = dates
      if (dates.length !== 2 || from === undefined || to === undefined) return msg({ message: 'Enter two dates.' })
      return from <= to ? { dates } : msg({ message: 'Begin with the earlier date.' })
    }
    case 'days':
      return readDays(value, cmp)
    case 'boolean':
      return typeof value === 'boolean' ? { boolean: value } : msg({ message: 'Choose yes or no.' })
  }
}

function readTexts(value: Rule['value']): Value | LocalizedText {
  const values = typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : []
  const texts = [...new Set(values.map(clean))].filter((text) => text !== '')
  return texts.length > 0 ? { texts } : msg({ message: 'Choose one or more.' })
}

function readDays(value: Rule['value'], cmp: Rule['cmp']): Value | LocalizedText {
  const most = cmp === 'anniversary_in_next_days' ? 366 : DAYS_MAX
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
  return fits ? { days: value } : msg({ message: 'Enter a number of days from 0 to {most}.', values: { most } })
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Removes characters that PostgreSQL cannot store. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim()
}
