import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { CheckedRule } from '../../filter-rules/check.ts'
import { compareChoice, compareDay, compareNumber, compareText } from './compare.ts'
import type { FilterContext } from '../../filter-rules/context.ts'

/** A rule about a custom field as SQL; values stand in `c.custom` by key, and one of another type counts as none. */
export function compileCustom(rule: CheckedRule, ctx: FilterContext): RawBuilder<SqlBool> {
  const said = sql<string | null>`(c.custom ->> ${rule.key}::text)`
  const kept = sql`(c.custom -> ${rule.key}::text)`
  switch (rule.kind) {
    case 'number':
      return compareNumber(rule, {
        value: sql`(case when jsonb_typeof(${kept}) = 'number' then ${said}::numeric end)`,
        // Looked for as it is kept: a fifth of what taking it out and reading it costs.
        is: (one) => sql`(c.custom @> ${JSON.stringify({ [rule.key]: one })}::jsonb)`,
      })
    case 'date':
      return compareDay(rule, ctx, {
        // Ten characters of a day sort as the day does.
        value: sql`(case when ${said} ~ '^\\d{4}-\\d{2}-\\d{2}$' then ${said} collate "C" end)`,
        day: (text) => sql`${text}::text`,
        monthDay: sql`right(${said}, 5)`,
      })
    case 'boolean':
      return rule.cmp === 'is'
        ? sql`coalesce(${kept} = ${String(rule.boolean)}::jsonb, false)`
        : compareKept(rule, said)
    case 'choice':
      return rule.cmp === 'in' || rule.cmp === 'not_in' ? compareChoice(rule, said) : compareKept(rule, said)
    case 'choices':
      return compareChoices(rule, kept, said)
    default:
      return rule.cmp === 'empty' || rule.cmp === 'not_empty' ? compareKept(rule, said) : compareText(rule, said)
  }
}

function compareChoices(
  rule: CheckedRule,
  kept: RawBuilder<unknown>,
  said: RawBuilder<string | null>,
): RawBuilder<SqlBool> {
  switch (rule.cmp) {
    case 'has_any':
      return sql`coalesce(${kept} ?| ${rule.texts}::text[], false)`
    case 'has_all':
      return sql`coalesce(${kept} ?& ${rule.texts}::text[], false)`
    case 'has_none':
      return sql`not coalesce(${kept} ?| ${rule.texts}::text[], false)`
    default:
      return compareKept(rule, said)
  }
}

/** No value, no words and no choices are all the same. */
function compareKept({ cmp }: CheckedRule, said: RawBuilder<string | null>): RawBuilder<SqlBool> {
  return cmp === 'empty' ? sql`coalesce(${said}, '') in ('', '[]')` : sql`coalesce(${said}, '') not in ('', '[]')`
}
