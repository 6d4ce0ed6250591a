import type { FilterNode, Rule } from '@crewline/contract/filters'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { oneOff } from '../../../kernel/db/statement-names.ts'
import { fail } from '../../../kernel/failure.ts'
import { checkFilter, readRule, type CheckedRule } from '../filter-rules/check.ts'
import {
  compareBirthday,
  compareChoice,
  compareDay,
  compareId,
  compareLanguage,
  comparePhone,
  compareText,
} from './compare.ts'
import { groupMembership } from '../ports.ts'
import type { FilterContext } from '../filter-rules/context.ts'
import { compileCustom } from './custom.ts'

/** Whether a contact can get messages, over `contact c` and `consent k`. */
export const canText = sql<SqlBool>`(c.phone is not null and c.phone_state = 'ok' and k.opted_out is not true)`

/**
 * The reachability of a contact as the contract names it; keep the order in sync with `reachOf` of the contacts module.
 */
export const reach = sql<string>`(case when c.phone is null then 'no_mobile' when k.opted_out then 'opted_out'
  when c.phone_state = 'ok' then 'can_text' else c.phone_state end)`

/**
 * Compiles a filter into a condition over `contact c` left joined with `consent k` that is never null. A node without
 * rules matches all contacts. Fails with `invalid` and a message at each path, which begins with `at`.
 */
export function compileFilter(filter: FilterNode, ctx: FilterContext, at = 'filter'): RawBuilder<SqlBool> {
  checkFilter(filter, ctx, at)
  return oneOff(compileNode(filter, ctx) ?? sql`true`)
}

function compileNode(node: FilterNode, ctx: FilterContext): RawBuilder<SqlBool> | undefined {
  const parts = node.children.flatMap((child) => {
    const part = 'children' in child ? compileNode(child, ctx) : compileRule(child, ctx)
    return part ? [part] : []
  })
  if (parts.length === 0) return undefined
  return sql`(${sql.join(parts, node.op === 'and' ? sql` and ` : sql` or `)})`
}

/** Compiles one rule into a condition over `contact c` and `consent k`; fails with `invalid` when it cannot be read. */
export function compileRule(rule: Rule, ctx: FilterContext): RawBuilder<SqlBool> {
  const checked = readRule(rule, ctx)
  if ('wrong' in checked) return fail('invalid', { fieldErrors: { filter: checked.message } })
  return checked.field === 'custom' ? compileCustom(checked, ctx) : compileStandard(checked, ctx)
}

function compileStandard(rule: CheckedRule, ctx: FilterContext): RawBuilder<SqlBool> {
  switch (rule.field) {
    case 'firstname':
      return compareText(rule, sql`c.firstname`)
    case 'lastname':
      return compareText(rule, sql`c.lastname`)
    case 'preferredName':
      return compareText(rule, sql`c.preferred_name`)
    case 'email':
      return compareText(rule, sql`c.email`)
    case 'employeeId':
      return compareText(rule, sql`c.employee_id`)
    case 'jobTitle':
      return compareText(rule, sql`c.job_title`)
    case 'department':
      return compareText(rule, sql`c.department`)
    case 'location':
      return compareText(rule, sql`c.location`)
    case 'phone':
      return comparePhone(rule, sql`c.phone`, ctx)
    case 'language':
      return compareLanguage(rule, sql`c.language`)
    case 'timezone':
      return compareTimezone(rule, ctx)
    case 'status':
      return compareChoice(rule, sql`c.work`)
    case 'reach':
      return compareChoice(rule, reach)
    case 'source':
      return compareChoice(rule, sql`c.source`)
    case 'import':
      return compareId(rule, sql`c.import_id`)
    default:
      return compileOtherField(rule, ctx)
  }
}

/** Compiles rules on fields that are not text. */
function compileOtherField(rule: CheckedRule, ctx: FilterContext): RawBuilder<SqlBool> {
  switch (rule.field) {
    case 'hireDate':
      return compareDay(rule, ctx, {
        value: sql`c.hire_date`,
        day: (text) => sql`${text}::date`,
        monthDay: sql`to_char(c.hire_date, 'MM-DD')`,
      })
    case 'createdAt': {
      const local = sql`(c.created_at at time zone ${ctx.timezone}::text)::date`
      return compareDay(rule, ctx, {
        value: local,
        day: (text) => sql`${text}::date`,
        monthDay: sql`to_char(${local}, 'MM-DD')`,
      })
    }
    case 'birthday':
      return compareBirthday(rule, ctx, sql`c.birthday`)
    case 'group':
      return compileGroup(rule, ctx)
    case 'shift':
      return compileShift(rule)
    default:
      return compileActivity(rule, ctx)
  }
}

/** A contact without a time zone uses that of the organization; only `empty` distinguishes the two. */
function compareTimezone(rule: CheckedRule, ctx: FilterContext): RawBuilder<SqlBool> {
  const isChoice = rule.cmp === 'in' || rule.cmp === 'not_in'
  return compareChoice(rule, isChoice ? sql`coalesce(c.timezone, ${ctx.timezone}::text)` : sql`c.timezone`)
}

function compileGroup(rule: CheckedRule, ctx: FilterContext): RawBuilder<SqlBool> {
  const groups = groupMembership.get()
  const parts: RawBuilder<SqlBool>[] = []
  const stored: string[] = []
  for (const id of rule.texts.map((text) => text.toLowerCase())) {
    const rules = groups.builtInRules(ctx.orgId, id)
    if (rules) parts.push(sql`(c.archived_at is null and ${compileFilter(rules, ctx)})`)
    else stored.push(id)
  }
  if (stored.length > 0) parts.push(groups.isMember(stored))
  const isMember = sql<SqlBool>`(${sql.join(parts, sql` or `)})`
  return rule.cmp === 'member_of' ? isMember : sql`not ${isMember}`
}

/** Compares the shifts that apply to a contact: their own, or those of all their groups. */
function compileShift({ cmp, texts }: CheckedRule): RawBuilder<SqlBool> {
  const isWanted = cmp === 'in' || cmp === 'not_in' ? sql`where o.shift_ids && ${texts}::uuid[]` : sql``
  const hasOne = sql<SqlBool>`c.id in (select o.contact_id from contact_shifts(null) o ${isWanted})`
  return cmp === 'in' || cmp === 'not_empty' ? hasOne : sql`not ${hasOne}`
}

const DAY_MS = 86_400_000

function compileActivity(rule: CheckedRule, ctx: FilterContext): RawBuilder<SqlBool> {
  const { activity } = ctx
  const since = () => new Date(ctx.now.getTime() - rule.days * DAY_MS)
  if (rule.cmp === 'opted_out') return sql`coalesce(k.opted_out, false)`
  if (rule.cmp === 'last_delivery_failed') return activity.lastDeliveryFailed()
  if (rule.cmp === 'replied_in_days') return activity.repliedSince(since())
  return sql`not ${activity.repliedSince(since())}`
}
