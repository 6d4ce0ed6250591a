import { parsePhone, phoneDigits } from '@crewline/contract/phone'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { folded, literally } from '../../../contacts/index.ts'
import type { CheckedRule } from '../../filter-rules/check.ts'
import { anniversariesFrom, dayAfter } from '../../filter-rules/days.ts'
import type { FilterContext } from '../../filter-rules/context.ts'

type Words = RawBuilder<string | null>
type Condition = RawBuilder<SqlBool>

/** Compares words without regard to case and accents; nothing and no words are the same. */
export function compareText(rule: CheckedRule, of: Words): Condition {
  const said = sql`folded_text(coalesce(${of}, ''))`
  const one = folded(rule.text)
  const several = rule.texts.map(folded)
  switch (rule.cmp) {
    case 'is':
      return sql`${said} = ${one}`
    case 'is_not':
      return sql`${said} <> ${one}`
    case 'contains':
      return sql`${said} like ${`%${literally(one)}%`}`
    case 'not_contains':
      return sql`${said} not like ${`%${literally(one)}%`}`
    case 'starts_with':
      return sql`${said} like ${`${literally(one)}%`}`
    case 'in':
      return sql`${said} = any(${several}::text[])`
    case 'not_in':
      return sql`${said} <> all(${several}::text[])`
    default:
      return compareEmptiness(rule, of)
  }
}

/** Compares numbers of phones however they are written. */
export function comparePhone(rule: CheckedRule, of: Words, { country }: FilterContext): Condition {
  const whole = (text: string) => parsePhone(text, country)?.e164 ?? text
  const said = sql`coalesce(${of}, '')`
  const part = literally(phoneDigits(rule.text) ?? rule.text)
  switch (rule.cmp) {
    case 'is':
      return sql`${said} = ${whole(rule.text)}`
    case 'is_not':
      return sql`${said} <> ${whole(rule.text)}`
    case 'contains':
      return sql`${said} like ${`%${part}%`}`
    case 'not_contains':
      return sql`${said} not like ${`%${part}%`}`
    case 'starts_with':
      // As in E.164, or as people of North America write it, from the area code.
      return sql`(${said} like ${`+${part}%`} or ${said} like ${`+1${part}%`})`
    case 'in':
      return sql`${said} = any(${rule.texts.map(whole)}::text[])`
    case 'not_in':
      return sql`${said} <> all(${rule.texts.map(whole)}::text[])`
    default:
      return compareEmptiness(rule, of)
  }
}

/** Compares one of a fixed set of words, letter for letter. */
export function compareChoice(rule: CheckedRule, of: Words): Condition {
  if (rule.cmp === 'in') return sql`coalesce(${of}, '') = any(${rule.texts}::text[])`
  if (rule.cmp === 'not_in') return sql`coalesce(${of}, '') <> all(${rule.texts}::text[])`
  return compareEmptiness(rule, of)
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Compares the id of something chosen from a list, in a way an index answers; what is no id fits nobody. */
export function compareId(rule: CheckedRule, of: RawBuilder<string | null>): Condition {
  if (rule.cmp !== 'in' && rule.cmp !== 'not_in') return compareEmptiness(rule, sql`${of}::text`)
  const among = sql<SqlBool>`(${of} is not null and ${of} = any(${rule.texts.filter((text) => UUID.test(text))}::uuid[]))`
  return rule.cmp === 'in' ? among : sql`not ${among}`
}

/** Compares languages; one without a region means all of its regions. */
export function compareLanguage(rule: CheckedRule, of: Words): Condition {
  const wanted = rule.texts.map((text) => text.toLowerCase())
  const among = sql<SqlBool>`(lower(${of}) = any(${wanted}::text[]) or split_part(lower(${of}), '-', 1) = any(${wanted}::text[]))`
  if (rule.cmp === 'in') return among
  if (rule.cmp === 'not_in') return sql`not ${among}`
  return compareEmptiness(rule, of)
}

/** How a number that was kept is compared: taken out, or where it stands. */
export interface NumberColumn {
  value: RawBuilder<number | null>
  /** Whether it is this number; false where there is none. */
  is: (one: number) => Condition
}

/** Compares a number; who has none fits nothing but `neq` and `empty`. */
export function compareNumber({ cmp, numbers }: CheckedRule, { value: of, is }: NumberColumn): Condition {
  const [one = 0, other = 0] = numbers
  switch (cmp) {
    case 'eq':
      return is(one)
    case 'neq':
      return sql`not ${is(one)}`
    case 'gt':
      return sql`coalesce(${of} > ${one}::numeric, false)`
    case 'gte':
      return sql`coalesce(${of} >= ${one}::numeric, false)`
    case 'lt':
      return sql`coalesce(${of} < ${one}::numeric, false)`
    case 'lte':
      return sql`coalesce(${of} <= ${one}::numeric, false)`
    case 'between':
      return sql`coalesce(${of} between ${one}::numeric and ${other}::numeric, false)`
    case 'empty':
      return sql`${of} is null`
    default:
      return sql`${of} is not null`
  }
}

/** How a day that was kept is compared: as a date of the database, or as ten characters. */
export interface DayColumn {
  value: RawBuilder<unknown>
  /** A day to compare it with. */
  day(text: string): RawBuilder<unknown>
  /** Its month and day as MM-DD. */
  monthDay: RawBuilder<string | null>
}

/** Compares days of the organization's calendar; who has none fits nothing but `empty`. */
export function compareDay({ cmp, dates, days }: CheckedRule, { today }: FilterContext, of: DayColumn): Condition {
  const [one = today, other = today] = dates
  const between = (from: string, to: string): Condition =>
    sql`coalesce(${of.value} >= ${of.day(from)} and ${of.value} <= ${of.day(to)}, false)`
  switch (cmp) {
    case 'on':
      return between(one, one)
    case 'before':
      return sql`coalesce(${of.value} < ${of.day(one)}, false)`
    case 'after':
      return sql`coalesce(${of.value} > ${of.day(one)}, false)`
    case 'between':
      return between(one, other)
    case 'in_last_days':
      return between(dayAfter(today, -days), today)
    case 'in_next_days':
      return between(today, dayAfter(today, days))
    case 'anniversary_in_next_days':
      // The day itself is no anniversary, nor one that is still to come.
      return sql`coalesce(${of.value} < ${of.day(today)} and ${of.monthDay} = any(${anniversariesFrom(today, days)}::text[]), false)`
    case 'empty':
      return sql`${of.value} is null`
    default:
      return sql`${of.value} is not null`
  }
}

/** Compares a birthday, with or without its year. */
export function compareBirthday(rule: CheckedRule, { today }: FilterContext, of: Words): Condition {
  if (rule.cmp !== 'anniversary_in_next_days') return compareEmptiness(rule, of)
  return sql`coalesce(right(${of}, 5) = any(${anniversariesFrom(today, rule.days)}::text[]), false)`
}

/** Whether there is anything at all. */
export function compareEmptiness({ cmp }: CheckedRule, of: Words): Condition {
  return cmp === 'empty' ? sql`coalesce(${of}, '') = ''` : sql`coalesce(${of}, '') <> ''`
}
