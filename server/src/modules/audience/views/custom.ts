import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { CheckedRule } from '../filter-rules/check.ts'
import { compareChoice, compareDay, compareNumber, compareText } from './compare.ts'
import type { FilterContext } from '../filter-rules/context.ts'

/** Compiles a rule on a custom field. Values are in `c.custom` by key; a value of another type counts as none. */
export function compileCustom(rule: CheckedRule, ctx: FilterContext): RawBuilder<SqlBool> {
  const textValue = sql<string | null>`(c.custom ->> ${rule.key}::text)`
  const jsonValue = sql`(c.custom -> ${rule.key}::text)`
  switch (rule.kind) {
    case 'number':
      return compareNumber(rule, {
        value: sql`(case when jsonb_typeof(${jsonValue}) = 'number' then ${textValue}::numeric end)`,
        // Comparing inside the document costs a fifth of extracting and casting the value.
        is: (number) => sql`(c.custom @> ${JSON.stringify({ [rule.key]: number })}::jsonb)`,
      })
    case 'date':
      return compareDay(rule, ctx, {
        // As ten characters, days sort correctly.
        value: sql`(case when ${textValue} ~ '^\\d{4}-\\d{2}-\\d{2}$' then ${textValue} collate "C" end)`,
        day: (text) => sql`${text}::text`,
        monthDay: sql`right(${textValue}, 5)`,
      })
    case 'boolean':
      return rule.cmp === 'is'
        ? sql`coalesce(${jsonValue} = ${String(rule.boolean)}::jsonb, false)`
        : compareJsonEmptiness(rule, textValue)
    case 'choice':
      return rule.cmp === 'in' || rule.cmp === 'not_in'
        ? compareChoice(rule, textValue)
        : compareJsonEmptiness(rule, textValue)
    case 'choices':
      return compareChoices(rule, jsonValue, textValue)
    default:
      return rule.cmp === 'empty' || rule.cmp === 'not_empty'
        ? compareJsonEmptiness(rule, textValue)
        : compareText(rule, textValue)
  }
}

function compareChoices(
  rule: CheckedRule,
  jsonValue: RawBuilder<unknown>,
  textValue: RawBuilder<string | null>,
): RawBuilder<SqlBool> {
  switch (rule.cmp) {
    case 'has_any':
      return sql`coalesce(${jsonValue} ?| ${rule.texts}::text[], false)`
    case 'has_all':
      return sql`coalesce(${jsonValue} ?& ${rule.texts}::text[], false)`
    case 'has_none':
      return sql`not coalesce(${jsonValue} ?| ${rule.texts}::text[], false)`
    default:
      return compareJsonEmptiness(rule, textValue)
  }
}

/** Treats null, empty text and an empty list of options as equal. */
function compareJsonEmptiness({ cmp }: CheckedRule, textValue: RawBuilder<string | null>): RawBuilder<SqlBool> {
  return cmp === 'empty'
    ? sql`coalesce(${textValue}, '') in ('', '[]')`
    : sql`coalesce(${textValue}, '') not in ('', '[]')`
}
