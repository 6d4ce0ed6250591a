import { daysAfter } from '@crewline/contract/calendar'
import { parsePhone, phoneDigits } from '@crewline/contract/phone'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { folded, literally } from '../../../kernel/text.ts'
import type { CheckedRule } from '../filter-rules/check.ts'
import { anniversariesFrom } from '../filter-rules/days.ts'
import type { FilterContext } from '../filter-rules/context.ts'

type TextColumn = RawBuilder<string | null>
type Condition = RawBuilder<SqlBool>

/** Compares text ignoring case and accents; null and empty text are equal. */
export function compareText(rule: CheckedRule, of: TextColumn): Condition {
  const stored = sql`folded_text(coalesce(${of}, ''))`
  const text = folded(rule.text)
  const several = rule.texts.map(folded)
  switch (rule.cmp) {
    case 'is':
      return sql`${stored} = ${text}`
    case 'is_not':
      return sql`${stored} <> ${text}`
    case 'contains':
      return sql`${stored} like ${`%${literally(text)}%`}`
    case 'not_contains':
      return sql`${stored} not like ${`%${literally(text)}%`}`
    case 'starts_with':
      return sql`${stored} like ${`${literally(text)}%`}`
    case 'in':
      return sql`${stored} = any(${several}::text[])`
    case 'not_in':
      return sql`${stored} <> all(${several}::text[])`
    default:
      return compareEmptiness(rule, of)
  }
}

/** Compares phone numbers in any notation. */
export function comparePhone(rule: CheckedRule, of: TextColumn, { country }: FilterContext): Condition {
  const normalizePhone = (text: string) => parsePhone(text, country)?.e164 ?? text
  const stored = sql`coalesce(${of}, '')`
  const part = literally(phoneDigits(rule.text) ?? rule.text)
  switch (rule.cmp) {
    case 'is':
      return sql`${stored} = ${normalizePhone(rule.text)}`
    case 'is_not':
      return sql`${stored} <> ${normalizePhone(rule.text)}`
    case 'contains':
      return sql`${stored} like ${`%${part}%`}`
    case 'not_contains':
      return sql`${stored} not like ${`%${part}%`}`
    case 'starts_with':
      // Matches E.164 and the North American notation that begins with the area code.
      return sql`(${stored} like ${`+${part}%`} or ${stored} like ${`+1${part}%`})`
    case 'in':
      return sql`${stored} = any(${rule.texts.map(normalizePhone)}::text[])`
    case 'not_in':
      return sql`${stored} <> all(${rule.texts.map(normalizePhone)}::text[])`
    default:
      return compareEmptiness(rule, of)
  }
}

/** Compares one of a fixed set of values exactly. */
export function compareChoice(rule: CheckedRule, of: TextColumn): Condition {
  if (rule.cmp === 'in') return sql`coalesce(${of}, '') = any(${rule.texts}::text[])`
  if (rule.cmp === 'not_in') return sql`coalesce(${of}, '') <> all(${rule.texts}::text[])`
  return compareEmptiness(rule, of)
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Compares the id of a value chosen from a list in a way that an index supports; an invalid id matches no contact. */
export function compareId(rule: CheckedRule, of: RawBuilder<string | null>): Condition {
  if (rule.cmp !== 'in' && rule.cmp !== 'not_in') return compareEmptiness(rule, sql`${of}::text`)
  const among = sql<SqlBool>`(${of} is not null and ${of} = any(${rule.texts.filter((text) => UUID.test(text))}::uuid[]))`
  return rule.cmp === 'in' ? among : sql`not ${among}`
}

/** Compares languages; a language without a region includes all of its regions. */
export function compareLanguage(rule: CheckedRule, of: TextColumn): Condition {
  const languages = rule.texts.map((text) => text.toLowerCase())
  const among = sql<SqlBool>`(lower(${of}) = any(${languages}::text[]) or split_part(lower(${of}), '-', 1) = any(${languages}::text[]))`
  if (rule.cmp === 'in') return among
  if (rule.cmp === 'not_in') return sql`not ${among}`
  return compareEmptiness(rule, of)
}

/** Ways to compare a stored number: extracted, or inside the stored document. */
export interface NumberColumn {
  value: RawBuilder<number | null>
  /** Whether the column equals this number; false when there is none. */
  is: (one: number) => Condition
}

/** Compares a number; a contact without one matches only `neq` and `empty`. */
export function compareNumber({ cmp, numbers }: CheckedRule, { value: of, is }: NumberColumn): Condition {
  const [first = 0, second = 0] = numbers
  switch (cmp) {
    case 'eq':
      return is(first)
    case 'neq':
      return sql`not ${is(first)}`
    case 'gt':
      return sql`coalesce(${of} > ${first}::numeric, false)`
    case 'gte':
      return sql`coalesce(${of} >= ${first}::numeric, false)`
    case 'lt':
      return sql`coalesce(${of} < ${first}::numeric, false)`
    case 'lte':
      return sql`coalesce(${of} <= ${first}::numeric, false)`
    case 'between':
      return sql`coalesce(${of} between ${first}::numeric and ${second}::numeric, false)`
    case 'empty':
      return sql`${of} is null`
    default:
      return sql`${of} is not null`
  }
}

/** Ways to compare a stored day: as a `date`, or as ten characters. */
export interface DayColumn {
  value: RawBuilder<unknown>
  /** Converts a day for the comparison. */
  day(text: string): RawBuilder<unknown>
  /** The month and day as MM-DD. */
  monthDay: RawBuilder<string | null>
}

/** Compares days in the calendar of the organization; a contact without a day matches only `empty`. */
export function compareDay({ cmp, dates, days }: CheckedRule, { today }: FilterContext, of: DayColumn): Condition {
  const [first = today, last = today] = dates
  const between = (from: string, to: string): Condition =>
    sql`coalesce(${of.value} >= ${of.day(from)} and ${of.value} <= ${of.day(to)}, false)`
  switch (cmp) {
    case 'on':
      return between(first, first)
    case 'before':
      return sql`coalesce(${of.value} < ${of.day(first)}, false)`
    case 'after':
      return sql`coalesce(${of.value} > ${of.day(first)}, false)`
    case 'between':
      return between(first, last)
    case 'in_last_days':
      return between(daysAfter(today, -days), today)
    case 'in_next_days':
      return between(today, daysAfter(today, days))
    case 'anniversary_in_next_days':
      // The first day itself and days in the future are not anniversaries.
      return sql`coalesce(${of.value} < ${of.day(today)} and ${of.monthDay} = any(${anniversariesFrom(today, days)}::text[]), false)`
    case 'empty':
      return sql`${of.value} is null`
    default:
      return sql`${of.value} is not null`
  }
}

/** Compares a birthday with or without a year. */
export function compareBirthday(rule: CheckedRule, { today }: FilterContext, of: TextColumn): Condition {
  if (rule.cmp !== 'anniversary_in_next_days') return compareEmptiness(rule, of)
  return sql`coalesce(right(${of}, 5) = any(${anniversariesFrom(today, rule.days)}::text[]), false)`
}

/** Checks whether there is a value. */
export function compareEmptiness({ cmp }: CheckedRule, of: TextColumn): Condition {
  return cmp === 'empty' ? sql`coalesce(${of}, '') = ''` : sql`coalesce(${of}, '') <> ''`
}
